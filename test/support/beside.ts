import type { Matrix } from '../cases/matrix.ts';

/** Problems side by side, as one. `shares`: their first secondary items are one item. */
export function beside(parts: readonly Matrix[], shares = false): Matrix {
  const primary = parts.reduce((sum, part) => sum + part.primary, 0);
  const isShared = shares && parts.some(({ secondary }) => secondary > 0);
  let [ownPrimary, ownSecondary] = [0, isShared ? primary + 1 : primary];
  const options: number[][] = [];
  const colours: number[][] = [];
  for (const part of parts) {
    const itemOf = (item: number) => {
      if (item < part.primary) return ownPrimary + item;
      const own = item - part.primary - Number(shares);
      return own < 0 ? primary : ownSecondary + own;
    };
    for (const [k, items] of part.options.entries()) {
      options.push(items.map(itemOf));
      colours.push(items.map((_, at) => part.colours?.[k]?.[at] ?? 0));
    }
    ownPrimary += part.primary;
    ownSecondary += Math.max(0, part.secondary - Number(shares));
  }
  const name = parts.map((part) => part.name).join(' and ');
  return { name, primary, secondary: ownSecondary - primary, options, colours };
}
