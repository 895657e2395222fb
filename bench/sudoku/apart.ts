import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limited } from '../limited.ts';
import { program, versionOf } from '../rivals.ts';
import type { Cell } from '../section.ts';
import { faultOf } from '../trouble.ts';
import { Referee } from './referee.ts';
import type { PuzzleSet } from './sets.ts';

/** The rate of a rival that does not take turns with the others. */
export interface Apart {
  readonly name: string;
  readonly version?: string;
  readonly rate: Cell;
  readonly solved: number | undefined;
}

/** What `sudoku-core.ts` takes, and its results. */
export interface Batch {
  readonly input: { readonly puzzles: readonly Uint8Array[]; readonly ms: number };
  readonly result: {
    readonly answers: readonly (Uint8Array | 'none' | 'unsolved')[];
    readonly ms: number;
  };
}

/** A puzzle may take sudoku-core seconds. */
const LEAST_MS = 5000;

/** The rivals that are measured apart, on a set of 9x9: `ms` each, or the least. */
export async function ratesApart(set: PuzzleSet, slice: number): Promise<Apart[]> {
  const ms = Math.max(slice, LEAST_MS);
  if (set.shape.boxes !== '3x3' || set.puzzles.length === 0) return [];
  return [await sudokuCore(set, ms), tdoku(set, ms)];
}

/**
 * The npm package `sudoku-core`, in a process of its own. It proves first that the solution is the only one, by
 * plain backtracking, and then takes steps as people do: some puzzles it gives up.
 */
async function sudokuCore(set: PuzzleSet, ms: number): Promise<Apart> {
  const module = new URL('sudoku-core.ts', import.meta.url);
  const name = 'sudoku-core';
  const version = versionOf(name);
  const input = { puzzles: set.puzzles, ms };
  // It cannot be stopped in a puzzle: one that takes as long as all ends it.
  const { result } = await limited<Batch['input'], Batch['result']>(module, input, ms);
  if (result === undefined) {
    return { name, version, rate: { note: `${name} solved none in ${ms / 1000} s.` }, solved: 0 };
  }
  const referee = new Referee(set);
  const wrong = faultOf(true, () => {
    for (const [k, answer] of result.answers.entries()) referee.check(name, set.puzzles[k], answer);
  });
  const solved = result.answers.filter((answer) => typeof answer !== 'string').length;
  if (wrong !== undefined) return { name, version, rate: { wrong: true, note: wrong }, solved };
  const rate = (1000 * solved) / result.ms;
  const of = `It solved ${solved} of the ${result.answers.length} puzzles that it began.`;
  return { name, version, rate: solved === 0 ? { note: of } : { value: rate, note: of }, solved };
}

/**
 * tdoku, in C++, by its own program for benchmarks, which checks its answers while it warms up. It shuffles each
 * puzzle, and finds a first solution.
 */
function tdoku({ puzzles }: PuzzleSet, ms: number): Apart {
  const name = 'tdoku';
  const found = program('run_benchmark');
  if ('missing' in found) return { name, rate: { note: `${found.missing}.` }, solved: undefined };
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
  try {
    const file = join(folder, 'puzzles.txt');
    writeFileSync(
      file,
      puzzles.map((givens) => `${givens.join('').replaceAll('0', '.')}\n`).join(''),
    );
    const seconds = String(Math.max(1, Math.ceil(ms / 1000)));
    const args = ['-c', '1', '-e', '1', '-s', SOLVER, '-n', String(puzzles.length)];
    const { stdout } = spawnSync(found.path, [...args, '-w', '1', '-t', seconds, file], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    const [, rate] = new RegExp(`,${SOLVER},([\\d.]+),`).exec(stdout) ?? [];
    if (rate === undefined) {
      return { name, rate: { note: 'run_benchmark of tdoku gave no rate.' }, solved: undefined };
    }
    return { name, rate: Number(rate), solved: undefined };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const SOLVER = 'tdoku';
