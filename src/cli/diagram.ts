import { type Built, diagramAsync } from '../ask/diagrams.ts';
import type { Status } from '../core/walk.ts';
import type { ItemUse, Problem, Solution } from '../problem/problem.ts';
import type { Console } from './console.ts';
import type { Exit } from './exit.ts';
import { countFields, type Report } from './report.ts';

/** When to stop. */
interface DiagramLimits {
  readonly timeout?: number | undefined;
  readonly maxNodes?: number | undefined;
  readonly memoryLimit?: number | undefined;
  readonly signal: AbortSignal;
}

/** The remedies where a diagram is not complete. */
const REMEDIES: Partial<Record<Status, string>> = {
  timeout: '; give it more time',
  nodes: '; give it more nodes',
  memory: '; give it more by --memory, or state a problem with fewer states',
};

/** Builds the diagram of all solutions. Without one, `endOfDiagram` tells why. */
export async function diagramOf<T>(
  problem: Problem<T>,
  limits: DiagramLimits,
  report: Report,
): Promise<Built<Solution<T>>> {
  const { onProgress } = report;
  const built = await diagramAsync(problem, { ...limits, onProgress });
  if (built.diagram !== undefined) report.count(built.diagram.count);
  return built;
}

/** Reports how a question to a diagram ended. */
export function endOfDiagram(report: Report, status: Status, stats: boolean): Exit {
  const remedy = REMEDIES[status] ?? '';
  return report.end(status, stats, false, `the diagram of all solutions is not complete${remedy}`);
}

/**
 * Writes a line for each option, as stated: the number of solutions that have it, their share of
 * all solutions, and its items. Without solutions there are no shares, and no lines.
 */
export async function writeOdds(
  { count, perOption }: Odds,
  problem: Problem,
  { json, labels }: { readonly json?: boolean | undefined; readonly labels?: Labels },
  console: Console,
): Promise<void> {
  if (count === 0n) return;
  for (const [index, number] of perOption.entries()) {
    const option = problem.option(index);
    const share = shareOf(number, count);
    if (json) {
      const named = labels && { label: labels[index] ?? null };
      console.writeJson('option', { index, option, ...named, ...countFields(number), share });
    } else console.write(`${number}\t${share}\t${optionText(index, problem, labels)}\n`);
    if (console.isFull) await console.waitForRoom();
  }
}

/** The number of solutions, and the number of them that have each option. */
interface Odds {
  readonly count: bigint;
  readonly perOption: readonly bigint[];
}

/** Option -> its label, where it has one. */
type Labels = readonly string[] | undefined;

/** An option for people: its label, or its items as in the input. */
export function optionText(number: number, problem: Problem, labels: Labels): string {
  return labels?.[number] ?? problem.option(number).map(itemText).join(' ');
}

function itemText(use: ItemUse): string {
  return typeof use === 'string' ? use : `${use.item}:${use.colour}`;
}

/** Bits of a number of solutions that a double is made of. */
const BITS = 1000;

/** A part of a whole as a double of six digits. Both can be beyond the range of doubles. */
export function shareOf(part: bigint, whole: bigint): number {
  const surplus = BigInt(Math.max(0, 4 * whole.toString(16).length - BITS));
  const share = Number(part >> surplus) / Number(whole >> surplus);
  return Number(share.toPrecision(6));
}
