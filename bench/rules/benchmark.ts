import { basename } from 'node:path';
import { first, isUnique, type Problem } from '../../src/index.ts';
import { variant as readVariant, Variant } from '../../src/sudoku.ts';
import { askFirst, askUnique, besideEngines } from '../auto.ts';
import { cpuOf, geometricMean, medianCpu } from '../clock.ts';
import type { FirstSettings } from '../first.ts';
import type { Cell, Section } from '../section.ts';
import { digits, table } from '../table.ts';
import { Trouble, WrongAnswer } from '../trouble.ts';
import { familyCases } from './families.ts';
import { type Iss, loadIss } from './iss.ts';
import { type Puzzle, readGrid, readPuzzles, writeGrid } from './puzzles.ts';

export interface RulesSettings extends FirstSettings {
  readonly files: readonly string[];
}

/** Seconds for each puzzle, and for each engine and problem. */
const PUZZLE_SLICE = 60;
const FAMILY_SLICE = 20;
/** Each is repeated for so many milliseconds, and what takes longer than this is not. */
const ROUND_MS = 100;
const LONG_MS = 2000;
/** A puzzle is hard where the rival takes so many milliseconds. */
const HARD_MS = 5;
/** On hard puzzles, ours by the rival's: the geometric mean, and each. */
const MEAN_BY_RIVAL = 1.2;
const EACH_BY_RIVAL = 10;
/** On the others, milliseconds with building. */
const EASY_MS = 2;
/** Auto by the better of the engines. */
const MEAN_BY_BETTER = 1.5;

/** Problems with rules: variant Sudokus of FILEs beside Interactive Sudoku Solver, or families of our own. */
export async function rulesBenchmark(settings: RulesSettings): Promise<boolean> {
  return settings.files.length > 0 ? variants(settings) : families(settings);
}

function families({ check, only, slice = FAMILY_SLICE, publish }: RulesSettings): boolean {
  const cases = familyCases().map(({ name, make }) => {
    let made: Problem<unknown> | undefined;
    return {
      name,
      make: () => {
        made ??= make();
        return made;
      },
    };
  });
  const questions = [
    ['A first solution', askFirst],
    ['One solution or several', askUnique],
  ] as const;
  const means = questions.map(([question, ask]) => {
    const title = `${question}, with rules: CPU time under \`auto\`, and of two engines alone`;
    const { section, mean } = besideEngines(title, cases, ask, { only, slice });
    publish(section);
    return mean;
  });
  if (check) console.log(`At most ${MEAN_BY_BETTER} in the mean of each.`);
  return !check || means.every((mean) => mean <= MEAN_BY_BETTER);
}

/** Milliseconds of CPU, medians; undefined where time ran out, or the rival is missing. */
interface Times {
  /** From the text to the answer. */
  readonly ours: number | undefined;
  /** From the text to the compiled problem. */
  readonly building: number;
  readonly rival: number | undefined;
  readonly rivalSearch: number | undefined;
}

interface Row {
  readonly puzzle: Puzzle;
  readonly family: string;
  readonly options: number;
  readonly answer: string;
  readonly times: Times;
}

async function variants(settings: RulesSettings): Promise<boolean> {
  const { files, check, only = '', slice = PUZZLE_SLICE, publish } = settings;
  const limit = 1000 * slice;
  const found = await loadIss();
  const iss = 'missing' in found ? undefined : found;
  if ('missing' in found) process.stderr.write(`${found.missing}.\n`);
  let isMet = true;
  for (const file of files) {
    const puzzles = readPuzzles(file).filter(({ name }) => name.includes(only));
    if (puzzles.length === 0) throw new Trouble(`--only "${only}" is in the name of no puzzle.`, 2);
    // All are solved once before any is timed: V8 is warm, and wrong answers are known soon.
    const solved = puzzles.map((puzzle) => {
      process.stderr.write(`${puzzle.name}\n`);
      try {
        return solvedOnce(puzzle, iss, limit);
      } catch (error) {
        if (!(error instanceof Trouble) || error instanceof WrongAnswer) throw error;
        throw new Trouble(`${basename(file)}: ${puzzle.name}: ${error.message}`, 2);
      }
    });
    const rows = solved.map((one) => {
      process.stderr.write(`${one.puzzle.name}, timed\n`);
      return { ...one, times: repeated(one, iss, limit) };
    });
    const name = basename(file);
    const version = iss?.version;
    const rival = (text: string) => ({ name: text, version, kind: 'time', of: 'rival' }) as const;
    publish({
      title: `Variant Sudokus of ${name}: CPU time to know if there is one solution`,
      columns: [
        { name: '', kind: 'text' },
        { name: 'constraints', kind: 'text' },
        { name: 'answer', kind: 'text' },
        { name: 'options', kind: 'count' },
        { name: 'building', kind: 'time', of: 'ours' },
        { name: 'quadrille', kind: 'time', of: 'ours' },
        rival('Interactive Sudoku Solver'),
        rival('its search'),
        { name: 'quadrille / search', kind: 'ratio', of: 'ours' },
      ],
      rows: rows.map(({ puzzle, family, options, answer, times }) => {
        const { building, ours, rival, rivalSearch } = times;
        const of = (time: number | undefined): Cell => time ?? { value: limit, over: true };
        const rivals = iss === undefined ? [null, null] : [of(rival), of(rivalSearch)];
        const ratio = ours === undefined || rivalSearch === undefined ? null : ours / rivalSearch;
        return {
          cells: [puzzle.name, family, answer, options, building, of(ours), ...rivals, ratio],
        };
      }),
      notes: [
        'Both are warm, in one process, and begin with the text; building is the problem with its rules, compiled. The rival searches what it has built.',
        ...('missing' in found ? [`${found.missing}.`] : []),
        ...summary(rows),
      ],
    });
    publish(familiesSection(rows, name));
    const targets = targetsOf(rows);
    if (check) {
      const lines = targets.map(({ target, met }) => [target, met ? 'ok' : 'MISSED']);
      console.log(`\n${table(['target', ''], lines)}`);
    }
    isMet &&= !check || targets.every(({ met }) => met);
  }
  return isMet;
}

/** The kinds of constraints beside the givens. */
function familyOf({ kinds }: Variant): string {
  const own = kinds.filter((kind) => kind !== 'jigsaw' && kind !== 'no-boxes');
  return own.length === 0 ? 'houses' : [...own].sort().join(', ');
}

type Solved = Omit<Row, 'times'> & { readonly once: Times };

/** Solves a puzzle and checks the answer: by the file, and by the rival. */
function solvedOnce(puzzle: Puzzle, iss: Iss | undefined, limit: number): Solved {
  const { name, input } = puzzle;
  const variant = readVariant(input);
  const built = cpuOf(() => {
    const { problem } = readVariant(input);
    return { problem, compiled: problem.compile() };
  });
  const { problem, compiled } = built.result;
  const { result, ms } = cpuOf(() => isUnique(problem, { timeout: limit }));
  const { answer } = result;
  const wrong = (what: string) => new WrongAnswer(`quadrille on ${name}: ${what}.`);
  if (answer !== 'unknown') {
    const known = puzzle.answer;
    if (known !== undefined && answer !== known) throw wrong(`${answer}, and it is ${known}`);
    checkSolution(puzzle, variant, answer, wrong, limit);
  }
  let rival: number | undefined;
  let rivalSearch: number | undefined;
  if (iss !== undefined) {
    const other = cpuOf(() => iss.build(input));
    const searched = cpuOf(() => iss.search(other.result, limit));
    if (searched.result !== undefined) {
      rivalSearch = searched.ms;
      rival = other.ms + searched.ms;
      const theirs = (['none', 'unique', 'several'] as const)[searched.result];
      if (answer !== 'unknown' && answer !== theirs) {
        throw wrong(`${answer}, and Interactive Sudoku Solver says ${theirs}`);
      }
    }
  }
  const building = built.ms;
  const ours = answer === 'unknown' ? undefined : building + ms;
  const once = { ours, building, rival, rivalSearch };
  return { puzzle, family: familyOf(variant), options: compiled.options, answer, once };
}

/** The solution of the file is the one that is found; or one of several. */
function checkSolution(
  { solution }: Puzzle,
  variant: Variant,
  answer: string,
  wrong: (what: string) => WrongAnswer,
  timeout: number,
): void {
  if (solution === undefined) return;
  const given = answer === 'unique' ? variant : withGivens(variant, solution);
  const found = first(given.problem, { timeout });
  if (found.status !== 'found' && found.status !== 'complete') return;
  const own = found.solution && writeGrid(variant, variant.decode(found.solution.payloads));
  if (own !== solution) throw wrong(`its solution is ${own}, that of the file ${solution}`);
}

function withGivens(variant: Variant, solution: string): Variant {
  const { shape, clues } = variant;
  const candidates = new Map(
    [...readGrid(variant, solution).entries()].map(([cell, value]) => [cell, [value]]),
  );
  return new Variant({ shape, clues, candidates });
}

/** Medians; of what is long the one time. */
function repeated({ puzzle: { input }, once }: Solved, iss: Iss | undefined, limit: number): Times {
  const built = iss?.build(input);
  const short = (ms: number | undefined, run: () => unknown) => {
    return ms === undefined || ms > LONG_MS ? ms : medianCpu(run, ROUND_MS);
  };
  const problem = () => readVariant(input).problem;
  return {
    ours: short(once.ours, () => isUnique(problem(), { timeout: limit })),
    building: short(once.building, () => problem().compile()) ?? once.building,
    rival: short(once.rival, () => iss?.search(iss.build(input), limit)),
    rivalSearch: short(once.rivalSearch, () => iss && built && iss.search(built, limit)),
  };
}

/** Where both are known: ours by the rival's search, or with its building. */
function ratios(rows: readonly Row[], by: 'rival' | 'rivalSearch'): number[] {
  return rows.flatMap(({ times }) => {
    const theirs = times[by];
    return times.ours === undefined || theirs === undefined ? [] : [times.ours / theirs];
  });
}

function isHard({ times }: Row): boolean {
  return times.rivalSearch !== undefined && times.rivalSearch >= HARD_MS;
}

function summary(rows: readonly Row[]): string[] {
  const decided = rows.filter(({ times }) => times.ours !== undefined).length;
  const hard = rows.filter(isHard);
  const lines = [`${decided} of ${rows.length} are decided.`];
  if (hard.length > 0) {
    const [search, all] = [ratios(hard, 'rivalSearch'), ratios(hard, 'rival')];
    lines.push(
      `Where the search takes ${HARD_MS} ms or more (${hard.length}): by the search ${digits(geometricMean(search))} in geometric mean, ` +
        `${digits(Math.max(...search))} at worst; by both parts ${digits(geometricMean(all))}.`,
    );
  }
  const easy = rows.filter((row) => row.times.rivalSearch !== undefined && !isHard(row));
  if (easy.length > 0) {
    const ms = easy.map(({ times }) => times.ours ?? Number.POSITIVE_INFINITY);
    const below = ms.filter((one) => one <= EASY_MS).length;
    lines.push(
      `Where it takes less (${easy.length}): ${digits(geometricMean(ms))} ms in geometric mean, ${below} in ${EASY_MS} ms.`,
    );
  }
  return lines;
}

function familiesSection(rows: readonly Row[], name: string): Section {
  const families = [...new Set(rows.map(({ family }) => family))].sort();
  const mean = (values: readonly (number | undefined)[]): Cell => {
    const known = values.filter((value) => value !== undefined);
    return known.length === 0 ? null : geometricMean(known);
  };
  return {
    title: `Variant Sudokus of ${name}: geometric means by constraints`,
    columns: [
      { name: '', kind: 'text' },
      { name: 'puzzles', kind: 'count' },
      { name: 'decided', kind: 'count' },
      { name: 'building', kind: 'time', of: 'ours' },
      { name: 'quadrille', kind: 'time', of: 'ours' },
      { name: 'search of Interactive Sudoku Solver', kind: 'time', of: 'rival' },
      { name: 'quadrille / search', kind: 'ratio', of: 'ours' },
    ],
    rows: families.map((family) => {
      const own = rows.filter((row) => row.family === family);
      const times = own.map((row) => row.times);
      const ours = times.map((time) => time.ours);
      return {
        cells: [
          family,
          own.length,
          ours.filter((time) => time !== undefined).length,
          mean(times.map(({ building }) => building)),
          mean(ours),
          mean(times.map(({ rivalSearch }) => rivalSearch)),
          mean(ratios(own, 'rivalSearch')),
        ],
      };
    }),
  };
}

function targetsOf(rows: readonly Row[]): { target: string; met: boolean }[] {
  const [hard, easy] = [rows.filter(isHard), rows.filter((row) => !isHard(row))];
  const by = ratios(hard, 'rivalSearch');
  const targets = rows.map(({ puzzle, times }) => {
    return { target: `${puzzle.name}: decided`, met: times.ours !== undefined };
  });
  if (by.length > 0) {
    const [mean, worst] = [geometricMean(by), Math.max(...by)];
    targets.push(
      { target: `hard ones: ${digits(mean)} of ${MEAN_BY_RIVAL}`, met: mean <= MEAN_BY_RIVAL },
      { target: `the worst: ${digits(worst)} of ${EACH_BY_RIVAL}`, met: worst <= EACH_BY_RIVAL },
    );
  }
  for (const { puzzle, times } of easy) {
    const { ours, rivalSearch } = times;
    if (ours === undefined || rivalSearch === undefined) continue;
    targets.push({
      target: `${puzzle.name}: ${digits(ours)} of ${EASY_MS} ms`,
      met: ours <= EASY_MS,
    });
  }
  return targets;
}
