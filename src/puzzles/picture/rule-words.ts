import type { Clue, ClueKind } from '../variants/clue.ts';
import { titleOf } from '../variants/clue-words.ts';
import type { Variant } from '../variants/variant.ts';
import { outsideKinds } from './clue-places.ts';

/** The rules of a variant that no picture of the grid tells, a sentence each. */
export function ruleWords(variant: Variant): string[] {
  const { clues, kinds, shape, grid } = variant;
  const of = (kind: ClueKind) => clues.filter((clue) => clue.kind === kind);
  const listed = (kind: ClueKind, last: string) => {
    const numbers = [...new Set(of(kind).flatMap((clue) => clue.numbers))].sort((a, b) => a - b);
    return inWords(numbers.map(String), last);
  };
  const pieces = shape.boxes && shape.pieces.length > 0;
  const sentences = kinds.flatMap((kind): string[] => {
    switch (kind) {
      case 'no-boxes':
        return ['There are no boxes.'];
      case 'anti-knight':
        return ["Anti-knight: cells a knight's move apart have different values."];
      case 'anti-king':
        return ['Anti-king: cells that touch at a corner have different values.'];
      case 'non-consecutive':
        return ['Non-consecutive: no two neighbours differ by 1.'];
      case 'disjoint-groups':
        return ['Disjoint groups: cells at the same place of each box have different values.'];
      case 'windoku':
        return [
          'Windoku: each window has different values; windows are boxes one cell away from the border and from each other.',
        ];
      case 'diagonal':
        return [diagonalWords(variant, of(kind))];
      case 'extra-region':
        return ['Extra regions: each has different values.'];
      case 'clone':
        return ['Clones: areas of one colour or letter have the same values in the same places.'];
      case 'strict-difference':
        return [`All dots are given: other neighbours do not differ by ${listed(kind, 'or')}.`];
      case 'strict-ratio':
        return [
          `All dots are given: no other neighbour is ${listed(kind, 'or')} times the one beside it.`,
        ];
      case 'strict-xv':
        return ['All X and V are given: other neighbours do not add up to 10 or 5.'];
      case 'whisper':
        return lineWords(variant, of(kind), 5, 'neighbours');
      case 'lockout':
        return lineWords(variant, of(kind), 4, 'the ends');
      default:
        return [];
    }
  });
  const outside = outsideKinds(variant);
  const several = outside.length > 1;
  const [least, most] = [shape.values[0], shape.values[shape.values.length - 1]];
  const meanings: Partial<Record<ClueKind, string>> = {
    sandwich: `the sum of the values between ${least} and ${most}`,
    skyscraper: 'how many values are greater than all before them',
    'x-sum': 'the sum of the first x values, where x is the first one',
    'numbered-room': 'the n-th value, where n is the first one',
  };
  return [
    ...(pieces ? ['Each piece has different values, and so has each box.'] : []),
    ...sentences,
    ...outside.map(
      ([kind, letter]) =>
        `${several ? `${letter} outside` : 'Numbers outside'}: ${meanings[kind]}.`,
    ),
    ...emptyCells(variant).map((cell) => `${grid.nameOf(cell)} may have no value.`),
  ];
}

function diagonalWords({ grid }: Variant, clues: readonly Clue[]): string {
  const falls = (clue: Clue) => grid.rowOf(clue.cells[0]) === grid.columnOf(clue.cells[0]);
  const isBoth = clues.some(falls) && !clues.every(falls);
  if (isBoth) return 'Both diagonals have different values.';
  return `The diagonal from ${grid.nameOf(clues[0].cells[0])} has different values.`;
}

/** What lines with another number than the usual one say. */
function lineWords(
  { grid }: Variant,
  clues: readonly Clue[],
  usual: number,
  what: string,
): string[] {
  const unusual = clues.filter(({ numbers }) => numbers[0] !== usual);
  if (new Set(clues.map(({ numbers }) => numbers[0])).size === 1 && unusual.length > 0) {
    const [{ kind, numbers }] = unusual;
    return [
      `On a ${kind === 'whisper' ? 'whisper' : 'lockout line'} ${what} differ by ${numbers[0]} or more.`,
    ];
  }
  return unusual.map((clue) => {
    const title = titleOf(clue, grid);
    return `${title.charAt(0).toUpperCase()}${title.slice(1)}: ${what} differ by ${clue.numbers[0]} or more.`;
  });
}

/** The cells to which the puzzle gives no candidate. */
function emptyCells({ candidates }: Variant): number[] {
  return [...candidates].filter(([, values]) => values.length === 0).map(([cell]) => cell);
}

/** `1, 2 or 3`. */
function inWords(list: readonly string[], last: string): string {
  if (list.length < 2) return list.join('');
  return `${list.slice(0, -1).join(', ')} ${last} ${list[list.length - 1]}`;
}
