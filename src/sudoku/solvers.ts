import type { Shape } from './shape.ts';
import { Solver, type SolverSettings } from './solver.ts';

/** Solvers of many shapes by the same settings: each is made when it is first asked for. */
export class Solvers {
  readonly #settings: Pick<SolverSettings, 'engine' | 'seed' | 'memoryLimit'>;
  readonly #made = new Map<Shape, Solver>();

  constructor(settings: Pick<SolverSettings, 'engine' | 'seed' | 'memoryLimit'> = {}) {
    this.#settings = settings;
  }

  of(shape: Shape): Solver {
    let solver = this.#made.get(shape);
    if (solver === undefined) {
      const { engine, seed, memoryLimit } = this.#settings;
      solver = new Solver({ boxes: shape.boxes, engine, seed, memoryLimit });
      this.#made.set(shape, solver);
    }
    return solver;
  }
}
