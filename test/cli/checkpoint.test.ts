import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CheckpointFile } from '../../src/cli/checkpoint.ts';
import type { Console } from '../../src/cli/console.ts';
import { OpenFiles } from '../../src/cli/files.ts';
import { Lock } from '../../src/cli/lock.ts';
import { readDlx, writeDlx } from '../../src/index.ts';
import { withRulesOf } from '../../src/puzzles/gallery/ruled-text.ts';
import { pentominoes, queens } from '../cases/gallery.ts';
import { problemOf } from '../cases/problem.ts';
import { slow } from '../support/effort.ts';
import { workFolder } from '../support/folder.ts';

const { folder, fresh, here, path, read, write } = workFolder({
  'small.dlx': writeDlx(problemOf(queens(8))),
  'long.dlx': writeDlx(problemOf(pentominoes(4, 15))),
});

const CHECKED = 'solve small.dlx --engine links --checkpoint s.check';

test.each([
  ['a\na\n', 'by the states that it remembers', 'lists'],
  ['2|a\na\na\na\n', 'by the states that it remembers', 'multiples'],
])(
  'a file that holds nothing yet says so as soon as it is written again',
  async (text, how, engine) => {
    fresh('n.check');
    const notes: string[] = [];
    const console = { note: (line: string) => notes.push(line), flush: () => undefined };
    const files = new OpenFiles();
    const problem = readDlx(text);
    const file = await CheckpointFile.open(
      path('n.check'),
      problem,
      {},
      {
        console: console as unknown as Console,
        files,
      },
    );
    const begun = { question: 'count', engine: 'auto', solutions: '0', left: [0] };
    const { onCheckpoint } = file.settings;
    await onCheckpoint(begun as never);
    expect(notes).toEqual([]);
    await onCheckpoint(begun as never);
    await onCheckpoint(begun as never);
    const told = expect.stringMatching(
      `holds nothing yet: the count may come to its end ${how}, .*--engine ${engine} it is kept`,
    );
    expect(notes).toEqual([told]);
    file.explain('timeout');
    expect(notes).toEqual([told, told]);
    await onCheckpoint({ ...begun, engine } as never);
    file.explain('timeout');
    expect(notes.at(-1)).toMatch(/The state is in .*n\.check/);
    file.close();
  },
);

test('with a rule by a function it is learning that no file holds', async () => {
  fresh('n.check');
  const { stdout } = await here('make hamiltonian 2x2');
  const problem = await withRulesOf(readDlx(stdout, { onRule: () => undefined }), [
    { text: 'hamiltonian 2x2', place: { line: 1, column: 1 } },
  ]);
  const notes: string[] = [];
  const console = { note: (line: string) => notes.push(line), flush: () => undefined };
  const file = await CheckpointFile.open(
    path('n.check'),
    problem,
    {},
    {
      console: console as unknown as Console,
      files: new OpenFiles(),
    },
  );
  const begun = { question: 'count', engine: 'auto', solutions: '0', left: [0] };
  await file.settings.onCheckpoint(begun as never);
  file.explain('timeout');
  expect(notes.join()).toMatch(/come to its end by learning, .*--engine multiples it is kept/);
  file.close();
});

describe('a damaged file', () => {
  test('is an error, whichever byte is changed or missing', async () => {
    fresh('s.check');
    expect((await here(`${CHECKED} --count --max-nodes 30`)).stdout).toMatch(/^>=/);
    const whole = readFileSync(path('s.check'));
    const problem = readDlx(read('small.dlx'));
    const damage = async (bytes: Uint8Array, how: string, name = 's.check') => {
      write(name, bytes);
      const silent = { console: {} as Console, files: new OpenFiles() };
      const opened = CheckpointFile.open(path(name), problem, {}, silent);
      await expect(opened, how).rejects.toThrow(
        /s\.check: it is (damaged|no checkpoint of quadrille, or it is damaged).*give another file/,
      );
    };
    await damage(whole.subarray(0, -1), 'the last byte');
    expect(await here(`${CHECKED} --count`)).toMatchObject({ code: 2, stdout: '' });
    expect(readFileSync(path('s.check'))).toEqual(whole.subarray(0, -1));
    const damaged: [bytes: Uint8Array, how: string][] = [];
    for (let at = 0; at < whole.length; at += at < 100 || slow ? 1 : 7) {
      const changes = [1, 0x20, 0xff];
      // All of them in the first line, which no checksum but its own parts guard.
      for (const change of at < 100 ? changes : changes.slice(at % 3, (at % 3) + 1)) {
        const changed = Uint8Array.from(whole);
        changed[at] = changed[at] ^ change;
        damaged.push([changed, `byte ${at} ^ ${change}`]);
      }
    }
    for (let end = 0; end < whole.length; end += end < 100 || slow ? 1 : 29)
      damaged.push([whole.subarray(0, end), `cut ${end}`]);
    damaged.push([Buffer.concat([whole, Buffer.from('\n')]), 'a line more']);
    // Some at a time, since most of the time goes by with waiting for the disk.
    for (let from = 0; from < damaged.length; from += 25) {
      const some = damaged.slice(from, from + 25);
      await Promise.all(some.map(([bytes, how], k) => damage(bytes, how, `${k}s.check`)));
    }
    write('s.check', whole);
    expect(await here(`${CHECKED} --count`)).toMatchObject({ code: 0, stdout: '92\n' });
  });

  test('or one of another version, which says so', async () => {
    const rest = '{"form":"text","output":null,"checkpoint":{"version":1}}\n';
    const digest = createHash('sha256').update(`1\n${rest}`).digest('hex');
    write('s.check', `quadrille checkpoint 1 ${digest}\n${rest}`);
    const { code, stdout, stderr } = await here(`${CHECKED} --count`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      'it is of version 1, and this program reads version 2; give another file',
    );
  });

  test('of results is an error: what was cut off, or written into another file', async () => {
    fresh('s.check', 'out.txt');
    await here(`${CHECKED} --output out.txt --limit 50`);
    const text = read('out.txt');
    write('out.txt', text.slice(0, -1));
    const { code, stderr } = await here(`${CHECKED} --output out.txt`);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/it has \d+ bytes, and the checkpoint counts/),
    ]);
    write('out.txt', `${text}half a line of`);
    expect(await here(`${CHECKED} --output out.txt`)).toMatchObject({ code: 0, stdout: '' });
    expect(read('out.txt')).toBe((await here('solve small.dlx --engine links')).stdout);
  });
});

describe('a lock', () => {
  /** What this process writes. */
  const own = () => {
    const lock = new Lock(path('s.check'));
    const holder = JSON.parse(read('s.check.lock'));
    lock.release();
    return holder;
  };
  const holdBy = (changes: object, name = 's.check.lock') => {
    write(name, JSON.stringify({ ...own(), ...changes }));
  };
  const dead = { pid: 2 ** 22 + 1 };
  const solve = () => {
    fresh('s.check');
    return here(`${CHECKED} --count`);
  };
  const locks = () => readdirSync(folder).filter((name) => name.includes('.lock'));

  const killed: [how: string, changes: object][] = [['was killed', dead]];
  // Only Linux tells when a process has started.
  if (own().started !== undefined) killed.push(['had this number before', { started: 'before' }]);

  test.each(killed)('of a process that %s does not count', async (_, changes) => {
    holdBy(changes);
    expect(await solve()).toEqual({ code: 0, stdout: '92\n', stderr: '' });
    holdBy(changes, 's.check.lock.next');
    holdBy(changes);
    expect(await solve()).toEqual({ code: 0, stdout: '92\n', stderr: '' });
    expect(locks()).toEqual([]);
  });

  test.each([
    ['of a process at work', {}, [`the process ${process.pid} is at work`, 'give another file']],
    [
      'of another machine',
      { ...dead, host: 'elsewhere' },
      ['on elsewhere', `remove ${path('s.check.lock')}`],
    ],
    ['without a start', { started: undefined }, [`remove ${path('s.check.lock')}`]],
    ['of no process', { pid: 'one' }, [path('s.check.lock'), 'names no process', 'remove it']],
  ])('%s is refused, with what to do', async (_, changes, words) => {
    holdBy(changes);
    const before = read('s.check.lock');
    const { code, stderr } = await solve();
    expect(code).toBe(2);
    for (const word of words) expect(stderr).toContain(word);
    expect([read('s.check.lock'), locks()]).toEqual([before, ['s.check.lock']]);
    fresh('s.check.lock');
  });

  test('that is removed while it is held is not released, and says that it is gone', () => {
    const lock = new Lock(path('s.check'));
    expect(lock.isOurs).toBe(true);
    write('s.check.lock', '{}');
    expect(lock.isOurs).toBe(false);
    lock.release();
    expect(locks()).toEqual(['s.check.lock']);
    fresh('s.check.lock');
  });
});

describe('a file of another search', () => {
  test.each([
    ['solve other.dlx --count', 'it is of another problem'],
    ['solve small.dlx', 'it is of the question "count"'],
    ['solve small.dlx', 'Its flags: --count --engine auto.'],
    ['solve small.dlx --count --engine links', 'its engine is "auto", and asked is "links"'],
    ['solve small.dlx --count --seed 3', 'its seed is null, and asked is 3'],
    ['solve small.dlx --count --output out.txt', 'its results go to standard output'],
  ])('is refused by %s', async (line, why) => {
    fresh('s.check', 'out.txt');
    write('other.dlx', writeDlx(problemOf(queens(7))));
    await here('solve small.dlx --count --checkpoint s.check --max-nodes 5');
    const before = read('s.check');
    const { code, stdout, stderr } = await here(`${line} --checkpoint s.check`);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(why)]);
    expect(stderr).toContain('s.check: ');
    expect(read('s.check')).toBe(before);
  });

  test('is refused where results would go on in another form, or with other names', async () => {
    fresh('s.check', 'out.txt');
    const line = 'solve small.dlx --checkpoint s.check --output out.txt';
    await here(`${line} --limit 9`);
    const { stderr } = await here(`${line} --json`);
    expect(stderr).toContain('its results were printed in another form');
    write('small.dlx', read('small.dlx').replace('\n', '\n| the first\n'));
    const labelled = await here(`${line} --labels`);
    expect(labelled.stderr).toContain('its results were printed in another form');
    write('renamed.dlx', read('small.dlx').replaceAll(/\b0\b/g, 'row'));
    const renamed = await here(line.replace('small', 'renamed'));
    expect(renamed.stderr).toContain('its items have other names');
    const { stderr: without } = await here('solve small.dlx --checkpoint s.check');
    expect(without).toContain('its results go to a file; give it with the same --output');
  });
});

describe('a question', () => {
  test.each([
    ['--count', '92\n'],
    ['--unique', 'several\n'],
    ['--first', /^1:\n( {2}.*\n){8}\n$/],
    ['--count --engine learn', '92\n'],
  ])('%s that is answered is answered again, at once', async (flags, answer) => {
    fresh('s.check');
    const line = `solve small.dlx ${flags} --checkpoint s.check`;
    const first = await here(line);
    expect(first).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(answer) });
    const again = await here(`${line} --max-nodes 0`);
    expect(again).toMatchObject({ code: 0, stdout: first.stdout });
    expect(again.stderr).toMatch(/s\.check is finished: /);
  });

  test('that Ctrl-C stops says how to go on, and goes on', async () => {
    fresh('s.check', 'out.json');
    const line = 'solve long.dlx --engine links --json --checkpoint s.check --output out.json';
    const { code, stderr } = await here(line, { interrupt: { turns: 30 } });
    expect(code).toBe(130);
    expect(stderr).toMatch(/The state is in .*s\.check: the same command goes on from it\.\n$/);
    const { solutions } = JSON.parse(read('out.json').trim().split('\n').at(-1) as string);
    // The line of the status is not among the results that are kept.
    await here(`${line} --limit ${solutions + 3}`);
    const lines = read('out.json').trim().split('\n');
    const types = lines.map((text) => JSON.parse(text).type);
    expect(types).toEqual([...Array(solutions + 3).fill('solution'), 'status']);
  });
});
