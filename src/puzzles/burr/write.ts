import {
  BURR_GRIDS,
  type BurrFile,
  type BurrPiece,
  type BurrProblem,
  type BurrShape,
  checkFile,
  placeIn,
} from './file.ts';
import { elementText } from './xml.ts';

/**
 * Writes a file of BurrTools (`.xmpuzzle`): plain XML, which BurrTools reads as well as packed files.
 * Its problems are unsolved. An error in the file has the code `bad-setting`.
 */
export function writeBurr(file: BurrFile): string {
  checkFile(file);
  const { grid, colours = [], shapes, problems = [], comment = '', commentPopup } = file;
  const parts = [
    elementText('gridType', { type: BURR_GRIDS.indexOf(grid) }),
    elementText(
      'colors',
      {},
      colours.map(([red, green, blue]) => elementText('color', { red, green, blue })),
    ),
    elementText('shapes', {}, shapes.map(shapeText)),
    elementText('problems', {}, problems.map(problemText)),
    elementText('comment', { popup: commentPopup ? '' : undefined }, comment),
  ];
  return `<?xml version="1.0"?>\n${elementText('puzzle', { version: 2 }, parts)}\n`;
}

function shapeText({ name, size, voxels, hotspot = [0, 0, 0], weight = 1 }: BurrShape): string {
  const [x, y, z] = size;
  // BurrTools leaves out what has its default.
  const [hx, hy, hz] = hotspot.map((part) => part || undefined);
  const heavy = weight === 1 ? undefined : weight;
  const marks = new Array<string>(x * y * z).fill('_');
  for (const { at, colour, variable } of voxels) {
    marks[placeIn(size, at)] = `${variable ? '+' : '#'}${colour || ''}`;
  }
  return elementText(
    'voxel',
    { x, y, z, hx, hy, hz, weight: heavy, name, type: 0 },
    marks.join(''),
  );
}

function problemText({ name, pieces, result, colourRules = [], maxHoles }: BurrProblem): string {
  // Files count the colours of rules from 0.
  const pairs = colourRules.map((rule) => ({ piece: rule.piece - 1, result: rule.result - 1 }));
  return elementText('problem', { name, state: 0, maxHoles }, [
    elementText('shapes', {}, pieces.map(pieceText)),
    ...(result === undefined ? [] : [elementText('result', { id: result })]),
    elementText(
      'bitmap',
      {},
      pairs.map((pair) => elementText('pair', pair)),
    ),
  ]);
}

function pieceText({ shape, min, max, groups = [] }: BurrPiece): string {
  const copies = min === max ? { count: min } : { min, max };
  const parts = groups.map(({ group, count }) => elementText('group', { group, count }));
  return elementText('shape', { id: shape, ...copies }, parts);
}
