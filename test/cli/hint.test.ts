import { describe, expect, test } from 'vitest';
import { workFolder } from '../support/folder.ts';
import { EXAMPLE as EASY } from '../support/sudoku-read.ts';

const FISH = '..36.2.91.1..734..8....5.3....5.6...4.82..6......349.2..746......2.51..8...32....';

const { here, read } = workFolder({
  'regions.txt': 'AABB\nAABB\nCCDD\nCCDD\n',
  'givens.txt': '1234\n34..\n21..\n....\n',
  'heart.txt': '.#.#.\n#####\n#####\n.###.\n..#..\n',
});
const draw = (line: string) => here(`draw ${line}`);

describe('draw --hint', () => {
  test('draws the place to look at and what holds, and tells it', async () => {
    const { stdout, stderr, code } = await draw(`sudoku ${EASY} --hint`);
    expect(stdout.split('\n').slice(0, 5)).toEqual([
      'Hidden single (1.2)',
      '┌──────────┬──────────┬──────────┐',
      '│ 5  3  ·  │ ░░ 7  +8 │ ·  ·  ·  │',
      '│ 6  ·  ·  │ 1  9  5  │ ·  ·  ·  │',
      '│ ·  9  8  │ ░░ ░░ ░░ │ ·  6  ·  │',
    ]);
    expect(stdout.split('\n\n')[1]).toBe(
      'Hidden single: look at 8 in box 2.\nOnly one option is left.\nSo 8 at r1c6 holds.\n',
    );
    expect([stderr, code]).toEqual(['', 0]);
  });

  test('crosses out', async () => {
    const { stdout } = await draw(`sudoku ${FISH} --hint`);
    expect(stdout).toContain('So 8 at r4c8 is out.');
    const [picture = ''] = stdout.split('\n\n');
    expect(picture).toMatch(/-\d/);
    expect(picture).not.toMatch(/\+\d/);
    await draw(`sudoku ${FISH} --hint --svg fish.svg`);
    expect(read('fish.svg')).toContain('#ffb8ad');
  });

  test('in colour where it is wanted', async () => {
    const { stdout } = await draw(`sudoku ${EASY} --hint --color always`);
    expect(stdout).toContain('\u001b[1;38;5;16;48;5;114m+8');
    expect(stdout).not.toContain('░');
  });

  test('as SVG: to a file with the sentences beside, or to standard output alone', async () => {
    const { stdout } = await draw(`sudoku ${EASY} --hint --svg -`);
    expect(stdout).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(stdout).toContain('<title>Hidden single: look at 8 in box 2. Only one');
    const { stdout: told } = await draw(`sudoku ${EASY} --hint --svg hint.svg`);
    expect(told).toMatch(/^Hidden single: look at 8 in box 2\.\n/);
  });

  test('as JSON', async () => {
    const { stdout, code } = await draw(`sudoku ${EASY} --hint --json`);
    const [step, status] = stdout.split('\n').map((line) => JSON.parse(line || '{}'));
    expect(step).toMatchObject({ type: 'step', index: 1, technique: 'hidden single' });
    expect(step.chosen).toEqual([{ index: 28, option: ['r1c6', 'r1=8', 'c6=8', 'b2=8'] }]);
    expect(status).toMatchObject({ type: 'status', status: 'found', hint: 'step' });
    expect(code).toBe(0);
    const none = await draw(`sudoku 531${EASY.slice(3)} --hint --json`);
    expect(JSON.parse(none.stdout)).toMatchObject({ type: 'status', hint: 'contradiction' });
    expect(none.code).toBe(1);
  });

  test.each([
    ['jigsaw regions.txt --givens givens.txt', /in region|in row|in column|r\dc\d/],
    ['nonogram heart.txt --picture', /look at run 1 of row 2\..*\+■/s],
    ['queens 4', /look at (?:row|column) 1 and .*a queen at r\dc\d is out/s],
    ['langford 4', /the pair of 2 on 3 and 6 is out/],
    ['dominoes heart.txt', /look at r1c2\.\n.*\nSo I2 on r1c2 r2c2 holds/],
    ['polyominoes 2x5 L P', /look at the piece L\.\nOne of its 8 options holds/],
    ['polyiamonds triangle2 I3 I1', /look at the piece I3\..*So|every case I1 on x0y0V is out/s],
    ['polyiamonds 4x9 hexiamonds', /look at the triangle x0y0A\./],
    ['polyhexes 4x7 tetrahexes', /look at the hexagon x0y0\..*░/s],
    ['polysticks 1x2 U3 L3 I1', /U3 on x1y0h x2y0v x1y1h/],
    ['latin 3 --reduced', /\d at r\dc\d holds/],
  ])('names the parts of %s', async (puzzle, told) => {
    const { stdout, code } = await draw(`${puzzle} --hint`);
    const [picture, ...rest] = stdout.split('\n\n');
    expect(`${rest.join('\n')}\n${picture}`).toMatch(told);
    expect(code).toBe(0);
  });

  test('with the clues that generate prints, drawn on the board', async () => {
    const { stdout: clues } = await here('generate polyhexes 4x7 tetrahexes --seed 1');
    const { stdout, code } = await draw(`polyhexes 4x7 tetrahexes --hint --prefix ${clues.trim()}`);
    const alone = (await draw('polyhexes 4x7 tetrahexes --hint')).stdout;
    const walls = (text: string) => text.split('\n\n')[0]?.replaceAll(/[^|/\\]/g, '').length ?? 0;
    expect([code, walls(stdout) > walls(alone)]).toEqual([0, true]);
    expect(stdout).toMatch(/p pistol.*-p.*look at the hexagon/s);
    const wrong = JSON.stringify([...JSON.parse(clues), 3]);
    const mistake = await draw(`polyhexes 4x7 tetrahexes --hint --prefix ${wrong}`);
    expect(mistake.stdout).toMatch(
      /^Take a decision back: bar on .* is chosen, but it is wrong\.\n$/,
    );
  });

  test('says where there is no step, or no solution', async () => {
    const several = await draw('latin 4 --reduced --hint');
    expect([several.stdout, several.code]).toEqual(['', 3]);
    expect(several.stderr).toMatch(/^There are several solutions, .* quadrille generate NAME/);
    const solved = (await here('sudoku', { stdin: `${EASY}\n` })).stdout.trim();
    const done = await draw(`sudoku ${solved} --hint`);
    expect([done.stdout, done.stderr, done.code]).toEqual(['', 'Every item is covered.\n', 0]);
    const none = await draw(`sudoku 12345678.........9${'.'.repeat(63)} --hint`);
    expect([none.stderr, none.code]).toEqual(['There is no solution: that is proven.\n', 1]);
  });
});
