import { describe, expect, test } from 'vitest';
import { count, first } from '../../../src/index.ts';
import { drawText, type Picture } from '../../../src/picture.ts';
import { CATALOGUE } from '../../../src/puzzles/gallery/catalogue.ts';
import type { Choices, Files, Settings } from '../../../src/puzzles/gallery/exhibit.ts';

/** Files as a page has them: texts under names. */
const files = (texts: Readonly<Record<string, string>> = {}): Files => ({
  read: async (name) => texts[name] ?? '',
  parse: async (name, parse) => parse(texts[name] ?? ''),
});
const entryOf = (name: string) => {
  const entry = CATALOGUE.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`no ${name}`);
  return entry;
};

describe('the catalogue', () => {
  test('describes settings as data', () => {
    const settings = CATALOGUE.flatMap((entry) => Object.values(entry.settings));
    expect(settings.length).toBeGreaterThan(15);
    expect(JSON.parse(JSON.stringify(settings))).toEqual(settings);
    for (const { kind, about } of settings) {
      expect(['switch', 'text', 'integer']).toContain(kind);
      expect(about).not.toBe('');
    }
  });

  test('makes exhibits without a command line: chosen, solved, drawn', async () => {
    const { problem, draw } = await entryOf('queens').make({ torus: true }, ['5'], files());
    expect(count(problem).count).toBe(10);
    const { solution } = first(problem);
    if (solution === undefined) throw new Error('no queens');
    expect(drawText(draw(solution)).match(/♛/g)).toHaveLength(5);
  });

  const drawn: [name: string, operands: string[], given: Choices<Settings>][] = [
    ['pentominoes', ['5x12'], {}],
    ['dominoes', ['aztec3'], {}],
    ['polyominoes', ['4x4', 'I2*3'], { gaps: true }],
    ['soma', [], {}],
    ['polyiamonds', ['hexagon1', 'I1', 'I3'], { gaps: true }],
    ['polyhexes', ['hexagon2', 'V3*2', 'I1'], {}],
    ['polysticks', ['2x2', 'V2'], { unlimited: true }],
    ['polyspheres', ['tetrahedron3', '2-1*5'], {}],
    ['polyforms', ['rhombic', '1x1x1', 'triples'], { unlimited: true }],
    ['queens', ['6'], {}],
    ['langford', ['4'], {}],
    ['macmahon', ['4x6'], {}],
    ['latin', ['4'], {}],
    ['mates', ['5'], {}],
    ['matching', ['petersen'], {}],
    ['sudoku', ['1...............'], {}],
    ['jigsaw', ['regions'], {}],
    ['samurai', [], {}],
    ['nonogram', ['clues'], {}],
    ['word-square', ['words', '2'], {}],
    ['word-rectangle', ['words', '2x3'], {}],
    ['hamiltonian', ['4x5'], {}],
    ['hamiltonian', ['cube3'], {}],
    ['knights-tour', ['5x6'], {}],
    ['slitherlink', ['slither/5/5/cbcbcddad'], {}],
    ['masyu', ['pearls'], {}],
  ];
  test.each(drawn)(
    '%s draws its problem as large as its solution',
    async (name, operands, given) => {
      const texts = {
        regions: 'AABB\nAABB\nCCDD\nCCDD',
        clues: 'rows\n1\n2\ncolumns\n2\n1\n',
        pearls: '..w...\n.b..w.\n......\n...b..\n.w....\n......\n',
        words: 'ab\nbc\nad\nbe\ncf\nabc\ndef\n',
      };
      const { problem, draw } = await entryOf(name).make(given, operands, files(texts));
      const { solution } = first(problem);
      if (solution === undefined) throw new Error('no solution');
      const sides = (pictures: readonly Picture[]) =>
        pictures.map((one) => {
          if ('lattice' in one) return one.cells.map(({ at }) => at.join()).sort();
          return 'vertices' in one ? [one.vertices] : [one.width, one.height];
        });
      expect(sides(draw())).toEqual(sides(draw(solution)));
      expect(drawText(draw())).not.toBe(drawText(draw(solution)));
    },
  );

  test('reads files wherever they are', async () => {
    const texts = { 'graph.txt': 'a b\nb c\nc d\nd a\n' };
    const { problem } = await entryOf('matching').make({}, ['graph.txt'], files(texts));
    expect(count(problem).count).toBe(2);
  });

  test.each([
    [[], 'N is missing'],
    [['8', '9'], '"9" is one argument too many'],
    [['eight'], 'N is "eight"; give a whole number'],
  ])('refuses %j behind queens', (operands, message) => {
    expect(() => entryOf('queens').make({}, operands, files())).toThrow(message);
  });
});
