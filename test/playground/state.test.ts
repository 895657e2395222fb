import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serve } from '../../src/cli/play.ts';
import { groups, percent, progressText } from '../../src/playground/numbers.ts';
import { fragmentOf, readFragment } from '../../src/playground/state.ts';
import { letter } from '../support/letters.ts';

describe('the state in an address', () => {
  test('comes back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (state) => {
        const named = { view: 'gallery', state: JSON.parse(JSON.stringify(state)) as unknown };
        expect(await readFragment(await fragmentOf(named))).toEqual(named);
      }),
    );
  });

  test('is the text that old links have', async () => {
    expect(await readFragment('#v1.gallery.q1YqKK2qyklVslIqLE1NzStW0lFKLFGyMqwFAA')).toEqual({
      view: 'gallery',
      state: { puzzle: 'queens', at: 1 },
    });
    expect(await readFragment('#v1.sudoku')).toEqual({ view: 'sudoku' });
    expect(await readFragment('')).toBeUndefined();
  });

  test('is an error, and nothing worse, for any other text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.string({ unit: letter }).map((text) => `#v1.gallery.${text}`),
          fc.base64String().map((text) => `#v1.gallery.${text}`),
        ),
        async (text) => {
          await readFragment(text).catch((error: unknown) => expect(error).toBeInstanceOf(Error));
        },
      ),
    );
    await expect(readFragment('#v2.gallery')).rejects.toThrow('unknown version');
    await expect(readFragment(`#v1.gallery.${'A'.repeat(300_000)}`)).rejects.toThrow('too long');
  });
});

describe('numbers for people', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [9356, '9,356'],
    ['53060477521960000', '53,060,477,521,960,000'],
    [`1${'0'.repeat(60)}`, '1.00000 x 10^60'],
  ])('%s is %s', (value, text) => expect(groups(value)).toBe(text));

  test('shares, and how far a search is', () => {
    expect([0, 1e-7, 0.0042, 0.066, 0.5, 1].map(percent)).toEqual([
      '0 %',
      'under 0.001 %',
      '0.4 %',
      '6.6 %',
      '50 %',
      '100 %',
    ]);
    expect(progressText({ solutions: 1, nodes: 9, rate: 0, share: 0 })).toBe('1 solution');
    const news = { solutions: 50, nodes: 9, rate: 2e6, share: 0.25, left: 3000 };
    expect(progressText(news)).toBe(
      '50 solutions · 2.00 million nodes/s · 25 % done · about 200 in all · 3 s to go',
    );
  });
});

/** The status of an answer for a host of that name. `fetch` gives only the name of the address. */
async function statusOf(port: number, host: string): Promise<number | undefined> {
  const asked = request({ host: '127.0.0.1', port, headers: { host } }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}

describe('quadrille play', () => {
  test('serves the files of a folder, and no others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quadrille-serve-'));
    await expect(serve(folder)).rejects.toThrow('the playground is not built');
    writeFileSync(join(folder, 'index.html'), '<p>here</p>');
    const { address, server } = await serve(folder);
    expect(new URL(address).hostname).toBe('127.0.0.1');
    const get = async (path: string, method = 'GET') => {
      const response = await fetch(address + path, { method });
      return [response.status, await response.text()];
    };
    expect(await get('')).toEqual([200, '<p>here</p>']);
    expect(await get('?x=1', 'HEAD')).toEqual([200, '']);
    for (const path of [
      '../package.json',
      '%2e%2e/package.json',
      'nothing',
      '/etc/passwd',
      '%00',
    ]) {
      expect(await get(path)).toEqual([404, 'There is no such file.\n']);
    }
    expect((await get('', 'POST'))[0]).toBe(405);
    const { port } = new URL(address);
    const askedAs = (host: string) => statusOf(Number(port), host);
    for (const host of ['localhost', 'LocalHost', '127.0.0.1', '[::1]']) {
      expect([host, await askedAs(`${host}:${port}`)]).toEqual([host, 200]);
      expect([host, await askedAs(host)]).toEqual([host, 421]);
      expect([host, await askedAs(`${host}:${Number(port) + 1}`)]).toEqual([host, 421]);
    }
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '']) {
      expect([host, await askedAs(`${host}:${port}`)]).toEqual([host, 421]);
    }
    await expect(serve(folder, Number(new URL(address).port))).rejects.toThrow('is taken');
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });
});
