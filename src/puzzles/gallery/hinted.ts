import { itemsOf } from '../../engine/problem/compiled.ts';
import type { Step } from '../pencil/step.ts';
import type { Hinted, MarkedOption, MarkedSquare } from '../picture/hints.ts';
import type { Exhibit } from './exhibit.ts';

type Stepped = Pick<Exhibit, 'problem' | 'squaresOf' | 'placeOf'>;

/** A step of an exhibit in squares, where its options have some. */
export function hintedOf(exhibit: Stepped, step: Step): Hinted {
  const { problem, squaresOf = () => [] } = exhibit;
  const options = optionsOf(step).map(
    ([option, verdict]): MarkedOption => ({ squares: squaresOf(option), verdict }),
  );
  const squares = Array.from({ length: problem.optionCount }, (_, option) => squaresOf(option));
  const slots = squares.flat().reduce((most, { slot = -1 }) => Math.max(most, slot + 1), 0);
  const look = step.reason.items.flatMap((item) => placesOf(item, step, exhibit, squares));
  return { look, options, slots };
}

/** The options of a step, with what it says of them. Those of which it says something come first. */
function optionsOf({ chosen, crossedOut, reason }: Step): [number, MarkedOption['verdict']][] {
  const verdicts = new Map<number, MarkedOption['verdict']>();
  for (const option of chosen) verdicts.set(option, 'holds');
  for (const option of crossedOut) verdicts.set(option, 'out');
  for (const option of reason.options) if (!verdicts.has(option)) verdicts.set(option, undefined);
  return [...verdicts];
}

/**
 * The squares of an item: its own; those that all of its options have; else those of any of its
 * options, if they have one each; else those of the options that the step weighs.
 */
function placesOf(
  item: number,
  { reason }: Step,
  { problem, placeOf }: Stepped,
  squares: readonly (readonly MarkedSquare[])[],
): readonly Pick<MarkedSquare, 'row' | 'column' | 'layer'>[] {
  const place = placeOf?.(problem.itemName(item));
  if (place !== undefined) return [place];
  const compiled = problem.compile();
  const options = [...squares.keys()].filter((option) => itemsOf(compiled, option).includes(item));
  const placesIn = (list: readonly number[]) => list.flatMap((option) => squares[option] ?? []);
  const has = (option: number, { row, column, layer }: MarkedSquare) =>
    squares[option]?.some(
      (one) => one.row === row && one.column === column && one.layer === layer,
    ) === true;
  const common = placesIn(options.slice(0, 1)).filter((square) =>
    options.every((option) => has(option, square)),
  );
  if (common.length > 0) return common;
  if (options.every((option) => squares[option]?.length === 1)) return placesIn(options);
  return placesIn(options.filter((option) => reason.options.includes(option)));
}
