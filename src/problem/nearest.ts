/** A suggestion need not look at every name of a huge problem, nor at names as long as a page. */
const MOST_NAMES = 100_000;
const LONGEST = 40;

/**
 * The name that was meant, if one is near enough to what was written: a third of it may be wrong,
 * and one letter always, but not all of it. Upper and lower case are alike.
 */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  if (written.length > LONGEST) return undefined;
  let best: string | undefined;
  let most = Math.max(1, Math.floor(written.length / 3));
  let left = MOST_NAMES;
  for (const name of names) {
    if (left-- === 0) break;
    if (Math.abs(written.length - name.length) > most) continue;
    const far = distance(written.toLowerCase(), name.toLowerCase());
    if (far > most || far >= Math.max(written.length, name.length)) continue;
    best = name;
    most = far - 1;
    if (most < 0) break;
  }
  return best;
}

/**
 * Letters to insert, drop, change, or swap with the next one, to get from a to b (Damerau 1964,
 * Levenshtein 1965): row by row of the table of all beginnings of a by all beginnings of b.
 */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(change, (above[j] as number) + 1, (row[j - 1] as number) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] as number) + 1);
      }
      row.push(least);
    }
    before = above;
    above = row;
  }
  return above[b.length] as number;
}
