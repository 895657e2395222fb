import { expect, test } from 'vitest';
import { helpPage, overview } from '../../src/cli/help.ts';
import { manPage } from '../../src/cli/man.ts';
import { COMMANDS, loadAll } from '../../src/cli/run.ts';

test('the manual page has every command, flag, exit status and variable of the environment', async () => {
  const commands = await loadAll(COMMANDS);
  const plain = (await manPage('1.2.3')).replaceAll('\\-', '-').replaceAll('\\(aq', "'");
  for (const { name, page } of commands) {
    expect(plain).toContain(`.SS "quadrille ${name}"`);
    for (const flag of Object.keys(page.flags ?? {})) expect(plain).toContain(`--${flag}`);
  }
  const help = helpPage(overview(commands));
  for (const [, name] of help.matchAll(/^ {2}(\d+|[A-Z_]+(?:=\w+)?) {2}/gm)) {
    expect(plain).toContain(`.B "${name}"`);
  }
  expect(plain).toContain('.B "--torus"');
});
