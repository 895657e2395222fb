/**
 * Exact cover: state a problem, find its solutions, count them, and ask what else there is to know.
 *
 * ```ts
 * import { count, first, Problem } from 'quadrille';
 *
 * const problem = new Problem({ primary: ['a', 'b', 'c'] });
 * for (const option of [['a', 'b'], ['b', 'c'], ['c']]) problem.addOption(option);
 *
 * console.log(first(problem).solution?.options); // [ [ 'a', 'b' ], [ 'c' ] ]
 * console.log(count(problem).exact); // 1n
 * ```
 *
 * A question takes a {@link Problem} or a {@link Compiled} one, and its answer has a {@link Status}, which says whether that is proven.
 * Those that end in `Async` let the event loop run.
 *
 * *Stable*: [see what that promises](../docs/stability.md).
 *
 * @module quadrille
 */

export {
  AsyncBest,
  type Best,
  type BestSettings,
  best,
  bestAsync,
  type Improvement,
  type Priced,
} from './engine/best/questions.ts';
export { Diagram, type Stored } from './engine/diagram/diagram.ts';
export type { Sampler, SampleSettings } from './engine/diagram/sampler.ts';
export { type DimacsSettings, dimacsLines, writeDimacs } from './engine/formats/dimacs.ts';
export { type ModelAnswer, readModel } from './engine/formats/dimacs-model.ts';
export {
  DlxReader,
  type DlxSettings,
  readDlx,
  type TextPlace,
} from './engine/formats/dlx/reader.ts';
export { type DlxWriteSettings, dlxLines, writeDlx } from './engine/formats/dlx/write.ts';
export { lpLines, writeLp } from './engine/formats/lp.ts';
export { type LpAnswer, readLpSolution } from './engine/formats/lp-solution.ts';
export { type OrLibrarySettings, readOrLibrary } from './engine/formats/or-library.ts';
export { type Decisions, Prefix } from './engine/kernels/prefix.ts';
export type { Outcome, Search, SearchSettings } from './engine/kernels/search.ts';
export type { ProofSink } from './engine/learn/proof.ts';
export { Compiled } from './engine/problem/compiled.ts';
export { setCostsInOrder, type TwoCosts } from './engine/problem/costs-in-order.ts';
export { type ErrorCode, type Place, QuadrilleError } from './engine/problem/error.ts';
export type { Bounds, ItemList, MultipleItem, PrimaryList, Times } from './engine/problem/names.ts';
export {
  type ColouredItem,
  type Items,
  type ItemUse,
  type OptionSymmetry,
  Problem,
  type Solution,
} from './engine/problem/problem.ts';
export type { Reduced } from './engine/problem/reduce.ts';
export { type ReducedProblem, reduce } from './engine/problem/reduction.ts';
export {
  type AsyncSettings,
  count,
  countAsync,
  first,
  firstAsync,
  isUnique,
  isUniqueAsync,
  solutions,
  solutionsAsync,
} from './engine/solve/api.ts';
export type { Checkpoint } from './engine/solve/checkpoint.ts';
export type { CheckpointSettings } from './engine/solve/checkpoint-writer.ts';
export type { Watch } from './engine/solve/cooperative.ts';
export {
  type Built,
  type DiagramSettings,
  diagram,
  diagramAsync,
} from './engine/solve/diagrams.ts';
export { createSearch, type EngineName } from './engine/solve/engines.ts';
export {
  type Estimate,
  type EstimateSettings,
  type Expectation,
  estimate,
  estimateAsync,
} from './engine/solve/estimate.ts';
export type { Limits, Progress, Status } from './engine/solve/limit-settings.ts';
export type { Settings } from './engine/solve/question-settings.ts';
export type { Count, First, Uniqueness } from './engine/solve/questions.ts';
export {
  type SamplerSettings,
  type Sampling,
  sampler,
  samplerAsync,
} from './engine/solve/samplers.ts';
export type { AsyncSolutions, Solutions } from './engine/solve/streams.ts';
export { type SymmetrySettings, symmetries, symmetriesAsync } from './engine/solve/symmetries.ts';
export {
  type ExplainSettings,
  type Explanation,
  explain,
  explainAsync,
} from './engine/solve/why.ts';
export type { SolutionNumbers, Symmetries, Symmetry } from './engine/symmetry/symmetries.ts';
export type { Chain, Deduction } from './engine/why/chain.ts';
export type { Clash, Weights } from './engine/why/explaining.ts';
export type { Weighting } from './engine/why/rules.ts';
export type { Words } from './engine/why/sentences.ts';
export { sentences } from './puzzles/pencil/sentences.ts';
