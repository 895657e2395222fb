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
