/** A colour of the palette. */
interface Tint {
  /** The fill in SVG. */
  readonly fill: string;
  /** The nearest of a terminal's 256 colours. */
  readonly ansi: number;
  /** Its pattern: the path of strokes in a tile of `TILE` by `TILE`; empty for none. */
  readonly hatch: string;
}

export const TILE = 8;

/**
 * Fills for black text. The first nine are the `light` scheme of Paul Tol's "Colour schemes"
 * (SRON/EPS/TN/09-002), which is made for labelled cells and reasonably distinct for colour-blind
 * people. Each fill has a pattern of its own, so they differ in black and white too.
 */
export const PALETTE: readonly Tint[] = [
  { fill: '#77aadd', ansi: 110, hatch: 'M-1 1l2-2M0 8l8-8M7 9l2-2' },
  { fill: '#eedd88', ansi: 186, hatch: '' },
  { fill: '#ee8866', ansi: 209, hatch: 'M2 2h.01M6 6h.01' },
  { fill: '#44bb99', ansi: 79, hatch: 'M-1 7l2 2M0 0l8 8M7-1l2 2' },
  { fill: '#ffaabb', ansi: 217, hatch: 'M0 2h8M0 6h8' },
  { fill: '#bbcc33', ansi: 148, hatch: 'M2 0v8M6 0v8' },
  { fill: '#dddddd', ansi: 252, hatch: 'M0 0l8 8M0 8l8-8' },
  { fill: '#99ddff', ansi: 153, hatch: 'M2 4a2 2 0 1 0 4 0a2 2 0 1 0-4 0' },
  { fill: '#aaaa00', ansi: 142, hatch: 'M0 4h8M4 0v8' },
  { fill: '#c9a6e4', ansi: 183, hatch: 'M0 5l2-2l4 4l2-2M0 1l2-2l4 4l2-2M0 9l2-2l4 4l2-2' },
  { fill: '#f6cfa0', ansi: 223, hatch: 'M2 4h4M4 2v4' },
  { fill: '#93a8b5', ansi: 109, hatch: 'M0 2h4M4 6h4' },
];

/** The number of colours. */
export const TINTS = PALETTE.length;

/** The squares of a chess board. */
export const LIGHT = { fill: '#f7f0de', ansi: 230 } as const;
export const DARK = { fill: '#cfb78d', ansi: 180 } as const;

/** Ink, squares, and the card behind a picture: the same on light and dark pages. */
export const INK = '#222222';
export const PAPER = '#ffffff';
export const CARD = '#fbfaf5';
/** Thin lines, and edges that are not chosen. */
export const FAINT_INK = '#c4c0b4';
/** Solved values beside givens, and chosen edges. */
export const SOLVED_INK = '#1f5fa8';

/** The ground where to look, and the grounds of notes. */
export const LIT = { fill: '#dfeefc', ansi: 195 } as const;
export const NOTED = { fill: '#ffd75f', ansi: 221 } as const;
export const HOLDS = { fill: '#87d7a0', ansi: 114, ink: '#157a3c' } as const;
export const OUT_MARK = { fill: '#ffb8ad', ansi: 216, ink: '#c0281c' } as const;

/** Enough for a map (see `tintsForMap`), and few enough to look calm. */
const PREFERRED_TINTS = 6;

/**
 * Colours things such that neighbours differ: thing -> tint. `neighbours` is thing -> its
 * neighbours. Takes away the thing with the fewest neighbours, again and again, and colours in
 * reverse order (Matula and Beck 1983). In a map each thing then has at most five coloured
 * neighbours, so six colours suffice. Pieces in space or in several parts may need more, up to the
 * whole palette. If that is not enough, some neighbours share a colour.
 */
export function tintsForMap(neighbours: readonly ReadonlySet<number>[]): number[] {
  const tints = new Array<number>(neighbours.length).fill(-1);
  const used = new Array<number>(TINTS).fill(0);
  for (const thing of eliminationOrder(neighbours).reverse()) {
    const taken = new Array<number>(TINTS).fill(0);
    for (const other of neighbours[thing] ?? []) {
      const tint = tints[other];
      if (tint >= 0) taken[tint] = taken[tint] + 1;
    }
    let best = 0;
    for (let tint = 1; tint < TINTS; tint++) {
      const less = taken[tint] - taken[best];
      const rarer = used[tint] < used[best];
      if (less < 0 || (less === 0 && rarer && tint < PREFERRED_TINTS)) best = tint;
    }
    tints[thing] = best;
    used[best] = used[best] + 1;
  }
  return tints;
}

/** The things in elimination order: each has the fewest neighbours among the remaining ones. */
function eliminationOrder(neighbours: readonly ReadonlySet<number>[]): number[] {
  const degrees = neighbours.map((set) => set.size);
  // Degree -> things. The loop skips entries of things whose degree has changed.
  const buckets: number[][] = [];
  const enter = (thing: number) => {
    const degree = degrees[thing];
    while (buckets.length <= degree) buckets.push([]);
    buckets[degree]?.push(thing);
  };
  for (let thing = neighbours.length - 1; thing >= 0; thing--) enter(thing);
  const gone = new Uint8Array(neighbours.length);
  const order: number[] = [];
  for (let degree = 0; degree < buckets.length; ) {
    const thing = buckets[degree]?.pop();
    if (thing === undefined) {
      degree++;
      continue;
    }
    if (gone[thing] === 1 || degrees[thing] !== degree) continue;
    gone[thing] = 1;
    order.push(thing);
    for (const other of neighbours[thing] ?? []) {
      if (gone[other] === 1) continue;
      degrees[other] = degrees[other] - 1;
      enter(other);
    }
    if (degree > 0) degree--;
  }
  return order;
}
