import { type Explanation, explainAsync } from '../ask/why.ts';
import type { Problem, Solution } from '../problem/problem.ts';
import type { ReasonName } from '../why/explaining.ts';
import { sentences } from '../why/sentences.ts';
import { write } from './answers.ts';
import type { Shell } from './command.ts';
import { optionText } from './diagram.ts';
import { EXIT, type Exit } from './exit.ts';
import { Report } from './report.ts';

interface Given {
  readonly labels?: readonly string[] | undefined;
  readonly why?: readonly ReasonName[] | true;
  readonly json?: true;
  readonly stats?: true;
  readonly prefix?: readonly number[];
  readonly seed?: number;
  readonly timeout?: number;
  readonly memory?: number;
  readonly 'max-nodes'?: number;
}

/** Answers `--why`: the reason why a problem has no solution, in sentences. */
export async function askWhy(
  problem: Problem,
  given: Given,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const report = new Report('why', signal, console);
  const { why } = given;
  const explanation = await explainAsync(problem, {
    reasons: why === true ? undefined : why,
    prefix: given.prefix,
    seed: given.seed,
    timeout: given.timeout,
    maxNodes: given['max-nodes'],
    memoryLimit: given.memory,
    signal,
    onProgress: report.onProgress,
  });
  const { status } = explanation;
  if (explanation.kind === 'solution') {
    report.count(1n);
    write(explanation.solution, 1, problem, given, shell);
    if (!given.json) console.note('There is a solution.');
  } else if (explanation.kind !== 'unknown') {
    if (given.json) console.writeJson('reason', fieldsOf(explanation, problem));
    else {
      const { labels } = given;
      const words = labels && {
        option: (_items: unknown, number: number) =>
          labels[number] ?? `[${optionText(number, problem, labels)}]`,
      };
      for (const sentence of sentences(explanation, problem, words)) {
        console.write(`${sentence}\n`);
        if (console.isFull) await console.waitForRoom();
      }
    }
  }
  if (explanation.kind === 'unknown' && status === 'complete') {
    // `complete` would say that there is no solution. The work was ended before that was known.
    if (given.json) console.writeJson('status', report.summary('aborted'));
    console.note('Found no reason of these kinds; --why alone looks for all kinds.');
    if (given.stats) report.tellStatistics('aborted');
    return EXIT.undecided;
  }
  if (given.json) console.writeJson('status', report.summary(status));
  return report.end(
    status,
    given.stats ?? false,
    true,
    explanation.kind === 'unknown'
      ? 'whether there is a solution is unknown'
      : 'there is no solution, but some of these items may not be needed',
  );
}

type Reason = Exclude<Explanation<Solution<unknown>>, { kind: 'solution' | 'unknown' }>;

/** A reason for programs: items by name, options by number and items. */
function fieldsOf(reason: Reason, problem: Problem): object {
  const nameOf = (item: number) => problem.itemName(item);
  if (reason.kind === 'clash') {
    const { kind, items, options, isIrreducible } = reason;
    return { kind, items: items.map(nameOf), options, irreducible: isIrreducible };
  }
  const steps = reason.steps.map(({ kind, option, isChosen, item }) => ({
    kind,
    index: option,
    option: problem.option(option),
    chosen: isChosen,
    ...(item !== undefined && { item: nameOf(item) }),
  }));
  if (reason.kind === 'chain') return { kind: reason.kind, steps, item: nameOf(reason.item) };
  const { kind, counts, modulus, total } = reason;
  const weights = Array.from(reason.weights, (weight, item) => {
    return { item: nameOf(item), weight, times: counts[item] as number };
  });
  return { kind, steps, weights: weights.filter(({ weight }) => weight !== 0), modulus, total };
}
