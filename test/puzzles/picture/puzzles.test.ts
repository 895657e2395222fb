import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../src/engine/problem/problem.ts';
import { first } from '../../../src/index.ts';
import { langford, queens } from '../../../src/puzzles/classics.ts';
import { macmahon } from '../../../src/puzzles/macmahon.ts';
import { perfectMatchings, petersenGraph } from '../../../src/puzzles/matching.ts';
import { nonogram } from '../../../src/puzzles/nonogram.ts';
import { PALETTE } from '../../../src/puzzles/picture/palette.ts';
import {
  langfordBoard,
  macmahonBoard,
  matchingGraph,
  nonogramBoard,
  queensBoard,
  triplesBoard,
  wordsBoard,
} from '../../../src/puzzles/picture/patterns.ts';
import { drawSvg } from '../../../src/puzzles/picture/svg/draw-svg.ts';
import { drawText } from '../../../src/puzzles/picture/text/draw-text.ts';
import { kirkman, steiner } from '../../../src/puzzles/triple-systems.ts';
import { linesOf } from './paths.ts';
import { screen } from './screen.ts';
import { all, parse } from './xml.ts';

function solved<T>(problem: Problem<T>): T[] {
  const { solution } = first(problem, { seed: 1 });
  if (solution === undefined) throw new Error('no solution');
  return solution.payloads;
}

describe('queens', () => {
  const placed = solved(queens(8));
  const inOrder = [...placed].sort((one, other) => one.row - other.row);

  test('are read back from the text', () => {
    const lines = drawText(queensBoard(8, placed)).split('\n').slice(1, -1);
    const found = lines.map((line, row) => ({ row, column: (line.indexOf('♛') - 2) / 2 }));
    expect(found).toEqual(inOrder);
    expect(lines.join('').match(/·/g)).toHaveLength(56);
  });

  test('stand in colour on light and dark by turns', () => {
    const lines = screen(drawText(queensBoard(8, placed), { colour: true })).slice(1, -1);
    lines.forEach((line, row) => {
      for (let column = 0; column < 8; column++) {
        // Three places each, after the wall.
        const [one, two, three] = line.slice(1 + 3 * column, 4 + 3 * column);
        const ground = (row + column) % 2 === 0 ? 230 : 180;
        for (const place of [one, two, three]) expect(place?.ground).toBe(ground);
        const queen = placed.some((cell) => cell.row === row && cell.column === column);
        expect(two?.letter).toBe(queen ? '♛' : ' ');
      }
    });
  });

  test('are drawn in SVG where they stand', () => {
    const found = all(parse(drawSvg(queensBoard(8, placed))), 'use').map(({ attributes }) => {
      const { x, y } = attributes;
      return { row: Number(y) / 40, column: Number(x) / 40 };
    });
    expect(found).toEqual(inOrder);
  });
});

test("Langford's pairs are read back from the brackets over them", () => {
  for (const n of [3, 4, 7, 8, 11]) {
    const pairs = solved(langford(n));
    const lines = drawText(langfordBoard(pairs)).split('\n');
    const row = lines.at(-2) ?? '';
    const width = row.length;
    const found: number[][] = [];
    // The frame is the last line with a corner; brackets are above it.
    for (const line of lines.slice(0, -3)) {
      for (const { index, 0: bracket } of line.matchAll(/┌[─┼]*┐/g)) {
        const ends = [index, index + bracket.length - 1].map((column) => {
          const [value = ''] = /\d+/.exec(row.slice(Math.max(0, column - 1), column + 2)) ?? [];
          return Number(value.trim());
        });
        expect(ends[0]).toBe(ends[1]);
        // All squares have the same number of columns.
        const square = (width - 3) / (2 * n);
        found.push([ends[0], (bracket.length - 1) / square]);
      }
    }
    expect(found.sort((a, b) => a[0] - b[0])).toEqual(
      Array.from({ length: n }, (_, k) => [k + 1, k + 2]),
    );
  }
});

describe("MacMahon's squares", () => {
  const board = macmahonBoard(solved(macmahon()));

  test('agree where they touch, as triangles in SVG', () => {
    const svg = parse(drawSvg(board));
    const fills = new Map<string, string>();
    for (const { attributes } of all(svg, 'path')) {
      const { fill = '', d = '' } = attributes;
      if (!PALETTE.some((tint) => tint.fill === fill)) continue;
      for (const triangle of d.split('\n')) {
        const corners = linesOf(triangle).map(({ from }) => from);
        expect(corners).toHaveLength(3);
        const [x, y] = [0, 1].map((k) => corners.reduce((sum, c) => sum + c[k], 0) / 3);
        const [column, row] = [Math.floor(x / 40), Math.floor(y / 40)];
        const [right, down] = [x - 40 * column - 20, y - 40 * row - 20];
        const side =
          Math.abs(right) > Math.abs(down) ? (right > 0 ? 'E' : 'W') : down > 0 ? 'S' : 'N';
        fills.set(`${row} ${column} ${side}`, fill);
      }
    }
    expect(fills.size).toBe(4 * 24);
    const border = new Set<string | undefined>();
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 6; column++) {
        const at = (side: string) => fills.get(`${row} ${column} ${side}`);
        if (row > 0) expect(at('N')).toBe(fills.get(`${row - 1} ${column} S`));
        else border.add(at('N'));
        if (column > 0) expect(at('W')).toBe(fills.get(`${row} ${column - 1} E`));
        else border.add(at('W'));
        if (row === 3) border.add(at('S'));
        if (column === 5) border.add(at('E'));
      }
    }
    expect(border.size).toBe(1);
    expect(new Set(fills.values()).size).toBe(3);
  });

  test('agree in letters, and in the colours of a terminal', () => {
    for (const colour of [false, true]) {
      const glyphs = screen(drawText(board, { colour }));
      const at = (line: number, column: number) => glyphs[line]?.[column];
      for (let row = 0; row < 4; row++) {
        for (let column = 0; column < 6; column++) {
          const [line, from] = [4 * row + 1, 6 * column + 1];
          expect(at(line, from + 2)?.letter).toMatch(/[abc]/);
          if (row > 0) expect(at(line, from + 2)).toEqual(at(line - 2, from + 2));
          if (column > 0) expect(at(line + 1, from)).toEqual(at(line + 1, from - 2));
        }
      }
    }
  });
});

test('a nonogram is read back from its ink, and its clues stand where they belong', () => {
  const art = ['.##.##.', '#######', '#######', '.#####.', '..###..', '...#...', '.......'];
  const runs = (line: string) => (line.match(/#+/g) ?? []).map((run) => run.length);
  const down = [...(art[0]?.matchAll(/./g) ?? [])].map((_, k) => art.map((row) => row[k]).join(''));
  const clues = { rows: art.map(runs), columns: down.map(runs) };
  const lines = drawText(nonogramBoard(clues, solved(nonogram(clues)))).split('\n');
  const inside = lines.filter((line) => line.includes('│'));
  expect(inside).toHaveLength(7);
  inside.forEach((line, k) => {
    const [left = '', ...blocks] = line.split('│');
    const given = left.trim().split(' ').map(Number);
    expect(given).toEqual(clues.rows[k]?.length === 0 ? [0] : clues.rows[k]);
    // Two columns a square, a wall after every five.
    const drawn = blocks.join('');
    expect(drawn).toHaveLength(14);
    expect([...drawn.matchAll(/█+/g)].map(([run]) => run.length / 2)).toEqual(clues.rows[k]);
  });
  const frame = lines.findIndex((line) => line.includes('┌'));
  const first = (lines[frame] ?? '').indexOf('┌') + 1;
  clues.columns.forEach((column, k) => {
    const place = first + 2 * k + Math.floor(k / 5);
    const written = lines.slice(0, frame).map((line) => line.slice(place, place + 2).trim());
    expect(written.filter((clue) => clue !== '').map(Number)).toEqual(column);
  });
});

test('words stand in their cells, also where they cross; other cells are holes', () => {
  const across = (row: number, column: number, word: string) => {
    const letters = [...word];
    return { letters, cells: letters.map((_, k) => ({ row, column: column + k })) };
  };
  const down = { letters: ['É', 'T'], cells: [0, 1].map((row) => ({ row, column: 1 })) };
  const board = wordsBoard([across(0, 0, 'NÉE'), down, across(1, 1, 'TO')]);
  expect(board.squares.map((square) => square?.mark)).toEqual(['N', 'É', 'E', undefined, 'T', 'O']);
});

describe('triples', () => {
  test('of seven points: every two rows of the matrix meet in one column', () => {
    const triples = solved(steiner(7));
    const rows = drawText(triplesBoard(triples)).split('\n').slice(1, -1);
    const marks = rows.map((row) => [...row.matchAll(/[●·]/g)].map(([mark]) => mark === '●'));
    expect(marks.map((row) => row.length)).toEqual(new Array(7).fill(7));
    marks.forEach((one, k) => {
      for (const other of marks.slice(0, k)) {
        expect(one.filter((mark, column) => mark && other[column])).toHaveLength(1);
      }
    });
  });

  test('of a day stand together, so that each girl walks once in every block', () => {
    const rows = drawText(triplesBoard(solved(kirkman(9))))
      .split('\n')
      .slice(1, -1);
    expect(rows).toHaveLength(9);
    for (const row of rows) {
      const days = row.split('│').slice(1, -1);
      expect(days).toHaveLength(4);
      for (const day of days) expect(day.match(/●/g)).toHaveLength(1);
    }
  });
});

test('a perfect matching in a graph touches every vertex once', () => {
  const graph = petersenGraph();
  const drawn = matchingGraph(graph, solved(perfectMatchings(graph)));
  const svg = parse(drawSvg(drawn));
  const dots = all(svg, 'circle').map(({ attributes: { cx, cy } }) => `${cx} ${cy}`);
  expect(new Set(dots).size).toBe(10);
  const chords = (width: string) =>
    all(svg, 'path')
      .filter(({ attributes }) => attributes['stroke-width'] === width)
      .flatMap(({ attributes: { d = '' } }) => linesOf(d));
  const ends = chords('5').flatMap(({ from, to }) => [from.join(' '), to.join(' ')]);
  expect(ends.sort()).toEqual(dots.sort());
  expect(chords('1.5')).toHaveLength(10);
  expect(drawText(drawn).match(/\S+ ─ \S+/g)).toHaveLength(5);
});
