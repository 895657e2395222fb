// Run by `limited.ts` as a process of its own.
import { loadRival } from '../rivals.ts';
import { decisions, type Question } from './packages.ts';

interface Module {
  readonly default: {
    readonly Solver: new () => {
      require(formula: unknown): void;
      forbid(formula: unknown): void;
      solve(): { getTrueVars(): string[] } | null;
    };
    or(...terms: string[]): unknown;
    and(...terms: string[]): unknown;
  };
}

/** MiniSat in JavaScript. It goes on from the first solution to the second. */
export async function load() {
  const { exports } = await loadRival<Module>('logic-solver');
  const Logic = exports.default;
  const name = (literal: number) => (literal < 0 ? `-v${-literal}` : `v${literal}`);
  return ({ clauses, options }: Question) => {
    const named = clauses.map((clause) => clause.map(name));
    const solver = new Logic.Solver();
    return decisions(async (ruledOut) => {
      if (ruledOut === undefined) for (const terms of named) solver.require(Logic.or(...terms));
      else solver.forbid(Logic.and(...ruledOut.map((option) => name(option + 1))));
      const found = solver.solve()?.getTrueVars();
      return found
        ?.map((variable) => Number(variable.slice(1)) - 1)
        .filter((option) => option < options);
    });
  };
}
