import { Random } from '../src/engine/kernels/random.ts';
import type { Matrix } from '../test/cases/matrix.ts';

/** The same matrix with its options in an order of chance, the same one for the same seed. */
export function shuffled(matrix: Matrix, seed: number): Matrix {
  const order = [...new Random(seed).order(matrix.options.length)];
  const { options, colours } = matrix;
  return {
    ...matrix,
    options: order.map((number) => options[number]),
    ...(colours && { colours: order.map((number) => colours[number]) }),
  };
}
