/** The solid that the layers of a board make, beside them while they are drawn. */
import type { Cells } from '../puzzles/packing/lattice.ts';
import type { LatticeName } from '../puzzles/packing/lattices.ts';
import type { SolidPiece } from '../puzzles/picture/solid.ts';
import { tintOf } from './editable-grid.ts';
import { count } from './numbers.ts';
import { SolidView } from './solid-view.ts';

export class LiveSolid {
  readonly #view = new SolidView(true);
  #isDue = false;

  get element(): HTMLElement {
    return this.#view.element;
  }

  /** Shows layers with the next frame, once for all changes before it. */
  show(lattice: LatticeName, layersOf: () => readonly Cells[]): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      const layers = layersOf();
      const pieces = layers.flatMap((cells, layer): SolidPiece[] => {
        const tint = tintOf(layer);
        // Spheres of one piece would be joined.
        return lattice === 'spheres'
          ? cells.map((cell) => ({ name: '', cells: [cell], tint }))
          : [{ name: '', cells, tint }];
      });
      const size = layers.reduce((sum, cells) => sum + cells.length, 0);
      this.#view.show({ lattice, pieces }, `The solid of ${count(size, 'cell')}`);
    });
  }
}
