// Run by `limited.ts` as a process of its own.
import { loadRival } from '../rivals.ts';
import { decisions, type Question } from './packages.ts';

interface Module {
  readonly default: {
    init(): Promise<(program: string, models: number) => ClingoResult>;
  };
}

interface ClingoResult {
  readonly Result: string;
  readonly Call: readonly {
    readonly Witnesses?: readonly { readonly Value: readonly string[] }[];
  }[];
}

/** Clingo in WebAssembly: an item is a choice of one of its options. It starts afresh for the second solution. */
export async function load() {
  const { exports } = await loadRival<Module>('clingo-wasm');
  const run = await exports.default.init();
  return ({ items }: Question) => {
    const program = items
      .map(({ options, least }) => `${least}{${options.map((k) => `x(${k})`).join(';')}}1.`)
      .join('\n');
    return decisions(async (ruledOut) => {
      const another = ruledOut && `:-${ruledOut.map((k) => `x(${k})`).join(',')}.`;
      const { Result, Call } = run(`${program}\n${another ?? ''}`, 1);
      if (Result === 'UNSATISFIABLE') return undefined;
      const atoms = Call[0]?.Witnesses?.[0]?.Value;
      if (Result !== 'SATISFIABLE' || atoms === undefined) throw new Error(`Clingo says ${Result}`);
      return atoms.map((atom) => Number(/\d+/.exec(atom)?.[0]));
    });
  };
}
