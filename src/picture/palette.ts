/** A colour of the palette. */
export interface Tint {
  /** The fill, as SVG has it. */
  readonly fill: string;
  /** The nearest of a terminal's 256 colours. */
  readonly ansi: number;
  /** The pattern that goes with it: strokes in a tile of `TILE` by `TILE`, none for plain. */
  readonly hatch: string;
}

export const TILE = 8;

/**
 * Fills that black text can be read on. The first nine are the `light` scheme of Paul Tol's
 * "Colour schemes" (SRON/EPS/TN/09-002), made to fill labelled cells and reasonably distinct for
 * the colour-blind too. What settles it is the pattern: no two fills have the same, which holds
 * in black and white.
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

/** How many colours there are. */
export const TINTS = PALETTE.length;

/** A chess board's squares. */
export const LIGHT = { fill: '#f7f0de', ansi: 230 } as const;
export const DARK = { fill: '#cfb78d', ansi: 180 } as const;

/** Ink, and what it stands on; the same in a dark page, on a card of its own. */
export const INK = '#222222';
export const PAPER = '#ffffff';
export const CARD = '#fbfaf5';
/** Thin lines, and lines that were not chosen. */
export const FAINT = '#c4c0b4';
/** What was found, beside what was given. */
export const FOUND = '#1f5fa8';
