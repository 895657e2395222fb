import { queens } from '../../puzzles/queens.ts';
import { type Exhibit, exhibit, made } from './exhibit.ts';
import { operandsOf, wholeOf } from './operands.ts';

const queensExhibit = exhibit({
  name: 'queens',
  about: 'n queens on a board of n x n, none attacking another',
  operands: 'N',
  flags: { torus: { about: 'diagonals that leave the board go on at the other side' } },
  examples: [['8', 'the classic']],
  make(given, operands) {
    const [n = ''] = operandsOf(operands, 'N');
    return made(queens(wholeOf(n, 'N'), { torus: given.torus }), () => []);
  },
});

export const EXHIBITS: readonly Exhibit[] = [queensExhibit];
