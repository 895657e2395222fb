import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { generalScale } from '../../../src/puzzles/pencil/scale.ts';
import { sudokuScale } from '../../../src/puzzles/pencil/sudoku-scale.ts';
import { drawnIn } from '../../support/drawn.ts';
import { findAll, namesOn, positionOf } from '../../support/positions.ts';

const text = readFileSync(new URL('../../../docs/guide/techniques.md', import.meta.url), 'utf8');
const drawings = drawnIn(text);
const sorted = (decisions: readonly number[]) => [...decisions].sort((a, b) => a - b);

describe('the drawings of docs/guide/techniques.md', () => {
  test('show every technique', () => {
    expect([...new Set(drawings.map(({ technique }) => technique))].sort()).toEqual(
      namesOn(sudokuScale),
    );
  });

  test.each(
    drawings.map((drawing) => [`${drawing.technique} ${drawing.difficulty}`, drawing] as const),
  )('%s', (_name, { technique, difficulty, stand, decisions }) => {
    const { list, givens } = sudokuScale(stand.compiled, stand.nameOf);
    expect(givens).toEqual([]);
    const position = positionOf(stand);
    const tenths = Math.round(10 * difficulty);
    const found = list
      .filter(({ from, to }) => from <= tenths && tenths <= to)
      .flatMap(({ find }) => findAll(find, position, 3000))
      .filter((finding) => finding.technique === technique && finding.tenths === tenths)
      .map((finding) => String(sorted(finding.decisions)));
    expect(decisions.length).toBeGreaterThan(0);
    expect(found).toContain(String(sorted(decisions)));
  });
});

test('the tables of docs/guide/techniques.md name every technique', () => {
  const named = [...text.matchAll(/^\| (`.*?`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]*)`/g)].map(([, name = '']) => name),
  );
  // Types are told as `... type 1` to `type 4`.
  const isNamed = (technique: string) =>
    named.includes(technique) || named.includes(technique.replace(/\d$/, '1'));
  expect(
    [...namesOn(generalScale), ...namesOn(sudokuScale)].filter((technique) => !isNamed(technique)),
  ).toEqual([]);
});
