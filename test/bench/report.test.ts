import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { chart } from '../../bench/chart.ts';
import { comparison, SLOWER } from '../../bench/compare.ts';
import type { Contender } from '../../bench/contenders/contender.ts';
import { knuthCell } from '../../bench/count.ts';
import type { Machine } from '../../bench/machine.ts';
import { PAGE, page, pictureOf, TEMPLATE } from '../../bench/page.ts';
import { type Race, run } from '../../bench/race.ts';
import { rendered } from '../../bench/render.ts';
import { timesSection } from '../../bench/report.ts';
import { kept, Results } from '../../bench/results.ts';
import { checkout, program } from '../../bench/rivals.ts';
import type { Measured, Section } from '../../bench/section.ts';
import { WrongAnswer } from '../../bench/trouble.ts';
import { knuth } from '../cases/knuth.ts';
import { parse } from '../puzzles/picture/xml.ts';

const MACHINE: Machine = {
  processor: 'Abacus',
  processors: 2,
  system: 'linux x64',
  node: 'v20.1.0',
  date: '2026-01-02T03:04:05.678Z',
};
const OTHER: Machine = { ...MACHINE, processor: 'Slide rule' };

const COLUMNS: Section['columns'] = [
  { name: '', kind: 'text' },
  { name: 'solutions', kind: 'count' },
  { name: 'ours', kind: 'time', of: 'ours' },
  { name: 'rival', version: '1.2.3', kind: 'time', of: 'rival' },
  { name: 'other', kind: 'time', of: 'rival' },
  { name: 'ours / best rival', kind: 'ratio', of: 'ours' },
];

function measured(rows: Section['rows'], more: Partial<Measured> = {}): Measured {
  return { title: 'Some', columns: COLUMNS, rows, command: 'some', machine: MACHINE, ...more };
}

/** Rows by name of ours, the rivals and the ratio. */
function times(rows: Readonly<Record<string, readonly (number | null)[]>>): Section['rows'] {
  return Object.entries(rows).map(([name, cells]) => ({ cells: [name, 1, ...cells] }));
}

/** The cells of a rendered table, without its head. */
function cellsOf(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => {
    return line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
  });
}

describe('the renderer', () => {
  test('times of a row have one unit, and remarks a footnote each', () => {
    const text = rendered(
      measured([
        { cells: ['a', 12_988_816, 1234, 60_000, { value: 9000, over: true }, 0.0206] },
        { cells: ['b', 1, 0.0123, { note: 'Too slow.' }, { wrong: true, note: 'It says 2.' }, 3] },
        { cells: ['c', 1, 0.5, { value: 2, note: 'Too slow.' }, null, null] },
      ]),
    );
    expect(cellsOf(text)).toEqual([
      ['a', '12,988,816', '1.23 s', '60.0 s', '> 9.00 s', '0.0206'],
      ['b', '1', '12.3 µs', '- (a)', 'WRONG (b)', '3.00'],
      ['c', '1', '500 µs', '2000 µs (a)', '-', '-'],
    ]);
    expect(text).toContain('(a) Too slow.');
    expect(text).toContain('(b) It says 2.');
    expect(text).toContain('| rival 1.2.3 |');
  });

  test('says the command, the machine, the date and what it was compared with', () => {
    expect(rendered(measured([]))).toMatch(
      /`npm run bench -- some`; Abacus \(2 cores\), linux x64, Node v20\.1\.0, 2026-01-02\. No run before has this command/,
    );
    const last = { date: '2025-12-31T00:00', otherMachine: 'Slide rule', compared: 7, slower: [] };
    expect(rendered(measured([], { last }))).toContain(
      'None of 7 figures is slower than in the run of 2025-12-31 on another machine, Slide rule.',
    );
  });

  test('marks what is slower', () => {
    const last = { date: '', compared: 2, slower: [{ row: 0, column: 2, times: 1.512 }] };
    const text = rendered(measured(times({ a: [1000, 2000, 3000, 0.5] }), { last }));
    expect(cellsOf(text)[0]?.[2]).toBe('1.00 s ▲1.5');
  });
});

describe('the comparison', () => {
  const last = measured(
    times({ a: [100, 200, 400, 0.5], b: [100, null, null, null], c: [100, 200, 400, 0.5] }),
  );
  const compare = (rows: Section['rows'], machine = MACHINE) =>
    comparison(measured(rows), machine, last);

  test('a machine of half the speed makes nothing slower', () => {
    const { slower, compared, otherMachine } = compare(times({ a: [200, 400, 800, 0.5] }), OTHER);
    expect(slower).toEqual([]);
    expect(compared).toBe(2);
    expect(otherMachine).toContain('Abacus');
  });

  test('who falls behind the rivals is slower, on any machine', () => {
    const { slower } = compare(times({ a: [150, 100, 200, 0.5] }), OTHER);
    expect(slower).toEqual([{ row: 0, column: 2, times: 3 }]);
  });

  test('a time without rivals counts on the same machine only', () => {
    const rows = times({ b: [200, null, null, null] });
    expect(compare(rows).slower).toEqual([{ row: 0, column: 2, times: 2 }]);
    expect(compare(rows, OTHER)).toMatchObject({ compared: 0, slower: [] });
    // Another patch of Node is the same machine.
    expect(compare(rows, { ...MACHINE, node: 'v20.2.0' }).compared).toBe(1);
  });

  test('a ratio is compared as it is', () => {
    const { slower } = compare(times({ a: [null, 200, 400, 1] }), OTHER);
    expect(slower).toEqual([{ row: 0, column: 5, times: 2 }]);
  });

  test('noise is not marked', () => {
    expect(compare(times({ a: [99 * SLOWER, 200, 400, 0.5] })).slower).toEqual([]);
  });

  test('what is new, ran out of time or is wrong is not compared', () => {
    const rows: Section['rows'] = [
      { cells: ['a', 1, { value: 900, over: true }, 200, 400, { value: 9, wrong: true }] },
      { cells: ['new', 1, 900, 200, 400, 9] },
    ];
    expect(compare(rows)).toMatchObject({ compared: 0, slower: [] });
  });

  test('rates by rows: less is slower, and a new version is the same rival', () => {
    const rates = (ours: number, rival: string, rate: number): Section => ({
      title: 'Rates',
      columns: [
        { name: '', kind: 'text' },
        { name: 'a second', kind: 'rate' },
      ],
      rows: [
        { of: 'ours', cells: ['ours', ours] },
        { of: 'rival', cells: [rival, rate] },
      ],
    });
    const before = { ...measured([]), ...rates(1000, 'rival 1.0.0', 100) };
    expect(comparison(rates(500, 'rival 1.1.0', 50), OTHER, before).slower).toEqual([]);
    expect(comparison(rates(500, 'rival 1.1.0', 100), OTHER, before).slower).toEqual([
      { row: 0, column: 1, times: 2 },
    ]);
  });
});

describe('rivals', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('a program is named by its variable, in person or by its folder, or is on PATH', () => {
    const path = join(folder, 'dlx1');
    writeFileSync(path, '');
    expect(program('dlx1', { RIVAL_DLX1: path })).toEqual({ path });
    expect(program('dlx1', { RIVAL_DLX1: folder })).toEqual({ path });
    expect(program('dlx1', { PATH: folder })).toEqual({ path });
  });

  test('one that is missing says so, and how to give it', () => {
    const { missing } = program('cbc', { PATH: folder }) as { missing: string };
    expect(missing).toMatch(/^cbc .*coinor-cbc.* is not on PATH; RIVAL_CBC names it$/);
    expect(program('run_benchmark', { RIVAL_TDOKU: join(folder, 'none') })).toEqual({
      missing: expect.stringMatching(/tdoku.* is not at RIVAL_TDOKU/),
    });
  });

  test('a checkout is named by its variable, and has the file that is looked for', () => {
    writeFileSync(join(folder, 'parser.js'), '');
    const environment = { RIVAL_ISS: folder };
    expect(checkout('iss', 'parser.js', environment)).toEqual({ path: folder });
    expect(checkout('iss', 'other.js', environment)).toEqual({
      missing: expect.stringMatching(/Interactive-Sudoku-Solver.* is not at RIVAL_ISS/),
    });
    expect(checkout('iss', 'parser.js', {})).toEqual({
      missing: expect.stringMatching(/RIVAL_ISS names its checkout$/),
    });
  });

  test('what Knuth says is refereed', () => {
    const text = (count: string) =>
      `Altogether ${count} solutions, 12+34 mems.\n0m0.001s 0m0.002s\n1m0.500s 0m0.250s\n`;
    expect(knuthCell(text('92'), '92')).toBe(60_750);
    expect(knuthCell(text('91'), '92')).toEqual({ wrong: true, note: 'It counts 91.' });
    expect(knuthCell('0m0.0s 0m0.0s\n0m0.5s 0m0.0s\n', '92')).toEqual({
      note: 'It ended without an answer.',
    });
    expect(knuthCell('0m0.0s 0m0.0s\n0m20.0s 0m0.0s\n', '92')).toEqual({
      value: 20_000,
      over: true,
    });
  });

  const honest: Contender = {
    name: 'auto',
    cannot: () => undefined,
    solve: () => ({ numbers: () => [[0, 3, 4]] }),
  };
  const liar: Contender = {
    ...honest,
    name: 'liar',
    version: '1.0.0',
    solve: () => ({ numbers: () => [[0, 1]] }),
  };
  const race: Race = {
    name: 'a case',
    inputs: () => [knuth()],
    limit: Number.POSITIVE_INFINITY,
    solutions: 1,
    timing: 'each',
    repetitions: 2,
    warmUp: false,
    targets: [],
  };

  test('a wrong answer of a rival is shown, and no ratio is by it', async () => {
    const result = await run(race, [honest, liar], 2, () => undefined);
    const [row] = cellsOf(rendered(measured([], timesSection([result], [honest, liar]))));
    expect(row?.slice(3)).toEqual(['WRONG (a)', '-']);
  });

  test('a wrong answer of ours ends the benchmark', async () => {
    const { version, ...ours } = liar;
    await expect(run(race, [ours], 1, () => undefined)).rejects.toThrow(WrongAnswer);
  });
});

describe('results', () => {
  const path = mkdtempSync(join(tmpdir(), 'quadrille-'));
  afterAll(() => rmSync(path, { recursive: true }));
  const folder = pathToFileURL(`${path}/`);
  const section = (title: string): Section => ({
    title,
    columns: COLUMNS,
    rows: times({ a: [100, 200, 400, 0.5] }),
  });

  test('a run that is killed loses nothing, and one that ends drops what is gone', () => {
    const printed: string[] = [];
    const places = {
      folder,
      print: (text: string) => printed.push(text),
      committed: () => undefined,
    };
    const titles = () => kept('some', folder).map(({ title, command }) => `${command}: ${title}`);
    const first = new Results('some', 'first', places);
    first.publish(section('one'));
    first.publish(section('two'), [1, 2, 3]);
    first.publish(section('three'));
    first.finish();
    expect(titles()).toEqual(['first: one', 'first: two', 'first: three']);
    expect(readFileSync(new URL('samples/some-two.json', folder), 'utf8')).toBe('[1,2,3]\n');

    const second = new Results('some', 'second', places);
    second.publish(section('two'));
    expect(titles()).toEqual(['second: two', 'first: one', 'first: three']);
    expect(kept('some', folder)[0]?.last).toBeUndefined();
    second.finish();
    expect(titles()).toEqual(['second: two']);

    // The same command is compared with the run before.
    new Results('some', 'second', places).publish(section('two'));
    expect(kept('some', folder)[0]?.last).toMatchObject({ compared: 2, slower: [] });
    expect(printed.length).toBe(5);
  });
});

describe('the page', () => {
  const template = readFileSync(TEMPLATE, 'utf8');
  const names = [...template.matchAll(/^\{\{([\w.]+)/gm)].map(([, name = '']) => name);

  test('is what the kept results render: npm run bench -- page', () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(page(template, kept));
  });

  test('has all kept results, and their tables are whole', () => {
    const folder = new URL('../../bench/results/', import.meta.url);
    const files = readdirSync(folder).filter((file) => /^[\w.]*\.json$/.test(file));
    const results = files
      .map((file) => file.replace('.json', ''))
      .filter((name) => !name.endsWith('.part'));
    expect(results.length).toBeGreaterThan(0);
    expect(names).toEqual(expect.arrayContaining(results));
    for (const name of results) {
      for (const { title, rows, columns } of kept(name)) {
        for (const { cells } of rows) expect(cells.length, title).toBe(columns.length);
      }
    }
  });

  test('a place without results says by which command they come', () => {
    expect(page('a\n\n{{b}}\n\n{{c.files c FILE...}}\n', () => [])).toBe(
      'a\n\nLeft out, not measured: `npm run bench -- b --report`.\n\nLeft out, not measured: `npm run bench -- c FILE... --report`.\n',
    );
  });

  test('its pictures are there, well-formed, and no others', () => {
    const pictures = names.flatMap((name) =>
      kept(name).flatMap((section) => (section.plot === true ? [pictureOf(name, section)] : [])),
    );
    for (const picture of pictures) {
      const { name, children } = parse(readFileSync(new URL(picture, PAGE), 'utf8').trim());
      expect(name).toBe('svg');
      expect(children[0]).toMatchObject({ name: 'title' });
    }
    const folder = new URL('pictures/benchmarks/', PAGE);
    expect(readdirSync(folder).sort()).toEqual(
      pictures.map((picture) => picture.replace('pictures/benchmarks/', '')).sort(),
    );
  });
});

const hasEcharts = existsSync(new URL('../../bench/node_modules/echarts', import.meta.url));

test.runIf(hasEcharts)('a chart is well-formed whatever the names are', async () => {
  const rows = times({ '<a> & "b"': [100, 200, null, 0.5], c: [0.001, 1e6, 3, 2] });
  for (const section of [
    { title: 'Dots & <dashes>', columns: COLUMNS, rows },
    {
      title: 'Bars',
      columns: [COLUMNS[0], { name: 'a second', kind: 'rate' }] as Section['columns'],
      rows: [
        { of: 'ours', cells: ['<a>', 1000] },
        { cells: ['a method', 0.01] },
        { of: 'rival', cells: ['&', null] },
      ] as Section['rows'],
    },
  ]) {
    const { children } = parse(await chart(section));
    expect(children[0]).toMatchObject({ name: 'title', children: [section.title] });
  }
});
