import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeDimacs } from '../../src/engine/formats/dimacs.ts';
import { readDlx } from '../../src/engine/formats/dlx/reader.ts';
import { writeDlx } from '../../src/engine/formats/dlx/write.ts';
import { QuadrilleError } from '../../src/engine/problem/error.ts';
import { count } from '../../src/engine/solve/api.ts';
import { carriedText, cnfWith, pngWith, svgWith } from '../../src/playground/carry.ts';
import {
  fromJson,
  shell,
  textOfFile,
  toJson,
  typeScript,
} from '../../src/playground/editor/exchange.ts';
import { drawGrid, tooLargeToDraw } from '../../src/playground/editor/grid.ts';
import {
  MOST_PAGE_CHARACTERS,
  namingAt,
  type Reading,
  reading,
} from '../../src/playground/editor/reading.ts';
import { STARTS } from '../../src/playground/editor/texts.ts';
import { queens } from '../../src/puzzles/classics.ts';

function read(text: string): Reading {
  const steps = reading(text);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The words of the reader about a text, without the place. */
function refusalOf(text: string): QuadrilleError | undefined {
  try {
    readDlx(text);
    return undefined;
  } catch (error) {
    if (error instanceof QuadrilleError) return error;
    throw error;
  }
}

/** Texts that are problems, nearly, or not at all. */
const part = fc.constantFrom(
  'a',
  'b',
  'c',
  'x',
  'y',
  'x:A',
  'y:B',
  'a:C',
  '|',
  '|3',
  '2:3|d',
  'd',
  '<b>',
  '',
);
const texts = fc
  .array(
    fc.array(part, { maxLength: 6 }).map((parts) => parts.join(' ')),
    { maxLength: 8 },
  )
  .map((lines) => lines.join('\n'));

describe('reading', () => {
  test('finds the first mistake where the reader does, in its words', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          texts,
          fc.string(),
          texts.map((text) => `a b c d | x y\n${text}`),
        ),
        (text) => {
          const { problem, mistakes } = read(text);
          const error = refusalOf(text);
          const wrong = mistakes.filter(({ isWarning }) => !isWarning);
          expect(problem === undefined).toBe(error !== undefined);
          if (error === undefined) {
            expect(wrong).toEqual([]);
            return;
          }
          const found = wrong.find(
            ({ line, column }) => line === error.line && column === error.column,
          );
          expect(error.message.endsWith(found?.message ?? 'no such mistake')).toBe(true);
          for (const { from, to } of mistakes) {
            expect(from).toBeLessThanOrEqual(to);
            expect(to).toBeLessThanOrEqual(text.length);
          }
        },
      ),
    );
  });

  test('goes on after a mistake, and marks the word', () => {
    const text = 'a b | x\na q\nb x:A\na a\nb:C\na b\n';
    const { mistakes, problem } = read(text);
    expect(problem).toBeUndefined();
    expect(
      mistakes.map(({ line, column, from, to }) => [line, column, text.slice(from, to)]),
    ).toEqual([
      [2, 3, 'q'],
      [4, 3, 'a'],
      [5, 1, 'b:C'],
    ]);
  });

  test('warns of an option that is never chosen, and gives the problem', () => {
    const { mistakes, problem } = read('a | x\na\nx\n');
    expect(problem?.optionCount).toBe(2);
    expect(mistakes).toMatchObject([{ isWarning: true, line: 3, column: 1 }]);
  });

  test('knows where each item is named, and the line of each option', () => {
    const text = '| a comment\n2:3|a b | x\n\na x:A |4\nb\n';
    const { namings, lineOf } = read(text);
    expect(
      namings.map(({ from, to, item, option }) => [text.slice(from, to), item, option]),
    ).toEqual([
      ['2:3|a', 0, -1],
      ['b', 1, -1],
      ['x', 2, -1],
      ['a', 0, 0],
      ['x:A', 2, 0],
      ['b', 1, 1],
    ]);
    expect(lineOf).toEqual([3, 4]);
    for (const naming of namings) {
      expect(namingAt(namings, naming.from)).toBe(naming);
      expect(namingAt(namings, naming.to)).toBe(naming);
    }
    expect(namingAt(namings, 3)).toBeUndefined();
  });

  test('reads a long text in slices, and refuses one that is too long at once', () => {
    const text = writeDlx(queens(40));
    const steps = reading(text);
    let slices = 0;
    while (!steps.next().done) slices++;
    expect(slices).toBeGreaterThan(5);
    const { mistakes } = read(`a\n${'a\n'.repeat(MOST_PAGE_CHARACTERS)}`);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]?.message).toMatch(/quadrille solve FILE/);
  });

  test('a text without an end of mistakes has a limit', () => {
    const { mistakes } = read(`a\n${'q\n'.repeat(1000)}`);
    expect(mistakes.length).toBeLessThan(20);
  });
});

/** A PNG of one dot. */
const PNG = pngOfADot();

function pngOfADot(): Uint8Array {
  const chunk = (name: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The meaning of a text, apart from the way in which it is stored. */
function meaning(text: string): string {
  return writeDlx(readDlx(text));
}

describe('files carry their problem there and back', () => {
  const all = STARTS.map(({ name, text }): [string, string] => [name, text()]);
  const bytesOf = (text: string) => new TextEncoder().encode(text);

  test.each(all)('%s', (_name, text) => {
    const problem = readDlx(text);
    const svg = svgWith(drawGrid(problem, [0]).svg, text);
    expect(textOfFile('p.DLX', bytesOf(text))).toBe(text);
    expect(textOfFile('p.cnf', bytesOf(cnfWith(writeDimacs(problem), text)))).toBe(text);
    expect(textOfFile('p.svg', bytesOf(svg))).toBe(text);
    expect(textOfFile('p.png', pngWith(PNG, text))).toBe(text);
    expect(meaning(textOfFile('p.json', bytesOf(toJson(problem))))).toBe(meaning(text));
  });

  test('whatever is in the text', () => {
    const character = fc
      .integer({ min: 0, max: 0xd7ff })
      .filter((code) => ![10, 13].includes(code));
    const line = fc.array(character).map((codes) => String.fromCharCode(...codes));
    const lines = fc.array(fc.oneof(line, fc.constant('\ufeff')));
    fc.assert(
      fc.property(lines, (some) => {
        const text = `${some.join('\n')}\n`;
        expect(carriedText('p.cnf', bytesOf(cnfWith('p cnf 0 0\n', text)))).toBe(text);
        expect(carriedText('p.svg', bytesOf(svgWith('<svg a="b"><g/></svg>', text)))).toBe(text);
        expect(carriedText('p.png', pngWith(PNG, text))).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  test('a picture with a text is still a picture', () => {
    const png = pngWith(PNG, 'a b\na\nb\n');
    const view = new DataView(png.buffer);
    const names: string[] = [];
    for (let at = 8; at < png.length; ) {
      const length = view.getUint32(at);
      names.push(new TextDecoder().decode(png.subarray(at + 4, at + 8)));
      expect(view.getUint32(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
      at += 12 + length;
    }
    expect(names).toEqual(['IHDR', 'iTXt', 'IDAT', 'IEND']);
  });

  test.each([
    ['p.png', PNG, /does not carry the text/],
    ['p.cnf', bytesOf('p cnf 1 1\n1 0\n'), /does not carry the text/],
    ['p.svg', bytesOf('<svg/>'), /does not carry the text/],
    ['p.json', bytesOf('{"primary":'), /^This is no JSON/],
    ['p.json', bytesOf('[1]'), /an object with "primary"/],
    ['p.json', bytesOf('null'), /an object with "primary"/],
    ['p.json', bytesOf('{"primary":["a"],"options":[["b"]]}'), /unknown item "b"/],
    ['p.json', bytesOf('{"primary":["a"],"options":[["a"]],"costs":7}'), /The costs are 7/],
    ['p.json', bytesOf('{"primary":["a b"],"options":[]}'), /blank/],
  ])('%s of others is refused in words', (name, bytes, message) => {
    expect(() => textOfFile(name, bytes)).toThrow(QuadrilleError);
    expect(() => textOfFile(name, bytes)).toThrow(message);
  });

  test('JSON has what new Problem takes', () => {
    const problem = readDlx('2:|a b | x\na x:A |-4\nb\na\n');
    expect(JSON.parse(toJson(problem))).toEqual({
      primary: [{ item: 'a', times: [2, null] }, 'b'],
      secondary: ['x'],
      options: [['a', { item: 'x', colour: 'A' }], ['b'], ['a']],
      costs: [-4, 0, 0],
    });
    expect(count(fromJson(toJson(problem))).exact).toBe(count(problem).exact);
  });
});

describe('the matrix', () => {
  test('escapes names, and cuts long ones', () => {
    const name = '<script>alert(1)</script>&"';
    const { svg } = drawGrid(readDlx(`${name} \u0001b\n${name}\n\u0001b\n`), [0]);
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u0001');
    expect(svg).toContain('&lt;script&gt;ale');
  });

  test('has a limit', () => {
    expect(tooLargeToDraw(queens(8))).toBeUndefined();
    expect(tooLargeToDraw(queens(100))).toMatch(/too large to be drawn/);
  });
});

describe('snippets', () => {
  const PLAIN = { isPriced: false, isUpToSymmetry: false };

  test('ask for one solution of each class', () => {
    const how = { isPriced: true, isUpToSymmetry: true };
    expect(shell('a\na\n', how)).toContain('solve --best 1 --up-to-symmetry <<');
    const text = typeScript('a\na\n', how);
    expect(text).toContain('count(problem, { upToSymmetry: true }).exact');
    expect(text).toContain('best(problem, { upToSymmetry: true }).solutions');
  });

  test('hold the text as it is', () => {
    const text = `| a \`quote\`, a $\{brace}, a \\slash, an 'apostrophe'\na b\na\nb\n`;
    const [, source = ''] = /readDlx\((`.*`)\);/s.exec(typeScript(text, PLAIN)) ?? [];
    // biome-ignore lint/security/noGlobalEval: it evaluates a literal of our own.
    expect(eval(source)).toBe(`\n${text}`);
    expect(shell(text, PLAIN)).toBe(`quadrille solve --count <<'END'\n${text}END\n`);
    expect(shell('END\nEND\n', { ...PLAIN, isPriced: true })).toMatch(
      /--best 1 <<'END_OF_PROBLEM'\n/,
    );
  });

  test('name a file where the text is long', () => {
    const text = writeDlx(queens(12));
    expect(typeScript(text, PLAIN)).toContain("readFileSync('problem.dlx', 'utf8')");
    expect(shell(text, PLAIN)).toBe('quadrille solve problem.dlx --count\n');
  });
});
