import * as puzzles from '../../src/puzzles.ts';
import { type Matrix, matrixOf } from './matrix.ts';

/** Problems of the gallery as plain numbers, for benchmarks and tests. */

export function queens(n: number): Matrix {
  return matrixOf(`${n} queens`, puzzles.queens(n));
}

export function langford(n: number): Matrix {
  return matrixOf(`Langford ${n}`, puzzles.langford(n));
}

export function pentominoes(rows: number, columns: number): Matrix {
  const region = `${rows}x${columns}`;
  return matrixOf(`pentominoes ${region}`, puzzles.pentominoes(region));
}

/** Dudeney's chessboard: 8x8 without the four squares in the middle. */
export function dudeney(): Matrix {
  const whole = '########\n'.repeat(3);
  const board = `${whole}${'###..###\n'.repeat(2)}${whole}`;
  return matrixOf('pentominoes 8x8 minus centre', puzzles.pentominoes(board));
}

export function soma(): Matrix {
  return matrixOf('Soma cube', puzzles.soma());
}

/** MacMahon's 24 squares on a board of 4x6 with a border of one colour. */
export function macmahon(): Matrix {
  return matrixOf("MacMahon's squares", puzzles.macmahon());
}

export function dominoes(rows: number, columns: number): Matrix {
  const region = `${rows}x${columns}`;
  return matrixOf(`dominoes ${region}`, puzzles.dominoes(region));
}

export function latinSquares(order: number): Matrix {
  return matrixOf(`Latin squares of order ${order}`, puzzles.latinSquares(order));
}

/** Perfect matchings of the complete graph. */
export function matchings(vertices: number): Matrix {
  const graph = puzzles.completeGraph(vertices);
  return matrixOf(`perfect matchings of K${vertices}`, puzzles.perfectMatchings(graph));
}

/** One-factorizations of the complete graph: each pair of points on one day. */
export function factors(points: number): Matrix {
  const pairs = (points * (points - 1)) / 2;
  const options: number[][] = [];
  for (let day = 0; day < points - 1; day++) {
    for (let b = 1; b < points; b++) {
      for (let a = 0; a < b; a++) {
        const at = pairs + day * points;
        options.push([(b * (b - 1)) / 2 + a, at + a, at + b]);
      }
    }
  }
  return { name: 'factors', primary: pairs + (points - 1) * points, secondary: 0, options };
}
