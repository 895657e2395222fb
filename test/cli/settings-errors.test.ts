import { describe, expect, test } from 'vitest';
import { messageInFlags } from '../../src/cli/mentions.ts';
import { QuadrilleError } from '../../src/engine/problem/error.ts';
import { SettingError } from '../../src/engine/problem/setting.ts';
import { CATALOGUE } from '../../src/puzzles/gallery/catalogue.ts';
import type { Choices, Entry, Files, Settings } from '../../src/puzzles/gallery/exhibit.ts';
import type * as puzzles from '../../src/puzzles.ts';
import type { ReadSettings } from '../../src/sudoku.ts';
import { EXAMPLE } from '../support/sudoku-read.ts';

const of = <N extends PropertyKey>(...names: (N & string)[]): string[] => names;

const POLYFORMS = of<keyof puzzles.PolyominoSettings>('supply', 'gaps', 'upToSymmetry', 'oneSided');

/** Entry -> the settings of the function of a program that it stands for. */
const IN_PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  pentominoes: of<keyof Omit<puzzles.PolyominoSettings, 'supply'>>(
    'gaps',
    'upToSymmetry',
    'oneSided',
  ),
  polyominoes: of<keyof puzzles.PolyominoSettings>('supply', 'gaps', 'upToSymmetry', 'oneSided'),
  polycubes: of<keyof puzzles.PackingSettings>('supply', 'gaps', 'upToSymmetry'),
  polyiamonds: POLYFORMS,
  polyhexes: POLYFORMS,
  polysticks: POLYFORMS,
  polyspheres: POLYFORMS,
  polyforms: POLYFORMS,
  soma: of<keyof Pick<puzzles.PackingSettings, 'upToSymmetry'>>('upToSymmetry'),
  bedlam: of<keyof Pick<puzzles.PackingSettings, 'upToSymmetry'>>('upToSymmetry'),
  queens: of<keyof puzzles.QueensSettings>('torus'),
  langford: of<keyof puzzles.LangfordSettings>('upToSymmetry'),
  macmahon: of<keyof puzzles.MacMahonSettings>('board', 'colours', 'border'),
  latin: of<keyof puzzles.LatinSettings>('reduced', 'givens'),
  sudoku: of<keyof ReadSettings>('size', 'boxes', 'symbols'),
  'sudoku-x': of<keyof ReadSettings>('size', 'boxes', 'symbols'),
  windoku: of<keyof ReadSettings>('size', 'boxes', 'symbols'),
  'word-square': of<keyof puzzles.WordSquareSettings>('words', 'order', 'repeats'),
  'word-rectangle': of<keyof puzzles.WordRectangleSettings>('words', 'rows', 'columns', 'repeats'),
};
/** Arguments of functions that are numbers or texts, not settings. */
const ARGUMENTS = ['n', 'pieces'];

const TEXTS: Readonly<Record<string, string>> = {
  none: '',
  words: 'bit ice ten sator\n',
  solid: '##\n#.\n\n#.\n',
  two: '2...\n....\n....\n....\n',
  twice: '11..\n....\n....\n....\n',
  pieces: 'A*2:\n##\n',
  loop: 'a a\n',
  sudokus: `${EXAMPLE}\n${EXAMPLE}\n`,
  cut: `${EXAMPLE}\n`.slice(1),
  row: '53..7....\n',
  strange: '?3..7....\n',
  larger: '7...............\n1...\n',
  zero: `${'.'.repeat(200)}0A${'.'.repeat(54)}\n`,
  grouped: '53. .7. ...\n6.. 195 ...\n',
  boxed: '1|2|34\n3|4|12\n======\n2|1|43\n4|3|21\n',
};
const files: Files = {
  async read(name) {
    const text = TEXTS[name];
    if (text !== undefined) return text;
    throw new QuadrilleError('bad-text', `${name}: there is no such file.`);
  },
  async parse(name, parse) {
    return parse(await this.read(name));
  },
};

const FIRST = ['', '0', '7', '1001', 'x', '1x2', '1x3', '2x2x2', 'K0', 'cube0', 'aztec0'];
const OPERANDS = [...FIRST, ...Object.keys(TEXTS)];
const SECOND = [[], ['I2'], ['I2*2'], ['I2', 'I2'], ['soma'], ['4'], ['0x3']];

/** Some values for each setting, most of them wrong somewhere; undefined: not given. */
function choicesOf(settings: Settings): Choices<Settings>[] {
  let all: Record<string, string | number | true>[] = [{}];
  for (const [name, setting] of Object.entries(settings)) {
    const values = {
      switch: [true as const],
      integer: [2, 6, 7],
      text: setting.kind === 'text' && setting.value === 'FILE' ? ['two', 'words'] : ['2x3', 'z'],
    }[setting.kind];
    all = all.flatMap((given) => [given, ...values.map((value) => ({ ...given, [name]: value }))]);
  }
  return all.filter((given) => Object.keys(given).length <= 2);
}

/** The errors of an entry, each once. */
async function errorsOf(entry: Entry): Promise<QuadrilleError[]> {
  const errors = new Map<string, QuadrilleError>();
  // A name that is no piece is told with all that there are, which takes a while: not here.
  const isPieces = entry.operands.includes('PIECE');
  const second = SECOND.filter(([one = 'I']) => /^[A-Za-z]/.test(one) === isPieces || one === 'I');
  const rest = entry.operands.includes(' ') ? second : [[]];
  const first = isPieces ? [...FIRST, 'none', 'solid'] : OPERANDS;
  const lists = [[], ...first.flatMap((one) => rest.map((more) => [one, ...more]))];
  if (!isPieces) lists.push(['1', '2'], ['1', '2', '3']);
  for (const given of choicesOf(entry.settings)) {
    for (const operands of lists) {
      try {
        await entry.make(given, operands, files);
      } catch (error) {
        if (!(error instanceof QuadrilleError)) throw error;
        errors.set(error.message, error);
      }
    }
  }
  return [...errors.values()];
}

describe.each(CATALOGUE.map((entry) => [entry.name, entry] as const))('%s', (name, entry) => {
  test('an error names the flags of this command, and the settings of this function', async () => {
    const errors = await errorsOf(entry);
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) {
      const told = messageInFlags(error, entry);
      const flags = Array.from(told.matchAll(/--([a-z-]+)/g), ([, flag = '']) => flag);
      expect([told, flags.filter((flag) => !Object.hasOwn(entry.settings, flag))]).toEqual([
        told,
        [],
      ]);
      // Names as programs have them, in camel case or with a value.
      expect(told).not.toMatch(/\b[a-z]+[A-Z][a-z]|\b(?:give|leave out) \w+: /);
      expect(told).not.toContain('undefined');
      expect(told).toMatch(/; \S|is one argument too many|no such file/);
      if (!(error instanceof SettingError)) continue;
      error.inWords(({ setting }) => {
        const isName = /^[a-z]\w*$/.test(setting) && !ARGUMENTS.includes(setting);
        if (isName)
          expect([error.message, IN_PROGRAMS[name]]).toEqual([
            error.message,
            expect.arrayContaining([setting]),
          ]);
        return undefined;
      });
    }
  });
});
