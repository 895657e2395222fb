/**
 * The numbers by which solvers take turns and engines are chosen; costs are in nanoseconds by the
 * table of costs. A portfolio reads them once, when it is made. Tests have others, so that all
 * solvers have their part in the smallest problems.
 */
export interface Tuning {
  /**
   * The cost of the main search alone: 4 ms. Graphs and matchings of 22 points wait for it; with
   * four times that cost they took 30 ms longer.
   */
  readonly aloneNs: number;
  /**
   * No rival joins while the end is expected within 2 ** `soonLog2`, 0.4 s. Some 50 ms are lost when
   * a rival begins, until V8 has compiled it; and up to 250 ms for the order of `sweep`. So with
   * each rival that joined, twice as much cost counts as soon.
   */
  readonly soonLog2: number;
  /**
   * The cost of the main search before deciders join: 16 ms. A problem that is decided within it
   * takes no longer than without them.
   */
  readonly joinedNs: number;
  /** The most cost of learning for each unit of cost of the leader. */
  readonly learningPace: number;
  /** The same for refuting by symmetries. */
  readonly refutingPace: number;
  /** The nodes after which the cost of a new solver is looked at. */
  readonly lookNodes: number;
  /** The least cost that is worth a turn. */
  readonly leastTurnNs: number;
  /** The nodes of `lists` before the first look at its choice. */
  readonly choiceLookNodes: number;
  /**
   * `sweep` is laid out if the rest of `lists` costs this many times as much as the layout; undefined:
   * it depends on whether `lists` has planes.
   */
  readonly sweepWorth: number | undefined;
  /** A factor for the cost of `sweep`: with 0 it goes on as soon as it can. */
  readonly sweepBias: number;
  /** A factor for the cost of symmetries: with 0 they are looked for at the first look. */
  readonly symmetryBias: number;
  /** The symmetries that are enough to refute by; undefined: those that are many. */
  readonly suits?: ((symmetries: SymmetryCounts) => boolean) | undefined;
}

/** The number of symmetries; the items that they may move, and the orbits of these. */
interface SymmetryCounts {
  readonly order: bigint;
  readonly items: number;
  readonly orbits: number;
}

export const TUNING: Tuning = {
  aloneNs: 2 ** 22,
  soonLog2: 28.5,
  joinedNs: 2 ** 24,
  learningPace: 4,
  refutingPace: 1 / 2,
  lookNodes: 1 << 8,
  leastTurnNs: 2 ** 17,
  choiceLookNodes: 1 << 8,
  sweepWorth: undefined,
  sweepBias: 1,
  symmetryBias: 1,
};
