/**
 * The only table of costs: the steps of each solver in nanoseconds of WebAssembly, which are a node,
 * an update, an item looked at when a branch begins. A choice rests on their ratios, so it is the
 * same on every machine. (Fitted to 180 problems of all families, within 20 %. `build`, the search
 * that remembers states, and the order of `sweep` are within a factor of 2; the work of `learn` is
 * within 1.5, its nodes, weights and `branching`, which have no estimate of their work in all, within
 * a factor of 4.)
 */
export const COSTS = {
  lists: { node: 35, update: 2.4, look: 0.5 },
  planes: { node: 9, update: 1.1, look: 0.7 },
  sweep: { node: 13, update: 3.2 },
  build: { node: 300, update: 2.5 },
  learn: { node: 10_000, work: 4 },
  weights: { update: 4 },
  branching: { node: 4096 },
  /** To find an order for `sweep`, to lay it out and to sample its tree. */
  order: { base: 150_000, word: 1300, pair: 70 },
  /** A vertex or an edge looked at; what finding all symmetries is expected to cost for each. */
  symmetry: { look: 30, base: 300_000, expected: 100 },
  /** States up to isomorphism, and classes of solutions: a choice, a node of a state. */
  isomorphs: { node: 1000, update: 3 },
} as const;
