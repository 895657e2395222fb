import { expect, test } from 'vitest';
import type { Problem } from '../../src/index.ts';
import { langford } from '../../src/puzzles/langford.ts';
import { macmahon } from '../../src/puzzles/macmahon.ts';
import { bedlam, polycubes, soma } from '../../src/puzzles/polycubes.ts';
import { dominoes, pentominoes, polyominoes } from '../../src/puzzles/polyominoes.ts';
import { queens } from '../../src/puzzles/queens.ts';
import { aztecDiamond } from '../../src/puzzles/region.ts';

/** What a problem says of its items, whatever its payloads. */
type Items = Pick<
  Problem,
  'primaryCount' | 'secondaryCount' | 'optionCount' | 'itemName' | 'option'
>;

const once = { upToSymmetry: true };

/** One of each kind, with and without what adds items. */
const problems: Record<string, Items> = {
  queens: queens(12),
  'queens on a torus': queens(11, { torus: true }),
  langford: langford(12, once),
  dominoes: dominoes(aztecDiamond(6)),
  pentominoes: pentominoes('4x15', once),
  'one-sided': pentominoes('9x10', { oneSided: true, ...once }),
  hexominoes: polyominoes('14x15', 'hexominoes'),
  soma: soma(once),
  solid: polycubes('3x4x5', 'pentominoes', once),
  bedlam: bedlam(once),
  macmahon: macmahon(),
};

test.each(Object.entries(problems))("%s can be written as Knuth's text", (_name, problem) => {
  const names = new Set<string>();
  for (let item = 0; item < problem.primaryCount + problem.secondaryCount; item++) {
    const name = problem.itemName(item);
    expect(name).toMatch(/^[^\s:|]+$/);
    expect(names).not.toContain(name);
    names.add(name);
  }
  for (let option = 0; option < problem.optionCount; option++) {
    for (const use of problem.option(option)) {
      if (typeof use !== 'string') expect(use.colour).toMatch(/^[^\s:|]+$/);
    }
  }
});
