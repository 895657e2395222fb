import type { Position } from '../../src/puzzles/pencil/position.ts';
import type { Link } from '../../src/puzzles/pencil/step.ts';
import type { MultipleMatrix } from './multiples.ts';
import type { Finding } from './positions.ts';

/**
 * Checks the reason of a step against the rules: what it names is there, each line of a chain
 * follows from lines before it by the item that it names, and the last lines decide. `hasInner`:
 * lines may follow by a technique, and then name no item. It throws where something is wrong.
 */
export function checkReason(
  matrix: MultipleMatrix,
  position: Position,
  { technique, decisions, reason }: Finding,
  hasInner = false,
): void {
  const fail = (what: string): never => {
    throw new Error(`${technique} of ${decisions}: ${what} in ${JSON.stringify(reason)}`);
  };
  const { items, covers, options, chains } = reason;
  if (decisions.length === 0) fail('nothing is decided');
  if (new Set(decisions).size < decisions.length) fail('a decision comes twice');
  for (const decision of decisions) {
    if (position.live[decision < 0 ? ~decision : decision] !== 1) fail(`${decision} is known`);
  }
  const all = matrix.primary + matrix.secondary;
  const isItem = (item: number) => Number.isInteger(item) && item >= 0 && item < all;
  if (items.length === 0) fail('no item');
  if (![...items, ...covers].every(isItem)) fail('no such item');
  if (!options.every((option) => position.live[option] === 1)) fail('an option is not possible');

  for (const chain of chains) {
    const [first, ...rest] = chain;
    if (first === undefined || first.item !== -1) fail('no assumption');
    const before: Link[] = [first];
    for (const link of rest) {
      if (
        !follows(matrix, position, before, link) &&
        !(hasInner && !link.holds && link.item === -1)
      )
        fail(`${JSON.stringify(link)} does not follow`);
      before.push(link);
    }
  }
  if (chains.length > 0 && !concludes(matrix, position, decisions, chains)) fail('no conclusion');
}

function has(matrix: MultipleMatrix, option: number, item: number): boolean {
  return matrix.options[option]?.includes(item) === true;
}

function follows(
  matrix: MultipleMatrix,
  position: Position,
  before: readonly Link[],
  { option, holds, item }: Link,
): boolean {
  if (item < 0 || !has(matrix, option, item)) return false;
  if (!holds) {
    return before.some(
      (link) => link.holds && excludes(matrix, position, item, link.option, option),
    );
  }
  const out = new Set(before.filter((link) => !link.holds).map((link) => link.option));
  const left = [...position.optionsOf(item)].filter((other) => other === option || !out.has(other));
  return item < matrix.primary && left.length <= (position.need[item] ?? 0);
}

function excludes(
  matrix: MultipleMatrix,
  position: Position,
  item: number,
  a: number,
  b: number,
): boolean {
  if (a === b || !has(matrix, a, item) || !has(matrix, b, item)) return false;
  if (item < matrix.primary) {
    const used = position.chosen.filter((option) => has(matrix, option, item)).length;
    return matrix.times[item]?.[1] - used === 1;
  }
  const hue = (option: number) =>
    matrix.colours?.[option]?.[matrix.options[option]?.indexOf(item)] ?? 0;
  return hue(a) === 0 || hue(a) !== hue(b);
}

/** True if the chains, each from its first line to its last, prove the decisions. */
function concludes(
  matrix: MultipleMatrix,
  position: Position,
  decisions: readonly number[],
  chains: readonly (readonly Link[])[],
): boolean {
  const said = ({ option, holds }: Link) => (holds ? option : ~option);
  const starts = chains.map((chain) => said(chain[0]));
  const ends = chains.map((chain) => said(chain.at(-1) as Link));
  const [start, other] = starts as [number, number | undefined];
  const [end] = ends as [number];
  if (chains.length === 1 && end === start) {
    // A loop: either these hold by turns or those, and both of them exclude what is out.
    const chain = chains[0];
    const near = (option: number, holds: boolean) =>
      chain.some(
        (link) =>
          link.holds === holds &&
          matrix.options[option]?.some((item) =>
            excludes(matrix, position, item, link.option, option),
          ),
      );
    return decisions.every((decision) => near(~decision, true) && near(~decision, false));
  }
  if (decisions.length !== 1) return false;
  const [decision] = decisions as [number];
  if (chains.length === 1) return end === ~start && decision === end;
  // From one assumption to an option and to its absence.
  if (chains.length === 2 && start === other && ends[0] === ~ends[1]) return decision === ~start;
  if (ends.some((one) => one !== decision)) return false;
  if (chains.length === 2 && start === ~(other as number)) return true;
  return [...position.need.keys()].some((item) => {
    const options = position.optionsOf(item);
    return (
      item < matrix.primary &&
      position.need[item] > 0 &&
      options.length > 0 &&
      options.every((option) => starts.includes(option))
    );
  });
}
