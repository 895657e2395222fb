import type { Matrix } from './matrix.ts';

/** The example of Knuth's paper "Dancing links" (2000), matrix (3): A..G = 0..6, one solution. */
export function knuth(): Matrix {
  const options = ['CEF', 'ADG', 'BCF', 'AD', 'BG', 'DEG'].map((row) =>
    [...row].map((letter) => 'ABCDEFG'.indexOf(letter)),
  );
  return { name: "Knuth's example", primary: 7, secondary: 0, options };
}
