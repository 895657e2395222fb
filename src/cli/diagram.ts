import type { Problem, Solution } from '../engine/problem/problem.ts';
import { type Built, diagramAsync } from '../engine/solve/diagrams.ts';
import type { Status } from '../engine/solve/limit-settings.ts';
import { samplerAsync } from '../engine/solve/samplers.ts';
import { optionText, write } from './answers.ts';
import type { Exit } from './exit.ts';
import type { Inquiry } from './question.ts';
import { countFields, Deadline, Report } from './report.ts';

/** The remedies where a diagram is not complete. */
const REMEDIES: Partial<Record<Status, string>> = {
  timeout: '; give it more time',
  nodes: '; give it more nodes',
  memory: '; give it more by --memory, or state a problem with fewer states',
};

/** Builds the diagram of all solutions. Without one, `endOfDiagram` says why. */
async function diagramOf<T>(problem: Problem<T>, report: Report): Promise<Built<Solution<T>>> {
  const built = await diagramAsync(problem, report.limits);
  if (built.diagram !== undefined) report.count(built.diagram.count);
  return built;
}

/** Reports how a question to a diagram ended. */
export function endOfDiagram(report: Report, status: Status): Exit {
  const remedy = REMEDIES[status] ?? '';
  const incomplete = `the diagram of all solutions is not complete${remedy}`;
  return report.end(status, { incomplete });
}

/** Answers `--sample`: solutions drawn at random. */
export async function askSample(inquiry: Inquiry): Promise<Exit> {
  const { problem, given, signal, shell } = inquiry;
  const { sample, seed = 0 } = given;
  const report = new Report('diagram', inquiry);
  const { sampler, status } = await samplerAsync(problem, report.limits);
  if (sampler !== undefined) report.count(sampler.count);
  const deadline = new Deadline(undefined, signal);
  let index = 0;
  for (const solution of sampler?.samples({ seed }) ?? []) {
    write(solution, ++index, inquiry);
    if (index === sample) break;
    if (shell.console.isFull) await shell.console.waitForRoom();
    if (await deadline.isOver()) {
      return report.end('aborted', { incomplete: `${index} of ${sample} are drawn` });
    }
  }
  return endOfDiagram(report, status);
}

/**
 * Answers `--odds` by a line for each option, as stated: the number of solutions that have it,
 * their share of all solutions, and its items. Without solutions there are no shares, and no lines.
 */
export async function askOdds(inquiry: Inquiry): Promise<Exit> {
  const { problem, given, shell } = inquiry;
  const { json, labels } = given;
  const report = new Report('diagram', inquiry);
  const { diagram, status } = await diagramOf(problem, report);
  const { count = 0n } = diagram ?? {};
  for (const [index, number] of count === 0n ? [] : (diagram?.perOption().entries() ?? [])) {
    const share = shareOf(number, count);
    if (json) {
      const named = labels && { label: labels[index] ?? null };
      const option = problem.option(index);
      const fields = { index, option, ...named, ...countFields(number), share };
      shell.console.writeJson('option', fields);
    } else shell.console.write(`${number}\t${share}\t${optionText(index, problem, labels)}\n`);
    if (shell.console.isFull) await shell.console.waitForRoom();
  }
  return endOfDiagram(report, status);
}

/** Bits of a number of solutions that a double is made of. */
const DOUBLE_BITS = 1000;

/** A part of a whole as a double of six digits. Both can be beyond the range of doubles. */
export function shareOf(part: bigint, whole: bigint): number {
  const surplus = BigInt(Math.max(0, 4 * whole.toString(16).length - DOUBLE_BITS));
  const share = Number(part >> surplus) / Number(whole >> surplus);
  return Number(share.toPrecision(6));
}
