import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Console } from '../../src/cli/console.ts';
import { amount, counted, Ticker } from '../../src/cli/report.ts';

function consoleOf(env: Record<string, string> = {}, terminal = true, stdout = new PassThrough()) {
  const stderr = new PassThrough();
  const tty = { isTTY: terminal, columns: 40 };
  const console = new Console({
    stdout: Object.assign(stdout, tty),
    stderr: Object.assign(stderr, tty),
    env,
  });
  const text = (stream: PassThrough) => String(stream.read() ?? '');
  return { console, out: () => text(stdout), err: () => text(stderr) };
}

describe('results', () => {
  test('are written when the event loop has its next turn', async () => {
    const { console, out } = consoleOf();
    console.write('a');
    console.write('b');
    expect(out()).toBe('');
    await setImmediate();
    expect(out()).toBe('ab');
  });

  test('are written at once when there are many', () => {
    const { console, out } = consoleOf();
    console.write('x'.repeat(70_000));
    expect(out()).toHaveLength(70_000);
  });

  test('come before what is said of them', () => {
    const { console, out, err } = consoleOf();
    console.write('a');
    console.note('b');
    expect([out(), err()]).toEqual(['a', 'b\n']);
  });

  test('wait while nobody reads them', async () => {
    const stdout = new PassThrough({ highWaterMark: 100 });
    const { console, out } = consoleOf({}, false, stdout);
    console.write('x'.repeat(200));
    console.flush();
    expect(console.isFull).toBe(true);
    let ready = false;
    const waiting = console.waitForRoom().then(() => {
      ready = true;
    });
    await setImmediate();
    expect(ready).toBe(false);
    expect(out()).toHaveLength(200);
    await waiting;
    expect(console.isFull).toBe(false);
  });
});

describe('the line that stands below', () => {
  test('is replaced by the next, and cleared before anything else', () => {
    const { console, out, err } = consoleOf();
    console.showProgress('one');
    console.showProgress('two');
    expect(err()).toBe('\rone\u001b[K\rtwo\u001b[K');
    console.write('result\n');
    console.flush();
    expect([err(), out()]).toEqual(['\r\u001b[K', 'result\n']);
    console.note('said');
    expect(err()).toBe('said\n');
  });

  test('is no longer than the terminal is wide', () => {
    const { console, err } = consoleOf();
    console.showProgress('x'.repeat(100));
    expect(err()).toBe(`\r${'x'.repeat(39)}\u001b[K`);
  });
});

/** What would colour the rest of the screen, ring, go up, or turn the text around. */
const HOSTILE = 'a\u001b[31mb\u0007\r\u009b1A\u007f\u202ec\u2066\td\ne\u2028f\u2029g\u0085\u200e';
const SHOWN =
  'a\\u001b[31mb\\u0007\\u000d\\u009b1A\\u007f\\u202ec\\u2066\td\ne\\u2028f\\u2029g\\u0085\\u200e';

describe('control characters in a text', () => {
  const written = (terminal: boolean) => {
    const { console, out, err } = consoleOf({}, terminal);
    console.write(HOSTILE);
    console.note(HOSTILE);
    return [out(), err()];
  };

  test('are shown on a terminal, in results and messages', () => {
    expect(written(true)).toEqual([SHOWN, `${SHOWN}\n`]);
  });

  test('are all that Unicode has, and no others', () => {
    const active = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
    const { console, out } = consoleOf();
    for (let code = 0; code < 0x110000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      console.write(`${String.fromCodePoint(code)}|`);
    }
    console.flush();
    const written = out();
    expect(written).not.toMatch(active);
    expect(written.match(/\\u[0-9a-f]{4}\|/g)).toHaveLength(65 - 2 + 2 + 12);
  });

  test('go through a pipe as they are', () => {
    expect(written(false)).toEqual([HOSTILE, `${HOSTILE}\n`]);
  });

  test('are shown in the line that stands below, before it is cut', () => {
    const { console, err } = consoleOf();
    console.showProgress('\u001b[2J'.repeat(100));
    expect(err()).toBe(`\r${'\\u001b[2J'.repeat(5).slice(0, 39)}\u001b[K`);
  });

  test('leave JSON what it is', () => {
    const { console, out } = consoleOf();
    console.writeJson('error', { message: HOSTILE });
    console.flush();
    const line = out();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none.
    expect(line).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/);
    expect(JSON.parse(line)).toEqual({ type: 'error', version: 1, message: HOSTILE });
  });

  test('are ours where they come as codes', () => {
    const { console, out } = consoleOf();
    console.writeUnchecked('\u001b[31mred\u001b[0m');
    console.flush();
    expect(out()).toBe('\u001b[31mred\u001b[0m');
  });
});

test('a terminal that knows no width has the usual one', () => {
  const channel = () => Object.assign(new PassThrough(), { isTTY: true, columns: 0 });
  const stderr = channel();
  const console = new Console({ stdout: channel(), stderr, env: {} });
  expect(console.width).toBe(100);
  console.showProgress('progress');
  expect(String(stderr.read())).toBe('\rprogress\u001b[K');
});

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
  [{ TERM: 'dumb' }, true, false],
])('with %j and a terminal: %s, colour is %s', (env, terminal, colour) => {
  expect(consoleOf(env, terminal).console.usesColour()).toBe(colour);
});

test.each([
  ['always', { NO_COLOR: '1' }, false, true],
  ['never', { FORCE_COLOR: '1' }, true, false],
  ['auto', {}, true, true],
] as const)('--color %s is stronger than %j', (setting, env, terminal, colour) => {
  expect(consoleOf(env, terminal).console.usesColour(setting)).toBe(colour);
});

describe('progress', () => {
  afterEach(() => vi.useRealTimers());

  /** What is told at each moment, in milliseconds. */
  const toldAt = (terminal: boolean, ...moments: number[]) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { console } = consoleOf({}, terminal);
    const ticker = new Ticker(console);
    let now = 0;
    return moments.map((moment) => {
      vi.advanceTimersByTime(moment - now);
      now = moment;
      let told = false;
      ticker.tick(() => {
        told = true;
        return 'half';
      });
      return told;
    });
  };

  test('is put into words only when it shows: after a second, then ten times a second', () => {
    expect(toldAt(true, 0, 999, 1000, 1099, 1100)).toEqual([false, false, true, false, true]);
  });

  test('is never put into words without a terminal', () => {
    expect(toldAt(false, 0, 1000, 5000)).toEqual([false, false, false]);
  });
});

test('numbers at a glance', () => {
  expect([0, 0.1234, 9, 999, 12_345, 1_234_567, 9.87e9].map(amount)).toEqual([
    '0',
    '0.12',
    '9',
    '999',
    '12,345',
    '1.23 M',
    '9.87 G',
  ]);
  expect([counted(1, 'puzzle'), counted(10_000, 'puzzle')]).toEqual(['1 puzzle', '10,000 puzzles']);
});
