import { test } from 'vitest';
import { checkPath } from './forms.ts';

test('a canonical form has all edges, in labels of 32 bits where it has many', () => {
  checkPath(66_000, 32);
});
