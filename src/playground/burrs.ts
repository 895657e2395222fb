import { count } from './numbers.ts';
/**
 * The tasks about files of BurrTools. A file becomes its text without what BurrTools has found before,
 * so that a link can hold it; a problem of it becomes a puzzle like those of the gallery.
 */

import type { BurrFile, BurrShape } from '../puzzles/burr/file.ts';
import { burrFit, filledOf, fits } from '../puzzles/burr/fit.ts';
import { readBurr } from '../puzzles/burr/read.ts';
import { writeBurr } from '../puzzles/burr/write.ts';
import { burrExhibit as exhibitOf, latticeCellOf } from '../puzzles/gallery/burr.ts';
import type { Exhibit } from '../puzzles/gallery/exhibit.ts';
import { LATTICES } from '../puzzles/packing/lattices.ts';
import { pieceSvg } from './piece-picture.ts';

/** The most cells of a shape with a picture. */
const MOST_PICTURED = 2000;

/** A file as the page shows it. */
export interface BurrSummary {
  /** The file as a text, without solutions. */
  readonly text: string;
  readonly grid: string;
  readonly comment: string;
  readonly problems: readonly BurrProblemSummary[];
}

interface BurrProblemSummary {
  readonly name: string;
  /** The pieces that it may use. */
  readonly pieces: readonly BurrPieceSummary[];
  /** Why nothing can be asked of it, if so. */
  readonly wrong: string | undefined;
}

interface BurrPieceSummary {
  readonly name: string;
  /** The number of copies, as `2` or `0 to 6`. */
  readonly copies: string;
  readonly voxels: number;
  readonly svg: string;
}

/** Reads a file, by its bytes or as a text of its own. */
export async function readBurrFile({
  bytes,
}: {
  readonly bytes: Uint8Array;
}): Promise<BurrSummary> {
  const file = await readBurr(bytes);
  const { grid, shapes, comment = '', problems = [] } = file;
  return {
    text: writeBurr(file),
    grid,
    comment,
    problems: problems.map(({ name = '', pieces, ...rest }) => {
      const fit = burrFit(shapes, { pieces, ...rest });
      const used = pieces.filter(({ max }) => max > 0);
      return {
        name,
        wrong:
          fit === undefined
            ? 'It has no result yet; choose one in BurrTools.'
            : fits(fit)
              ? undefined
              : fit.least > fit.room
                ? `The pieces have ${count(fit.least, 'cell')} and the result ${fit.room}; use fewer pieces.`
                : `The pieces have ${count(fit.most, 'cell')} and the result ${fit.needed}; use more pieces.`,
        pieces: used.map(({ shape, min, max }) => ({
          name: nameOf(shapes[shape], shape),
          copies: min === max ? String(max) : `${min} to ${max}`,
          voxels: filledOf(shapes[shape]).length,
          svg: shapeSvg(file, shape),
        })),
      };
    }),
  };
}

function nameOf({ name }: BurrShape, number: number): string {
  return name === undefined ? `S${number + 1}` : `S${number + 1}, ${name}`;
}

/** A small picture of a shape. */
function shapeSvg({ grid, shapes }: BurrFile, number: number): string {
  const shape = shapes[number];
  const cells = filledOf(shape).map(({ at }) => latticeCellOf(grid, shape, at));
  const known = cells.every((cell) => LATTICES[grid].isCell(cell));
  return cells.length === 0 || cells.length > MOST_PICTURED || !known ? '' : pieceSvg(grid, cells);
}

/** A problem of a file, by its number from 0. */
export async function burrExhibit(text: string, number: number): Promise<Exhibit> {
  return exhibitOf(await readBurr(new TextEncoder().encode(text)), number);
}
