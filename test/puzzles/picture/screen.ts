/** A place of a terminal, after a text with escape codes. */
export interface Glyph {
  readonly letter: string;
  readonly ground: number | undefined;
  readonly bold: boolean;
}

const ESCAPE = '\u001b';
const CODE_OR_LETTER = new RegExp(`${ESCAPE}\\[([\\d;]*)m|(.)`, 'gsu');

/** Reads a text as a terminal does; every code that is not known is an error. */
export function screen(text: string): Glyph[][] {
  return text.split('\n').map((line) => {
    const glyphs: Glyph[] = [];
    let ground: number | undefined;
    let bold = false;
    for (const [, codes, letter] of line.matchAll(CODE_OR_LETTER)) {
      if (letter !== undefined) {
        if (letter === ESCAPE) throw new Error('an escape code that is no colour');
        glyphs.push({ letter, ground, bold });
        continue;
      }
      const found = /^(?:0|(1)?;?(?:38;5;16;48;5;(\d+))?)$/.exec(codes ?? '');
      if (found === null) throw new Error(`an unknown code: ${codes}`);
      bold = found[1] !== undefined;
      ground = found[2] === undefined ? undefined : Number(found[2]);
    }
    if (bold || ground !== undefined) throw new Error('a line that ends in colour');
    return glyphs;
  });
}
