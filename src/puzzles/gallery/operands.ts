/** The names of the operands and settings of an entry. */
import type { Mention } from '../../engine/problem/setting.ts';
import type { Entry } from './exhibit.ts';

/** A word of the grammar of operands, `[GRID|FILE]` or `PIECE...`. */
interface Operand {
  readonly name: string;
  /** The words between bars. */
  readonly ways: readonly string[];
  readonly isOptional: boolean;
  readonly repeats: boolean;
}

export function operandsOf({ operands }: Pick<Entry, 'operands'>): Operand[] {
  const words = operands.split(' ').filter((word) => word !== '');
  return words.map((word) => {
    const bare = word.replace(/[[\]]/g, '').replace(/\.\.\.$/, '');
    return {
      name: bare,
      ways: bare.split('|'),
      isOptional: word.startsWith('['),
      repeats: word.endsWith('...'),
    };
  });
}

/**
 * The operand or the setting of an entry that an error mentions: `N` for `n`, `one-sided` for
 * `oneSided`; a switch may have the name of its value, as `unlimited`. Undefined where the entry has
 * none.
 */
export function keyOf(
  entry: Pick<Entry, 'operands'> & { readonly settings: object },
  { setting, value }: Mention,
): string | undefined {
  const [way = ''] = setting.replace('?', '').split('|');
  const operand = operandsOf(entry).find(
    ({ ways: [first = ''] }) => first.toLowerCase() === way.toLowerCase(),
  );
  const dashed = setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const found = [dashed, String(value)].find((name) => Object.hasOwn(entry.settings, name));
  return operand?.name ?? found;
}
