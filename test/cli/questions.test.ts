import { describe, expect, test } from 'vitest';
import { parse } from '../../src/cli/flags.ts';
import { questionIn, SOLVE_FLAGS } from '../../src/cli/question.ts';
import { FLAGS as SUDOKU_FLAGS, questionIn as sudokuQuestionIn } from '../../src/cli/sudoku.ts';

/** Flag -> a command line that has it. */
const GIVEN: Readonly<Record<string, string>> = {
  count: '--count',
  first: '--first',
  unique: '--unique',
  estimate: '--estimate',
  sample: '--sample 3',
  odds: '--odds',
  symmetries: '--symmetries',
  best: '--best 3',
  why: '--why',
  steps: '--steps',
  hint: '--hint',
  rate: '--rate',
  proof: '--proof p',
  cnf: '--cnf',
  lp: '--lp',
  model: '--model answer.txt',
  limit: '--limit 3',
  'up-to-symmetry': '--up-to-symmetry',
  max: '--max',
  reduce: '--reduce',
  'no-symmetry': '--no-symmetry',
  labels: '--labels',
  engine: '--engine learn',
  workers: '--workers 2',
  output: '--output out.txt',
  checkpoint: '--checkpoint s.check',
  'checkpoint-every': '--checkpoint-every 5',
  shard: '--shard 1/2',
  prefix: '--prefix [1]',
  json: '--json',
  format: '--format dlx',
  sharp: '--sharp',
  stats: '--stats',
  seed: '--seed 1',
  timeout: '--timeout 1',
  memory: '--memory 9',
  'max-nodes': '--max-nodes 9',
};

const SEARCH = 'json format sharp stats seed timeout memory max-nodes';
const KEPT = `${SEARCH} engine workers output checkpoint shard prefix`;
const PENCIL = 'json format sharp stats timeout prefix';
/** Question -> the flags that go with it, one at a time. */
const FIT: Readonly<Record<string, string>> = {
  count: `${KEPT} reduce limit no-symmetry up-to-symmetry`,
  first: `${KEPT} reduce labels proof up-to-symmetry`,
  unique: `${KEPT} reduce proof up-to-symmetry`,
  estimate: `${SEARCH.replace(' max-nodes', '')} engine reduce`,
  sample: `${SEARCH} labels output`,
  odds: `${SEARCH.replace(' seed', '')} labels output`,
  symmetries: 'json format stats timeout memory max-nodes labels output',
  best: `${SEARCH} labels output max reduce up-to-symmetry`,
  why: `${SEARCH} labels output prefix`,
  steps: `${PENCIL} labels output limit`,
  hint: `${PENCIL} labels output`,
  rate: PENCIL,
  proof: `${SEARCH} labels engine first unique`,
  cnf: 'format',
  lp: 'format',
  model: 'format json labels',
};

const ask = (...names: string[]) =>
  questionIn(
    parse(
      names.map((name) => GIVEN[name]).flatMap((line) => line.split(' ')),
      SOLVE_FLAGS,
    ).given,
  );

test('all flags of solve are here', () => {
  expect(Object.keys(GIVEN).sort()).toEqual(Object.keys(SOLVE_FLAGS).sort());
});

describe.each(Object.entries(FIT))('--%s', (question, list) => {
  const fit = list.split(' ');

  test('goes with its flags', () => {
    const asked = fit.includes('proof') ? [question, 'proof'] : [question];
    expect(ask(question)).toBe(question);
    for (const name of fit) expect(asked).toContain(ask(question, name));
  });

  test('and excludes all others', () => {
    for (const name of Object.keys(GIVEN)) {
      if (name === question || fit.includes(name)) continue;
      const needs = { max: 'best', 'no-symmetry': 'count', 'checkpoint-every': 'checkpoint' }[name];
      const call = () => ask(question, name);
      const both = new RegExp(`^--(?:${question} and --${name}|${name} and --${question}) exclude`);
      expect(call, name).toThrow(needs === undefined ? both : `--${name} says wh`);
    }
  });
});

test.each([
  [['count', 'first'], '--count and --first exclude each other; give one'],
  [['up-to-symmetry', 'workers'], '--up-to-symmetry and --workers exclude each other; give one'],
  [['shard', 'prefix'], '--shard and --prefix exclude each other; give one'],
  [['sharp', 'format'], '--sharp and --format exclude each other; give one'],
  [['labels', 'format'], '--labels and --format exclude each other; give one'],
  [['max'], '--max says which solutions --best K prints; give --best too'],
  [['no-symmetry', 'first'], '--no-symmetry says what --count leaves unused; give --count too'],
  [
    ['checkpoint-every', 'count'],
    '--checkpoint-every says when --checkpoint FILE is written; give it too',
  ],
  [
    ['estimate', 'limit'],
    '--estimate and --limit exclude each other: an estimate is of all solutions; give one',
  ],
] as const)('%j: %s', (names, message) => {
  expect(() => ask(...names)).toThrow(message);
});

test('a proof is written by one engine', () => {
  const { given } = parse(['--proof', 'p', '--engine', 'lists'], SOLVE_FLAGS);
  expect(() => questionIn(given)).toThrow('--engine lists writes no proof; leave --engine out');
});

test('one or two solutions are not looked for by sweep', () => {
  for (const name of ['first', 'unique'] as const) {
    expect(() => questionIn({ [name]: true, engine: 'sweep' })).toThrow(
      `--engine sweep is for all solutions; with --${name} leave --engine out`,
    );
  }
});

test('without a question, all solutions are asked for', () => {
  for (const name of Object.keys(GIVEN)) {
    if (name in FIT || ['max', 'no-symmetry', 'checkpoint-every'].includes(name)) continue;
    expect(ask(name)).toBe('solutions');
  }
});

describe('sudoku', () => {
  const READING = 'json size boxes symbols stats';
  /** Question -> the flags that go with it; solving is the question without a flag. */
  const SUDOKU_FIT: Readonly<Record<string, string>> = {
    solving: `${READING} pretty timeout workers`,
    all: `${READING} pretty timeout limit`,
    count: `${READING} timeout workers limit`,
    unique: `${READING} timeout workers`,
    candidates: `${READING} timeout`,
    steps: `${READING} timeout pretty`,
    hint: `${READING} timeout`,
    rate: `${READING} timeout workers`,
    canonical: `${READING} pretty workers`,
    distinct: `${READING} pretty`,
    as: READING,
  };
  const VALUES: Readonly<Record<string, string>> = {
    limit: '=3',
    size: '=9',
    boxes: '=3x3',
    symbols: '=1-9',
    timeout: '=1',
    workers: '=2',
    as: '=iss',
  };
  const askSudoku = (...names: string[]) => {
    const flags = names.map((name) => `--${name}${VALUES[name] ?? ''}`);
    return sudokuQuestionIn(parse(flags, SUDOKU_FLAGS).given);
  };

  test.each(Object.entries(SUDOKU_FIT))('%s goes with its flags, and no others', (asked, list) => {
    const question = asked === 'solving' ? [] : [asked];
    const answer = asked === 'solving' ? 'first' : asked === 'unique' ? 'isUnique' : asked;
    expect(askSudoku(...question)).toBe(answer);
    for (const name of Object.keys(SUDOKU_FLAGS)) {
      if (name === asked || (asked === 'solving' && name in SUDOKU_FIT)) continue;
      const call = () => askSudoku(...question, name);
      if (list.split(' ').includes(name)) expect(call(), name).toBe(answer);
      else expect(call, name).toThrow(asked === 'solving' ? '--limit goes with' : 'exclude each');
    }
  });
});
