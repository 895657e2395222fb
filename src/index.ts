export {
  AsyncBest,
  type Best,
  type BestSettings,
  best,
  bestAsync,
  type Improvement,
  type Priced,
} from './best/questions.ts';
export { Diagram, type Stored } from './diagram/diagram.ts';
export type { Sampler, SampleSettings } from './diagram/sampler.ts';
export { type DimacsSettings, dimacsLines, writeDimacs } from './formats/dimacs.ts';
export { type ModelAnswer, readModel } from './formats/dimacs-model.ts';
export { DlxReader, type DlxSettings, readDlx } from './formats/dlx/reader.ts';
export { type DlxWriteSettings, dlxLines, writeDlx } from './formats/dlx/write.ts';
export { lpLines, writeLp } from './formats/lp.ts';
export { type LpAnswer, readLpSolution } from './formats/lp-solution.ts';
export { type OrLibrarySettings, readOrLibrary } from './formats/or-library.ts';
export { type Decisions, Prefix } from './kernels/prefix.ts';
export type { Outcome, Search, SearchSettings } from './kernels/search.ts';
export type { ProofSink } from './learn/proof.ts';
export { sentences } from './pencil/sentences.ts';
export { Compiled } from './problem/compiled.ts';
export { setCostsInOrder, type TwoCosts } from './problem/costs-in-order.ts';
export { type ErrorCode, type Place, QuadrilleError } from './problem/error.ts';
export type { Bounds, ItemList, MultipleItem, PrimaryList, Times } from './problem/names.ts';
export {
  type ColouredItem,
  type Items,
  type ItemUse,
  Problem,
  type Solution,
} from './problem/problem.ts';
export type { Reduced } from './problem/reduce.ts';
export { type ReducedProblem, reduce } from './problem/reduction.ts';
export { atMost, implies, type Rule, withRules } from './problem/with-rules.ts';
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
} from './solve/api.ts';
export type { Checkpoint } from './solve/checkpoint.ts';
export type { CheckpointSettings } from './solve/checkpoint-writer.ts';
export type { Watch } from './solve/cooperative.ts';
export { type Built, type DiagramSettings, diagram, diagramAsync } from './solve/diagrams.ts';
export { createSearch, type EngineName } from './solve/engines.ts';
export {
  type Estimate,
  type EstimateSettings,
  type Expectation,
  estimate,
  estimateAsync,
} from './solve/estimate.ts';
export type { Limits, Progress, Status } from './solve/limits.ts';
export type { Settings } from './solve/question-settings.ts';
export type { Count, First, Uniqueness } from './solve/questions.ts';
export { type SamplerSettings, type Sampling, sampler, samplerAsync } from './solve/samplers.ts';
export type { AsyncSolutions, Solutions } from './solve/streams.ts';
export { type SymmetrySettings, symmetries, symmetriesAsync } from './solve/symmetries.ts';
export { type ExplainSettings, type Explanation, explain, explainAsync } from './solve/why.ts';
export type { Symmetries, Symmetry } from './symmetry/symmetries.ts';
export type { Words } from './why/sentences.ts';
