import { INK, PALETTE, TILE } from './palette.ts';
import { element, group } from './xml.ts';

/**
 * What the pictures of a document share. The names are the library's own and always mean the same,
 * so that documents can be put into one page.
 */
const PREFIX = 'quadrille-';

export const QUEEN = `${PREFIX}queen`;

/** The pattern of a colour, as a fill. */
export function hatchName(tint: number): string {
  return `url(#${PREFIX}${tint})`;
}

/** The definitions that those lines make use of. */
export function definitions(lines: readonly string[]): string[] {
  const text = lines.join('\n');
  const hatches = PALETTE.flatMap(({ hatch }, tint) => {
    if (!text.includes(hatchName(tint))) return [];
    const dots = hatch.includes('h.01');
    const drawn = element('path', {
      fill: 'none',
      stroke: INK,
      'stroke-opacity': dots ? 0.4 : 0.3,
      'stroke-width': dots ? 2.2 : 1,
      'stroke-linecap': dots ? 'round' : undefined,
      d: hatch,
    });
    const box = { width: TILE, height: TILE, patternUnits: 'userSpaceOnUse' };
    return [element('pattern', { id: `${PREFIX}${tint}`, ...box }, drawn)];
  });
  const queens = text.includes(`#${QUEEN}`) ? [queen()] : [];
  return group('defs', {}, [...hatches, ...queens]);
}

/** A crown with five points, in a square of 40 by 40. */
function queen(): string {
  const balls = [
    [7, 13],
    [13.2, 9.6],
    [20, 8.2],
    [26.8, 9.6],
    [33, 13],
  ].map(([cx, cy]) => element('circle', { cx, cy, r: 2.3 }));
  const crown = element('path', {
    d: 'M10.5 26.5L7 13l6 8.5l.4-11.5l4.6 10.5l2-12l2 12l4.6-10.5l.4 11.5l6-8.5l-3.5 13.5z',
  });
  const foot = element('path', {
    d: 'M11 28.2q9-2 18 0l-.6 2.4q-8.4-1.8-16.8 0zM10.8 32.2q9.2-2 18.4 0v2.6h-18.4z',
  });
  const line = { fill: INK, stroke: INK, 'stroke-width': 0.8, 'stroke-linejoin': 'round' };
  return element('g', { id: QUEEN, ...line }, ...balls, crown, foot);
}
