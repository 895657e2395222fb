// Run by `limited.ts` as a process of its own.
import { loadRival } from '../rivals.ts';
import { decisions, type Question } from './packages.ts';

interface Module {
  readonly default: { init(): Promise<{ Context(name: string): Context }> };
}

interface Context {
  readonly Solver: new () => {
    fromString(text: string): void;
    check(): Promise<'sat' | 'unsat' | 'unknown'>;
    model(): Model;
  };
}

interface Declaration {
  name(): string;
}

interface Model {
  decls(): Declaration[];
  get(declaration: Declaration): unknown;
}

/** Z3 in WebAssembly. It goes on from the first solution to the second. */
export async function load() {
  const { exports } = await loadRival<Module>('z3-solver');
  const { Solver } = (await exports.default.init()).Context('main');
  return ({ clauses, options }: Question) => {
    const most = clauses.reduce((last, clause) => Math.max(last, ...clause.map(Math.abs)), 0);
    const declared = Array.from({ length: most }, (_, k) => `(declare-const v${k + 1} Bool)`);
    const literal = (k: number) => (k < 0 ? `(not v${-k})` : `v${k}`);
    const clauseText = (clause: readonly number[]) =>
      clause.length === 0 ? '(assert false)' : `(assert (or ${clause.map(literal).join(' ')}))`;
    const text = [...declared, ...clauses.map(clauseText)].join('\n');
    const solver = new Solver();
    return decisions(async (ruledOut) => {
      // A text that is added must declare what it names.
      const names = ruledOut?.map((option) => declared[option]);
      const another = ruledOut && clauseText(ruledOut.map((option) => -(option + 1)));
      solver.fromString(another === undefined ? text : [...(names ?? []), another].join('\n'));
      const answer = await solver.check();
      if (answer === 'unknown') throw new Error('Z3 does not know.');
      if (answer === 'unsat') return undefined;
      const model = solver.model();
      return model
        .decls()
        .filter((one) => String(model.get(one)) === 'true')
        .map((one) => Number(one.name().slice(1)) - 1)
        .filter((option) => option < options);
    });
  };
}
