/**
 * Called at each step of a search, to draw it. `Links` calls it, if it has one. Items have their
 * numbers in the order of the search: those of the problem, without a seed and preferred items. The
 * engine's memory may be read at each call.
 */
export interface Observer {
  /** A branch begins at an item with this number of options. */
  picked(item: number, options: number): void;
  /** An option is chosen for an item. Its other items are covered next, one after the other. */
  chosen(item: number, option: number): void;
  /** An item is covered or gets its colour, and this number of nodes went out of play for it. */
  covered(item: number, nodes: number): void;
  /** An item is as it was before it was covered. */
  uncovered(item: number): void;
  /** The last option chosen is taken back. */
  takenBack(): void;
}
