import type { PlacedWord } from '../puzzles/words-square.ts';
import type { Board } from './board.ts';
import { bad, checkList, checkObjects, checkText } from './checks.ts';
import { Filling, sizeOf } from './squares.ts';

/** Words that cross, in squares; where no word goes are holes. */
export function wordsBoard(
  words: readonly Pick<PlacedWord, 'letters' | 'cells'>[],
  caption?: string,
): Board {
  checkObjects(words, 'The words');
  const cells = words.flatMap((word) => {
    checkList(word.letters, 'The letters of a word');
    checkObjects(word.cells, 'The cells of a word');
    return word.cells;
  });
  const filling = new Filling(sizeOf(cells));
  const found = new Map<string, string>();
  for (const word of words) {
    word.cells.forEach((cell, k) => {
      const mark = word.letters[k];
      checkText(mark ?? null, 'A letter is');
      const key = `${cell.row} ${cell.column}`;
      const before = found.get(key);
      if (before === mark) return;
      if (before !== undefined) {
        throw bad(`Words cross at row ${cell.row}, column ${cell.column} with different letters.`);
      }
      found.set(key, mark as string);
      filling.put(cell, { mark });
    });
  }
  return filling.board({ ground: 'ruled', caption });
}
