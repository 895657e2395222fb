import fc from 'fast-check';

/** The surrogates from U+D800 on are halves of other letters. */
const SURROGATES = 0x800;

/** Any letter of Unicode: it draws and shrinks as `unit: 'binary'` does, which takes a second to make. */
export const letter: fc.Arbitrary<string> = fc
  .nat(0x10ffff - SURROGATES)
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + SURROGATES), numberOf);

/** The other way, by which fast-check knows what it may shrink. */
function numberOf(text: unknown): number {
  const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
  const isWhole = code !== undefined && text === String.fromCodePoint(code);
  if (!isWhole || (code >= 0xd800 && code < 0xd800 + SURROGATES)) throw new Error('no letter');
  return code < 0xd800 ? code : code - SURROGATES;
}
