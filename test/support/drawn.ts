import { compileMultiples } from './multiples.ts';
import { Oracle } from './oracle.ts';
import type { Stand } from './positions.ts';
import { boardMatrix, housesOf } from './positions.ts';

/** A step as a document draws it. */
export interface Drawn {
  readonly technique: string;
  readonly difficulty: number;
  readonly stand: Stand;
  readonly decisions: readonly number[];
}

/**
 * The steps in the drawings of a document: blocks of
 *
 *     x-wing 3.2, of 5
 *
 *     r2  / . / | / / / | . / /
 *
 * Rows that are not drawn have any values. A cell:
 *
 *     .       any value
 *     /       none of the values that the first line names; /12: neither 1 nor 2
 *     5       holds 5
 *     12      holds 1 or 2
 *     12-3    may hold 1, 2 or 3; the step crosses out 3
 *     .-3     may hold any value; the step crosses out 3
 *     .+5     may hold any value; the step puts 5
 */
export function drawnIn(text: string): Drawn[] {
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(
    ([, language, block = '']) =>
      language !== '' ? [] : block.trim().split(/\n(?=[a-z\d][a-z\d -]* \d+\.\d(?:, of \d+)?\n)/),
  );
  return blocks.flatMap((block) => {
    const [head = '', ...lines] = block.split('\n');
    const [, technique, difficulty, own = ''] =
      /^([a-z\d][a-z\d -]*) (\d+\.\d)(?:, of (\d+))?$/.exec(head) ?? [];
    if (technique === undefined) return [];
    return [drawn(technique, Number(difficulty), [...own].map(Number), lines)];
  });
}

function drawn(
  technique: string,
  difficulty: number,
  own: readonly number[],
  lines: readonly string[],
): Drawn {
  const rows = new Map<number, string[]>();
  for (const line of lines) {
    const [name = '', ...cells] = line.split(/[\s|]+/).filter((word) => word !== '');
    if (/^r\d$/.test(name)) rows.set(Number(name.slice(1)) - 1, cells);
  }
  const size = [...rows.values()][0]?.length ?? 0;
  const all = Array.from({ length: size }, (_, k) => k + 1);
  const decisions: number[] = [];
  const { matrix, names } = boardMatrix(
    size,
    housesOf(size, size === 9 ? 3 : 2),
    new Array(size ** 2).fill(all),
  );
  const given: number[] = [];
  const out: number[] = [];
  for (let cell = 0; cell < size ** 2; cell++) {
    const text = rows.get(Math.floor(cell / size))?.[cell % size] ?? '.';
    const [, kind = '', crossed = '', put = ''] =
      /^(\.|\/\d*|\d*)(?:-(\d+))?(?:\+(\d))?$/.exec(text) ?? [];
    if (text !== '.' && `${kind}${crossed}${put}` === '') throw new Error(`${technique}: ${text}`);
    const named = [...kind.replace('/', '')].map(Number);
    const marked = [...crossed, ...put].map(Number);
    const option = (value: number) => size * cell + value - 1;
    const absent = named.length > 0 ? named : own;
    for (const value of all) {
      const isThere =
        kind === '.' ||
        (kind.startsWith('/') ? !absent.includes(value) : named.includes(value)) ||
        marked.includes(value);
      if (!isThere) out.push(~option(value));
    }
    if (/^\d$/.test(text)) given.push(option(named[0]));
    for (const value of [...crossed].map(Number)) decisions.push(~option(value));
    for (const value of [...put].map(Number)) decisions.push(option(value));
  }
  // What a cell holds comes first: the rest follows from it.
  const before = [...given, ...out];
  const stand: Stand = {
    matrix,
    compiled: compileMultiples(matrix),
    decisions: before,
    oracle: new Oracle(matrix, before),
    nameOf: (item) => names[item],
  };
  return { technique, difficulty, stand, decisions };
}
