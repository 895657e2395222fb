// Run as a program: searches in a process whose WebAssembly memory is its own, and reports in JSON.

import { Lists } from '../../src/engine/kernels/lists.ts';
import { startLists } from '../../src/engine/kernels/start-lists.ts';
import { WasmLists } from '../../src/engine/kernels/wasm/lists.ts';
import { machine } from '../../src/engine/kernels/wasm/memory.ts';
import { count, createSearch, type QuadrilleError } from '../../src/index.ts';
import { dominoes, queens } from '../cases/gallery.ts';
import { problemOf } from '../cases/problem.ts';

const [what] = process.argv.slice(2);

function report(numbers: object): void {
  process.stdout.write(JSON.stringify(numbers));
}

const start = (size: number) => new WasmLists(problemOf(queens(size)).compile());

function refuse(name: 'Module' | 'Memory', error: Error): void {
  Object.assign(WebAssembly, {
    [name]: class {
      constructor() {
        throw error;
      }
    },
  });
}

const regionOf = (search: WasmLists) =>
  (search as unknown as { region?: { address: number } }).region;

if (what === 'many') {
  const problems = 3000;
  for (let k = 0; k < problems; k++) {
    const search = start(4 + (k % 4));
    while (search.advance(10) !== 'exhausted') if (regionOf(search) === undefined) break;
  }
  report({ problems, top: machine()?.top });
} else if (what === 'dropped') {
  let most = 0;
  for (let round = 0; round < 20; round++) {
    for (let k = 0; k < 100; k++) {
      start(6).advance(10);
      most = Math.max(most, machine()?.top ?? 0);
    }
    // A finalizer has its turn after a collection.
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      globalThis.gc?.();
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  report({ most, top: machine()?.top });
} else if (what === 'high') {
  // The memory below is never touched, so it costs none.
  const filler = machine()?.allocate(2 ** 29 + 1000, {});
  const lists = new Lists(problemOf(queens(8)).compile());
  const found = [lists, start(8)].map((search) => {
    const all: number[][] = [];
    while (search.advance(100, 1) !== 'exhausted') {
      if (all.length < search.solutions) all.push(search.solution().sort((x, y) => x - y));
    }
    return JSON.stringify(all);
  });
  const above = start(8);
  above.advance(1);
  report({ address: (regionOf(above)?.address ?? 0) > 2 ** 31, same: found[0] === found[1] });
  filler?.free();
} else {
  if (what === 'forbidden') refuse('Module', new WebAssembly.CompileError('blocked by CSP'));
  if (what === 'no memory') refuse('Memory', new RangeError('could not allocate memory'));
  const search = startLists(problemOf(queens(9)).compile());
  while (search.advance(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY) !== 'exhausted');
  const found = count(problemOf(dominoes(12, 12))).exact;
  let refused = '';
  try {
    createSearch(problemOf(queens(9)).compile(), { engine: 'sweep' });
  } catch (error) {
    refused = (error as QuadrilleError).code;
  }
  const engine = search.constructor === Lists ? 'lists' : 'other';
  report({ engine, solutions: search.solutions, found: String(found), refused });
}
