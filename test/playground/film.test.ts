import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodesOf } from '../../src/engine/kernels/links/dance.ts';
import { Links } from '../../src/engine/kernels/links/links.ts';
import type { Search } from '../../src/engine/kernels/search.ts';
import { Learn } from '../../src/engine/learn/learn.ts';
import { Problem } from '../../src/engine/problem/problem.ts';
import { finish } from '../../src/engine/problem/slices.ts';
import { EXAMPLES } from '../../src/playground/dance/examples.ts';
import {
  CHOSEN,
  type Film,
  LIVE,
  NONE,
  type SmallProblem,
  smallProblem,
} from '../../src/playground/dance/film.ts';
import { plainText } from '../../src/playground/dance/film-sentences.ts';
import { recordLearn } from '../../src/playground/dance/learn.ts';
import { recordLinks } from '../../src/playground/dance/search-film.ts';
import { queens } from '../../src/puzzles/classics.ts';
import { type Matrix, matrixOf } from '../cases/matrix.ts';
import { smallMatrix, tightMatrix } from '../support/arbitrary.ts';
import { asSet, bruteForce } from '../support/checker.ts';
import {
  bruteForceMultiples,
  multipleMatrix,
  multipleProblemOf,
  tightMultiples,
} from '../support/multiples.ts';
import { expectSame } from '../support/same.ts';

/** Random problems for each property. */
const RUNS = { numRuns: 25 };

function problemOf({ primary, secondary, options, colours }: Matrix): SmallProblem {
  const problem = new Problem({ primary, secondary });
  for (const [k, items] of options.entries()) problem.addIndices(items, undefined, colours?.[k]);
  return smallProblem(problem);
}

function exampleOf(name: string) {
  return (EXAMPLES.find((one) => one.name === name) as (typeof EXAMPLES)[number]).make();
}

/** The options chosen at the solutions of a film. */
function solutionsOf(film: Film): number[][] {
  const { items, options } = film.problem;
  return [...film.steps.keys()]
    .filter((step) => film.steps[step]?.kind === 'solution')
    .map((step) => {
      film.tape.goTo(step);
      return options.map((_, k) => k).filter((k) => film.tape.state[items.length + k] === CHOSEN);
    });
}

/** The number of nodes of a search to its end. */
function nodesToEnd(search: Search): number {
  while (search.advance(1) !== 'exhausted');
  return search.nodes;
}

/** True if an option can be chosen beside others, from the definition. */
function fits({ uses, hues, choosable }: SmallProblem, option: number, chosen: readonly number[]) {
  const agrees = (item: number, hue: number, other: number) => {
    const k = (uses[other] as number[]).indexOf(item);
    return k < 0 || (hue !== 0 && hues[other]?.[k] === hue);
  };
  const items = uses[option] as number[];
  return (
    choosable[option] === true &&
    items.every((item, k) => chosen.every((other) => agrees(item, hues[option]?.[k] ?? 0, other)))
  );
}

const RECORDERS = {
  links: (problem: SmallProblem, most?: number) => finish(recordLinks(problem, most)),
  learn: (problem: SmallProblem, most?: number) => finish(recordLearn(problem, most)),
};

describe.each(Object.entries(RECORDERS))('a film of %s', (_engine, record) => {
  test('finds all solutions and comes to the end', () => {
    fc.assert(
      fc.property(smallMatrix, (matrix) => {
        const film = record(problemOf(matrix));
        expect(film.isWhole).toBe(true);
        expect(asSet(solutionsOf(film))).toEqual(asSet(bruteForce(matrix)));
      }),
      RUNS,
    );
  });

  test('plays backward through the same states, and jumps', () => {
    fc.assert(
      fc.property(tightMatrix, fc.array(fc.nat(), { maxLength: 10 }), (matrix, jumps) => {
        const { tape, steps } = record(problemOf(matrix));
        const states = steps.map((_, step) => {
          tape.goTo(step);
          return tape.state.join();
        });
        for (let step = steps.length - 1; step >= 0; step--) {
          tape.goTo(step);
          expectSame(tape.state.join(), states[step]);
        }
        for (const jump of jumps) {
          tape.goTo(jump % steps.length);
          expectSame(tape.state.join(), states[jump % steps.length]);
        }
      }),
      RUNS,
    );
  });

  test('is cut off at the most steps', () => {
    const whole = record(smallProblem(queens(5)));
    const film = record(smallProblem(queens(5)), 20);
    expect(film.isWhole).toBe(false);
    expect(film.steps).toHaveLength(20);
    expect(film.steps.map(({ kind }) => kind)).toEqual(
      whole.steps.slice(0, 20).map(({ kind }) => kind),
    );
    for (const { made } of film.tree) expect(made).toBeLessThan(20);
    for (const { learned } of film.clauses) expect(learned).toBeLessThan(20);
  });

  test('has a sentence for each step, with names in place of numbers', () => {
    for (const { make } of EXAMPLES) {
      const { problem } = make();
      for (const { sentence } of record(problem).steps) {
        const text = plainText(sentence, problem);
        expect(text).toMatch(/^\S.*[.]$/);
        expect(text).not.toMatch(/undefined|NaN|Infinity| {2}|\.\./);
      }
    }
  });
});

describe('the tree and the matrix of links', () => {
  test('show what the definition says, wherever an item is picked', () => {
    fc.assert(
      fc.property(tightMatrix, (matrix) => {
        const film = RECORDERS.links(problemOf(matrix));
        const { problem, steps, tape, tree } = film;
        for (const [step, { kind, choice }] of steps.entries()) {
          if (kind !== 'pick') continue;
          const path: number[] = [];
          for (let at = choice; at !== NONE; at = tree[at]?.parent) {
            path.push(tree[at]?.option);
          }
          tape.goTo(step);
          for (let option = 0; option < problem.options.length; option++) {
            const state = tape.state[problem.items.length + option];
            if (path.includes(option)) expectSame(state, CHOSEN);
            else expectSame(state === LIVE, fits(problem, option, path));
          }
        }
      }),
      RUNS,
    );
  });
});

describe('films go by the engines', () => {
  test('links: the links after each node are those of the engine', () => {
    fc.assert(
      fc.property(fc.oneof(smallMatrix, tightMatrix), (matrix) => {
        const problem = problemOf(matrix);
        const { steps, tape } = RECORDERS.links(problem);
        const at = problem.items.length + problem.options.length;
        const shown: string[] = [];
        for (const [step, { kind }] of steps.entries()) {
          const next = steps[step + 1]?.kind ?? '';
          const isNode = kind === 'choose' || kind === 'cover';
          if (!isNode || !['pick', 'dead', 'solution'].includes(next)) continue;
          tape.goTo(step);
          shown.push(tape.state.subarray(at).join());
        }
        const links = new Links(problem.compiled);
        const states: string[] = [];
        for (let before = 0; links.advance(1) !== 'exhausted'; before = links.nodes) {
          if (links.nodes > before) states.push(links.snapshot().join());
        }
        expect(shown).toEqual(states);
      }),
      RUNS,
    );
  });

  test('links: the nodes lie where the figure draws them', () => {
    const problem = problemOf(matrixOf('queens', queens(4)));
    const a = new Links(problem.compiled).snapshot();
    const nodes = nodesOf(a, problem.items.length, problem.options.length);
    for (const [option, uses] of problem.uses.entries()) {
      const items = nodes[option].map((x) => a[x] / 5 - 1);
      expect(items).toEqual(uses);
    }
  });

  test('learn: as many decisions and conflicts as the engine, and what it learns is true', () => {
    fc.assert(
      fc.property(tightMatrix, (matrix) => {
        const problem = problemOf(matrix);
        const film = RECORDERS.learn(problem);
        const engine = new Learn(problem.compiled);
        nodesToEnd(engine);
        const kinds = film.steps.map(({ kind }) => kind);
        expect(kinds.filter((kind) => kind === 'choose')).toHaveLength(engine.guesses);
        // A conflict that rests on no decision is the end, and no node.
        const rest = kinds.filter((kind) => kind === 'conflict').length - engine.conflicts;
        expect([0, 1]).toContain(rest);
        const all = solutionsOf(RECORDERS.links(problem));
        const found = solutionsOf(film);
        for (const { literals, learned } of film.clauses) {
          if (learned === NONE) continue;
          const before = kinds.slice(0, learned).filter((kind) => kind === 'solution').length;
          const known = new Set(asSet(found.slice(0, before)));
          for (const solution of all.filter((one) => !known.has(asSet([one])[0]))) {
            const holds = literals.some((k) => k > 0 === solution.includes(Math.abs(k) - 1));
            expectSame(holds, true);
          }
        }
      }),
      RUNS,
    );
  });

  test('learn: also where items are covered more or less than once', () => {
    fc.assert(
      fc.property(fc.oneof(multipleMatrix, tightMultiples), (matrix) => {
        const problem = smallProblem(multipleProblemOf(matrix));
        const film = RECORDERS.learn(problem, 500);
        for (const { sentence } of film.steps) {
          for (const part of sentence) {
            if (typeof part === 'string') continue;
            const name = 'item' in part ? problem.items[part.item] : problem.options[part.option];
            expectSame(typeof name, 'string');
          }
        }
        if (!film.isWhole || matrix.options.length > 12) return;
        expect(asSet(solutionsOf(film))).toEqual(asSet(bruteForceMultiples(matrix)));
      }),
      RUNS,
    );
  });

  test('learn: only what is forced is chosen where the problem is dead from the start', () => {
    const options = [[0], [0, 1], [0, 2]];
    const { problem, tape, steps } = RECORDERS.learn(
      problemOf({ name: 'dead', primary: 4, secondary: 0, options }),
    );
    expect(steps.map(({ kind }) => kind)).toEqual(['start', 'end']);
    tape.goTo(1);
    const states = problem.options.map((_, k) => tape.state[problem.items.length + k]);
    expect(states).not.toContain(CHOSEN);
  });

  test('learn sees once what links runs into again and again', () => {
    const { problem } = exampleOf('corner');
    const dead = RECORDERS.links(problem).tree.filter(({ ended }) => ended);
    const conflicts = RECORDERS.learn(problem).steps.filter(({ kind }) => kind === 'conflict');
    expect(dead).toHaveLength(16);
    expect(conflicts).toHaveLength(2);
  });
});

test("Knuth's example, as he tells it", () => {
  const { problem } = exampleOf('knuth');
  const { steps } = RECORDERS.links(problem);
  const told = steps.slice(1, 11).map(({ sentence }) => plainText(sentence, problem));
  expect(told[0]).toMatch(/^Pick a: it has the fewest options, 2\./);
  expect(told[2]).toBe('Try the first option of a: a d g. It also covers d and g.');
  expect(told[9]).toMatch(/^Cover f/);
  expect(steps[11]?.kind).toBe('dead');
});

test('a large problem is refused in kind words', () => {
  expect(() => smallProblem(queens(20))).toThrow(/The dance shows up to 100 items and 200 options/);
});
