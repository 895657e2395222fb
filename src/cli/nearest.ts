/** The name that was meant, if one is near enough to what was written. */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  // A third of the letters may be wrong, and one always.
  let least = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const name of names) {
    const far = distance(written.toLowerCase(), name.toLowerCase());
    if (far >= least) continue;
    best = name;
    least = far;
  }
  return best;
}

/**
 * Letters to insert, drop, change, or swap with the next one, to get from a to b (Damerau and
 * Levenshtein): row by row of the table of all beginnings of a by all beginnings of b.
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
