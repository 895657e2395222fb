import { plural, QuadrilleError } from '../engine/problem/error.ts';
import type { Problem } from '../engine/problem/problem.ts';
import { type ReducedProblem, reducingProblem } from '../engine/problem/reduction.ts';
import { SettingError } from '../engine/problem/setting.ts';
import { countAsync, firstAsync } from '../engine/solve/api.ts';
import {
  type BurrAssemblies,
  type BurrPlaced,
  burrAssemblies,
} from '../puzzles/burr/assemblies.ts';
import type { BurrFile, BurrProblem, BurrShape } from '../puzzles/burr/file.ts';
import { burrFit, fits } from '../puzzles/burr/fit.ts';
import { MOST_BURR_BYTES, readBurr, tooLong } from '../puzzles/burr/read.ts';
import { write, writeCount } from './answers.ts';
import { type Shell, simpleCommand } from './command.ts';
import { COLOUR_MODES } from './console.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import {
  choice,
  type FlagRules,
  type FlagValues,
  integer,
  questionOf,
  seconds,
  text,
} from './flags.ts';
import { onlyFile, openBytes, sourceOf } from './input.ts';
import { save } from './output.ts';
import { counted, Deadline, Report } from './report.ts';

const BURR_FLAGS = {
  problem: integer('N', 'the problem of the file, from 1; default 1', 1),
  count: {
    about:
      'prints the number of assemblies, as BurrTools counts them: rotations and mirror images count once',
  },
  'keep-mirrors': {
    about: 'with --count: mirror images count, as with "keep mirror solutions" in BurrTools',
  },
  draw: { about: 'draws the first assembly, layer by layer' },
  svg: text('FILE', 'with --draw: writes an SVG picture to FILE (- for standard output)'),
  dlx: { about: 'prints the problem as items and options, for quadrille solve' },
  json: { about: 'prints a JSON object on each line: the results, then the status' },
  stats: { about: 'prints statistics of the search on stderr' },
  timeout: seconds('stops after this time'),
  color: choice(
    'WHEN',
    'colours: auto (on a terminal, unless NO_COLOR or TERM=dumb; default), always or never',
    COLOUR_MODES,
  ),
};

type Values = FlagValues<typeof BURR_FLAGS>;

const BURR_RULES = {
  questions: {
    count: ['problem', 'keep-mirrors', 'json', 'stats', 'timeout'],
    draw: ['problem', 'svg', 'json', 'stats', 'timeout', 'color'],
    dlx: ['problem'],
  },
  pairs: [
    ['svg', 'color'],
    ['svg', 'json'],
    ['json', 'color'],
  ],
  needs: [
    ['keep-mirrors', 'count', 'says what --count counts; give --count too'],
    ['svg', 'draw', 'is a picture of --draw; give both'],
  ],
} as const satisfies FlagRules<string, keyof Values>;

export const burr = simpleCommand({
  name: 'burr',
  summary: "counts and draws assemblies of BurrTools' files (.xmpuzzle)",
  usage: ['quadrille burr FILE.xmpuzzle [flags]'],
  about:
    'Reads a puzzle file of BurrTools: pieces of cubes, prisms, spheres or other cells, and the ' +
    'shapes that they build. Without a question it lists the shapes and problems of the file, and ' +
    'whether the pieces fit. Problems and shapes count from 1, as in BurrTools. It counts ' +
    'assemblies, whether they come apart or not.',
  flags: BURR_FLAGS,
  examples: [
    ['quadrille burr cube.xmpuzzle', 'what the file has'],
    ['quadrille burr cube.xmpuzzle --count', 'as many assemblies as BurrTools finds'],
    ['quadrille burr cube.xmpuzzle --problem 2 --draw', 'an assembly of the second problem'],
    ['quadrille burr cube.xmpuzzle --dlx | quadrille solve --count', 'all of them, one by one'],
  ],
  async run(given, operands, shell) {
    const began = performance.now();
    const question = questionOf(given, BURR_RULES);
    const name = onlyFile(operands, 'file');
    const file = await named(name, async () => readBurr(await bytesOf(name, shell)));
    const { problem: number = 1 } = given;
    const known = file.problems?.length ?? 0;
    if (number > known && (question !== undefined || given.problem !== undefined)) {
      const all =
        ['no problems, only shapes; add one in BurrTools', 'problem 1 alone'][known] ??
        `problems 1 to ${known}`;
      throw new UsageError(`${sourceOf(name)}: There is no problem ${number}; the file has ${all}`);
    }
    if (question === undefined) return list(file, given, shell);
    const assemblies = await named(name, () => burrAssemblies(file, number - 1));
    if (question === 'dlx') {
      const { dlxLines } = await import('../engine/formats/dlx/write.ts');
      const { problem } = assemblies;
      await shell.console.writeAll(labelled(dlxLines(problem), problem));
      return EXIT.answered;
    }
    if (given.svg !== undefined && given.svg !== '-') shell.files.write(given.svg);
    // Until someone listens, Ctrl-C ends the process at once: a million placements take seconds.
    const isLate = performance.now() - began >= (given.timeout ?? Number.POSITIVE_INFINITY);
    const group = question === 'count' && !isLate ? groupOf(assemblies, given) : [];
    return shell.interruptible((signal) => {
      const deadline = new Deadline(given.timeout, signal, began);
      return question === 'count'
        ? count(assemblies.problem, group, given, deadline, signal, shell)
        : draw(file, number - 1, assemblies, given, deadline, signal, shell);
    });
  },
});

/** The bytes of a file, which are unpacked on the way; no more of them than `readBurr` takes. */
async function bytesOf(name: string, shell: Shell): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of openBytes(name, shell).chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > MOST_BURR_BYTES) throw tooLong();
  }
  return Buffer.concat(parts);
}

/** Puts the name of the file before an error in it. */
async function named<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof QuadrilleError)) throw error;
    const { code, message } = error;
    throw new QuadrilleError(code, `${sourceOf(name)}: ${message}`, {
      ...error,
      source: sourceOf(name),
    });
  }
}

/** The lines of a problem in Knuth's text, with the piece above each option. */
function* labelled(lines: Iterable<string>, problem: Problem<BurrPlaced>): Generator<string> {
  let option = -1;
  for (const line of lines) {
    yield option < 0 ? line : `| ${problem.payload(option).piece}\n${line}`;
    option++;
  }
}

/** The symmetries up to which assemblies count. */
function groupOf(assemblies: BurrAssemblies, given: Values): readonly Int32Array[] {
  return given['keep-mirrors'] ? assemblies.rotations : assemblies.symmetries;
}

async function count(
  problem: Problem<BurrPlaced>,
  group: readonly Int32Array[],
  given: Values,
  deadline: Deadline,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const report = new Report('auto', { given: { ...given, 'up-to-symmetry': true }, signal, shell });
  // Voxels that always go together become one: that saves more than it takes, even in short counts.
  const work = reducingProblem(problem);
  for (;;) {
    if (await deadline.isOver()) {
      writeCount(0n, undefined, { given, shell });
      return report.end(signal.aborted ? 'aborted' : 'timeout', { saysNone: true });
    }
    const { done, value } = work.next();
    if (done !== true) continue;
    const upToSymmetry = reducedGroup(group, value, problem.optionCount);
    const settings = { ...limitsWithin(deadline, report, given), upToSymmetry };
    const counting = countAsync(value.problem, settings);
    const {
      exact,
      all = exact,
      status,
    } = await counting.catch((error: unknown) => {
      throw isTooLarge(error) ? tooManySymmetries(problem, group, given) : error;
    });
    report.count(exact);
    report.countClasses(exact, all);
    writeCount(exact, status, { given, shell });
    return report.end(status, { saysNone: true });
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof SettingError && error.code === 'too-large';
}

/** The error where the search takes no group of that size. */
function tooManySymmetries(
  { optionCount }: Problem<BurrPlaced>,
  { length }: readonly Int32Array[],
  given: Values,
): QuadrilleError {
  const fewer = given['keep-mirrors']
    ? ''
    : 'give --keep-mirrors, which takes the rotations alone, or ';
  return new QuadrilleError(
    'too-large',
    `The pieces have ${counted(optionCount, 'placement')}, too many for classes under ${length} symmetries; ` +
      `${fewer}count assemblies one by one: quadrille burr FILE --dlx | quadrille solve --count.`,
  );
}

/** The limits of a search that begins late. */
function limitsWithin({ left }: Deadline, { limits }: Report, { timeout }: Values) {
  return { ...limits, timeout: timeout === undefined ? undefined : left };
}

/** Maps of the options of a problem, as maps of those that are left of it. */
function reducedGroup(
  group: readonly Int32Array[],
  { optionOf }: ReducedProblem,
  options: number,
): Int32Array[] {
  const numbers = new Int32Array(options).fill(-1);
  for (const [number, option] of optionOf.entries()) numbers[option] = number;
  return group.map((map) => optionOf.map((option) => numbers[map[option]] ?? -1));
}

async function draw(
  file: BurrFile,
  number: number,
  assemblies: BurrAssemblies,
  given: Values,
  deadline: Deadline,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { problem } = assemblies;
  const report = new Report('auto', { given, signal, shell });
  const limits = limitsWithin(deadline, report, given);
  const { solution, status } = await firstAsync(problem, { ...limits, reduce: true });
  if (solution === undefined) return report.end(status, { saysNone: given.json });
  if (given.json) {
    const numbers = Array.from({ length: problem.optionCount }, (_, option) => option);
    const labels = numbers.map((option) => problem.payload(option).piece);
    write(solution, 1, { problem, given: { json: true, labels }, shell });
  } else {
    const { burrExhibit } = await import('../puzzles/gallery/burr.ts');
    const pictures = burrExhibit(file, number, assemblies).draw(solution);
    if (given.svg !== undefined) {
      const { drawSvg } = await import('../puzzles/picture/svg/draw-svg.ts');
      await save(drawSvg(pictures), given.svg, shell);
    } else {
      const { drawText } = await import('../puzzles/picture/text/draw-text.ts');
      console.writeUnchecked(`${drawText(pictures, console.drawing(given.color))}\n`);
    }
  }
  return report.end(status, { saysNone: given.json });
}

/** Lists the shapes and the problems of a file. */
function list(
  { grid, colours = [], shapes, problems = [] }: BurrFile,
  given: Values,
  shell: Shell,
) {
  const { console } = shell;
  if (!given.json) console.write(`${grid}, ${counted(colours.length, 'colour')}\n`);
  for (const [k, { name, size, voxels }] of shapes.entries()) {
    const variable = voxels.filter((voxel) => voxel.variable).length;
    const filled = voxels.length - variable;
    if (given.json) console.writeJson('shape', { index: k + 1, name, size, filled, variable });
    else {
      const more = variable > 0 ? `, ${variable} variable` : '';
      console.write(
        `S${k + 1}${titled(name)}\t${size.join('x')}\t${plural(filled, 'voxel')}${more}\n`,
      );
    }
  }
  for (const [k, problem] of problems.entries()) {
    if (given.problem !== undefined && given.problem !== k + 1) continue;
    if (given.json) console.writeJson('problem', problemFields(problem, k, shapes));
    else
      console.write(`problem ${k + 1}${titled(problem.name)}\t${problemText(problem, shapes)}\n`);
  }
  return EXIT.answered;
}

function titled(name: string | undefined): string {
  return name === undefined ? '' : ` ${JSON.stringify(name)}`;
}

function problemFields(stated: BurrProblem, k: number, shapes: readonly BurrShape[]): object {
  const { name, pieces, result } = stated;
  const fit = burrFit(shapes, stated);
  return {
    index: k + 1,
    name,
    pieces: pieces.map(({ shape, min, max }) => ({ shape: shape + 1, min, max })),
    result: result === undefined ? null : result + 1,
    ...(fit && { voxels: [fit.least, fit.most], room: [fit.needed, fit.room], fits: fits(fit) }),
  };
}

/** As in `S2 S3*2 S4*0-6: S1, 92 voxels for 60 to 99`. */
function problemText(stated: BurrProblem, shapes: readonly BurrShape[]): string {
  const range = (least: number, most: number, to: string) =>
    least === most ? `${least}` : `${least}${to}${most}`;
  const pieces = stated.pieces.map(({ shape, min, max }) => {
    const copies = range(min, max, '-');
    return `S${shape + 1}${copies === '1' ? '' : `*${copies}`}`;
  });
  if (pieces.length === 0) pieces.push('no pieces');
  const fit = burrFit(shapes, stated);
  if (fit === undefined || stated.result === undefined) return `${pieces.join(' ')}: no result`;
  const { least, most, needed, room } = fit;
  const has = least === most ? plural(least, 'voxel') : `${least} to ${most} voxels`;
  const voxels = `${has} for ${range(needed, room, ' to ')}`;
  const misfit = fits(fit) ? '' : ', which do not fit';
  return `${pieces.join(' ')} build S${stated.result + 1}: ${voxels}${misfit}`;
}
