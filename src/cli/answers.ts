import type { ItemUse, Problem, Solution } from '../engine/problem/problem.ts';
import type { Status } from '../engine/solve/limit-settings.ts';
import type { Uniqueness } from '../engine/solve/questions.ts';
import type { Words } from '../engine/why/sentences.ts';
import type { Shell } from './command.ts';

/** Option -> its label, where it has one. */
type Labels = readonly string[] | undefined;

/** The form of answers, and where they go. */
interface Output {
  readonly problem: Problem<unknown>;
  /** `json`: as JSON, a line each. `labels`: these take the place of items. */
  readonly given: { readonly json?: boolean | undefined; readonly labels?: Labels };
  readonly shell: Pick<Shell, 'console'>;
}

/** Writes a solution. */
export function write(
  { numbers, options, cost, classSize }: Solution<unknown>,
  index: number,
  { problem, given: { json, labels }, shell: { console } }: Output,
): void {
  if (json) {
    const price = problem.priced ? { cost } : {};
    const size = classSize === undefined ? {} : { classSize: String(classSize) };
    const named = labelFields(numbers, labels);
    console.writeJson('solution', { index, ...price, ...size, numbers, options, ...named });
    return;
  }
  const lines = numbers.map((option) => `  ${optionText(option, problem, labels)}\n`);
  const facts = [
    ...(problem.priced ? [`cost ${cost}`] : []),
    ...(classSize === undefined ? [] : [`class of ${classSize}`]),
  ];
  console.write(`${`${index}: ${facts.join(', ')}`.trimEnd()}\n${lines.join('')}\n`);
}

/** The labels of options in `--json`, where they are read. */
export function labelFields(numbers: readonly number[], labels: Labels): object | undefined {
  return labels && { labels: numbers.map((option) => labels[option] ?? null) };
}

/** Writes a number of solutions; `>=` says that there may be more. */
export function writeCount(
  count: bigint,
  status: Status | undefined,
  { given, shell }: Omit<Output, 'problem'>,
): void {
  if (!given.json) shell.console.write(`${status === 'complete' ? '' : '>='}${count}\n`);
}

/** The answer to `--unique` by the number of solutions found, of two at the most. */
export function uniqueness(found: number | bigint, isComplete: boolean): Uniqueness['answer'] {
  if (found >= 2) return 'several';
  if (!isComplete) return 'unknown';
  return found > 0 ? 'unique' : 'none';
}

/** An option for people: its label, or its items as in the input. */
export function optionText(number: number, problem: Problem<unknown>, labels: Labels): string {
  return labels?.[number] ?? problem.option(number).map(itemText).join(' ');
}

/** Options by their labels in sentences. */
export function wordsBy(labels: Labels): Words | undefined {
  if (labels === undefined) return undefined;
  return {
    option: (items, number) => labels[number] ?? `[${items.map(itemText).join(' ')}]`,
  };
}

function itemText(use: ItemUse): string {
  return typeof use === 'string' ? use : `${use.item}:${use.colour}`;
}
