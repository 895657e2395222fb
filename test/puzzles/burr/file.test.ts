import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BURR_GRIDS,
  type BurrFile,
  type BurrPoint,
  type BurrShape,
} from '../../../src/puzzles/burr/file.ts';
import { readBurr } from '../../../src/puzzles/burr/read.ts';
import { writeBurr } from '../../../src/puzzles/burr/write.ts';
import { thrown } from '../../support/thrown.ts';

const read = (text: string) => readBurr(new TextEncoder().encode(text));
const puzzle = (content: string) =>
  `<?xml version="1.0"?>\n<puzzle version="2">\n${content}\n</puzzle>`;
const shapes = (...voxels: string[]) => `<shapes>\n${voxels.join('\n')}\n</shapes>`;
const box = (sides: string, marks: string) => {
  const [x, y, z] = sides.split(' ');
  return `<voxel x="${x}" y="${y}" z="${z}" type="0">${marks}</voxel>`;
};

/** All that a file may have, as BurrTools writes it, with what it has found. */
const FULL = `<?xml version="1.0"?>
<!-- by hand -->
<puzzle version="2">
  <gridType type="1"/>
  <colors>
    <color red="255" green="0" blue="7"/>
    <color red="1" green="2" blue="3"/>
  </colors>
  <shapes>
    <voxel x="3" y="2" z="1" hx="1" hy="-2" weight="2" name="A &lt;&amp;&#x3e; &quot;B&apos;" type="0">#_1#2+_#02</voxel>
    <voxel x="1" y="1" z="1" type="0">#</voxel>
  </shapes>
  <problems>
    <problem name="first" state="2" assemblies="96" solutions="1" time="9000000000" maxHoles="3">
      <shapes>
        <shape id="1" min="0" max="4"/>
        <shape id="1" count="2" group="1"/>
        <shape id="0"><group group="2" count="1"/><group group="0" count="5"/></shape>
      </shapes>
      <result id="0"/>
      <bitmap><pair piece="0" result="1"/></bitmap>
      <assembler version="1.4">-1 87 </assembler>
      <solutions>
        <solution asmNum="1">
          <assembly>1 6 3 2 x</assembly>
          <separation><pieces count="2">0 1</pieces><state><dx>1 2</dx></state>
            <separation type="left"><pieces count="1">0</pieces></separation>
          </separation>
        </solution>
      </solutions>
    </problem>
    <problem state="0"><shapes/><result id="4294967295"/><bitmap/></problem>
  </problems>
  <comment popup="">two
lines &amp; more</comment>
</puzzle>
`;
const FULL_FILE: BurrFile = {
  grid: 'prisms',
  colours: [
    [255, 0, 7],
    [1, 2, 3],
  ],
  shapes: [
    {
      name: 'A <&> "B\'',
      size: [3, 2, 1],
      voxels: [
        { at: [0, 0, 0] },
        { at: [2, 0, 0], colour: 2 },
        { at: [0, 1, 0], variable: true },
        { at: [2, 1, 0], colour: 2 },
      ],
      hotspot: [1, -2, 0],
      weight: 2,
    },
    { size: [1, 1, 1], voxels: [{ at: [0, 0, 0] }] },
  ],
  problems: [
    {
      name: 'first',
      pieces: [
        { shape: 1, min: 0, max: 4 },
        { shape: 1, min: 2, max: 2, groups: [{ group: 1, count: 2 }] },
        { shape: 0, min: 1, max: 1, groups: [{ group: 2, count: 1 }] },
      ],
      result: 0,
      colourRules: [{ piece: 1, result: 2 }],
      maxHoles: 3,
    },
    { pieces: [] },
  ],
  comment: 'two\nlines & more',
  commentPopup: true,
};

describe('reading', () => {
  test('all that a file may have', async () => {
    expect(await read(FULL)).toEqual(FULL_FILE);
  });

  test('packed, with a mark of byte order, and in the letters of old Windows', async () => {
    expect(await readBurr(gzipSync(FULL))).toEqual(FULL_FILE);
    expect(await read(`\ufeff${FULL}`)).toEqual(FULL_FILE);
    const old = Buffer.from(puzzle('<comment>M\xfcller</comment>'), 'latin1');
    expect((await readBurr(old)).comment).toBe('Müller');
  });

  test('without a grid there are cubes; unknown elements are skipped, whatever their names', async () => {
    const strange = '<constructor a="1"><b><!-- > --></b></constructor><__proto__/>';
    expect(await read(puzzle(strange))).toEqual({
      grid: 'cubes',
      colours: [],
      shapes: [],
      problems: [],
    });
  });
});

test('writing keeps what is read, and drops what was found', async () => {
  const text = writeBurr(FULL_FILE);
  expect(await read(text)).toEqual(FULL_FILE);
  expect(text).toContain('<problem name="first" state="0" maxHoles="3">');
  expect(text).not.toContain('assembl');
});

test('random files come back as they were', async () => {
  const point = (least: number, most: number) =>
    fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: least, max: most }))) as fc.Arbitrary<
      [number, number, number]
    >;
  const name = fc.string({ unit: fc.constantFrom(...'a<>&\'"\n é𝔸]'), minLength: 1 });
  const shape = point(1, 4).chain((size) => {
    const all = Array.from({ length: size[0] * size[1] * size[2] }, (_, k): BurrPoint => {
      const row = Math.floor(k / size[0]);
      return [k % size[0], row % size[1], Math.floor(row / size[1])];
    });
    return fc.record({
      size: fc.constant(size),
      voxels: fc.subarray(all).chain((places) =>
        fc.tuple(
          ...places.map((at) =>
            fc.record(
              {
                at: fc.constant(at),
                colour: fc.integer({ min: 1, max: 3 }),
                variable: fc.constant(true),
              },
              { requiredKeys: ['at'] },
            ),
          ),
        ),
      ),
    }) as fc.Arbitrary<BurrShape>;
  });
  const problem = fc.record(
    {
      name,
      pieces: fc.array(
        fc
          .tuple(fc.nat(2), fc.nat(5), fc.nat(5))
          .map(([shape, min, more]) => ({ shape, min, max: min + more })),
      ),
      result: fc.nat(2),
      colourRules: fc.array(
        fc.record({
          piece: fc.integer({ min: 1, max: 3 }),
          result: fc.integer({ min: 1, max: 3 }),
        }),
        { minLength: 1 },
      ),
      maxHoles: fc.nat(9),
    },
    { requiredKeys: ['pieces'] },
  );
  const file = fc.record({
    grid: fc.constantFrom(...BURR_GRIDS),
    colours: fc.constant([
      [1, 2, 3],
      [0, 0, 0],
      [255, 255, 255],
    ] as [number, number, number][]),
    shapes: fc.array(shape, { minLength: 3, maxLength: 4 }),
    problems: fc.array(problem, { maxLength: 2 }),
    comment: name,
    commentPopup: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(file, async (made) => {
      expect(await read(writeBurr(made))).toEqual(made);
    }),
    { numRuns: 60 },
  );
});

describe('what is refused, with its place', () => {
  const good = box('2 1 1', '##');
  const problem = (content: string, more = '') =>
    puzzle(`${shapes(good)}<problems><problem${more}>${content}</problem></problems>`);
  test.each([
    ['nothing', '', 'Line 1, column 1: this is not XML; give an .xmpuzzle file of BurrTools.'],
    ['another file', '<html></html>', 'Line 1, column 1: this is <html>; give a file of <puzzle>.'],
    [
      'a cut file',
      `<puzzle>${shapes(good)}`,
      'Line 3, column 10: the file ends within <puzzle>; copy it again',
    ],
    [
      'a document type',
      '<!DOCTYPE a [<!ENTITY b "c">]><puzzle/>',
      'Line 1, column 1: a document type, which could define entities, is not allowed here; remove it.',
    ],
    [
      'a named entity',
      puzzle('<comment>&lol;</comment>'),
      'Line 3, column 10: unknown entity "&lol;"',
    ],
    ['a number of no character', puzzle('<comment>&#0;</comment>'), 'unknown entity "&#0;"'],
    ['an instruction', puzzle('<?php x?>'), 'Line 3, column 1: a processing instruction'],
    ['a CDATA section', puzzle('<![CDATA[x]]>'), 'Line 3, column 1: a CDATA section'],
    ['deep nesting', puzzle('<a>'.repeat(1001)), 'elements are nested more than 1000 deep'],
    [
      'the wrong closing tag',
      puzzle('<a></b>'),
      'Line 3, column 4: <a> is still open; close it first with </a>',
    ],
    ['text among elements', puzzle('hello'), 'Line 3, column 1: <puzzle> has the text "hello'],
    ['a second root', `${puzzle('')}<puzzle/>`, 'the file goes on after </puzzle>'],
    ['an attribute twice', puzzle('<a b="1" b="2"/>'), 'Line 3, column 10: b is given twice'],
    ['a broken tag', puzzle('<a"b"/>'), 'the tag <a> is broken; close it with >'],
    ['an attribute without quotes', puzzle('<a b=1/>'), 'the value of b is broken'],
    ['a comment without end', puzzle('<!-- '), 'the comment does not end'],
    [
      'too few voxels',
      puzzle(shapes(box('2 2 1', '###'))),
      'Line 4, column 35: the box has 4 places, and here are 3 voxels; give one for each place',
    ],
    [
      'too many voxels',
      puzzle(shapes(box('2 1 1', '###'))),
      'Line 4, column 37: the box has 2 places, and here are more voxels',
    ],
    [
      'another mark',
      puzzle(shapes(box('2 1 1', '#x'))),
      'Line 4, column 36: found "x" among the voxels',
    ],
    [
      'a colour that is not there',
      puzzle(shapes(box('2 1 1', '#1#'))),
      'Line 4, column 36: there is no colour 1; the file has 0',
    ],
    ['a number first', puzzle(shapes(box('2 1 1', '1##'))), 'found "1" among the voxels'],
    [
      'a fraction',
      puzzle(shapes(box('1.5 1 1', '#'))),
      'x of <voxel> is "1.5"; give a whole number from 0 to 1000000',
    ],
    ['a negative side', puzzle(shapes(box('-1 1 1', '#'))), 'x of <voxel> is "-1"'],
    [
      'a side beyond a million',
      puzzle(shapes(box('1000001 1 1', '#'))),
      'x of <voxel> is "1000001"',
    ],
    [
      'a box beyond a million',
      puzzle(shapes(box('1000000 1000000 2', '#'))),
      'Line 4, column 1: the box has 1000000 x 1000000 x 2 places',
    ],
    [
      'one voxel for two places',
      puzzle(shapes(box('2 1 1', '#'))),
      'the box has 2 places, and here is 1 voxel; give one for each place',
    ],
    ['no side', puzzle(shapes('<voxel x="1" y="1" type="0">#</voxel>')), '<voxel> has no z'],
    [
      'an unknown grid',
      puzzle('<gridType type="5"/>'),
      'Line 3, column 1: there is no grid 5; give one from 0 to 4',
    ],
    [
      'a piece that is not there',
      problem('<shapes><shape id="1"/></shapes>'),
      'Problem 1: piece 1 is S2; the file has S1 alone',
    ],
    [
      'a result that is not there',
      problem('<result id="7"/>'),
      'Problem 1: the result is S8; the file has S1 alone',
    ],
    [
      'more at least than at most',
      problem('<shapes><shape id="0" min="3" max="2"/></shapes>'),
      'Problem 1: piece 1 has from 3 to 2 copies',
    ],
    [
      'a rule without its colour',
      problem('<bitmap><pair piece="0" result="0"/></bitmap>'),
      'Problem 1: a rule has colour 1; the file has 0 colours; add it, or leave it out',
    ],
    [
      'shapes beyond number',
      puzzle(shapes(box('1 1 1', '#').repeat(5001))),
      'there are more than 5000 shapes; remove some',
    ],
    [
      'problems beyond number',
      puzzle(`<problems>${'<problem/>'.repeat(5001)}</problems>`),
      'Line 3, column 50011: there are more than 5000 problems; remove some',
    ],
    ...[
      `<shapes>${'<shape id="0"/>'.repeat(10_001)}</shapes>`,
      `<bitmap>${'<pair piece="0" result="0"/>'.repeat(10_001)}</bitmap>`,
      `<shapes><shape id="0">${'<group group="1" count="1"/>'.repeat(10_000)}</shape></shapes>`,
    ].map((content): [string, string, string] => [
      'entries beyond number',
      problem(content),
      'the problems have more than 10000 pieces, groups and rules; remove some',
    ]),
    ['a broken number', problem('', ' maxHoles="many"'), 'maxHoles of <problem> is "many"'],
  ])('%s', async (_, text, message) => {
    await expect(read(text)).rejects.toMatchObject({
      name: 'QuadrilleError',
      code: 'bad-text',
      message: expect.stringContaining(message),
    });
  });

  test('an archive that unpacks to a thousand times its size, a damaged one, and what is no file', async () => {
    const packed = gzipSync(FULL);
    await expect(readBurr(gzipSync(Buffer.alloc(1 << 25)))).rejects.toMatchObject({
      code: 'too-large',
    });
    await expect(readBurr(packed.subarray(0, 40))).rejects.toThrow('damaged or cut off');
    await expect(readBurr('text' as unknown as Uint8Array)).rejects.toThrow('give its bytes');
  });

  test('what a program states wrongly', () => {
    const shape: BurrShape = { size: [2, 1, 1], voxels: [{ at: [0, 0, 0] }] };
    const write = (changed: object) => () =>
      writeBurr({ grid: 'cubes', shapes: [shape], ...changed } as BurrFile);
    expect(write({ grid: 'stones' })).toThrow('grid is "stones"');
    expect(write({ shapes: [{ ...shape, voxels: [{ at: [2, 0, 0] }] }] })).toThrow(
      'S1 (shapes[0]): the voxel 2,0,0 is not in its box',
    );
    expect(write({ shapes: [{ ...shape, voxels: [shape.voxels[0], shape.voxels[0]] }] })).toThrow(
      'twice',
    );
    expect(write({ shapes: [{ ...shape, voxels: [{ at: [0, 0, 0], colour: 1 }] }] })).toThrow(
      'colour 1',
    );
    expect(write({ shapes: [{ ...shape, size: [0, 1, 1] }] })).toThrow('size');
    expect(write({ problems: [{ pieces: [{ shape: 0, min: 2, max: 1 }] }] })).toThrow(
      'from 2 to 1',
    );
    expect(write({ comment: 'a\0' })).toThrow('control character');
    expect(write({ colours: [[0, 0, 256]] })).toThrow('colours');
    expect(write({ shapes: 1 })).toThrow('give { grid, shapes, problems }');
  });

  test('values of other types, as JavaScript may give them', () => {
    const shape = { size: [2, 1, 1], voxels: [{ at: [0, 0, 0] }] };
    const file = { grid: 'cubes', shapes: [shape] };
    const shapes = (changed: object) => ({ shapes: [{ ...shape, ...changed }] });
    const problem = (changed: object) => ({
      problems: [{ pieces: [{ shape: 0, min: 1, max: 1 }], ...changed }],
    });
    const cases: readonly [changed: object, message: string][] = [
      [{ colours: null }, 'The colours are null; give at most 63'],
      [{ colours: new Array(2) }, 'The colours are an array of 2; give at most 63'],
      [{ shapes: new Array(1) }, 'S1 (shapes[0]): it is undefined; give { size, voxels }.'],
      [shapes({ size: '211' }), 'its size is "211"; give three sides'],
      [shapes({ voxels: '##' }), 'its voxels are "##"; give a list of them'],
      [shapes({ voxels: [null] }), 'a voxel is null; give { at: [x, y, z] }'],
      [shapes({ voxels: [{ at: [0n, 0, 0] }] }), 'the voxel 0n,0,0 is not in its box'],
      [shapes({ voxels: [{ at: [0, 0, 0], variable: 'no' }] }), 'variable: "no"; give true or'],
      [shapes({ hotspot: [1] }), 'hotspot'],
      [shapes({ name: 3 }), 'its name is 3; give a text, or leave it out'],
      [{ problems: 5 }, 'The problems are 5; give a list, or leave them out.'],
      [{ problems: [null] }, 'Problem 1: it is null; give { pieces, result }.'],
      [problem({ pieces: undefined }), 'its pieces are undefined; give a list of them'],
      [problem({ pieces: [null] }), 'piece 1 is null; give { shape, min, max }'],
      [problem({ pieces: [{ shape: '0', min: 1, max: 1 }] }), 'piece 1 is shape "0"'],
      [
        problem({ pieces: [{ shape: 0, min: 1, max: 1, groups: [null] }] }),
        'a group of piece 1 has a wrong',
      ],
      [problem({ colourRules: [null] }), 'its colour rules are an array of 1; give a list of {'],
      [problem({ maxHoles: '1' }), 'maxHoles is "1"; give a whole number from 0 up'],
      [{ comment: 3 }, 'The comment is 3; give a text, or leave it out.'],
    ];
    const messages = cases.map(
      ([changed]) =>
        thrown(() => writeBurr({ ...file, ...changed } as unknown as BurrFile)).message,
    );
    expect(messages).toEqual(cases.map(([, message]) => expect.stringContaining(message)));
  });
});
