import { afterAll, expect, test } from 'vitest';
import { PuzzleGenerator, writeLine } from '../../src/sudoku.ts';
import { built } from '../support/built.ts';

/** Two solutions, none, and a mistake. */
const OTHERS = [
  '534..8912672195348198342567859..1423426853791713924856961537284287419635345286179',
  `12345678.........9${'.'.repeat(63)}`,
  `11${'.'.repeat(79)}`,
];

const generator = new PuzzleGenerator({ seed: 7 });
const puzzles = Array.from({ length: 60 }, () =>
  writeLine(generator.shape, generator.puzzle().givens),
);
puzzles.splice(20, 0, ...OTHERS);
const { shell, remove } = built({ files: { 'puzzles.txt': `${puzzles.join('\n')}\n` } });
afterAll(remove);

test('ratings by threads are the same, in the order of the puzzles', () => {
  const alone = shell('quadrille sudoku puzzles.txt --rate --workers 1');
  const lines = alone.stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(63);
  expect(lines.slice(20, 22)).toEqual(['several solutions', 'no solution']);
  expect(lines[22]).toMatch(/^invalid: puzzles\.txt:23: /);
  for (const line of [...lines.slice(0, 20), ...lines.slice(23)]) {
    expect(line).toMatch(/^(?:>=)?\d+\.\d$/);
  }
  expect(alone.status).toBe(2);
  for (const flags of ['', '--workers 3']) {
    expect(shell(`quadrille sudoku puzzles.txt --rate ${flags}`)).toEqual(alone);
  }
});

test('a reader that leaves ends it quietly', () => {
  const { stdout, stderr } = shell('quadrille sudoku puzzles.txt --steps | head -n 2');
  expect(stdout.split('\n')).toHaveLength(3);
  expect(stderr).toBe('');
});

test('a signal ends ratings by threads at once', () => {
  const { stderr, status } = shell(
    'cat puzzles.txt puzzles.txt puzzles.txt puzzles.txt > many.txt; ' +
      'exec 3< <(exec quadrille sudoku many.txt many.txt many.txt --rate --workers 2); ' +
      'read -r _ <&3; kill -INT $!; cat <&3 > rest.txt; wait $!; echo $? >&2',
  );
  expect(stderr).toMatch(/Stopped by Ctrl-C\.\n\d[\d,]* puzzles? in .*\n130\n$/);
  expect(status).toBe(0);
});

test('steps and hints of a problem in a pipe', () => {
  const { stdout, status } = shell('quadrille make dominoes aztec1 | quadrille solve --rate');
  expect([stdout, status]).toEqual(['>=0.0\n', 3]);
  const heart = shell(
    "printf '.#.#.\\n#####\\n#####\\n.###.\\n..#..\\n' > heart.txt; " +
      'quadrille make nonogram heart.txt --picture | quadrille solve --hint | head -n 1',
  );
  expect(heart.stdout).toBe('Single: look at r2.1.\n');
});
