import type { Note, Square } from '../board.ts';
import { HOLDS, NOTED, OUT_MARK } from '../palette.ts';
import { element, fittingSize, MARK_SIZE, rounded, textAt } from './figure.ts';

/** The room for the notes of a square. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The room for a note that is as large as a mark. */
interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The most notes in one of some squares. */
export function mostNotes(squares: readonly (Square | undefined)[]): number {
  return squares.reduce((most, square) => Math.max(most, square?.notes?.length ?? 0), 0);
}

/**
 * Notes in the places of their indices, of so many places: on a square ground, a round one, or
 * crossed out. One that holds and stands alone is as large as a mark.
 */
export function noteLines(
  notes: readonly (Note | undefined)[],
  places: number,
  box: Box,
  disc: Disc,
): string[] {
  const across = Math.ceil(Math.sqrt(places));
  const down = Math.ceil(places / across);
  const [width, height] = [box.width / across, box.height / down];
  const side = Math.min(width, height, (5 / 4) * disc.radius);
  const [only, another] = notes.filter((note) => note !== undefined);
  if (only?.verdict === 'holds' && another === undefined) {
    const { x, y, radius } = disc;
    const size = fittingSize(only.mark, MARK_SIZE, 1.75 * radius);
    return [
      element('circle', { cx: x, cy: y, r: radius, fill: HOLDS.fill }),
      textAt(x, y, size, only.mark, { bold: true }),
    ];
  }
  return notes.flatMap((note, k) => {
    if (note === undefined) return [];
    const { mark, verdict } = note;
    const x = box.x + ((k % across) + 0.5) * width;
    const y = box.y + (Math.floor(k / across) + 0.5) * height;
    const half = side / 2 - 0.5;
    const drawn: string[] = [];
    if (verdict === 'holds') {
      drawn.push(element('circle', { cx: x, cy: y, r: side / 2, fill: HOLDS.fill }));
    } else if (!note.plain) {
      const { fill } = verdict === 'out' ? OUT_MARK : NOTED;
      const ground = { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
      drawn.push(element('rect', { ...ground, rx: 2, fill }));
    }
    const size = fittingSize(mark, side * 0.85, side);
    drawn.push(textAt(x, y, size, mark, { bold: verdict === 'holds' }));
    if (verdict === 'out') {
      const [out, back] = [rounded(2 * half), rounded(-2 * half)];
      const d = `M${rounded(x - half)} ${rounded(y + half)}l${out} ${back}`;
      drawn.push(element('path', { fill: 'none', stroke: OUT_MARK.ink, 'stroke-width': 1.2, d }));
    }
    return drawn;
  });
}
