import { expect, test } from 'vitest';
import { slow } from '../support/effort.ts';
import { gallery, isLarge, isLargest, promised } from './gallery-examples.ts';

// The examples whose searches take a while: gallery.test.ts has the others.

const { here, read, write, run, count } = gallery();
const counted = promised.filter(
  (each) => each.solutions !== undefined && (isLarge(each) || (slow && isLargest(each))),
);

test.each(promised.filter(isLarge))('draw $name $args', async ({ name, args }) => {
  const { stdout, stderr, code } = await run('draw', name, args);
  expect([stdout === '', stderr, code]).toEqual([false, '', 0]);
});

test.each(counted)('$name $args: $solutions', async ({ name, args, solutions = '' }) => {
  expect(await count(name, args)).toBe(solutions.replaceAll(',', ''));
});

test('polycubes 3x3x3 soma --up-to-symmetry: 240', async () => {
  expect(await count('polycubes', '3x3x3 soma --up-to-symmetry')).toBe('240');
});

test('as many solutions are drawn as a picture has room for', async () => {
  const { stderr, code } = await here('draw dominoes 100x100 --all --svg full.svg');
  expect(read('full.svg')).toMatch(/^<svg /);
  expect(stderr).toBe(
    'Warning: the picture is full with the first 25 solutions; give --limit for fewer.\n',
  );
  expect(code).toBe(0);
});

test('the text of a samurai that is made is what draw takes, and it has one solution', async () => {
  write('made.txt', (await here('generate samurai --seed 1')).stdout);
  const { stdout, stderr } = await here('draw samurai made.txt --limit 2');
  expect(stderr).toBe('');
  expect(stdout.trimEnd().split('\n\n')).toHaveLength(1);
});
