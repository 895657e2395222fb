import { geometricMean } from '../clock.ts';
import { thisMachine } from '../machine.ts';
import { machineLine } from '../report.ts';
import { writeResults } from '../results.ts';
import { digits, table } from '../table.ts';
import { Trouble } from '../trouble.ts';
import type { Decider, Decision } from './decider.ts';
import type { Case } from './families.ts';
import { groupsOf } from './groups.ts';
import { command, ours } from './ours.ts';
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
  const { files, check, only, seeds: [from, to] = REPORTED, slice = SLICE } = settings;
  const machine = thisMachine();
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const seeds = Array.from({ length: to - from + 1 }, (_, k) => from + k);
  const chosen = groupsOf(files, seeds, only);
  const limit = 1000 * slice;
  const deciders = [ours('learn'), ...satSolvers(say), command('learn'), command('auto')];
  const names = deciders.map(({ name }) => name);
  const groups: { name: string; rows: Row[] }[] = [];
  console.log(`${machineLine(machine)}\n`);
  console.log('Seconds to a first solution, or to know that there is none,');
  console.log('+ from there to a second, or to the proof that there is no other.');
  for (const { name, cases } of chosen) {
    const rows: Row[] = [];
    for (const one of cases()) {
      say(one.name);
      const decisions: Decision[] = [];
      for (const decider of deciders) decisions.push(await decider.decide(one, limit));
      compare(one, deciders, decisions);
      rows.push({ name: one.name, decisions });
    }
    groups.push({ name, rows });
    console.log(`\n${timesTable(rows, names)}`);
  }
  const scores = groups.flatMap(({ name, rows }) => scoresOf(name, rows, limit));
  const cadical = names.indexOf('cadical');
  console.log(`\nGeometric means; ${slice} s where there is no answer.\n`);
  console.log(meansTable(scores, names, cadical));

  const rows = groups.flatMap((group) => group.rows);
  const targets = [
    {
      target: 'learn decides all',
      met: rows.every((row) => row.decisions[0]?.answer !== 'unknown'),
    },
    ...(cadical < 0 ? [] : scores.flatMap((score) => targetOf(score, cadical, files.length > 0))),
  ];
  const named = rows.map(({ name, decisions }) => ({
    name,
    ...Object.fromEntries(decisions.map(({ numbers, ...rest }, k) => [names[k], rest])),
  }));
  const isPart = only !== undefined || settings.seeds !== undefined;
  writeResults(isPart ? 'learn.part' : 'learn', {
    benchmark: 'learn',
    machine,
    secondsEach: slice,
    cases: named,
    targets,
  });
  if (!check) return true;
  const judged = targets.map(({ target, met }) => [target, met ? 'ok' : 'MISSED']);
  console.log(`\n${table(['target', ''], judged)}`);
  return targets.every(({ met }) => met);
}

/** The scores of a group: where nothing has a solution, the times to know that. */
function scoresOf(group: string, rows: readonly Row[], limit: number): Score[] {
  const solved = rows.filter((row) => row.decisions.every(({ answer }) => answer !== 'none'));
  const deciders = [...(rows[0]?.decisions.keys() ?? [])];
  const score = (what: Score['what'], of: readonly Row[], ms: (one: Decision) => number): Score => {
    const asks = (decider: number) =>
      what === 'first' || of.some((row) => row.decisions[decider]?.proof !== undefined);
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
  if (what === 'proof' || !isJudged) return [];
  const sum = (times: readonly number[] = []) => times.reduce((all, one) => all + one, 0);
  const ratio = sum(ms[0]) / sum(ms[cadical]);
  const target = `${group}, ${what}: learn by cadical at most ${MOST_BY_CADICAL}`;
  return [{ target: `${target}: ${digits(ratio)}`, met: ratio <= MOST_BY_CADICAL }];
}

/** All deciders with an answer must give the same one. */
function compare(
  { name }: Case,
  deciders: readonly Decider[],
  decisions: readonly Decision[],
): void {
  const known = decisions.map(({ answer, numbers }, k) => ({
    who: deciders[k].name,
    // Of several solutions any may be found first.
    says: answer === 'unique' ? `unique: ${numbers?.join(' ')}` : answer,
    answer,
  }));
  const sure = known.filter(({ answer }) => answer !== 'unknown');
  const most = sure.find(({ answer }) => answer !== 'some') ?? sure[0];
  const isSame = (one: (typeof known)[number]) =>
    one.says === most?.says || (one.answer === 'some' && most?.answer !== 'none');
  const other = sure.find((one) => !isSame(one));
  if (other === undefined) return;
  const both = `${most?.who} says ${most?.answer}, ${other.who} ${other.answer}`;
  throw new Trouble(`${name} has two answers: ${both}. Report this.`, 1);
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? '?' : digits(ms / 1000);
}

function timesTable(rows: readonly Row[], names: readonly string[]): string {
  const lines = rows.map(({ name, decisions }) => [
    name,
    decisions.find(({ answer }) => answer !== 'unknown')?.answer ?? 'unknown',
    ...decisions.map(({ answer, first, proof }) =>
      answer === 'none' || answer === 'some' || first === undefined
        ? seconds(first)
        : `${seconds(first)} + ${seconds(proof)}`,
    ),
  ]);
  return table(['case', 'answer', ...names], lines);
}

function meansTable(scores: readonly Score[], names: readonly string[], cadical: number): string {
  const lines = scores.map(({ group, what, ms }) => {
    // No process takes less than a millisecond, so ours counts as one at least.
    const means = ms.map((times) =>
      times.length === 0 ? undefined : geometricMean(times.map((time) => Math.max(1, time))),
    );
    const [mine, theirs] = [means[0], means[cadical]];
    const ratio = mine === undefined || theirs === undefined ? undefined : mine / theirs;
    const shown = means.map((mean) => (mean === undefined ? '-' : seconds(mean)));
    return [`${group}, ${what}`, ...shown, digits(ratio)];
  });
  return table(['', ...names, 'learn / cadical'], lines);
}
