/** Rules of a string of Interactive Sudoku Solver that have no cells. */
const ALONE =
  /^(?:AntiKnight|AntiKing|AntiConsecutive|DisjointSets|Windoku|StrictKropki|StrictXV|NoBoxes)?$/;

/** True if a line is a variant Sudoku in one of the forms that `variant` reads, and no plain one. */
export function isVariantText(line: string): boolean {
  const text = line.trim();
  if (/^(?:\.+(?:[A-Z][A-Za-z]*)?~|https?:\/\/|3x3:|N4Ig)/.test(text)) return true;
  if (!/^\.+[A-Z][a-z]/.test(text)) return false;
  return text.includes('~') || text.split('.').every((part) => ALONE.test(part));
}

/** The text of a variant that a line or an object of JSON is, if it is one. */
export function variantTextIn(found: string | object): string | undefined {
  if (typeof found === 'string') {
    return !/^\s*[[{]/.test(found) && isVariantText(found) ? found : undefined;
  }
  const { grid } = found as { readonly grid?: unknown };
  const row: unknown = Array.isArray(grid) ? grid[0] : undefined;
  const cell: unknown = Array.isArray(row) ? row[0] : undefined;
  const isFpuzzle = typeof cell === 'object' && cell !== null && !Array.isArray(cell);
  return isFpuzzle ? JSON.stringify(found) : undefined;
}
