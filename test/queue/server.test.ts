import { expect, test } from 'vitest';
import { postgresWeakness, redisWeakness } from '../../src/queue/server.ts';

test.each([
  ['yes', 'always', '', undefined],
  ['yes', 'always', '3600 1', undefined],
  ['yes', 'everysec', '', 'appendfsync everysec: in a crash it may forget the last second or two'],
  ['yes', 'no', '', 'appendfsync no: in a crash it may forget the last half minute or so'],
  ['no', 'everysec', '3600 1 300 100', 'forgets all since its last snapshot (save 3600 1 300 100)'],
  ['no', 'always', '3600 1', 'forgets all since its last snapshot (save 3600 1)'],
  [
    'no',
    'always',
    '',
    'forgets everything, since it takes no snapshots either; set appendonly yes',
  ],
  ['no', 'everysec', '', 'forgets everything'],
])('Redis with appendonly %s, appendfsync %s, save "%s"', (appendonly, appendfsync, save, told) => {
  const weakness = redisWeakness(appendonly, appendfsync, save);
  if (told === undefined) expect(weakness).toBeUndefined();
  else expect(weakness).toContain(told);
});

test('PostgreSQL forgets nothing as it comes, and says what its settings risk', () => {
  expect(postgresWeakness('on', 'on')).toBeUndefined();
  expect(postgresWeakness('on', 'remote_write')).toBeUndefined();
  expect(postgresWeakness('on', 'off')).toContain('may forget the last second');
  expect(postgresWeakness('off', 'on')).toContain('may damage the whole database');
  expect(postgresWeakness('off', 'off')).toContain('may damage the whole database');
});
