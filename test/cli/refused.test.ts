import { describe, expect, test } from 'vitest';
import { COMMANDS, loadAll } from '../../src/cli/run.ts';
import { workFolder } from '../support/folder.ts';
import { linesOf } from '../support/output-schema.ts';
import { EXAMPLE } from '../support/sudoku-read.ts';

const { folder, here, path } = workFolder({
  'two.dlx': 'a b c\na b\nc\na\nb c\n',
  'other.dlx': 'a b\na\nb\n',
  'bad.dlx': 'a b c\na b\nc d\n',
  'empty.dlx': '',
  'binary.dlx': new Uint8Array(100_000),
  'shifts.dlx': '2|nurse early late\nnurse early\nnurse late\n',
  'crews.txt': '3 1\n10 x 1 4\n',
  'rows.txt': '3 1\n10 2 1 4\n',
  'one.txt': `${EXAMPLE}\n`,
  'twice.txt': `${EXAMPLE}\n55${EXAMPLE.slice(2)}\n`,
  'short.txt': `${EXAMPLE}\n${EXAMPLE.slice(1)}\n`,
  'blank.txt': '# nothing\n',
  'marks.txt': '###',
  'regions.txt': 'AAB\nABB\n',
  'loop.txt': 'a a\n',
  'clues.non': 'rows\n9\ncolumns\n1\n',
  'region.txt': '##\n#x\n',
});

/** What is piped in, so that only the command line can be wrong. */
const STDIN: Readonly<Record<string, string>> = { solve: 'a\na\n', sudoku: `${EXAMPLE}\n` };

/** A part of the message, and fields of the line of --json. */
type Row = [line: string, message: string, json?: object];

/** What is wrong with a command line, by its command. */
const REFUSED: Readonly<Record<string, readonly Row[]>> = {
  '': [
    ['sovle', 'quadrille: there is no command sovle; did you mean solve?\n', { code: 'usage' }],
    ['xyzzy', 'quadrille: there is no command xyzzy; see quadrille --help\n'],
    ['help sovle', 'quadrille: there is no command sovle; did you mean solve?\n'],
    ['--count', 'quadrille: there is no flag --count; see quadrille --help\n'],
    ['--verison', 'quadrille: there is no flag --verison; did you mean --version?\n'],
  ],
  solve: [
    ['--limit 0', '--limit is "0"; give a whole number from 1 up', { code: 'usage' }],
    ['--limit 99999999999999999999', 'give a whole number from 1 to 9007199254740991'],
    ['--count --first', '--count and --first exclude each other; give one', { code: 'usage' }],
    ['--engine dance', '--engine is "dance"; give one of'],
    ['--model -', 'the problem and the answer are both read from -; give a file for one of them'],
    ['two.dlx other.dlx', 'is a second problem; give one at a time'],
    [
      'no.dlx',
      'no.dlx: there is no such file; give its path, or - for standard input',
      { code: 'unreadable', file: path('no.dlx') },
    ],
    [folder, 'this is a folder; give a file in it'],
    ['bad.dlx', 'bad.dlx:3:3: unknown item "d"', { code: 'unknown-item', line: 3, column: 3 }],
    ['two.dlx --model two.dlx', 'Line 1, column 1', { code: 'bad-text', line: 1, column: 1 }],
    ['empty.dlx', 'empty.dlx:1:1: found no items'],
    ['binary.dlx', 'binary.dlx:1:1: found a NUL character'],
    ['--format xml', 'give one of dlx, or-library'],
    ['crews.txt --format or-library', 'crews.txt:2:4: '],
    ['rows.txt --format or-library', 'rows.txt:2:8: found "4"'],
    ['shifts.dlx --engine links', 'The engine links covers each primary item exactly once'],
    ['--best 0', '--best is "0"; give a whole number from 1 up'],
    ['--sample 0', '--sample is "0"; give a whole number from 1 up'],
    ['--sample', '--sample needs a value; give --sample K'],
    ['--seed 1.5', '--seed is "1.5"; give a whole number'],
    ['--seed 9007199254740993', '--seed is "9007199254740993"; give a whole number'],
    ['--odds=yes', '--odds takes no value; leave out =yes'],
    ['--memory 0', '--memory is "0"; give a whole number from 1 to 1048576'],
    ['--memory 99999999', '--memory is "99999999"; give a whole number from 1 to 1048576'],
    ['--proof p --engine lists', '--engine lists writes no proof; leave --engine out'],
    ['--proof p --engine auto', '--engine auto writes no proof; leave --engine out'],
    ['no.dlx --proof -', '--proof is "-"; give the name of two files without their ends'],
    ['no.dlx --proof=', '--proof is ""; give the name of two files without their ends'],
    ['no.dlx --proof somewhere/', '--proof is "somewhere/"; give the name'],
    ['--shard 0/5', 'give two numbers as in 17/1000'],
    ['--shard 6/5', 'give two numbers as in 17/1000'],
    ['--shard 1/2000000', 'give two numbers as in 17/1000'],
    ['--shard 3', 'give two numbers as in 17/1000'],
    ['--prefix 3', 'give a list of whole numbers'],
    ['--prefix [1', 'give a list of whole numbers'],
    ['--prefix [1,,2]', 'give a list of whole numbers'],
    ['--prefix [1.5]', 'give a list of whole numbers'],
    [
      'two.dlx --prefix [9]',
      '--prefix cannot have the decision 9: there is no such option (there are 4, numbered from 0); leave it out, or take a prefix that split gives.',
    ],
    ['two.dlx --prefix [9] --why', 'there is no such option'],
    ['two.dlx --prefix [0,2] --count', 'it cannot stand beside'],
  ],
  reduce: [
    ['two.dlx other.dlx', 'is a second problem'],
    ['--json', 'there is no flag --json'],
  ],
  split: [
    ['two.dlx', 'it needs the number of parts'],
    ['two.dlx --into 0', 'give a whole number from 1'],
    ['two.dlx other.dlx --into 3', 'is a second problem'],
  ],
  merge: [
    ['', 'it needs results'],
    ['no.json', 'no.json: there is no such file'],
  ],
  sudoku: [
    ['--count --unique', '--count and --unique exclude each other'],
    ['--limit 3', '--limit goes with --all or --count'],
    ['--limit 3 --candidates', '--limit goes with --all, --count or alone'],
    ['--limit 0 --all', '--limit is "0"; give a whole number from 1 up'],
    ['--pretty --count', '--count and --pretty exclude each other: --pretty goes with'],
    ['--limit 3 --unique', '--unique and --limit exclude each other: --limit goes with'],
    ['blank.txt', 'blank.txt has no puzzle; give one as 81', { code: 'bad-text' }],
    ['--size 7', 'size is 7'],
    ['--size 101', '--size is "101"; give a whole number from 1 to 100'],
    ['--size 9 --boxes 2x3', 'size is 9, but boxes of 2x3 have 6 cells'],
    ['--boxes big', 'boxes are "big"'],
    ['--symbols 9-1', 'which runs backwards'],
    ['--timeout -1', '--timeout is "-1"'],
    [EXAMPLE, `for a puzzle in place of a file: echo ${EXAMPLE} | quadrille sudoku`],
  ],
  generate: [
    ['', 'say what to generate; quadrille generate --list lists the gallery'],
    ['latn', 'did you mean latin?'],
    ['sudoku --count 0', '--count is "0"; give a whole number from 1 up'],
    ['sudoku 9', '"9" is one argument too many'],
    ['sudoku --size 36', 'Size 36 is too large'],
    ['sudoku --size 7', 'size is 7, a prime', { code: 'bad-shape' }],
    ['sudoku --symmetry rotation', 'did you mean rotational?'],
    ['sudoku --givens 82', 'givens is 82; give a whole number from 0 to 81'],
    ['sudoku --pretty --json', '--pretty and --json exclude each other; give one'],
    ['sudoku --count x', '--count is "x"'],
    ['sudoku --rating 5..3', 'as in 3.0..4.5'],
    ['sudoku --technique x-wings', 'no technique "x-wings" on this scale; did you mean x-wing?'],
    ['latin 4 --technique x-wings', 'no technique "x-wings" on this scale; did you mean x-wing?'],
    ['latin 4 --clues crossed --pretty', 'leave out --clues crossed'],
    ['queens 6 --technique x-wing', 'give one of: 2 linked items, '],
    ['queens 8 --pattern marks.txt', 'has 3 cells; give a character for each of the 64'],
    [
      'pentominoes 3x20 --symmetry rotational',
      'no single cells; leave out --pattern, and give --symmetry group or none',
    ],
    ['nonogram', 'give ROWSxCOLUMNS'],
    ['nonogram 99x3', 'up to 30x30'],
    [
      'nonogram 8x8 --rating 2..3',
      'nonogram has no flag --rating; see quadrille generate nonogram --help',
    ],
  ],
  make: [
    ['', 'say what to make; quadrille make --list lists the gallery'],
    ['--torus queens', 'there is no flag --torus'],
    ['quens 8', 'the gallery has no "quens"; did you mean queens?'],
    ['queens', 'make: queens: N is missing; give it (see quadrille make queens --help)\n'],
    ['queens 0', 'queens: N is 0; give a whole number from 1 to 1000 (see quadrille make queens'],
    ['queens eight', 'queens: N is "eight"; give a whole number'],
    ['queens 8 9', 'queens: "9" is one argument too many'],
    ['queens 8 --tours', 'there is no flag --tours; did you mean --torus?'],
    ['queens 8 --list', 'leave queens out: quadrille make --list'],
    ['queens 8 --svg x', 'there is no flag --svg'],
    ['queens 8 --up-to-symmetry', 'queens has no flag --up-to-symmetry; solve has it for every'],
    ['polyominoes 4x4 I2*8 --up-to-symmetry', 'give it where the problem is solved'],
    ['polyominoes 6x6 V3 --unlimited --up-to-symmetry', 'give it where the problem is solved'],
    ['matching q8', 'q8: there is no such file; give its path, or - for standard input; the arg'],
    ['matching loop.txt', 'loop.txt: Line 1, column 3'],
    ['dominoes region.txt', 'region.txt: Line 2, column 2: found "x" in a drawing'],
    ['nonogram clues.non', 'clues.non: Row 1 has runs that need 9 cells, and has 1'],
    ['jigsaw regions.txt', 'make: jigsaw: Line 1 of the regions has 3 symbols'],
    ['jigsaw no.txt', 'no.txt: there is no such file'],
    ['polyominoes', 'ROWSxCOLUMNS|FILE is missing'],
    ['polyominoes 3x3 P*2 --gaps', 'The 2 pieces have 10 cells, the board has 9'],
    ['polyominoes 3x3 I3 --gaps --unlimited', 'no piece has to be placed'],
    ['pentominoes 6x11', 'the board has 66'],
    ['polyiamonds', 'BOARD|FILE is missing'],
    ['polyhexes 4x7', 'PIECE is missing; name some'],
    [
      'polyhexes hexagn3 tetrahexes',
      'No board of hexagons is called "hexagn3"; did you mean "hexagon"? give ',
    ],
    [
      'polyhexes hexagon3x3 tetrahexes',
      'is called "hexagon3x3"; give a board such as 3x4, rhombus3x4, ',
    ],
    [
      'polyhexes hexagon9999 tetrahexes',
      'The board is "hexagon9999"; give one of 1 to 10000 cells',
    ],
    ['polyhexes 4x7 pentominoes', 'No piece is called "pentominoes"; name sets (monohex, '],
    ['polyiamonds region.txt hexiamonds', 'region.txt: Line 1, column 1: found "#" in a drawing'],
    ['polyforms', 'LATTICE is missing'],
    ['polyforms octagons 3x3 I3', 'There is no lattice "octagons"; give squares, cubes, '],
    ['polyforms hexagon 3x3 I3', 'no lattice "hexagon"; did you mean "hexagons"? give squares, '],
    [
      'polyforms prisms octagon3 3-1',
      'called "octagon3"; give a board such as 3x4x2, rhombus3x4x2, triangle4x2, trapezoid3x4x2, ' +
        "hexagon4x2, hexagon3x4x2x2, or a file with a drawing ('A' for a cell that points up",
    ],
    ['polyominoes 6xx10 F', 'is called "6xx10"; give a board such as 3x4, aztec4, or a file with'],
    ['polycubes 3x3x3x3 soma', '"3x3x3x3"; give a board such as 3x4, aztec4, 3x4x2, or a file'],
    ['dominoes aztec0', 'The board is "aztec0"; give one of 1 to 10000 cells'],
    ['polyspheres pyramid3 2-2', 'or pieces (2-1, 3-1 to 3-4, 4-1 to 4-20; '],
    [
      'polyiamonds 3x hexiamonds',
      'No board of triangles is called "3x"; give a board such as 3x4, ',
    ],
    [
      'polyiamonds triangle1e9 I1',
      'No board of triangles is called "triangle1e9"; give a board such as 3x4, ',
    ],
    [
      'polyiamonds triangel I1',
      'called "triangel"; did you mean "triangle"? give a board such as 3x4, ',
    ],
    ['polyiamonds 3x3.txt I1', '3x3.txt: there is no such file; '],
    [
      'polyforms spheres pyramid2 2-1 --gaps --one-sided',
      'are never mirrored; leave out --one-sided',
    ],
    ['soma 3x3x3', '"3x3x3" is one argument too many'],
    ['steiner 301', 'system of 301 points exists (Kirkman 1847), but is too large'],
    ['steiner 302', 'There is no Steiner triple system of 302 points'],
    ['kirkman 99', 'exists (Ray-Chaudhuri and Wilson 1971), but is too large'],
  ],
  draw: [
    ['polyominoes 6x10', 'name some'],
    ['sudoku no.txt', 'no.txt: there is no such file'],
    ['queens 8 --all --limit 3', '--all and --limit exclude each other'],
    ['queens 8 --svg x --color never', '--svg and --color exclude each'],
    ['queens 8 --color yes', 'give one of auto, always, never'],
    ['queens 8 --svg nowhere/all.svg', 'all.svg: its folder is not there'],
    ['queens 8 --prefix [99]', '--prefix cannot have the decision 99: there is no such option'],
    ['queens 8 --prefix [99] --unsolved', '--prefix has 99; give options chosen, from 0 to 63'],
    ['queens 8 --sample --all', '--all and --sample exclude each other'],
    ['queens 8 --sample=3', '--sample takes no value'],
    ['queens 8 --sample --up-to-symmetry', '--sample and --up-to-symmetry exclude each other'],
    ['queens 3 --why', 'the squares of this picture are no items'],
    ['soma --why --all', '--all and --why exclude each other'],
    ['soma --why --seed 1', '--why and --seed exclude each other'],
    ['queens 4 --hint --all', '--all and --hint exclude each other'],
    ['matching petersen --hint', 'quadrille make NAME | quadrille solve --hint tells it in words'],
    ['sudoku one.txt --sheet --svg -', 'several pages, and SVG has one in a file; give --svg FILE'],
    ['sudoku one.txt --per-page 2', '--per-page goes with --sheet; give both'],
    ['sudoku one.txt --title Club', '--title goes with --sheet; give both'],
    ['sudoku one.txt --sheet --per-page 3', '--per-page is "3"; give one of 1, 2, 4, 6, 9'],
    ['sudoku one.txt --sheet --paper a5', '--paper is "a5"; give one of a4, letter'],
    ['sudoku one.txt --sheet --limit 2', '--limit and --sheet exclude each other'],
    ['sudoku blank.txt --sheet', 'no puzzle in these files'],
    ['sudoku twice.txt --sheet', 'twice.txt:2: r1c1 and r1c2 are both in row 1 and hold 5'],
    ['sudoku short.txt --sheet', 'short.txt:2:81: found 80 cells'],
    ['sudoku one.txt no.txt --sheet', 'no.txt: there is no such file'],
    ['sudoku one.txt --sheet --svg none/s.svg', 's-1.svg: its folder is not there; make it'],
  ],
  completion: [
    ['', 'completion: name one shell: quadrille completion bash|zsh|fish\n'],
    ['tcsh', 'completion: name one shell: quadrille completion bash|zsh|fish\n'],
    ['bash zsh', 'completion: name one shell: quadrille completion bash|zsh|fish\n'],
  ],
};
const commands = await loadAll(COMMANDS);

describe.each(Object.entries(REFUSED))('quadrille %s', (command, rows) => {
  const page = commands.find(({ name }) => name === command)?.page;

  test.each<Row>(rows)('%s: %s', async (args, message, fields = {}) => {
    const line = `${command} ${args}`.trim();
    const how = { stdin: STDIN[command] ?? '' };
    const { code, stdout, stderr } = await here(line, how);
    expect(code).toBe(2);
    if (!args.includes('--json')) expect(stdout).toBe('');
    expect(stderr).toMatch(new RegExp(`^quadrille${command && ` ${command}`}: .*\n$`));
    expect(stderr).toContain(message);
    if (command !== '' && !('json' in (page?.flags ?? {}))) return;
    const json = await here(`${line} --json`, how);
    const [error, ...others] = linesOf(json.stdout);
    expect([json.code, error, others]).toMatchObject([2, { type: 'error', ...fields }, []]);
    const { message: told } = error ?? {};
    expect(json.stderr).toContain(told);
  });
});

test('an operand --json asks for no JSON', async () => {
  expect(await here('solve -- --json')).toMatchObject({ code: 2, stdout: '' });
});
