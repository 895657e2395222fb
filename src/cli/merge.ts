import { plural } from '../engine/problem/error.ts';
import { uniqueness } from './answers.ts';
import { type Shell, simpleCommand } from './command.ts';
import type { Console } from './console.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import { readAll, sourceOf } from './input.ts';
import { countFields } from './report.ts';

/** A line of `split`, or the status of a part; `place` is where it stands, as `results.json:3`. */
type Line = { readonly place: string } & { readonly [field in Field]?: unknown };
type Field = keyof typeof THINGS | 'type' | 'shard' | 'prefix' | 'status' | 'solutions' | 'exact';

/** The result of a part. */
interface Result {
  readonly count: bigint;
  readonly isComplete: boolean;
  readonly place: string;
}

export const merge = simpleCommand({
  name: 'merge',
  summary: 'adds up the results of parts that split has made',
  usage: ['quadrille merge FILE... [flags]'],
  about:
    'Reads what quadrille solve --shard K/N --json has printed for the parts of a problem, in any number ' +
    'of files and any order, and prints the number of all solutions; with --unique what solve --unique prints. ' +
    'It says which parts are missing, not at their end, or there twice (these count once), and refuses ' +
    'those of another problem or question, or of another division. The solutions in the files are not printed ' +
    'again.\n' +
    'For results by --prefix in place of --shard give the lines of quadrille split as well: they number the prefixes.',
  flags: { json: { about: 'prints a JSON object: the status' } },
  examples: [['quadrille merge results.json', 'the sum, or what is missing']],
  async run({ json }, operands, shell) {
    if (operands.length === 0) {
      throw new UsageError('it needs results; give their files, or - for standard input');
    }
    const lines: Line[] = [];
    for (const file of operands) lines.push(...(await linesOf(file, shell)));
    return report(partsOf(lines), json ?? false, shell.console);
  },
});

/** The lines of a file that matter here. */
async function linesOf(file: string, shell: Shell): Promise<Line[]> {
  const source = sourceOf(file);
  const lines: Line[] = [];
  for (const [k, text] of (await readAll(file, shell)).split('\n').entries()) {
    if (text.trim() === '') continue;
    const place = `${source}:${k + 1}`;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw wrong(place, 'this is no JSON; give what solve --shard K/N --json prints');
    }
    if (typeof value === 'object' && value !== null) lines.push({ ...value, place });
  }
  return lines;
}

function wrong(place: string, why: string): UsageError {
  return new UsageError(`${place}: ${why}`, place.replace(/:\d+$/, ''));
}

/** The parts of one problem, and their results. */
interface Parts {
  readonly of: number;
  readonly question: string | undefined;
  readonly results: ReadonlyMap<number, Result>;
  /** The parts that `split` found to be empty. */
  readonly empty: ReadonlySet<number>;
  readonly double: ReadonlySet<number>;
}

function partsOf(lines: readonly Line[]): Parts {
  const stated = lines.filter(({ type }) => type === 'shard');
  const solved = lines.filter(({ type }) => type === 'status');
  const foreign = solved.find(({ problem }) => typeof problem !== 'string');
  if (foreign !== undefined) {
    throw wrong(
      foreign.place,
      'this is not the result of a part; solve it with --shard K/N --json',
    );
  }
  const numbered = [...stated, ...solved.filter(({ shard }) => shard !== undefined)];
  agreed([...stated, ...solved], 'problem');
  const question = agreed(solved, 'question');
  const of = Number(agreed(numbered, 'of') ?? 0);
  agreed(numbered, 'division');
  /** Prefix -> its number: the lines of `split` number the prefixes of the others. */
  const numbers = new Map<string, number>();
  const empty = new Set<number>();
  for (const { place, shard, prefix } of stated) {
    const number = checkNumber(place, shard, of);
    if (prefix === null) empty.add(number);
    else numbers.set(JSON.stringify(prefix), number);
  }
  const results = new Map<number, Result>();
  const double = new Set<number>();
  for (const line of solved) {
    const { place, shard = numbers.get(JSON.stringify(line.prefix)) } = line;
    if (shard === undefined) {
      throw wrong(place, 'no line of split has its prefix; give these lines too');
    }
    const number = checkNumber(place, shard, of);
    const before = results.get(number);
    if (before !== undefined) double.add(number);
    results.set(number, better(number, resultOf(line), before));
  }
  return { of, question, results, empty, double };
}

/** The number of a part, from 1. */
function checkNumber(place: string, number: unknown, of: number): number {
  if (Number.isInteger(number) && (number as number) >= 1 && (number as number) <= of) {
    return number as number;
  }
  throw wrong(place, `${JSON.stringify(number)} is not the number of a part`);
}

const THINGS = {
  problem: 'another problem',
  division: 'another division of the problem (by another engine, seed or version)',
  of: 'another number of parts',
  question: 'another question',
};

/** The value that all lines have in common; undefined without lines. Refuses another value. */
function agreed(lines: readonly Line[], name: keyof typeof THINGS): string | undefined {
  const [first] = lines;
  if (first === undefined) return undefined;
  const value = String(first[name]);
  const other = lines.find((line) => String(line[name]) !== value);
  if (other === undefined) return value;
  throw wrong(other.place, `this is of ${THINGS[name]} than ${first.place}; merge those apart`);
}

/** The result that counts, of two of one part: one at its end, or the one with more solutions. */
function better(part: number, result: Result, before: Result = result): Result {
  if (before.isComplete && result.isComplete && before.count !== result.count) {
    throw wrong(
      result.place,
      `part ${part} has ${plural(result.count, 'solution')} here, and ${before.count} in ${before.place}; solve it again`,
    );
  }
  const isBetter = result.isComplete || result.count > before.count;
  return !before.isComplete && isBetter ? result : before;
}

/** Prints the sum, and the missing parts. */
function report(parts: Parts, json: boolean, console: Console): Exit {
  const { of, question, results, empty } = parts;
  if (of === 0 || question === undefined) {
    throw new UsageError(
      'there is no result of a part in the files; give what solve --shard K/N --json prints',
    );
  }
  const all = Array.from({ length: of }, (_, k) => k + 1);
  const missing = all.filter((shard) => !results.has(shard) && !empty.has(shard));
  const unfinished = all.filter((shard) => results.get(shard)?.isComplete === false);
  const double = all.filter((shard) => parts.double.has(shard));
  let sum = 0n;
  for (const { count } of results.values()) sum += count;
  const isWhole = missing.length + unfinished.length === 0;
  const enough = question === 'unique' ? 2n : 1n;
  const isFound = (question === 'unique' || question === 'first') && sum >= enough;
  const status = isFound ? 'found' : isWhole ? 'complete' : 'aborted';
  const answer = question === 'unique' ? uniqueness(sum, isWhole) : undefined;
  const shards = { of, missing, unfinished, double };
  if (json) console.writeJson('status', { status, ...countFields(sum), answer, shards });
  else console.write(`${answer ?? `${status === 'complete' ? '' : '>='}${sum}`}\n`);
  listParts('Missing', missing, of, console);
  listParts('Not at their end', unfinished, of, console);
  listParts('There twice, counted once', double, of, console);
  if (status === 'aborted') return EXIT.undecided;
  return sum > 0n ? EXIT.answered : EXIT.noSolution;
}

function resultOf({ place, status, exact, solutions, question }: Line): Result {
  const digits = typeof exact === 'string' ? exact : String(solutions);
  if (!/^\d+$/.test(digits)) throw wrong(place, 'it has no number of solutions');
  const isAnswer = status === 'found' && (question === 'first' || question === 'unique');
  return { count: BigInt(digits), isComplete: status === 'complete' || isAnswer, place };
}

/** As in `Missing: 3, 7-12 (of 50).` */
function listParts(what: string, numbers: readonly number[], of: number, console: Console): void {
  if (numbers.length === 0) return;
  const ranges: string[] = [];
  for (let k = 0; k < numbers.length; ) {
    let end = k;
    while (numbers[end + 1] === numbers[end] + 1) end++;
    ranges.push(end === k ? `${numbers[k]}` : `${numbers[k]}-${numbers[end]}`);
    k = end + 1;
  }
  console.note(`${what}: ${ranges.join(', ')} (of ${of}).`);
}
