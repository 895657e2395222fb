import { type Board, isGraph, type Picture } from './board.ts';

/**
 * What neither a terminal nor XML should be handed: control characters (an escape code would
 * colour the rest of the screen), signs that turn the direction of what follows, halves of
 * surrogate pairs and the two code points that XML has no place for.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNFIT = /[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff\p{Cs}]/gu;

/** A text as it can be drawn: what would harm a terminal or an XML document is replaced. */
export function fitText(text: string): string {
  return text.replace(UNFIT, '\ufffd');
}

/** A picture with all its texts as they can be drawn. */
export function fitPicture(picture: Picture): Picture {
  const caption = picture.caption === undefined ? undefined : fitText(picture.caption);
  if (isGraph(picture)) return { ...picture, caption, vertices: picture.vertices.map(fitText) };
  const { squares } = picture;
  return {
    ...picture,
    caption,
    squares: squares.map((square) =>
      square?.mark === undefined ? square : { ...square, mark: fitText(square.mark) },
    ),
    left: fitLabels(picture.left),
    above: fitLabels(picture.above),
  };
}

function fitLabels(labels: Board['left']): Board['left'] {
  return labels?.map((list) => list.map(fitText));
}
