import { describe, expect, test } from 'vitest';
import { readBurrFile } from '../../src/playground/burrs.ts';
import type { BurrFile } from '../../src/puzzles/burr/file.ts';
import { writeBurr } from '../../src/puzzles/burr/write.ts';

describe('a file of BurrTools, as the page shows it', () => {
  test('what is wrong with a problem, with what to do', async () => {
    const voxels = [{ at: [0, 0, 0] }, { at: [1, 1, 0] }] as const;
    const file: BurrFile = {
      grid: 'spheres',
      shapes: [
        { name: 'pair', size: [2, 2, 1], voxels },
        { size: [2, 2, 2], voxels: [...voxels, { at: [1, 0, 1] }, { at: [0, 1, 1] }] },
      ],
      problems: [
        { pieces: [{ shape: 0, min: 2, max: 2 }] },
        { pieces: [{ shape: 0, min: 1, max: 1 }], result: 1 },
        { pieces: [{ shape: 0, min: 3, max: 3 }], result: 1 },
        { pieces: [{ shape: 0, min: 0, max: 2 }], result: 1 },
      ],
    };
    const bytes = new TextEncoder().encode(writeBurr(file));
    const { grid, problems } = await readBurrFile({ bytes });
    expect(grid).toBe('spheres');
    expect(problems.map(({ wrong }) => wrong)).toEqual([
      'It has no result yet; choose one in BurrTools.',
      'The pieces have 2 cells and the result 4; use more pieces.',
      'The pieces have 6 cells and the result 4; use fewer pieces.',
      undefined,
    ]);
    const [piece] = problems[3].pieces;
    expect(piece).toMatchObject({ name: 'S1, pair', copies: '0 to 2', voxels: 2 });
    // Two spheres, each with a light spot.
    expect(piece.svg.match(/<circle/g)).toHaveLength(4);
  });
});
