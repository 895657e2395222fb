import { type Lattice, type LatticeCell, minus } from '../packing/lattice.ts';
import type { Point } from '../packing/points.ts';

/** Where a cell lies, the steps to its neighbours, and the walls between, in their order. */
export interface CellForm {
  readonly centre: Point;
  readonly corners: readonly Point[];
  readonly steps: readonly LatticeCell[];
  readonly walls: readonly (readonly Point[])[];
}

/** A form, and the way from there to a cell. */
interface PlacedForm {
  readonly form: CellForm;
  readonly by: Point;
}

/** More than any coordinate of a cell next to the origin. */
const NEAR = 64;

/**
 * The corners and walls of cells. Cells that differ by a translation have one form, which is worked
 * out once: a board of 10,000 cells has few.
 */
export class CellForms {
  readonly #lattice: Lattice;
  /** A cell next to the origin, as a number -> its form. */
  readonly #forms = new Map<number, CellForm>();

  constructor(lattice: Lattice) {
    this.#lattice = lattice;
  }

  corners(cell: LatticeCell): Point[] {
    const { form, by } = this.placed(cell);
    return form.corners.map((corner) => moved(corner, by));
  }

  /** The form of a cell, and the way from there to the cell. */
  placed(cell: LatticeCell): PlacedForm {
    const lattice = this.#lattice;
    const near = lattice.nearOrigin(cell);
    const key = (near[0] * NEAR + near[1]) * NEAR + near[2];
    let form = this.#forms.get(key);
    if (form === undefined) {
      const neighbours = lattice.neighbours(near);
      form = {
        centre: lattice.centre(near),
        corners: lattice.corners(near),
        steps: neighbours.map((other) => minus(other, near)),
        walls: neighbours.map((other) => lattice.wall(near, other)),
      };
      this.#forms.set(key, form);
    }
    return { form, by: minus(lattice.centre(cell), form.centre) };
  }
}

export function moved([x, y, z]: Point, [dx, dy, dz]: Point): Point {
  return [x + dx, y + dy, z + dz];
}
