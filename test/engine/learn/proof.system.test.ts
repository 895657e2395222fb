import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Account } from '../../../src/engine/learn/account.ts';
import { Learn } from '../../../src/engine/learn/learn.ts';
import type { Open } from '../../../src/engine/learn/open.ts';
import { type LearnSettings, Proof } from '../../../src/engine/learn/proof.ts';
import {
  count,
  countAsync,
  createSearch,
  first,
  firstAsync,
  isUnique,
  isUniqueAsync,
  Problem,
  solutions,
  solutionsAsync,
  writeDimacs,
} from '../../../src/index.ts';
import { countParallel } from '../../../src/parallel.ts';
import { dominoes, langford, queens } from '../../../src/puzzles.ts';
import { problemOf } from '../../cases/problem.ts';
import { sudoku } from '../../cases/sudoku.ts';
import { seeds, slices, smallMatrix, tightMatrix } from '../../support/arbitrary.ts';
import { asSet, inOrder } from '../../support/checker.ts';
import { flawOf, literalsOf, readCnf } from '../../support/drat.ts';
import { runs, slow } from '../../support/effort.ts';
import { pigeons } from '../../support/impossible.ts';
import { added } from '../../support/known.ts';
import { multipleMatrix, multipleProblemOf, tightMultiples } from '../../support/multiples.ts';
import { expectRefusal } from '../../support/thrown.ts';

// Much work, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 60_000 });

interface Proven {
  readonly cnf: string;
  readonly proof: string;
  readonly found: readonly number[][];
  readonly search: Learn;
}

/** Finds all solutions, and proves that there are no others. */
function prove(
  problem: Problem<unknown>,
  settings: LearnSettings = {},
  slice?: number,
  compiled = problem.compile(),
): Proven {
  let proof = '';
  const sink = (lines: string) => {
    proof += lines;
  };
  const search = new Learn(compiled, { ...settings, proof: sink }, slice);
  const found: number[][] = [];
  for (let outcome = search.advance(0); outcome !== 'exhausted'; outcome = search.advance(100)) {
    if (outcome === 'stuck') throw new Error('no memory');
    if (outcome === 'solution') found.push(search.solution());
  }
  return { cnf: writeDimacs(problem, { without: found }), proof, found, search };
}

/** A board without two opposite corners, in dominoes. */
function mutilated(size: number): Problem<unknown> {
  const middle = `${'#'.repeat(size)}\n`.repeat(size - 2);
  return dominoes(`.${'#'.repeat(size - 1)}\n${middle}${'#'.repeat(size - 1)}.\n`);
}

/** Items that need two or three options each, by pairs of one colour. */
function pairs(size: number): Problem {
  const problem = new Problem({ primary: size, secondary: 1 });
  for (let item = 0; item < size; item++) problem.setTimes(item, [2, 3]);
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++)
      problem.addIndices([a, b, size], undefined, [0, 0, 1 + ((a * b) % 3)]);
  }
  return problem;
}

/** Sudokus with one solution, of those with the fewest givens. */
const SUDOKUS = readFileSync(new URL('../../../data/sudoku/9x9.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .slice(0, 40)
  .map((line) => problemOf(sudoku(line.split(/\s/)[0])));

const problems = fc.oneof(
  smallMatrix.map(problemOf),
  tightMatrix.map(problemOf),
  multipleMatrix.map(multipleProblemOf),
  tightMultiples.map(multipleProblemOf),
);

describe('a proof is accepted', () => {
  test('of random problems, with what was found left out', () => {
    let lines = 0;
    let several = 0;
    fc.assert(
      fc.property(problems, seeds, slices, (problem, seed, slice) => {
        const { cnf, proof, found } = prove(problem, { seed }, slice);
        expect(flawOf(cnf, proof)).toBeUndefined();
        lines += proof.split('\n').length - 2;
        if (found.length > 1) several++;
      }),
      { numRuns: runs(1000) },
    );
    expect(lines).toBeGreaterThan(runs(1000));
    expect(several).toBeGreaterThan(runs(50));
  });

  test('of random problems with options that rules add, which share variables', () => {
    let lines = 0;
    fc.assert(
      fc.property(added, seeds, slices, ({ problem, compiled, all }, seed, slice) => {
        const { cnf, proof, found } = prove(problem, { seed }, slice, compiled);
        expect(asSet(found).sort()).toEqual(asSet(all).sort());
        expect(flawOf(cnf, proof)).toBeUndefined();
        lines += proof.split('\n').length - 2;
      }),
      { numRuns: runs(1000) },
    );
    expect(lines).toBeGreaterThan(runs(500));
  });

  test.each<[string, Problem<unknown>, LearnSettings?]>([
    ['7 pigeons in 6 holes', pigeons(7, 6)],
    ['8 pigeons in 7 holes', pigeons(8, 7)],
    ['a chessboard of 6x6 without two corners', mutilated(6)],
    ['a chessboard of 8x8 without two corners', mutilated(8)],
    ['Langford pairs', langford(slow ? 9 : 6)],
    ['multiplicities and colours', pairs(7)],
    ['8 pigeons in 7 holes, short of memory', pigeons(8, 7), { memoryLimit: 150_000 }],
  ])('of %s', (_, problem, settings) => {
    const { cnf, proof, found } = prove(problem, settings);
    expect(found).toHaveLength(count(problem).count as number);
    expect(flawOf(cnf, proof)).toBeUndefined();
  });

  test('short of memory, and keeps what it knows for good', () => {
    const proofs: Proven[] = [prove(pigeons(8, 7), { seed: 1 })];
    for (let seed = 0; seed < 3; seed++) {
      proofs.push(prove(pigeons(7, 6), { seed, memoryLimit: 50_000 }));
    }
    // With these seeds it is so short that it forgets before it has followed up its clauses.
    for (const seed of [14, 30]) {
      proofs.push(prove(mutilated(8), { seed, memoryLimit: 60_000 }));
    }
    for (const { cnf, proof } of proofs) expect(flawOf(cnf, proof, true)).toBeUndefined();
  });

  test('of Sudokus with one solution', () => {
    let lines = 0;
    for (const problem of SUDOKUS) {
      const { cnf, proof, found } = prove(problem);
      expect(found).toHaveLength(1);
      expect(flawOf(cnf, proof)).toBeUndefined();
      lines += proof.split('\n').length;
    }
    expect(lines).toBeGreaterThan(100);
  });

  test('with no line but the last, where unit propagation suffices', () => {
    for (const problem of [pigeons(1, 0), pigeons(2, 1), new Problem({ primary: 1 })]) {
      const { cnf, proof } = prove(problem);
      expect(proof).toBe('0\n');
      expect(flawOf(cnf, proof)).toBeUndefined();
    }
  });
});

/**
 * True if a proof is right, by plain unit propagation over all clauses: slow, and simple enough to
 * be believed.
 */
function isRight(cnf: string, lines: readonly string[]): boolean {
  const { clauses } = readCnf(cnf);
  for (const line of lines) {
    const literals = literalsOf(line.replace('d ', ''));
    if (line.startsWith('d ')) {
      const same = (clause: readonly number[]) => asText(clause) === asText(literals);
      const at = clauses.findIndex(same);
      if (at < 0) return false;
      clauses.splice(at, 1);
      continue;
    }
    const isFalse = new Set(literals);
    let isConflict = literals.some((literal) => isFalse.has(literal ^ 1));
    for (let size = -1; size < isFalse.size && !isConflict; ) {
      size = isFalse.size;
      for (const clause of clauses) {
        const open = clause.filter((literal) => !isFalse.has(literal));
        if (open.length === 1) isFalse.add(open[0] ^ 1);
        if (open.length === 0) isConflict = true;
      }
    }
    if (!isConflict) return false;
    clauses.push(literals);
  }
  return lines.at(-1) === '0';
}

const asText = (literals: readonly number[]) => [...literals].sort((a, b) => a - b).join(' ');
const flaw = (cnf: string, lines: readonly string[]) => flawOf(cnf, `${lines.join('\n')}\n`);
const linesOf = (proof: string) => proof.split('\n').slice(0, -1);

/** A proof without deletions, in which each line is needed. */
function minimal({ cnf, proof }: Proven): string[] {
  const lines = linesOf(proof).filter((line) => !line.startsWith('d'));
  for (let k = lines.length - 2; k >= 0; k--) {
    const rest = lines.filter((_, at) => at !== k);
    if (isRight(cnf, rest)) lines.splice(k, 1);
  }
  return lines;
}

/** Small problems whose proofs have some lines. */
const DAMAGED: readonly (readonly [string, Problem<unknown>])[] = [
  ['a Sudoku', SUDOKUS[1]],
  ['4 pigeons in 3 holes', pigeons(4, 3)],
  ['a chessboard of 4x4 without two corners', mutilated(4)],
  ['multiplicities and colours', pairs(6)],
  ['Langford pairs of 5', langford(5)],
];

describe('a proof is refused', () => {
  test.each(DAMAGED)('of %s without any line that matters', (_, problem) => {
    const proven = prove(problem);
    const lines = minimal(proven);
    expect(flaw(proven.cnf, lines)).toBeUndefined();
    for (const k of lines.keys()) {
      const rest = lines.filter((_, at) => at !== k);
      expect([k, flaw(proven.cnf, rest)]).toEqual([k, expect.any(String)]);
    }
  });

  test.each(DAMAGED.slice(1))('of %s with a literal flipped, lost or added', (_, problem) => {
    const { cnf } = prove(problem);
    const lines = minimal(prove(problem));
    const verdicts = { accepted: 0, refused: 0 };
    for (const [k, line] of lines.entries()) {
      const literals = line.split(' ').slice(0, -1);
      for (const [x, literal] of literals.entries()) {
        for (const damaged of [String(-literal), '', `${literal} ${-literal}`]) {
          const others = literals.map((other, at) => (at === x ? damaged : other));
          const wrong = lines.slice();
          wrong[k] = [...others.filter((other) => other !== ''), '0'].join(' ');
          const refused = flaw(cnf, wrong) !== undefined;
          // Now and then the damaged line follows as well, and serves as well.
          expect([wrong, refused]).toEqual([wrong, !isRight(cnf, wrong)]);
          verdicts[refused ? 'refused' : 'accepted']++;
        }
      }
    }
    expect(verdicts.refused).toBeGreaterThan(verdicts.accepted);
  });

  test('that leaves out one solution too few', () => {
    let refused = 0;
    fc.assert(
      fc.property(problems, seeds, fc.nat(), (problem, seed, pick) => {
        const { proof, found } = prove(problem, { seed });
        if (found.length === 0) return;
        const without = found.filter((_, k) => k !== pick % found.length);
        // These clauses have a model, so there is no proof that they have none.
        expect(flawOf(writeDimacs(problem, { without }), proof)).toEqual(expect.any(String));
        refused++;
      }),
      { numRuns: runs(500) },
    );
    expect(refused).toBeGreaterThan(runs(100));
  });

  test('that deletes what is not there, does not end, or goes on after its end', () => {
    const { cnf, proof } = prove(pigeons(7, 6));
    const lines = linesOf(proof);
    const deletions = [...lines.keys()].filter((k) => lines[k]?.startsWith('d '));
    expect(deletions.length).toBeGreaterThan(20);
    // The checker reads all lines before.
    for (const k of deletions.filter((_, n) => n % 4 === 0)) {
      const wrong = lines.slice();
      wrong[k] = lines[k].replace(/-?\d+/, (literal) => String(-literal));
      expect(flaw(cnf, wrong)).toMatch(`line ${k + 1}: there is no clause`);
    }
    expect(flaw(cnf, lines.slice(0, -1))).toBe('the last line is not the empty clause');
    expect(flawOf(cnf, proof.slice(0, -1))).toBe('the last line has no end');
    expect(flaw(cnf, ['1 -2', '0'])).toBe('line 1 is no clause: 1 -2');
    expect(flaw(cnf, [...lines, '0'])).toBe('it goes on after the empty clause');
  });

  test('of a clause that goes before what holds by it alone', () => {
    const cnf = 'p cnf 3 3\n1 2 0\n-2 3 0\n-2 -3 0\n';
    expect(flaw(cnf, ['-2 0', '1 0', 'd 1 2 0', 'd 1 0', '1 0', '0'])).toMatch('line 5 does not');
    expect(flaw(cnf, ['-2 0', 'd 1 2 0', '1 0', '0'])).toMatch('line 3 does not');
    expect(flaw(cnf, ['-2 0', '1 0', 'd 1 2 0', '1 0', '0'])).toMatch('line 5 does not follow: 0');
  });
});

describe('the search', () => {
  test.each([
    ['langford 7', langford(7)],
    ['8 queens', queens(8)],
    ['pigeons', pigeons(8, 7)],
  ])('has all clauses that are left at the end of a proof: %s', (_, problem) => {
    const { proof, search } = prove(problem);
    const known = new Set(search.knowledge().map(asText));
    const left = new Map<string, number>();
    for (const line of linesOf(proof)) {
      const literals = line.replace('d ', '').split(' ').slice(0, -1).map(Number);
      if (literals.length < 2) continue;
      left.set(asText(literals), (left.get(asText(literals)) ?? 0) + (line[0] === 'd' ? -1 : 1));
    }
    expect([...left.values()].filter((times) => times > 0).length).toBeGreaterThan(10);
    for (const [clause, times] of left) {
      expect(times).toBeGreaterThanOrEqual(0);
      if (times > 0) expect([clause, known.has(clause)]).toEqual([clause, true]);
    }
  });

  test('has no line for what holds until it is over', () => {
    let text = '';
    const proof = new Proof((lines) => {
      text += lines;
    }, new Account());
    // Options 4 and 9, and `over`.
    proof.begin({ optionOf: Int32Array.of(4, 9), over: 2 } as Open);
    for (const literals of [[4], [1, 4], [4, 0, 3]]) proof.add(literals, literals.length);
    proof.end();
    expect(text).toBe('-5 0\n5 -10 0\n0\n');
  });

  test('waits for what takes its proof, beyond a time-out too, and a rejection comes out', async () => {
    const problem = langford(6);
    let text = '';
    const proof = async (lines: string) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      text += lines;
    };
    expect(await countAsync(problem, { proof })).toMatchObject({ count: 0, status: 'complete' });
    expect(text).toMatch(/^0\n$/m);
    text = '';
    // The second piece is the last one.
    const failing = async (lines: string) => {
      if (lines.endsWith('\n0\n')) throw new Error('mine');
    };
    for (const timeout of [undefined, 60_000]) {
      const settings = { proof: failing, timeout };
      await expect(countAsync(problem, settings)).rejects.toThrow('mine');
      await expect(firstAsync(problem, settings)).rejects.toThrow('mine');
      await expect(isUniqueAsync(problem, settings)).rejects.toThrow('mine');
      const stream = solutionsAsync(problem, settings);
      await expect(stream.next()).rejects.toThrow('mine');
      expect(await stream.next()).toEqual({ done: true, value: undefined });
    }
    const onProgress = vi.fn();
    await countAsync(problem, { proof, onProgress });
    expect(onProgress).toHaveBeenLastCalledWith(expect.objectContaining({ share: 1 }));
    const bad = 'file' as unknown as () => void;
    await expect(countAsync(problem, { proof: bad })).rejects.toThrow(/proof is "file"/);
  });

  test('refuses a promise where it cannot wait for one', async () => {
    const proof = async () => {
      throw new Error('mine');
    };
    const refused =
      /proof gave a promise, .*; write the lines before it returns, or call firstAsync/;
    expect(() => first(langford(9), { proof })).toThrow(refused);
    expect(() => [...solutions(queens(6), { proof })]).toThrow(refused);
  });

  test('writes clauses of any size', () => {
    const problem = new Problem({ primary: 12_000 });
    for (let item = 0; item < 12_000; item++) {
      problem.addIndices([item]);
      problem.addIndices([item]);
    }
    const pieces: string[] = [];
    const search = new Learn(problem.compile(), { proof: (lines) => pieces.push(lines) });
    for (let k = 0; k < 4; k++) expect(search.advance(Number.POSITIVE_INFINITY)).toBe('solution');
    // The clause against the first solution has all its options.
    expect(pieces.join('').split('\n')[0]?.split(' ')).toHaveLength(12_001);
  });

  test('is the same with a proof as without', () => {
    fc.assert(
      fc.property(problems, seeds, (problem, seed) => {
        const { search, found } = prove(problem, { seed });
        const { nodes, updates, conflicts } = search;
        const alone = new Learn(problem.compile(), { seed });
        const listed = [...solutions(problem.compile(), { seed, engine: 'learn' })];
        expect(listed).toEqual(inOrder(found));
        alone.advance(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
        expect({ nodes, updates, conflicts }).toEqual({
          nodes: alone.nodes,
          updates: alone.updates,
          conflicts: alone.conflicts,
        });
      }),
      { numRuns: runs(200) },
    );
  });

  test('hands out whole lines, many at once, and keeps none', () => {
    const pieces: string[] = [];
    const search = new Learn(langford(9).compile(), { proof: (lines) => pieces.push(lines) });
    expect(search.advance(Number.POSITIVE_INFINITY)).toBe('exhausted');
    expect(pieces.length).toBeGreaterThan(10);
    for (const piece of pieces) {
      expect(piece.endsWith('0\n')).toBe(true);
      expect(piece.length).toBeLessThan(70_000);
    }
    const { length } = pieces;
    expect(search.advance(1)).toBe('exhausted');
    expect(pieces).toHaveLength(length);
  });

  test('does not say that it is at the end when the sink fails', () => {
    for (const problem of [langford(9), pigeons(2, 1)]) {
      const search = new Learn(problem.compile(), {
        proof: () => {
          throw new Error('no room');
        },
      });
      expect(() => search.advance(Number.POSITIVE_INFINITY)).toThrow('no room');
      expect(() => search.advance(1)).toThrow('no room');
    }
  });
});

describe('a question', () => {
  const two = new Problem({ primary: ['a', 'b'] });
  for (const items of [['a'], ['b'], ['a', 'b']]) two.addOption(items);
  let proof = '';
  const sink = (lines: string) => {
    proof += lines;
  };
  const asked = <A>(ask: () => A): [A, string] => {
    proof = '';
    return [ask(), proof];
  };

  test('with a proof is answered by learn', async () => {
    const none = pigeons(4, 3);
    const cnf = writeDimacs(none);
    const [answer, ofFirst] = asked(() => first(none, { proof: sink }));
    expect(answer).toEqual({ status: 'complete' });
    expect(flawOf(cnf, ofFirst)).toBeUndefined();
    const others: (() => unknown)[] = [
      () => isUnique(none, { proof: sink }),
      () => count(none, { proof: sink }),
      () => [...solutions(none, { proof: sink })],
      () => createSearch(none.compile(), { proof: sink }).advance(Number.POSITIVE_INFINITY),
      () => createSearch(none.compile(), { proof: sink, engine: 'learn' }).advance(1e9),
    ];
    for (const ask of others) {
      expect(asked(ask)[1]).toBe(ofFirst);
    }
    proof = '';
    await isUniqueAsync(none, { proof: sink });
    expect(proof).toBe(ofFirst);
  });

  test('that counts proves that there are no others', () => {
    const [all, ofAll] = asked(() => [...solutions(two, { proof: sink })]);
    const without = all.map(({ numbers }) => numbers);
    expect(without).toHaveLength(2);
    expect(flawOf(writeDimacs(two, { without }), ofAll)).toBeUndefined();
  });

  test('that a solution answers leaves a proof without its end', () => {
    const [answer, ofFirst] = asked(() => first(two, { proof: sink }));
    expect(answer.status).toBe('found');
    expect(ofFirst).toBe('');
  });

  const compiled = two.compile();
  test.each<[string, () => unknown, string]>([
    [
      'another engine',
      () => first(two, { proof: sink, engine: 'lists' }),
      'engine is "lists", and',
    ],
    ['auto', () => first(two, { proof: sink, engine: 'auto' }), "only 'learn' writes a proof"],
    [
      'another engine of a search',
      () => createSearch(compiled, { proof: sink, engine: 'links' }),
      'engine is "links", and only \'learn\' writes a proof; leave the engine out.',
    ],
    ['reduce', () => first(two, { proof: sink, reduce: true }), 'leave out reduce or proof'],
    ['a prefix', () => first(two, { proof: sink, prefix: [2] }), 'cannot begin below a prefix'],
    ['a text', () => first(two, { proof: 'file' as never }), 'proof is "file"; give a function'],
    [
      'a second search',
      () => createSearch(compiled, { proof: sink }).reset(),
      'A search that writes a proof cannot begin again; make a new search of the whole problem',
    ],
    [
      'a known solution',
      () => new Learn(compiled, { proof: sink }).exclude([2]),
      'cannot leave out a solution',
    ],
  ])('refuses a proof with %s', (_, ask, message) => {
    expectRefusal(ask, message, { code: 'bad-setting' });
  });

  test('refuses a proof by several workers', async () => {
    const settings = { proof: sink, workers: 2 };
    await expect(countParallel(two, settings)).rejects.toThrow('There is no setting "proof" here');
  });

  test('an empty prefix is none', () => {
    expect(first(pigeons(2, 1), { proof: sink, prefix: [] })).toEqual({ status: 'complete' });
  });
});
