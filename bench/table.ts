/** Footnotes, each text once, marked by a letter. */
export class Notes {
  readonly #texts: string[] = [];

  mark(text: string): string {
    if (!this.#texts.includes(text)) this.#texts.push(text);
    return ` (${letter(this.#texts.indexOf(text))})`;
  }

  lines(): string[] {
    return this.#texts.map((text, k) => `${k === 0 ? '\n' : ''}(${letter(k)}) ${text}  `);
  }
}

function letter(k: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + k);
}

/** Columns are padded, so that the source of the table is a table too. */
export function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((title, k) =>
    Math.max(3, title.length, ...lines.map((line) => line[k]?.length ?? 0)),
  );
  // Text to the left in the first column, numbers to the right in the others.
  const rule = widths.map((width, k) =>
    k === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const padded = [head, rule, ...lines].map((line) =>
    line.map((cell, k) => (k === 0 ? cell.padEnd(widths[k] ?? 0) : cell.padStart(widths[k] ?? 0))),
  );
  return padded.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Three significant digits; a dash for a missing one. */
export function digits(value: number | undefined): string {
  if (value === undefined) return '-';
  const text = value.toPrecision(3);
  return text.includes('e') ? String(Number(text)) : text;
}
