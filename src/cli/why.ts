import type { Problem, Solution } from '../engine/problem/problem.ts';
import { type Explanation, explainAsync } from '../engine/solve/why.ts';
import { sentences } from '../engine/why/sentences.ts';
import { wordsBy, write } from './answers.ts';
import { EXIT, type Exit } from './exit.ts';
import type { Inquiry } from './question.ts';
import { Report } from './report.ts';

/** Answers `--why`: the reason why a problem has no solution, in sentences. */
export async function askWhy(inquiry: Inquiry): Promise<Exit> {
  const { problem, given, shell } = inquiry;
  const { console } = shell;
  const { why, prefix, seed, labels } = given;
  const report = new Report('why', inquiry);
  const reasons = why === true ? undefined : why;
  const explanation = await explainAsync(problem, { ...report.limits, reasons, prefix, seed });
  const { kind, status } = explanation;
  if (kind === 'solution') {
    report.count(1n);
    write(explanation.solution, 1, inquiry);
    if (!given.json) console.note('There is a solution.');
  } else if (kind !== 'unknown') {
    if (given.json) console.writeJson('reason', fieldsOf(explanation, problem));
    else {
      const lines = sentences(explanation, problem, wordsBy(labels));
      await console.writeAll(lines.map((line) => `${line}\n`));
    }
  } else if (status === 'complete') {
    // `complete` would say that there is no solution. The work was ended before that was known.
    report.writeStatus('aborted');
    console.note('Found no reason of these kinds; --why alone looks for all kinds.');
    report.tellStatistics('aborted');
    return EXIT.undecided;
  }
  const incomplete =
    kind === 'unknown'
      ? 'whether there is a solution is unknown'
      : 'there is no solution, but some of these items may not be needed';
  return report.end(status, { saysNone: true, incomplete });
}

type Reason = Exclude<Explanation<Solution<unknown>>, { kind: 'solution' | 'unknown' }>;

/** A reason for programs: items by name, options by number and items. */
function fieldsOf(reason: Reason, problem: Problem): object {
  const nameOf = (item: number) => problem.itemName(item);
  if (reason.kind === 'clash') {
    const { kind, items, options, rules, isIrreducible } = reason;
    if (rules !== undefined) {
      const names = rules.map((rule) => problem.ruling?.nameOf(rule));
      return { kind, rules: names, irreducible: isIrreducible };
    }
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
    return { item: nameOf(item), weight, times: counts[item] };
  });
  return { kind, steps, weights: weights.filter(({ weight }) => weight !== 0), modulus, total };
}
