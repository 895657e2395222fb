import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { encode, type Puzzle, QuadrilleError, readPuzzles } from '../../src/sudoku.ts';
import { SPARSE } from '../../test/cases/sparse.ts';
import { Trouble } from '../trouble.ts';
import { type Case, FAMILIES } from './families.ts';

/** Cases that are looked at together. */
export interface Group {
  readonly name: string;
  /** Makes them. */
  cases(): Case[];
}

/** The puzzles of the files; or without any our own, and the families with these seeds. */
export function groupsOf(
  files: readonly string[],
  seeds: readonly number[],
  only: string | undefined,
): Group[] {
  const sudokus = (name: string, text: string): Group => ({
    name,
    cases: () => named(name, puzzlesOf(name, text)),
  });
  const own = [
    ...FAMILIES.map(({ name, make }): Group => ({ name, cases: () => seeds.map(make) })),
    sudokus('25x25', SPARSE.join('\n')),
  ];
  const all =
    files.length === 0 ? own : files.map((file) => sudokus(basename(file), readText(file)));
  const chosen = all.filter(({ name }) => only === undefined || name.includes(only));
  if (chosen.length > 0) return chosen;
  const names = all.map(({ name }) => name).join(', ');
  throw new Trouble(`--only "${only}" is in none of these names: ${names}.`, 2);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Trouble(`${file} cannot be read: ${(error as Error).message}.`, 2);
  }
}

function puzzlesOf(file: string, text: string): Puzzle[] {
  try {
    return readPuzzles(text);
  } catch (error) {
    if (!(error instanceof QuadrilleError)) throw error;
    throw new Trouble(`${file}: ${error.message}`, 2);
  }
}

function named(file: string, puzzles: readonly Puzzle[]): Case[] {
  return puzzles.map(({ shape, givens }, k) => ({
    name: `${file} ${k + 1}`,
    problem: encode(shape, givens),
  }));
}
