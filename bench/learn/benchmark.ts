import { matrixOf } from '../../test/cases/matrix.ts';
import { geometricMean } from '../clock.ts';
import { Referee } from '../referee.ts';
import type { Publish } from '../results.ts';
import type { Cell, Column } from '../section.ts';
import { digits, table } from '../table.ts';
import { faultOf, WrongAnswer } from '../trouble.ts';
import type { Decider, Decision } from './decider.ts';
import type { Case } from './families.ts';
import { groupsOf } from './groups.ts';
import { command, ours } from './ours.ts';
import { packages } from './packages.ts';
import { satSolvers } from './sat-solver.ts';

export interface LearnSettings {
  readonly files: readonly string[];
  readonly check: boolean;
  /** Only the families or files with this in their name. */
  readonly only: string | undefined;
  /** The first seed of the families, and the last. */
  readonly seeds: readonly [number, number] | undefined;
  /** Seconds for each question. */
  readonly slice: number | undefined;
  readonly publish: Publish;
}

/** The decisions on a case, in the order of the deciders. */
interface Row {
  readonly name: string;
  readonly decisions: readonly Decision[];
}

/** What a group took. */
interface Score {
  readonly group: string;
  readonly what: 'first' | 'proof' | 'total';
  /** For each decider the milliseconds of the cases; none where it does not answer this. */
  readonly ms: readonly (readonly number[])[];
}

const SLICE = 300;
/** Seeds with which `learn` is not tuned. */
const REPORTED = [101, 110] as const;
/** The time of learn by that of CaDiCaL, for Sudokus of 25x25 and the first solutions of holes. */
const MOST_BY_CADICAL = 0.8;

/** Problems for which backtracking is not enough: a first solution, and a search for another. */
export async function learnBenchmark(settings: LearnSettings): Promise<boolean> {
  const { files, check, only, seeds: [from, to] = REPORTED, slice = SLICE, publish } = settings;
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const seeds = Array.from({ length: to - from + 1 }, (_, k) => from + k);
  const chosen = groupsOf(files, seeds, only);
  const limit = 1000 * slice;
  const deciders = [
    ours('learn'),
    ...satSolvers(),
    ...packages(),
    command('learn'),
    command('auto'),
  ];
  const names = deciders.map(({ name }) => name);
  const columns = deciders.map(
    ({ name, version, isRival }): Column => ({
      name,
      version,
      kind: 'time',
      of: isRival ? 'rival' : 'ours',
    }),
  );
  const groups: { name: string; rows: Row[] }[] = [];
  for (const { name, cases } of chosen) {
    const rows: Row[] = [];
    for (const one of cases()) {
      const decisions: Decision[] = [];
      for (const decider of deciders) {
        say(`${one.name}: ${decider.name}`);
        decisions.push(await decider.decide(one, limit));
      }
      rows.push({ name: one.name, decisions: judged(one, deciders, decisions) });
    }
    groups.push({ name, rows });
    const lines = rows.flatMap((row) => linesOf(row, limit));
    publish({
      title: `${name}: a first solution, and the proof that there is no other`,
      columns: [{ name: '', kind: 'text' }, { name: 'answer', kind: 'text' }, ...columns],
      rows: lines.map((cells) => ({ cells })),
    });
  }
  const scores = groups.flatMap(({ name, rows }) => scoresOf(name, rows, limit));
  const cadical = names.indexOf('cadical');
  publish({
    title: 'Geometric means of the families',
    columns: [
      { name: '', kind: 'text' },
      ...columns,
      { name: 'learn / cadical', kind: 'ratio', of: 'ours' },
    ],
    rows: scores.map((score) => ({ cells: meansOf(score, cadical) })),
    notes: [`What took longer than ${slice} s counts as ${slice}.`],
    plot: true,
  });

  const rows = groups.flatMap((group) => group.rows);
  const targets = [
    {
      target: 'learn decides all',
      met: rows.every((row) => row.decisions[0]?.answer !== 'unknown'),
    },
    ...scores.flatMap((score) => targetOf(score, cadical, files.length > 0)),
  ];
  if (!check) return true;
  const lines = targets.map(({ target, met }) => [target, met ? 'ok' : 'MISSED']);
  console.log(`\n${table(['target', ''], lines)}`);
  return targets.every(({ met }) => met);
}

/** The scores of a group: where nothing has a solution, the times to know that. */
function scoresOf(group: string, rows: readonly Row[], limit: number): Score[] {
  const solved = rows.filter((row) => row.decisions.every(({ answer }) => answer !== 'none'));
  const deciders = [...(rows[0]?.decisions.keys() ?? [])];
  const score = (what: Score['what'], of: readonly Row[], ms: (one: Decision) => number): Score => {
    const asks = (decider: number) =>
      of.some((row) => row.decisions[decider]?.fault?.wrong !== false) &&
      (what === 'first' || of.some((row) => row.decisions[decider]?.proof !== undefined));
    const times = (decider: number) => of.map((row) => ms(row.decisions[decider]));
    return { group, what, ms: deciders.map((decider) => (asks(decider) ? times(decider) : [])) };
  };
  const first = score('first', rows, (one) => one.first ?? limit);
  if (solved.length === 0) return [first];
  const proof = score('proof', solved, (one) => one.proof ?? limit);
  const total = score('total', rows, ({ answer, first = limit, proof = limit }) =>
    answer === 'none' ? first : first + proof,
  );
  return [first, proof, total];
}

/** The target of a score, if it has one: of all its cases together. */
function targetOf({ group, what, ms }: Score, cadical: number, isFile: boolean) {
  const isJudged = isFile || group === '25x25' || (group === 'holes' && what === 'first');
  if (what === 'proof' || !isJudged || ms[cadical]?.length === 0) return [];
  const sum = (times: readonly number[] = []) => times.reduce((all, one) => all + one, 0);
  const ratio = sum(ms[0]) / sum(ms[cadical]);
  const target = `${group}, ${what}: learn by cadical at most ${MOST_BY_CADICAL}`;
  return [{ target: `${target}: ${digits(ratio)}`, met: ratio <= MOST_BY_CADICAL }];
}

/**
 * Each solution is checked. A rival is wrong whose solution is none, who denies a solution that is
 * there, or who says that there is one where there are two. Any other difference ends the benchmark.
 */
function judged(
  { name, problem }: Case,
  deciders: readonly Decider[],
  decisions: readonly Decision[],
): Decision[] {
  const referee = new Referee(name, matrixOf(name, problem), 1, false);
  const faults = decisions.map(({ numbers }, k) => {
    const { name: who, isRival } = deciders[k];
    return numbers && faultOf(isRival, () => referee.check(who, [numbers]));
  });
  const solutions = new Set(
    decisions.flatMap(({ numbers }, k) => (numbers && !faults[k] ? [numbers.join(' ')] : [])),
  );
  const result = decisions.map((decision, k): Decision => {
    const { name: who, isRival } = deciders[k];
    const { answer } = decision;
    const denies = answer === 'none' && solutions.size > 0;
    const note =
      faults[k] ??
      (denies || (answer === 'unique' && solutions.size > 1)
        ? `${who} on ${name}: ${answer}, where a solution more is known.`
        : undefined);
    if (note === undefined) return decision;
    if (!isRival) throw new WrongAnswer(note);
    return { answer: 'unknown', fault: { wrong: true, note } };
  });
  const known = result.flatMap(({ answer }) =>
    answer === 'unknown' || (answer === 'some' && solutions.size > 0) ? [] : [answer],
  );
  if (new Set(known.map((answer) => (answer === 'some' ? 'found' : answer))).size > 1) {
    throw new WrongAnswer(`${name} has two answers: ${known.join(', ')}. Report this.`);
  }
  return result;
}

/** A line for each question: the second is asked where there is a solution. */
function linesOf({ name, decisions }: Row, limit: number): Cell[][] {
  const answer = decisions.find((one) => !['unknown', 'some'].includes(one.answer))?.answer;
  const some = decisions.find((one) => one.answer === 'some')?.answer;
  const lacking = ({ fault }: Decision): Cell =>
    fault === undefined ? { value: limit, over: true } : fault;
  const first = decisions.map((one): Cell => one.first ?? lacking(one));
  if (decisions.every((one) => one.proof === undefined)) {
    return [[name, answer ?? some ?? 'unknown', ...first]];
  }
  const proof = decisions.map((one): Cell => {
    if (one.proof !== undefined) return one.proof;
    return one.answer === 'some' ? null : lacking(one);
  });
  return [
    [name, answer ?? 'unknown', ...first],
    [`${name}, proof`, '', ...proof],
  ];
}

function meansOf({ group, what, ms }: Score, cadical: number): Cell[] {
  // No process takes less than a millisecond, so ours counts as one at least.
  const means = ms.map((times) =>
    times.length === 0 ? null : geometricMean(times.map((time) => Math.max(1, time))),
  );
  const [mine, theirs] = [means[0], means[cadical]];
  const ratio = mine && theirs ? mine / theirs : null;
  return [`${group}, ${what}`, ...means, ratio];
}
