import { BASELINES } from '../baselines/index.ts';
import { algorithmTsSudoku } from './algorithm-ts.ts';
import type { Contender } from './contender.ts';
import { dancingLinks } from './dancing-links.ts';
import { engine, engineInBatch } from './engine.ts';
import { method } from './method.ts';

/** Ours, the packages of npm, and the methods, in the order of the tables. */
export async function sudokuContenders(): Promise<Contender[]> {
  return [
    engine('cells'),
    engineInBatch('cells'),
    engine('links'),
    engineInBatch('links'),
    await dancingLinks(),
    await algorithmTsSudoku(),
    ...BASELINES.map(method),
  ];
}
