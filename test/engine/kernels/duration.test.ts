import { expect, test } from 'vitest';
import { duration } from '../../../src/engine/kernels/duration.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

test.each([
  [400, '0 s'],
  [42 * SECOND, '42 s'],
  [89 * SECOND, '89 s'],
  [90 * SECOND, '2 min'],
  [90 * 60 * SECOND, '2 h'],
  [35 * 3600 * SECOND, '35 h'],
  [1.5 * DAY, '2 days'],
  [547 * DAY, '547 days'],
  [5 * 365 * DAY, '5 years'],
])('%d ms are %s', (milliseconds, told) => expect(duration(milliseconds, String)).toBe(told));
