import { draw } from './draw.ts';
import { generate } from './generate.ts';
import { make } from './make.ts';
import { solve } from './solve.ts';
import { sudoku } from './sudoku.ts';

/** All there are, in the order of `quadrille --help`. */
export const COMMANDS = [solve, sudoku, generate, make, draw];
