/** A variant Sudoku in words: `9x9, 12 cages, 2 thermometers, anti-knight, 3 givens; by AUTHOR`. */
import { CLUES, type ClueKind, formOf } from '../puzzles/variants/clue.ts';
import type { Variant } from '../puzzles/variants/variant.ts';
import { count } from './numbers.ts';

/** Titles that take no s. */
const PLURALS: Readonly<Partial<Record<ClueKind, string>>> = {
  inequality: 'inequalities',
  minimum: 'minima',
  maximum: 'maxima',
  sandwich: 'sandwiches',
};
/** Each cell of such a clue is one by itself. */
const BY_CELLS: readonly ClueKind[] = ['odd', 'even', 'minimum', 'maximum'];

export function variantWords(variant: Variant): string {
  const { shape, clues, candidates, author } = variant;
  const { rows, columns, values, boxes, pieces } = shape;
  const [least, most] = [values[0], values[values.length - 1]];
  const isUsual = least === 1 && most === Math.max(rows, columns);
  const kinds = (Object.keys(CLUES) as ClueKind[]).map((kind) => {
    const own = clues.filter((clue) => clue.kind === kind);
    const { title, place } = formOf(kind);
    if (own.length === 0 || place === 'grid') return own.length > 0 && title;
    const number = BY_CELLS.includes(kind)
      ? own.reduce((sum, { cells }) => sum + cells.length, 0)
      : own.length;
    return number === 1 ? `1 ${title}` : `${number} ${PLURALS[kind] ?? `${title}s`}`;
  });
  const sizes = [...candidates.values()].map(({ length }) => length);
  const givens = sizes.filter((size) => size === 1).length;
  const parts = [
    `${rows}x${columns}`,
    !isUsual && `values ${least} to ${most}`,
    pieces.length > 0 && count(pieces.length, 'piece'),
    !boxes && pieces.length === 0 && 'no boxes',
    ...kinds,
    givens > 0 && count(givens, 'given'),
    givens < sizes.length && `${count(sizes.length - givens, 'cell')} with given candidates`,
  ].filter((part) => part);
  return `${parts.join(', ')}${author === undefined ? '' : `; by ${author}`}`;
}
