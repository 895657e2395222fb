import type { Command } from './command.ts';
import { completionOf } from './completion.ts';
import { draw } from './draw.ts';
import { generate } from './generate.ts';
import { make } from './make.ts';
import { solve } from './solve.ts';
import { sudoku } from './sudoku.ts';

const PUZZLING: readonly Command[] = [solve, sudoku, generate, make, draw];

/** All there are, in the order of `quadrille --help`. */
export const COMMANDS: readonly Command[] = [...PUZZLING, completionOf(PUZZLING)];
