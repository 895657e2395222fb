/** A straight line from one point to another. */
export interface Line {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** The number of numbers after each letter. */
const NUMBERS: Readonly<Record<string, number>> = { M: 2, m: 2, L: 2, l: 2, h: 1, v: 1, z: 0 };

/** The straight lines of a path that is made of M, L, m, l, h, v and z. */
export function linesOf(d: string): Line[] {
  if (!/^(?:[MLmlhvz][-\d. ]*\s*)*$/.test(d)) throw new Error(`an unknown path: ${d}`);
  const lines: Line[] = [];
  let [x, y] = [0, 0];
  let start: [number, number] = [0, 0];
  for (const [, way = '', numbers = ''] of d.matchAll(/([MLmlhvz])([-\d. ]*)/g)) {
    const given = [...numbers.matchAll(/-?[\d.]+/g)].map(([number]) => Number(number));
    const [one = Number.NaN, two = Number.NaN] = given;
    if (given.length !== NUMBERS[way]) throw new Error(d);
    const from = [x, y] as const;
    if (way === 'M' || way === 'L') [x, y] = [one, two];
    else if (way === 'm' || way === 'l') [x, y] = [x + one, y + two];
    else if (way === 'h') x += one;
    else if (way === 'v') y += one;
    else [x, y] = start;
    if (way === 'M' || way === 'm') start = [x, y];
    else lines.push({ from, to: [x, y] });
  }
  return lines;
}

/** How often closed lines go round a point, clockwise in a picture whose y points down. */
export function winding(lines: readonly Line[], [x, y]: readonly [number, number]): number {
  let turns = 0;
  for (const { from, to } of lines) {
    const upwards = from[1] > y && to[1] <= y;
    const downwards = from[1] <= y && to[1] > y;
    if (!upwards && !downwards) continue;
    const crossing = from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]);
    if (crossing > x) turns += downwards ? 1 : -1;
  }
  return turns;
}

/** Lines along a grid of squares as their parts of one side each, as `x y h` or `x y v`. */
export function sidesOf(lines: readonly Line[], side: number): string[] {
  return lines.flatMap(({ from, to }) => {
    const [x, y] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
    const [wide, high] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
    if (wide > 0 && high > 0) throw new Error('a slanting wall');
    const count = (wide + high) / side;
    return Array.from({ length: count }, (_, k) =>
      wide > 0 ? `${x / side + k} ${y / side} h` : `${x / side} ${y / side + k} v`,
    );
  });
}
