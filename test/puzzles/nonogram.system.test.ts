import { describe, test } from 'vitest';
import { slow } from '../support/effort.ts';
import { checkSize } from './check-pictures.ts';

describe('pictures that their clues tell, of all there are (OEIS A384764, A242876)', () => {
  test('3 x 4: 3152', () => checkSize(3, 4, 3152));

  test.runIf(slow)('4 x 4: 52362', { timeout: 600_000 }, () => checkSize(4, 4, 52362));
});
