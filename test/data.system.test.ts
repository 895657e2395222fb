import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pictures } from '../data/pictures.ts';
import { linesOf, MAX_NODES, type PuzzleSet, type Section, sets } from '../data/sets.ts';
import { orbitsOf } from '../src/puzzles/sudoku/generator.ts';
import { Shape } from '../src/puzzles/sudoku/shape.ts';
import { Solver } from '../src/puzzles/sudoku/solver.ts';
import { readPuzzle, readPuzzles } from '../src/puzzles/sudoku/text/reader.ts';
import { counted } from './support/counted.ts';
import { slow } from './support/effort.ts';

const folder = new URL('../data/sudoku/', import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8');

/** The sections of a file, each as its comment and its lines. */
function sectionsIn(file: string): { comment: string; lines: string[] }[] {
  const [before, ...sections] = textOf(file).split(/^# /m);
  expect(before).toBe('');
  return sections.map((section) => {
    const [comment = '', ...lines] = section.trimEnd().split('\n');
    return { comment, lines };
  });
}

test('the sets are small enough to be kept here', () => {
  const bytes = readdirSync(folder).map((file) => statSync(new URL(file, folder)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1.5e6);
});

describe.each(sets.map((set): [string, PuzzleSet] => [set.file, set]))('%s', (file, set) => {
  const pairs = () => {
    const stored = sectionsIn(file);
    expect(stored).toHaveLength(set.sections.length);
    return set.sections.map((section, k) => ({ section, ...stored[k] }));
  };

  test('begins as it is made, in each section', () => {
    const tried = slow ? 2 : 1;
    for (const [k, { section, comment, lines = [] }] of pairs().entries()) {
      expect(comment).toContain(`${section.about}: ${section.puzzles} puzzles`);
      expect(comment).toContain(`seed ${section.seed}`);
      expect(lines).toHaveLength(section.puzzles);
      // One of 25x25 takes half a second.
      if (!slow && k > 0 && file.startsWith('25')) continue;
      const made: string[] = [];
      for (const line of linesOf(set.boxes, section)) if (made.push(line) === tried) break;
      expect(lines.slice(0, tried)).toEqual(made);
    }
  });

  test('has puzzles with one solution each, all different, as its sections say', () => {
    const shape = Shape.of({ boxes: set.boxes });
    const solver = new Solver({ boxes: set.boxes });
    const seen = new Set<string>();
    for (const { section, lines = [] } of pairs()) {
      for (const line of lines) {
        seen.add(line);
        const puzzle = readPuzzle(line);
        expect(puzzle.shape).toBe(shape);
        expect(solver.isUnique(puzzle.givens, { maxNodes: MAX_NODES }).answer).toBe('unique');
        expectKept(section, shape, puzzle.givens);
      }
    }
    expect(seen.size).toBe(set.sections.reduce((sum, { puzzles }) => sum + puzzles, 0));
  });
});

/** The wished number and symmetry of a section. */
function expectKept({ settings }: Section, shape: Shape, givens: Uint8Array): void {
  if (settings.givens !== undefined) {
    expect(givens.filter((value) => value > 0)).toHaveLength(settings.givens);
  }
  if (settings.symmetry === undefined) return;
  const torn = orbitsOf(shape, settings.symmetry).filter(
    (orbit) => new Set(orbit.map((cell) => givens[cell] === 0)).size > 1,
  );
  expect(torn).toEqual([]);
}

test('9x9.txt has minimal puzzles where it says so', () => {
  const solver = new Solver();
  const minimal = sectionsIn('9x9.txt').filter(({ comment }) => comment.startsWith('minimal'));
  expect(minimal).toHaveLength(2);
  for (const { lines } of minimal) {
    // All of them would take too long here.
    for (let k = 0; k < lines.length; k += 25) {
      const { givens } = readPuzzle(lines[k]);
      for (const [cell, value] of givens.entries()) {
        if (value === 0) continue;
        givens[cell] = 0;
        expect(solver.isUnique(givens).answer).toBe('several');
        givens[cell] = value;
      }
    }
  }
});

describe('seeds.txt', () => {
  const text = textOf('seeds.txt');
  const lines = text.split('\n');
  const puzzles = readPuzzles(text);

  test('has each puzzle below a comment with its source and its solutions', () => {
    expect(puzzles).toHaveLength(21);
    for (const { line = 0 } of puzzles) {
      expect(lines[line - 2]).toMatch(/^# \w.*: (no|\d+|more than a million) solutions?$/);
    }
  });

  test.each(['lists', 'links'] as const)('has as many solutions as it says: %s', (engine) => {
    // To find a million takes a while.
    const limit = slow && engine === 'lists' ? 1_000_001 : 10_000;
    for (const { shape, givens, line = 0 } of puzzles) {
      const stated = /: (.*) solutions?$/.exec(lines[line - 2])?.[1] as string;
      const answer = new Solver({ boxes: shape.boxes, engine }).count(givens, { limit });
      const solutions = stated === 'no' ? 0 : Number(stated);
      const expected =
        stated === 'more than a million' ? counted(limit, 'limit') : counted(solutions);
      expect({ line, ...answer }).toEqual({ line, ...expected });
    }
  });
});

describe('pictures', () => {
  const drawn = new URL('../data/pictures/', import.meta.url);

  test('are those that are made, and no others', () => {
    expect(readdirSync(drawn).sort()).toEqual(Object.keys(pictures).sort());
  });

  // The arctic circle takes seconds.
  const tried = Object.entries(pictures).filter(([file]) => slow || file !== 'arctic-circle.svg');
  test.each(tried)('%s is as it is made', (file, draw) => {
    expect(readFileSync(new URL(file, drawn), 'utf8')).toBe(draw());
  });
});
