import type { Part } from './film.ts';

/** A sentence of words and parts. */
export function say(
  words: TemplateStringsArray,
  ...parts: readonly (Part | number | readonly Part[])[]
): Part[] {
  return words.flatMap((text, k): Part[] => {
    const part = parts[k] ?? '';
    const inner = Array.isArray(part) ? (part as Part[]) : [part as Part | number];
    return [text, ...inner.map((one) => (typeof one === 'number' ? String(one) : one))];
  });
}

/** Parts with commas between them, and `and` before the last. */
export function and(parts: readonly Part[]): Part[] {
  return list(parts, ' and ');
}

/** The same with `or`. */
export function or(parts: readonly Part[]): Part[] {
  return list(parts, ' or ');
}

function list(parts: readonly Part[], last: string): Part[] {
  return parts.flatMap((part, k) => {
    if (k === 0) return [part];
    return [k === parts.length - 1 ? last : ', ', part];
  });
}

/** The sentence about an item without options. */
export function deadEnd(item: number): Part[] {
  return say`${{ item }} can no longer be covered: none of its options is left. This is a dead end.`;
}

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
];

/** `first`, `second`, ... `last`; in digits after the ninth. */
export function nthOf(nth: number, width: number): string {
  if (nth === width) return 'last';
  const word = ORDINALS[nth - 1];
  if (word !== undefined) return word;
  const ending =
    nth % 10 === 1 && nth % 100 !== 11
      ? 'st'
      : nth % 10 === 2 && nth % 100 !== 12
        ? 'nd'
        : nth % 10 === 3 && nth % 100 !== 13
          ? 'rd'
          : 'th';
  return `${nth}${ending}`;
}

/** The words of a sentence, for a reader of screens and for tests. */
export function plainText(
  sentence: readonly Part[],
  names: { readonly items: readonly string[]; readonly options: readonly string[] },
): string {
  return sentence
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'item' in part ? names.items[part.item] : names.options[part.option];
    })
    .join('');
}
