/** Names of sections in `.sdk` files: what is to be solved, and what is not. */
const PUZZLES = /^(?:puzzle|sudoku|grid)s?[\s\d]*$/i;
const OTHERS =
  /^(?:state|pencil ?marks?|candidates|solutions?|colou?rs|history|settings|author|title|description|comments?|date|source|level|difficulty|rating|url)$/i;

/** The name of a section that a line begins, if it does: `[Puzzle]`. */
export function sectionIn(line: string): string | undefined {
  return /^\[([^[\]]*)\]$/.exec(line)?.[1]?.trim();
}

/** Whether a section of that name is read; nothing if there is no such section. */
export function isRead(section: string): boolean | undefined {
  if (PUZZLES.test(section)) return true;
  return OTHERS.test(section) ? false : undefined;
}
