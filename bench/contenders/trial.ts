import type { Matrix } from '../../test/cases/matrix.ts';
import { limited } from '../limited.ts';
import type { Contender } from './contender.ts';

interface Trial {
  readonly module: string;
  readonly matrix: Matrix;
  readonly limit: number;
}

/** Why a slow rival stays out: one run in a process of its own has not come to its end in `ms`. */
export async function trialOf(
  { trial }: Contender,
  matrix: Matrix,
  limit: number,
  ms: number,
): Promise<'late' | 'failed' | undefined> {
  if (trial === undefined) return undefined;
  const { ending } = await limited<Trial, true>(
    new URL('trial.ts', import.meta.url),
    { module: trial, matrix, limit },
    ms,
  );
  return ending === 'done' ? undefined : ending;
}

/** Run by `limited.ts`. */
export async function load() {
  const contenders = new Map<string, Contender>();
  for (const module of ['dlx', 'dlxlib']) {
    const { contender } = await import(`./${module}.ts`);
    contenders.set(module, await contender());
  }
  return function* ({ module, matrix, limit }: Trial) {
    contenders.get(module)?.solve(matrix, limit);
    yield true as const;
  };
}
