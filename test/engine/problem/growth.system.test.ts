import { describe, expect, test } from 'vitest';
import {
  Compiled,
  DlxReader,
  dimacsLines,
  dlxLines,
  Problem,
  readDlx,
  readModel,
} from '../../../src/index.ts';

/** So many characters that work in proportion to their square would go on for minutes. */
const LENGTH = 1_000_000;
/** The same for names, lines and options, each of which takes many steps. */
const MANY = 100_000;

const range = (n: number) => Array.from({ length: n }, (_, k) => k);
const read = (text: string) => () => void readDlx(text);
/** A text that is refused at its end, with the work for the error. */
const refused = (text: string) => () => {
  expect(() => readDlx(text)).toThrow(/^Line/);
};
const pieces = (text: string, size: number) => () => {
  const reader = new DlxReader();
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  reader.end();
};
const names = (n: number) => range(n).map((k) => `i${k}`);
const items = (n: number) => names(n).join(' ');
const coloured = (n: number) => names(n).map((name) => `${name}:${name}`);

const lengths: Record<string, (n: number) => () => void> = {
  'empty lines': (n) => read(`${'\n'.repeat(n)}a\n`),
  'one line of blanks': (n) => read(`${' '.repeat(n)}a`),
  'one comment': (n) => read(`a\n|${' a'.repeat(n)}`),
  'a long name': (n) => read(`${'a'.repeat(n)}\n${'a'.repeat(n)}\n`),
  'a long unknown item': (n) => refused(`a\n${'b'.repeat(n)}\n`),
  'a name with a long number': (n) => refused(`${'1'.repeat(n)}|\n`),
  'a long number twice': (n) => refused(`${'1'.repeat(n)}:${'1'.repeat(n)}\n`),
  'many bars': (n) => refused(`a\na ${'|'.repeat(n)}\n`),
  'many colons': (n) => refused(`a | x\na x${':'.repeat(n)}\n`),
  'a long name with half a character': (n) => refused(`${'\u{1f600}'.repeat(n)}\ud83d\n`),
};

const dlx: Record<string, (n: number) => () => void> = {
  'options of one item': (n) => read(`a\n${'a\n'.repeat(n)}`),
  comments: (n) => read(`a\n${'| a\n'.repeat(n)}`),
  'many items': (n) => read(`${items(n)}\n`),
  'an option of many items': (n) => read(`${items(n)}\n${items(n)}\n`),
  'many colours': (n) => read(`a | x\n${coloured(n).join('\n').replace(/i\d+:/g, 'a x:')}`),
  'an option of many colours': (n) => read(`a | ${items(n)}\na ${coloured(n).join(' ')}\n`),
  'many warnings': (n) => {
    const text = `a | x\n${'x\n'.repeat(n)}`;
    return () => void readDlx(text, { onWarning() {} });
  },
  'DOS lines': (n) => read(`a\r\n${'a\r\n'.repeat(n)}`),
  'chunks of one character, many lines': (n) => pieces(`a\n${'a\n'.repeat(n)}`, 1),
  'chunks of one character, one line': (n) => pieces(items(n), 1),
  'an unknown item, many that are like it': (n) => refused(`${items(n)}\nj1\n`),
};

/** n options of an item each, all of them chosen. */
function apart(n: number): Problem {
  const problem = new Problem({ primary: n });
  for (let k = 0; k < n; k++) problem.addIndices([k]);
  problem.compile();
  return problem;
}
const model =
  (text: (n: number) => string, problem = apart) =>
  (n: number) => {
    const [stated, whole] = [problem(n), text(n)];
    return () => void readModel(stated, whole);
  };
const one = () => apart(1);
const values = (n: number) => range(n).map((k) => k + 1);

const models: Record<string, (n: number) => () => void> = {
  'one line of values': model((n) => `s SATISFIABLE\nv ${values(n).join(' ')} 0\n`),
  'a line for each value': model(
    (n) =>
      `s SATISFIABLE\n${values(n)
        .map((k) => `v ${k}\n`)
        .join('')}v 0\n`,
  ),
  'auxiliary values': model((n) => `SAT\n1 ${values(n).join(' ')} 0\n`, one),
};

const modelLengths: Record<string, (n: number) => () => void> = {
  'a long value': model((n) => `SAT\n1 ${'9'.repeat(n)} 0\n`, one),
  comments: model((n) => `${'c x\n'.repeat(n)}UNSAT\n`, one),
  'a line of blanks': model((n) => `${' '.repeat(n)}\nUNSAT\n`, one),
  'blanks before a word': (n) => {
    const text = `${' '.repeat(n)}x\nUNSAT\n`;
    const problem = one();
    return () => expect(() => readModel(problem, text)).toThrow(/"x"/);
  },
  'blanks within a verdict': model((n) => `s${' '.repeat(n)}UNSATISFIABLE\n`, one),
  'empty lines': model((n) => `${'\n'.repeat(n)}UNSAT\n`, one),
  verdicts: model((n) => 'UNSAT\n'.repeat(n), one),
};

/** One option with n secondary items, each in a colour of its own. */
function colourful(n: number): Problem {
  const problem = new Problem({ primary: 1, secondary: n });
  problem.addIndices(range(n + 1), undefined, range(n + 1));
  return problem;
}

const written = (lines: (problem: Problem) => Iterable<string>) => (n: number) => {
  const problem = colourful(n);
  return () => {
    for (const _ of lines(problem));
  };
};

const others: Record<string, (n: number) => () => void> = {
  'Compiled.from, many options': (n) => {
    const { data } = apart(n).compile();
    return () => void Compiled.from(data);
  },
  'Compiled.from, bytes that lie anywhere': (n) => {
    const { data } = apart(n).compile();
    const bytes = new Uint8Array(data.byteLength + 1);
    bytes.set(new Uint8Array(data.buffer), 1);
    return () => void Compiled.from(bytes.subarray(1));
  },
  'dlxLines, an option of many colours': written(dlxLines),
  'dimacsLines, an option of many colours': written(dimacsLines),
  'stating an option of many colours': (n) => () => void colourful(n),
};

describe.each([
  ['readDlx, many characters', lengths, LENGTH],
  ['readDlx, many names and lines', dlx, MANY],
  ['readModel, many characters', modelLengths, LENGTH],
  ['readModel, many values', models, MANY],
  ['others', others, MANY],
])('%s', (_, cases, n) => {
  test.each(Object.entries(cases))('%s: no matter', (_, make) => make(n)());
});
