import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { compiledOf } from '../../../src/engine/problem/problem.ts';
import { count, solutions } from '../../../src/index.ts';
import { CLUE_TECHNIQUES, clueRelationsOf } from '../../../src/puzzles/pencil/clue-relations.ts';
import { clueScale } from '../../../src/puzzles/pencil/clue-scale.ts';
import { Position } from '../../../src/puzzles/pencil/position.ts';
import { steps } from '../../../src/puzzles/pencil/questions.ts';
import { clueCover, variantCover } from '../../../src/puzzles/pencil/variant-cover.ts';
import { CellGrid } from '../../../src/puzzles/variants/cell-grid.ts';
import { CLUES, type Clue, type ClueKind, formOf } from '../../../src/puzzles/variants/clue.ts';
import { plainShape } from '../../../src/puzzles/variants/shape.ts';
import { Variant } from '../../../src/puzzles/variants/variant.ts';
import { runs, seed } from '../../support/effort.ts';
import { findAll } from '../../support/positions.ts';
import { expectSame } from '../../support/same.ts';
import { randomVariant } from './random-variant.ts';

const KINDS = Object.keys(CLUES) as ClueKind[];
const MOST_SOLUTIONS = 600;
/** Findings of one technique on one position that are looked at. */
const MOST = 60;

/** The solutions of a variant as values; undefined if they are too many. */
function solutionsOf(variant: Variant): number[][] | undefined {
  const found: number[][] = [];
  for (const { payloads } of solutions(variant.problem)) {
    if (found.push(variant.decode(payloads)) > MOST_SOLUTIONS) return undefined;
  }
  return found;
}

/** Every technique alone, at positions along the way to an end: no solution is lost. */
function prove(variant: Variant, random: Random, fired: Map<string, number>): void {
  const all = solutionsOf(variant);
  if (all === undefined || all.length === 0) return;
  const cover = variantCover(variant);
  const compiled = compiledOf(cover);
  const { list, givens } = clueScale(variant)(compiled, (item) => cover.itemName(item));
  const position = Position.of(compiled);
  for (const option of givens) position.decide(option);
  const kept = all[random.below(all.length)];
  let left = all;
  const isIn = (option: number, solution: readonly number[]) =>
    solution[cover.cellOf(option)] === cover.valueAt(option);
  for (let round = 0; round < 4; round++) {
    for (const { find, from, to, isForOne } of list) {
      if (from >= (variant.grid.rows > 4 ? 90 : 95) || (isForOne && left.length > 1)) continue;
      for (const { technique, tenths, decisions } of findAll(find, position, MOST)) {
        fired.set(technique, (fired.get(technique) ?? 0) + 1);
        expectSame([technique, tenths >= from && tenths <= to], [technique, true]);
        for (const decision of decisions) {
          const option = decision < 0 ? ~decision : decision;
          const wrong = left.find((solution) => isIn(option, solution) !== decision >= 0);
          if (wrong === undefined) continue;
          const what = { technique, decision: cover.option(option), wrong, clues: variant.clues };
          throw new Error(`${technique} is wrong: ${JSON.stringify(what)}`);
        }
      }
    }
    // What the kept solution has not is struck at random: fewer solutions are left.
    const live = [...position.live.keys()].filter((option) => position.live[option] === 1);
    for (const option of live) {
      if (isIn(option, kept) || random.below(3) > 0) continue;
      position.decide(~option);
      left = left.filter((solution) => !isIn(option, solution));
    }
  }
}

describe('what a step of a variant decides is so in every solution', () => {
  test.each(KINDS)('%s', { timeout: 600_000 }, (kind) => {
    const fired = new Map<string, number>();
    const named = new Set<string>();
    let isStated = false;
    for (let k = 0; k < runs(24); k++) {
      const random = new Random(seed + k);
      const isNarrow = ['anti-knight', 'anti-king', 'non-consecutive'].includes(kind);
      const side = isNarrow ? 5 : k % 3 < 2 ? 4 : 6;
      const variant = randomVariant(random, side, [kind]);
      isStated ||= variant.kinds.includes(kind);
      for (const { technique } of clueRelationsOf(variant).relations) named.add(technique);
      prove(variant, random, fired);
    }
    expect(fired.size).toBeGreaterThan(0);
    const own = formOf(kind).title.toLowerCase();
    // A small grid may have no place for a clue.
    expect(named.has(own)).toBe(isStated && CLUE_TECHNIQUES.includes(own));
  });

  test('several kinds together', { timeout: 600_000 }, () => {
    const fired = new Map<string, number>();
    for (let k = 0; k < runs(120); k++) {
      const random = new Random(seed + 1000 + k);
      const kinds = [...random.order(KINDS.length)].slice(0, 3).map((own) => KINDS[own]);
      prove(randomVariant(random, [4, 5, 6][k % 3], kinds), random, fired);
    }
    expect(fired.size).toBeGreaterThan(20);
  });
});

describe('a mark is no neighbour of a mark of another clue', () => {
  const shape = plainShape(4);
  const neighbours = new CellGrid(shape).neighbours();
  // Turned and mirrored, the pairs at the cells of one box are all pairs.
  const ofBox = neighbours.filter(([cell]) => [0, 1, 4, 5].includes(cell));
  const plain = new Variant({ shape });
  const grids = [...solutions(plain.problem)].map(({ payloads }) => plain.decode(payloads));

  test.each([
    ['minimum', 1],
    ['maximum', -1],
  ] as const)('%s', (kind, sign) => {
    let found = 0;
    for (const marked of ofBox) {
      const pairs = neighbours
        .flatMap(([a, b]) => [
          [a, b],
          [b, a],
        ])
        .filter(([mark, other]) => marked.includes(mark) && !marked.includes(other));
      const kept = grids.filter((values) =>
        pairs.every(([mark, other]) => sign * values[mark] < sign * values[other]),
      );
      const clues = marked.map((cell): Clue => ({ kind, cells: [cell], numbers: [] }));
      const variant = new Variant({ shape, clues });
      const cover = variantCover(variant);
      for (const { technique, decisions } of steps(variant, { unique: true, limit: 8 })) {
        if (technique === kind) found++;
        for (const decision of decisions) {
          const option = decision < 0 ? ~decision : decision;
          const [cell, value] = [cover.cellOf(option), cover.valueAt(option)];
          const lost = kept.filter((values) => (values[cell] === value) !== decision >= 0);
          expect([marked, technique, cell, value, lost]).toEqual([
            ...[marked, technique, cell, value],
            [],
          ]);
        }
      }
    }
    expect(grids.length).toBe(288);
    expect(found).toBeGreaterThan(20);
  });
});

test('what a step on 9x9 decides has no other way: the problem with its rules says so', () => {
  const kinds: readonly ClueKind[][] = [
    ['cage', 'little-killer', 'quadruple'],
    ['arrow', 'thermometer', 'whisper', 'between'],
    ['white-dot', 'black-dot', 'x', 'renban'],
    ['sandwich', 'skyscraper', 'x-sum', 'numbered-room'],
    ['region-sum', 'palindrome', 'lockout', 'anti-knight'],
  ];
  let checked = 0;
  for (let k = 0; k < runs(160); k++) {
    const random = new Random(seed + 2000 + k);
    const variant = randomVariant(random, 9, kinds[k % kinds.length]);
    const cover = clueCover(variant);
    for (const { technique, decisions } of steps(variant, { unique: true, limit: 25 })) {
      for (const decision of decisions.slice(0, 2)) {
        const { count: others } = count(variant.problem, {
          prefix: cover.decisionsFor([~decision]),
        });
        expect([technique, cover.option(decision < 0 ? ~decision : decision), others]).toEqual([
          technique,
          expect.anything(),
          0,
        ]);
        checked++;
      }
    }
  }
  expect(checked).toBeGreaterThan(100);
});
