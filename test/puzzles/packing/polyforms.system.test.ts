import { test } from 'vitest';
import { slow } from '../../support/effort.ts';
import { checkFact, type Fact } from './check-facts.ts';

const SMALL_IAMONDS = 'moniamond diamond triamond tetriamonds pentiamonds';

const FACTS: readonly Fact[] = [
  [
    'Polyhexes34 Hexagram',
    'hexagons',
    '......#/.....#.#/#.#.#.#.#.#.#/.#.#.#.#.#.#/..#.#.#.#.#/.#.#.#.#.#.#/#.#.#.#.#.#.#/.....#.#/......#',
    'trihexes tetrahexes',
    [2004, 167, 334],
  ],
  ['Hexiamonds 4x9', 'triangles', '4x9', 'hexiamonds', [148, 74, 74]],
  ['Hexiamonds 4x11 Trapezoid', 'triangles', 'trapezoid 4x11', 'hexiamonds', [152, 76, 152]],
  [
    'Hexiamonds Chevron 12x3',
    'triangles',
    '.....AVAVAV/....AVAVAV/...AVAVAV/..AVAVAV/.AVAVAV/AVAVAV/VAVAVA/.VAVAVA/..VAVAVA/...VAVAVA/....VAVAVA/.....VAVAVA',
    'hexiamonds',
    [58, 29, 58],
  ],
  [
    'Pentominoes 8x8 FourHoles3',
    'squares',
    '########/########/###.####/#####.##/##.#####/####.###/########/########',
    'pentominoes',
    [504, 126, 126],
  ],
];

/** These take seconds each. */
const LONG: readonly Fact[] = [
  ['Hexiamonds 4x10 LongHexagon', 'triangles', 'hexagon 8x2x2', 'hexiamonds', [3424, 856, 1712]],
  [
    'Polyiamonds12345 Crab',
    'triangles',
    '.......A/......AVA/.....AVAVA/AVAVAVAVAVAVAVA/VAVAV.....VAVAV/.V.V.......V.V',
    SMALL_IAMONDS,
    [17396, 8698, 17396],
  ],
  [
    'Polyiamonds12345 Hexagon2',
    'triangles',
    '..AVAVAVA/.AVAV...VA/AVAV.....VA/VAVA.....AV/.VAVA...AV/..VAVAVAV',
    SMALL_IAMONDS,
    [9188, 4594, 9188],
  ],
  ['Tetracubes 2x4x4', 'cubes', '4x4x2', 'I4 L4 T4 S4 O4 left claw right', [11120, 695, 1390]],
  ['Pentominoes 5x12', 'squares', '5x12', 'pentominoes', [4040, 1010, 2020]],
];

test.each(slow ? [...FACTS, ...LONG] : FACTS)('%s on %s', (...fact) => checkFact(fact));
