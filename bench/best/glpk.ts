// Run by `limited.ts` as a process of its own.
import { loadRival } from '../rivals.ts';
import type { SolverResult } from './solvers.ts';

/** What `load` takes and gives. */
export interface Glpk {
  readonly input: {
    readonly seconds: number;
    readonly costs: readonly number[];
    readonly options: readonly (readonly number[])[];
    /** How often each item is covered, least and most. */
    readonly times: readonly (readonly [number, number])[];
  };
}

interface Module {
  readonly default: () => Promise<Instance>;
}

interface Instance {
  readonly GLP_FX: number;
  readonly GLP_DB: number;
  readonly GLP_MIN: number;
  readonly GLP_MSG_OFF: number;
  readonly GLP_OPT: number;
  solve(
    model: object,
    options: object,
  ): { readonly result: { readonly status: number; readonly z: number } };
}

export async function load() {
  const { exports } = await loadRival<Module>('glpk.js', 'glpk.js/node');
  const glpk = await exports.default();
  return function* ({ seconds, costs, options, times }: Glpk['input']): Iterable<SolverResult> {
    const began = performance.now();
    const rows = times.map(([least, most], item) => ({
      name: `i${item}`,
      vars: [] as { name: string; coef: number }[],
      bnds: { type: least === most ? glpk.GLP_FX : glpk.GLP_DB, lb: least, ub: most },
    }));
    for (const [k, option] of options.entries()) {
      for (const item of option) rows[item].vars.push({ name: `x${k}`, coef: 1 });
    }
    const names = costs.map((_, k) => `x${k}`);
    const model = {
      name: 'problem',
      objective: {
        direction: glpk.GLP_MIN,
        name: 'cost',
        vars: costs.map((coef, k) => ({ name: names[k], coef })),
      },
      subjectTo: rows,
      binaries: names,
    };
    const { result } = glpk.solve(model, { tmlim: seconds, msglev: glpk.GLP_MSG_OFF });
    const ms = performance.now() - began;
    const isProven = result.status === glpk.GLP_OPT;
    yield { ms, optimum: isProven ? Math.round(result.z) : undefined };
  };
}
