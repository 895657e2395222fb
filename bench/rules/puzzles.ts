import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Variant } from '../../src/sudoku.ts';
import { Trouble } from '../trouble.ts';

/** A variant Sudoku of a file. */
export interface Puzzle {
  readonly name: string;
  /** As Interactive Sudoku Solver reads it. */
  readonly input: string;
  /** The values row by row, in single characters; absent where the file has none. */
  readonly solution?: string;
  /** Absent where the file has none. */
  readonly answer?: Answer;
}

type Answer = (typeof ANSWERS)[number];
const ANSWERS = ['unique', 'several', 'none'] as const;

/** The puzzles of a file. */
export function readPuzzles(file: string): Puzzle[] {
  const bad = (what: string) => new Trouble(`${basename(file)}: ${what}`, 2);
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw bad(`${error instanceof Error ? error.message : error}; give a file of JSON.`);
  }
  if (!Array.isArray(list))
    throw bad('there is no list; give [{ name, input, solution, answer }].');
  return list.map((one: Partial<Puzzle> | null, k) => {
    const { name = `puzzle ${k + 1}`, input, solution, answer } = one ?? {};
    if (typeof input !== 'string') throw bad(`puzzle ${k + 1} has no input; give a text.`);
    if (answer !== undefined && !ANSWERS.includes(answer)) {
      throw bad(`puzzle ${k + 1} has the answer ${answer}; give ${ANSWERS.join(', ')}, or none.`);
    }
    return {
      name,
      input,
      ...(answer !== undefined && { answer }),
      ...(typeof solution === 'string' && { solution }),
    };
  });
}

/** The values of a grid in the characters of the files. */
export function writeGrid({ shape: { values } }: Variant, grid: readonly number[]): string {
  const most = values[values.length - 1];
  return grid.map((value) => characterOf(value, most)).join('');
}

/** A digit, or a letter where there are more than 9: A for 1. */
function characterOf(value: number, most: number): string {
  if (value === 0 || most < 10) return String(value);
  return String.fromCharCode('A'.charCodeAt(0) + value - 1);
}

/** As `writeGrid` writes it. */
export function readGrid({ shape: { values } }: Variant, text: string): number[] {
  const most = values[values.length - 1];
  const known = new Map(values.map((value) => [characterOf(value, most), value]));
  return [...text].map((character) => known.get(character) ?? Number.NaN);
}
