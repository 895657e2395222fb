import { dimacsLines } from '../../src/index.ts';
import { matrixOf } from '../../test/cases/matrix.ts';
import { limited } from '../limited.ts';
import { versionOf } from '../rivals.ts';
import type { Decider, Decision } from './decider.ts';

/** A problem as the packages take it. */
export interface Question {
  /** As for SAT solvers: a variable is the number of an option from 1 on, then come others. */
  readonly clauses: readonly (readonly number[])[];
  readonly options: number;
  /** The options of each item, and how often one of them must be chosen at least: 1, or 0 for a secondary item. */
  readonly items: readonly { readonly options: readonly number[]; readonly least: number }[];
}

/** npm packages that decide: each in a process of its own, since none can be stopped, and two begin with megabytes of WebAssembly. */
export function packages(): Decider[] {
  const all = { 'logic-solver': 'logic-solver', 'clingo-wasm': 'clingo', 'z3-solver': 'z3' };
  return Object.entries(all).map(
    ([name, file]): Decider => ({
      name,
      version: versionOf(name),
      isRival: true,
      async decide({ name: title, problem }, limit) {
        const { primary, secondary, options, colours } = matrixOf(title, problem);
        if (colours !== undefined) {
          return {
            answer: 'unknown',
            fault: { wrong: false, note: `${name} is given no colours.` },
          };
        }
        const items = Array.from({ length: primary + secondary }, (_, item) => ({
          options: [] as number[],
          least: item < primary ? 1 : 0,
        }));
        for (const [k, option] of options.entries()) {
          for (const item of option) items[item].options.push(k);
        }
        const clauses = clausesOf([...dimacsLines(problem)].join(''));
        const input = { clauses, options: options.length, items };
        const module = new URL(`${file}.ts`, import.meta.url);
        const { result, ending } = await limited<Question, Decision>(module, input, limit);
        if (ending === 'failed') {
          return { answer: 'unknown', fault: { wrong: false, note: `${name} ended by itself.` } };
        }
        if (result === undefined) return { answer: 'unknown' };
        // Late, it has found a solution and does not know if there is another.
        return ending === 'done' ? result : { ...result, answer: 'unknown' };
      },
    }),
  );
}

function clausesOf(dimacs: string): number[][] {
  return dimacs
    .split('\n')
    .filter((line) => line !== '' && !/^[cp]/.test(line))
    .map((line) => line.trim().split(/\s+/).slice(0, -1).map(Number));
}

/**
 * The two questions: is there a solution, and is there another? `ask` looks for one; behind the first
 * it must not find the same again. It gives the options, or undefined where there is none.
 */
export async function* decisions(
  ask: (ruledOut: readonly number[] | undefined) => Promise<number[] | undefined>,
): AsyncIterable<Decision> {
  const timed = async (ruledOut: readonly number[] | undefined) => {
    const began = performance.now();
    const found = await ask(ruledOut);
    return { found, ms: performance.now() - began };
  };
  const { found: numbers, ms: first } = await timed(undefined);
  if (numbers === undefined) {
    yield { answer: 'none', first };
    return;
  }
  numbers.sort((a, b) => a - b);
  yield { answer: 'some', first, numbers };
  const { found, ms: proof } = await timed(numbers);
  yield { answer: found === undefined ? 'unique' : 'several', first, proof, numbers };
}
