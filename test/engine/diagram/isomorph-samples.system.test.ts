import { test } from 'vitest';
import { latinSquares } from '../../cases/gallery.ts';
import { checkIndices } from './counted-samples.ts';

test('each index is another Latin square of order 4, and all have one', () => {
  checkIndices(latinSquares(4), 576);
});
