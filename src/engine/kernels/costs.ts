/**
 * The only table of costs: the steps of each solver in nanoseconds of WebAssembly, which are a node,
 * an update, an item looked at when a branch begins. A choice rests on their ratios, so it is the
 * same on every machine. (Fitted
 * to 180 problems of all families, within 20 %. `build`, the search that remembers states, is within
 * a factor of 2; `learn`, weights and `branching`, which have no estimate of their work in all,
 * within a factor of 4.)
 */
export const COSTS = {
  cells: { node: 35, update: 2.4, look: 0.5 },
  planes: { node: 9, update: 1.1, look: 0.7 },
  sweep: { node: 13, update: 3.2 },
  build: { node: 300, update: 2.5 },
  learn: { node: 16_000 },
  weights: { update: 4 },
  branching: { node: 4096 },
  symmetry: { look: 30 },
} as const;
