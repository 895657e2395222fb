import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Problem } from '../../src/index.ts';
import { encode, type Puzzle, QuadrilleError, readPuzzles } from '../../src/sudoku.ts';
import { SPARSE } from '../../test/cases/sparse.ts';
import { Trouble } from '../trouble.ts';

/** A Sudoku to be decided: is there a solution, and is there another? */
export interface Case {
  readonly name: string;
  readonly problem: Problem<unknown>;
}

/** The puzzles of the files, or our own. */
export function casesOf(files: readonly string[]): Case[] {
  if (files.length === 0) return named('own', puzzlesOf('own', SPARSE.join('\n')));
  return files.flatMap((file) => {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      throw new Trouble(`${file} cannot be read: ${(error as Error).message}.`, 2);
    }
    return named(basename(file), puzzlesOf(file, text));
  });
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
