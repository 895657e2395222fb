import { thisMachine } from '../machine.ts';
import { machineLine } from '../report.ts';
import { writeResults } from '../results.ts';
import { digits, table } from '../table.ts';
import { Trouble } from '../trouble.ts';
import { type Case, casesOf } from './case.ts';
import type { Decider, Decision } from './decider.ts';
import { ours } from './ours.ts';
import { satSolvers } from './sat-solver.ts';

export interface LearnSettings {
  readonly files: readonly string[];
  readonly check: boolean;
  /** Seconds for each question. */
  readonly slice: number | undefined;
}

/** The decisions on a case, in the order of the deciders. */
interface Row {
  readonly name: string;
  readonly decisions: readonly Decision[];
}

const SLICE = 300;
/** The total of learn, first solutions and proofs, by that of CaDiCaL. */
const MOST_TIMES_CADICAL = 3;

/** Sudokus for which backtracking is not enough: a first solution, and a search for another. */
export async function learnBenchmark({ files, check, slice }: LearnSettings): Promise<boolean> {
  const machine = thisMachine();
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const cases = casesOf(files);
  const limit = 1000 * (slice ?? SLICE);
  const deciders = [ours('learn'), ...satSolvers(say)];
  const rows: Row[] = [];
  for (const one of cases) {
    say(one.name);
    const decisions: Decision[] = [];
    for (const decider of deciders) decisions.push(await decider.decide(one, limit));
    compare(one, deciders, decisions);
    rows.push({ name: one.name, decisions });
  }
  const ms = deciders.map((_, k) => totalOf(rows, k));
  console.log(`${machineLine(machine)}\n`);
  console.log(
    'Seconds to a first solution + from there to a second, or to the proof that there is none.\n',
  );
  console.log(timesTable(rows, deciders));

  const targets = [
    { target: 'learn decides all', met: ms[0] !== undefined },
    ...deciders.flatMap(({ name }, k) => {
      if (name !== 'cadical') return [];
      const [mine, theirs] = [ms[0], ms[k]];
      const ratio = mine !== undefined && theirs !== undefined ? mine / theirs : undefined;
      const met = ratio !== undefined && ratio <= MOST_TIMES_CADICAL;
      const target = `learn takes at most ${MOST_TIMES_CADICAL} times as long as cadical`;
      return [{ target: `${target}: ${digits(ratio)}`, met }];
    }),
  ];
  const named = rows.map(({ name, decisions }) => ({
    name,
    ...Object.fromEntries(
      decisions.map(({ numbers, ...rest }, k) => [(deciders[k] as Decider).name, rest]),
    ),
  }));
  writeResults('learn', {
    benchmark: 'learn',
    machine,
    secondsEach: limit / 1000,
    cases: named,
    targets,
  });
  if (!check) return true;
  const judged = targets.map(({ target, met }) => [target, met ? 'ok' : 'MISSED']);
  console.log(`\n${table(['target', ''], judged)}`);
  return targets.every(({ met }) => met);
}

/** Milliseconds for all cases; undefined where some were not decided. */
function totalOf(rows: readonly Row[], decider: number): number | undefined {
  let total = 0;
  for (const { decisions } of rows) {
    const { answer, first = 0, proof = 0 } = decisions[decider] as Decision;
    if (answer === 'unknown') return undefined;
    total += first + proof;
  }
  return total;
}

/** All deciders with an answer must give the same one. */
function compare(
  { name }: Case,
  deciders: readonly Decider[],
  decisions: readonly Decision[],
): void {
  const known = decisions.map(({ answer, numbers }, k) => ({
    who: (deciders[k] as Decider).name,
    // Of several solutions any may be found first.
    says: answer === 'unique' ? `unique: ${numbers?.join(' ')}` : answer,
    answer,
  }));
  const sure = known.filter(({ answer }) => answer !== 'unknown');
  const other = sure.find(({ says }) => says !== sure[0]?.says);
  if (other === undefined) return;
  const both = `${sure[0]?.who} says ${sure[0]?.answer}, ${other.who} ${other.answer}`;
  throw new Trouble(`${name} has two answers: ${both}. Report this.`, 1);
}

function timesTable(rows: readonly Row[], deciders: readonly Decider[]): string {
  const seconds = (ms: number | undefined) => (ms === undefined ? '?' : digits(ms / 1000));
  const lines = rows.map(({ name, decisions }) => [
    name,
    decisions.find(({ answer }) => answer !== 'unknown')?.answer ?? 'unknown',
    ...decisions.map(({ answer, first, proof }) =>
      answer === 'none' ? seconds(first) : `${seconds(first)} + ${seconds(proof)}`,
    ),
  ]);
  const totals = deciders.map((_, k) => seconds(totalOf(rows, k)));
  const head = ['case', 'answer', ...deciders.map(({ name }) => name)];
  return table(head, [...lines, ['total', '', ...totals]]);
}
