import { type Shell, simpleCommand } from './command.ts';
import type { Console } from './console.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import { readAll } from './input.ts';
import { countFields } from './report.ts';

/** A line of `split`, or the status of a part. */
interface Line {
  readonly type?: unknown;
  readonly problem?: unknown;
  readonly division?: unknown;
  readonly question?: unknown;
  readonly shard?: unknown;
  readonly of?: unknown;
  readonly prefix?: unknown;
  readonly status?: unknown;
  readonly solutions?: unknown;
  readonly exact?: unknown;
  /** Where it stands, as in `results.json:3`. */
  readonly place: string;
}

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
    'It tells which parts are missing, not at their end, or there twice (these count once), and refuses ' +
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
    const parts = new Parts();
    // The lines of split number the prefixes of the others.
    for (const line of lines) if (line.type === 'shard') parts.state(line);
    for (const line of lines) if (line.type === 'status') parts.enter(line);
    return parts.report(json ?? false, shell.console);
  },
});

/** The lines of a file that matter here. */
async function linesOf(file: string, shell: Shell): Promise<Line[]> {
  const source = file === '-' ? 'standard input' : file;
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

/** The parts of one problem and their results. */
class Parts {
  /** The values that all parts have in common, and the place where each was read first. */
  readonly #common = new Map<string, { readonly value: string; readonly place: string }>();
  /** Prefix -> its number. */
  readonly #numbers = new Map<string, number>();
  /** The parts that `split` found to be empty. */
  readonly #empty = new Set<number>();
  readonly #results = new Map<number, Result>();
  readonly #double = new Set<number>();

  /** A line of `split`. */
  state(line: Line): void {
    const { shard } = this.#numberOf(line, line.shard);
    for (const name of ['problem', 'of', 'division'] as const) this.#agree(line, name);
    if (line.prefix === null) this.#empty.add(shard);
    else this.#numbers.set(JSON.stringify(line.prefix), shard);
  }

  /** The status of a part. */
  enter(line: Line): void {
    if (typeof line.problem !== 'string') {
      throw wrong(line.place, 'this is not the result of a part; solve it with --shard K/N --json');
    }
    const numbered = line.shard ?? this.#numbers.get(JSON.stringify(line.prefix));
    if (numbered === undefined) {
      throw wrong(line.place, 'no line of split has its prefix; give these lines too');
    }
    for (const name of ['problem', 'question'] as const) this.#agree(line, name);
    if (line.shard !== undefined) {
      for (const name of ['of', 'division'] as const) this.#agree(line, name);
    }
    const { shard } = this.#numberOf(line, numbered);
    const result = resultOf(line);
    const before = this.#results.get(shard);
    if (before === undefined) {
      this.#results.set(shard, result);
      return;
    }
    this.#double.add(shard);
    if (before.isComplete && result.isComplete && before.count !== result.count) {
      throw wrong(
        line.place,
        `part ${shard} has ${result.count} solutions here, and ${before.count} in ${before.place}; solve it again`,
      );
    }
    const isBetter = result.count > before.count;
    if (!before.isComplete && (result.isComplete || isBetter)) this.#results.set(shard, result);
  }

  /** Prints the sum, and the missing parts. */
  report(json: boolean, console: Console): Exit {
    const of = Number(this.#common.get('of')?.value ?? 0);
    const question = this.#common.get('question')?.value;
    if (of === 0 || question === undefined) {
      throw new UsageError(
        'there is no result of a part in the files; give what solve --shard K/N --json prints',
      );
    }
    const missing: number[] = [];
    const unfinished: number[] = [];
    let sum = 0n;
    for (let shard = 1; shard <= of; shard++) {
      const result = this.#results.get(shard);
      if (result !== undefined) sum += result.count;
      if (result === undefined && !this.#empty.has(shard)) missing.push(shard);
      if (result !== undefined && !result.isComplete) unfinished.push(shard);
    }
    const double = [...this.#double].sort((a, b) => a - b);
    const isWhole = missing.length + unfinished.length === 0;
    const enough = question === 'unique' ? 2n : 1n;
    const isFound = (question === 'unique' || question === 'first') && sum >= enough;
    const status = isFound ? 'found' : isWhole ? 'complete' : 'aborted';
    const answer = question === 'unique' ? answerOf(sum, isWhole) : undefined;
    const shards = { of, missing, unfinished, double };
    if (json) console.writeJson('status', { status, ...countFields(sum), answer, shards });
    else console.write(`${answer ?? `${status === 'complete' ? '' : '>='}${sum}`}\n`);
    tell('Missing', missing, of, console);
    tell('Not at their end', unfinished, of, console);
    tell('There twice, counted once', double, of, console);
    if (status === 'aborted') return EXIT.undecided;
    return sum > 0n ? EXIT.answered : EXIT.noSolution;
  }

  /** The number of a part, from 1. */
  #numberOf({ place, of }: Line, number: unknown): { readonly shard: number } {
    const most = Number(this.#common.get('of')?.value ?? of);
    const isRight =
      Number.isInteger(number) && (number as number) >= 1 && (number as number) <= most;
    if (isRight) return { shard: number as number };
    throw wrong(place, `${JSON.stringify(number)} is not the number of a part`);
  }

  /** Refuses a line that has something else than those before. */
  #agree(line: Line, name: 'problem' | 'division' | 'of' | 'question'): void {
    const value = String(line[name]);
    const { place } = line;
    const common = this.#common.get(name);
    if (common === undefined) this.#common.set(name, { value, place });
    else if (common.value !== value) {
      const things = {
        problem: 'another problem',
        division: 'another division of the problem (by another engine, seed or version)',
        of: 'another number of parts',
        question: 'another question',
      };
      throw wrong(place, `this is of ${things[name]} than ${common.place}; merge those apart`);
    }
  }
}

function resultOf({ place, status, exact, solutions, question }: Line): Result {
  const digits = typeof exact === 'string' ? exact : String(solutions);
  if (!/^\d+$/.test(digits)) throw wrong(place, 'it has no number of solutions');
  const isAnswer = status === 'found' && (question === 'first' || question === 'unique');
  return { count: BigInt(digits), isComplete: status === 'complete' || isAnswer, place };
}

function answerOf(sum: bigint, isWhole: boolean): string {
  if (sum >= 2n) return 'several';
  if (!isWhole) return 'unknown';
  return sum === 1n ? 'unique' : 'none';
}

/** As in `Missing: 3, 7-12 (of 50).` */
function tell(what: string, numbers: readonly number[], of: number, console: Console): void {
  if (numbers.length === 0) return;
  const ranges: string[] = [];
  for (let k = 0; k < numbers.length; ) {
    let end = k;
    while (numbers[end + 1] === (numbers[end] as number) + 1) end++;
    ranges.push(end === k ? `${numbers[k]}` : `${numbers[k]}-${numbers[end]}`);
    k = end + 1;
  }
  console.note(`${what}: ${ranges.join(', ')} (of ${of}).`);
}
