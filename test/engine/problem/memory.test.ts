import { afterEach, describe, expect, test, vi } from 'vitest';
import { dimacsLines, writeDimacs } from '../../../src/engine/formats/dimacs.ts';
import { readModel } from '../../../src/engine/formats/dimacs-model.ts';
import { DlxReader, readDlx } from '../../../src/engine/formats/dlx/reader.ts';
import { writeDlx } from '../../../src/engine/formats/dlx/write.ts';
import { emptyCompiled } from '../../../src/engine/problem/compiled.ts';
import { grown, integers, MOST_INTEGERS, textOf } from '../../../src/engine/problem/memory.ts';
import { ItemNames } from '../../../src/engine/problem/names.ts';
import { Options } from '../../../src/engine/problem/options.ts';
import { Compiled, count, Problem, type QuadrilleError } from '../../../src/index.ts';
import { thrown } from '../../support/thrown.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/**
 * Lets `allocations` arrays be allocated from here on; then `failures` more fail, as they do in V8.
 */
function allow(allocations: number, failures = Number.POSITIVE_INFINITY): { failed: number } {
  const memory = { failed: 0 };
  let made = 0;
  const construct = (target: typeof Int32Array, args: unknown[]) => {
    if (typeof args[0] === 'number' && ++made > allocations && memory.failed < failures) {
      memory.failed++;
      throw new RangeError('Array buffer allocation failed');
    }
    return Reflect.construct(target, args);
  };
  vi.stubGlobal('Int32Array', new Proxy(Int32Array, { construct }));
  return memory;
}

/** Statements that make every array of a problem grow, by index and by name, in all colours. */
const STATEMENTS = Array.from({ length: 1500 }, (_, k) => (problem: Problem) => {
  const hue = 1 + (k % 3);
  if (k < 400) return problem.addIndices([0, 3, 4, 5, 6]);
  if (k % 100 === 0) return problem.addOption(['1', { item: '5', colour: `hue-${k}` }]);
  if (k % 2 === 0) return problem.addIndices([6, 5, 0], undefined, [hue, 0, 0]);
  return problem.addIndices([0, 1, 2, 5], undefined, [0, 0, 0, hue]);
});

/** A problem with the first statements, or all. */
function stated(statements = STATEMENTS.length): Problem {
  const problem = new Problem({ primary: 3, secondary: 4 });
  for (const state of STATEMENTS.slice(0, statements)) state(problem);
  return problem;
}

describe('memory that cannot be had', () => {
  const { data } = stated().compile();

  /** States everything; where memory runs out, once more. */
  function stateShortOf(allocations: number, failures?: number) {
    const problem = new Problem({ primary: 3, secondary: 4 });
    const memory = allow(allocations, failures);
    let errors = 0;
    /** States the same without a failure, from the first failure on. */
    let twin: Problem | undefined;
    for (const [k, state] of [...STATEMENTS, (p: Problem) => p.compile()].entries()) {
      try {
        state(problem);
      } catch (error) {
        errors++;
        vi.unstubAllGlobals();
        expect(error).toMatchObject({ name: 'QuadrilleError', code: 'out-of-memory' });
        // As it was: the same options in the same colours, and an engine can have it.
        twin = stated(k);
        expect(problem.compile().data).toEqual(twin.compile().data);
        expect(count(problem, { limit: 10 })).toEqual(count(twin, { limit: 10 }));
        expect(problem.colour('of the twins')).toBe(twin.colour('of the twins'));
        state(problem);
      }
      if (twin !== undefined) state(twin);
    }
    vi.unstubAllGlobals();
    expect(problem.compile().data).toEqual(twin?.compile().data ?? data);
    return { errors, failed: memory.failed };
  }

  test('leaves a problem as it was, whichever allocation fails first', () => {
    let allocations = 0;
    for (; ; allocations++) {
      const { errors, failed } = stateShortOf(allocations);
      expect(errors).toBe(failed > 0 ? 1 : 0);
      if (failed === 0) break;
    }
    // The marks of the items, the colours, three arrays that grow, the compiled problem.
    expect(allocations).toBeGreaterThanOrEqual(6);
  });

  test('an array that cannot be doubled grows by less', () => {
    let recovered = 0;
    for (let allocations = 0; ; allocations++) {
      const { errors, failed } = stateShortOf(allocations, 1);
      if (failed === 0) break;
      if (errors === 0) recovered++;
    }
    expect(recovered).toBeGreaterThanOrEqual(3);
  });

  test('to begin with', () => {
    for (const allocations of [0, 1]) {
      allow(allocations);
      expect(thrown(() => new Problem()).code).toBe('out-of-memory');
      vi.unstubAllGlobals();
    }
  });

  const bytes = new Uint8Array(data.byteLength + 1);
  bytes.set(new Uint8Array(data.buffer), 1);
  const text = writeDlx(stated());
  const small = new Problem({ primary: 2, secondary: 1 });
  small.addIndices([0, 2], undefined, [0, 1]);
  small.addIndices([1, 2], undefined, [0, 1]);
  small.compile();

  test.each([
    ['Compiled.from', () => Compiled.from(data), /left for the items of the problem/],
    ['the reader', () => readDlx(text), /left for the/],
    ['the CNF', () => dimacsLines(small), /left for the lists of the options by item/],
    ['a model', () => readModel(small, 'SAT\n1 2 0\n'), /left for the .* of the (model|problem)/],
  ])('%s says how much for what, whichever allocation fails', (_, action, message) => {
    let failures = 0;
    for (let allocations = 0; ; allocations++) {
      const memory = allow(allocations);
      let error: QuadrilleError | undefined;
      try {
        action();
      } catch (caught) {
        error = caught as QuadrilleError;
      }
      vi.unstubAllGlobals();
      if (memory.failed === 0) break;
      failures++;
      expect(error).toMatchObject({ name: 'QuadrilleError', code: 'out-of-memory' });
      expect(error?.message).toMatch(/This machine has no \d+ MB left for the /);
      expect(error?.message).toMatch(message);
    }
    expect(failures).toBeGreaterThan(0);
  });

  test('a copy of bytes', () => {
    const slice = vi.spyOn(ArrayBuffer.prototype, 'slice').mockImplementation(() => {
      throw new RangeError('Array buffer allocation failed');
    });
    expect(thrown(() => Compiled.from(bytes.subarray(1)))).toMatchObject({
      code: 'out-of-memory',
      message: expect.stringContaining('a copy of the compiled problem'),
    });
    slice.mockRestore();
    expect(Compiled.from(bytes.subarray(1)).data).toEqual(data);
  });

  test('the reader names the line that it came to, and then is done', () => {
    const reader = new DlxReader({ source: 'many.dlx' });
    reader.push('a\n');
    allow(0);
    const error = thrown(() => reader.push('a\n'.repeat(2000)));
    expect(error).toMatchObject({ code: 'out-of-memory', source: 'many.dlx', line: 18 });
    expect(error.message).toMatch(
      /^many\.dlx:18:1: This machine has no 1 MB left for the items of the options/,
    );
    expect(thrown(() => reader.push('a\n'))).toBe(error);
  });

  test('other errors come out as they are', () => {
    vi.stubGlobal(
      'Int32Array',
      class {
        constructor() {
          throw new TypeError('something else');
        }
      },
    );
    expect(() => integers(1, 'something')).toThrow(TypeError);
  });
});

describe('what no array can hold is refused before it is allocated', () => {
  const one = new Int32Array(1);

  test.each([
    ['an array', () => integers(MOST_INTEGERS + 1, 'the test'), /2147483648 integers in the test/],
    [
      'an array that grows',
      () => grown(one, 2 ** 31, 'the test'),
      /2147483648 integers in the test/,
    ],
    // Nodes count twice where they have colours.
    [
      'a compiled problem',
      () => emptyCompiled({ primary: 1, secondary: 1, options: 5, nodes: 2 ** 30, coloured: true }),
      /in the compiled problem/,
    ],
  ])('%s', (_, action, message) => {
    const memory = allow(0);
    expect(thrown(action)).toMatchObject({ code: 'too-large' });
    expect(memory.failed).toBe(0);
    expect(action).toThrow(message);
  });

  test('an array of the greatest size is asked for', () => {
    const memory = allow(0);
    expect(thrown(() => integers(MOST_INTEGERS, 'the test'))).toMatchObject({
      code: 'out-of-memory',
      message: expect.stringContaining('no 8.6 GB left for the test'),
    });
    expect(memory.failed).toBe(1);
  });

  test('an option beyond them, which leaves the problem as it was', () => {
    const names = new ItemNames();
    names.add('primary', 2);
    const options = new Options(names);
    options.add([1], undefined);
    const { data } = options.compile();
    options.nodes = MOST_INTEGERS - 1;
    expect(thrown(() => options.add([0, 1], undefined)).code).toBe('too-large');
    options.nodes = 1;
    expect(options.compile().data).toEqual(data);
    expect(options.add([0, 1], undefined)).toBe(1);
  });
});

describe('a text that no string can hold', () => {
  const name = 'x'.repeat(2 ** 20);

  test('is to be had line by line', () => {
    const problem = new Problem({ primary: [name] });
    for (let k = 0; k < 600; k++) problem.addIndices([0]);
    expect(thrown(() => writeDlx(problem))).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/use dlxLines\(\)/),
    });
    vi.spyOn(Array.prototype, 'join').mockImplementation(() => {
      throw new RangeError('Invalid string length');
    });
    const error = thrown(() => writeDimacs(problem));
    vi.restoreAllMocks();
    expect(error).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/use dimacsLines\(\)/),
    });
  });

  test('what fits is joined in order, and what lines throw comes out', () => {
    for (const many of [0, 1, 4095, 4096, 4097, 10_000]) {
      const lines = Array.from({ length: many }, (_, k) => `${k}\n`);
      expect(textOf(lines, 'lines')).toBe(lines.join(''));
    }
    const stop = new Error('enough');
    const lines = {
      *[Symbol.iterator]() {
        yield 'a';
        throw stop;
      },
    };
    expect(() => textOf(lines, 'lines')).toThrow(stop);
  });
});
