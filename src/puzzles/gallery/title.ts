/** The name of an entry as a title: `Sudoku X`. */
export function titleOf({ name }: { readonly name: string }): string {
  return sentence(name.replaceAll('-', ' ')).replace(/ x$/, ' X');
}

/** A text with a capital at its start. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
