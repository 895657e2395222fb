import { Random } from '../src/engine/kernels/random.ts';
import type { Problem } from '../src/index.ts';
import * as puzzles from '../src/puzzles.ts';
import { encode, PuzzleGenerator } from '../src/sudoku.ts';
import { askFirst, besideEngines, type Case } from './auto.ts';
import { FAMILIES, holes } from './learn/families.ts';
import type { BenchSettings } from './tournament.ts';

/** Seconds for each engine and case. */
const SLICE = 20;
/** Auto by the better of the engines. */
const MEAN_AT_MOST = 1.5;
const EACH_AT_MOST = 3;

export interface FirstSettings extends BenchSettings {
  /** Seconds for each engine and case. */
  readonly slice: number | undefined;
}

/** A first solution under `auto`, beside the two engines of its plan that find most of them. */
export async function firstBenchmark({
  check,
  only,
  slice = SLICE,
  publish,
}: FirstSettings): Promise<boolean> {
  const title =
    'A first solution: CPU time under `auto`, and of the two engines that find most of them';
  const { section, mean, worst } = besideEngines(title, cases(), askFirst, { only, slice });
  publish(section);
  if (check) console.log(`At most ${MEAN_AT_MOST} in the mean, and ${EACH_AT_MOST} each.`);
  return !check || (mean <= MEAN_AT_MOST && worst <= EACH_AT_MOST);
}

function cases(): Case[] {
  const each = <Value>(values: readonly Value[], one: (value: Value) => Case): Case[] =>
    values.map(one);
  const family = (wanted: string, seeds: readonly number[]) =>
    each(seeds, (seed) => ({
      name: `${wanted} ${seed}`,
      make: () =>
        (FAMILIES.find(({ name }) => name === wanted) as (typeof FAMILIES)[number]).make(seed)
          .problem,
    }));
  const named = (name: string, make: () => Problem<unknown>): Case => ({ name, make });
  return [
    ...each([20, 22, 24, 26, 28, 30, 32, 33, 34, 36], (order) =>
      named(`holes ${order}`, () => holes(order, order).problem),
    ),
    ...each([1, 2, 3, 4], (seed) => named(`Sudoku 16x16 ${seed}`, () => minimal(16, seed))),
    ...each([1, 2], (seed) => named(`Sudoku 25x25 ${seed}`, () => minimal(25, seed))),
    ...family('sparse', [101, 102, 103, 104]),
    ...family('packings', [101, 102, 103, 104, 105]),
    ...each(['5x12', '6x10', '8x8 without the centre'], (region) =>
      named(`pentominoes ${region}`, () =>
        puzzles.pentominoes(region.startsWith('8') ? HOLLOW : region),
      ),
    ),
    named('Soma', () => puzzles.soma()),
    named('Bedlam', () => puzzles.bedlam()),
    ...each([9, 10, 12, 16, 20, 24, 28, 32], (n) =>
      named(`Langford ${n}`, () => puzzles.langford(n)),
    ),
    ...each([12, 16, 20, 24, 28, 32, 36, 40, 50, 60], (n) =>
      named(`queens ${n}`, () => puzzles.queens(n)),
    ),
    ...each(['4x6', '3x8', '2x12'], (board) =>
      named(`MacMahon ${board}`, () => puzzles.macmahon({ board })),
    ),
    named('MacMahon, any border', () => puzzles.macmahon({ border: 'any' })),
    ...each(
      [
        [3, 4, 60],
        [3, 5, 200],
        [4, 4, 200],
        [4, 4, 400],
        [4, 5, 500],
        [4, 5, 800],
        [5, 5, 1000],
        [4, 6, 1000],
      ] as const,
      ([rows, columns, many]) =>
        named(`${many} words in ${rows}x${columns}`, () => rectangle(rows, columns, many)),
    ),
  ];
}

const HOLLOW = Array.from({ length: 8 }, (_, row) =>
  row === 3 || row === 4 ? '###..###' : '########',
).join('\n');

function minimal(size: number, seed: number): Problem<unknown> {
  const generator = new PuzzleGenerator({ size, seed, maxNodes: 1000 });
  return encode(generator.shape, generator.puzzle().givens);
}

/** Words by chance, of consonants and vowels in turns, and as many of each length. */
function rectangle(rows: number, columns: number, many: number): Problem<unknown> {
  const random = new Random(many);
  const letter = (letters: string) => letters[random.below(letters.length)];
  const word = (length: number) => {
    const start = random.below(2);
    const kinds = ['bdklmnprst', 'aeiou'] as const;
    return Array.from({ length }, (_, k) => letter(kinds[(start + k) & 1] as string)).join('');
  };
  const words = new Set<string>();
  for (const length of new Set([rows, columns])) {
    const target = words.size + many;
    for (let tries = 0; words.size < target && tries < 100 * many; tries++) words.add(word(length));
  }
  return puzzles.wordRectangles({ words: [...words], rows, columns });
}
