import { type Lattice, type LatticeCell, minus } from '../packing/lattice.ts';
import type { Point } from '../packing/points.ts';

/** Where a cell lies, and the walls between it and its neighbours, in their order. */
export interface CellForm {
  readonly centre: Point;
  readonly corners: readonly Point[];
  readonly walls: readonly (readonly Point[])[];
}

/** A form, and the way from there to a cell. */
interface PlacedForm {
  readonly form: CellForm;
  readonly by: Point;
}

/**
 * The corners and walls of cells. Cells that differ by a translation have one form, which is worked
 * out once: a board of 10,000 cells has few.
 */
export class CellForms {
  readonly #lattice: Lattice;
  /** A cell next to the origin -> its form. */
  readonly #forms = new Map<string, CellForm>();

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
    const near = minus(cell, lattice.originOf([cell]));
    const key = near.join();
    let form = this.#forms.get(key);
    if (form === undefined) {
      form = {
        centre: lattice.centre(near),
        corners: lattice.corners(near),
        walls: lattice.neighbours(near).map((other) => lattice.wall(near, other)),
      };
      this.#forms.set(key, form);
    }
    return { form, by: minus(lattice.centre(cell), form.centre) };
  }
}

export function moved([x, y, z]: Point, [dx, dy, dz]: Point): Point {
  return [x + dx, y + dy, z + dz];
}
