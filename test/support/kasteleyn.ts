/** Domino tilings of a rectangle: the formula of Kasteleyn, Temperley and Fisher (1961), in doubles. */
export function tilings(rows: number, columns: number): number {
  let product = 1;
  for (let j = 1; j <= Math.ceil(rows / 2); j++) {
    for (let k = 1; k <= Math.ceil(columns / 2); k++) {
      const a = Math.cos((Math.PI * j) / (rows + 1)) ** 2;
      const b = Math.cos((Math.PI * k) / (columns + 1)) ** 2;
      product *= 4 * a + 4 * b;
    }
  }
  return product;
}
