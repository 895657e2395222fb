import type { With } from '../puzzles/gallery/variant-kinds.ts';
import { type MadeVariant, madeVariants } from '../puzzles/gallery/variant-maker.ts';
import { clueScale } from '../puzzles/pencil/clue-scale.ts';
import { easier, mismatch, type RatedSteps } from '../puzzles/pencil/request.ts';
import { type Scale, techniqueNamed, techniquesFor } from '../puzzles/pencil/scale.ts';
import { variantCover } from '../puzzles/pencil/variant-cover.ts';
import { drawText } from '../puzzles/picture/text/draw-text.ts';
import { variantBoard } from '../puzzles/picture/variant.ts';
import type { Shape } from '../puzzles/sudoku/shape.ts';
import type { VariantForm } from '../puzzles/variants/forms.ts';
import { MOST_SIZE, shapeOf } from '../puzzles/variants/shape.ts';
import { Variant } from '../puzzles/variants/variant.ts';
import { writeVariant } from '../puzzles/variants/write.ts';
import type { Shell } from './command.ts';
import { type Exit, UsageError } from './exit.ts';
import type { FlagValues } from './flags.ts';
import { type COUNT_FLAG, type MAKING, makeEach } from './generating.ts';
import { gradeOf, mismatchText, type RATED } from './rating.ts';
import type { Deadline } from './report.ts';
import { gridText } from './variant-text.ts';

/** Puzzles that are made for one that is minimal and as difficult as wished. */
const MOST_MADE = 1000;
/** More than any distance from a difficulty: the puzzle is not proven minimal. */
const NOT_MINIMAL = 10_000;

type Values = FlagValues<typeof COUNT_FLAG & typeof MAKING & typeof RATED> & {
  readonly with?: readonly With[];
  readonly as?: VariantForm;
  readonly attempts?: number;
};

/** A variant, and how a person solves it. */
type Rated = MadeVariant & Partial<RatedSteps> & { readonly attempts: number };

/** Prints new variants with clues of some kinds. */
export async function variantsWith(
  shape: Shape,
  given: Values,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  if (shape.size > MOST_SIZE) {
    throw new UsageError(`--size is ${shape.size}; with --with give ${MOST_SIZE} or less`);
  }
  const { with: kinds = [], rating, technique, as: form = 'iss' } = given;
  if (technique !== undefined) {
    const empty = new Variant({ shape: shapeOf(shape) });
    techniqueNamed(technique, techniquesFor(variantCover(empty), clueScale(empty)));
  }
  const seed = given.seed ?? Math.floor(Math.random() * 2 ** 32);
  const made = madeVariants({ shape, kinds, seed }, signal);
  return makeEach(given, seed, signal, shell, async ({ deadline, report }) => {
    const one = await closest(made, given, deadline, signal, (attempt) =>
      report(() => `attempt ${attempt}`),
    );
    if (one === undefined) return undefined;
    const { variant, solution, minimal, difficulty, techniques } = one;
    const grade = difficulty === undefined ? {} : { difficulty, techniques };
    const proven = minimal ? '' : ', not proven minimal';
    const missed = `${proven}${mismatchText(one, { rating, technique })}`;
    const how = shell.console.drawing('auto');
    return {
      type: 'puzzle',
      fields: () => ({
        puzzle: writeVariant(variant, form),
        solution: gridText(variant, solution, false).trimEnd(),
        clues: variant.clues.length,
        givens: variant.candidates.size,
        minimal,
        ...grade,
        reached: missed === '',
      }),
      drawn: () => drawText([variantBoard(variant)], how),
      text: `${writeVariant(variant, form)}\n`,
      shortfall: missed === '' ? undefined : missed.slice(2),
      attempts: one.attempts,
    };
  });
}

/** The next puzzle that meets the request, or the closest one until the deadline. */
async function closest(
  made: AsyncGenerator<MadeVariant | undefined, never>,
  { rating, technique, attempts = MOST_MADE }: Values,
  deadline: Deadline,
  signal: AbortSignal,
  report: (attempt: number) => void,
): Promise<Rated | undefined> {
  let best: Rated | undefined;
  let least = Number.POSITIVE_INFINITY;
  let attempt = 0;
  const isRated = rating !== undefined || technique !== undefined;
  while (attempt < attempts) {
    report(attempt + 1);
    const { value: puzzle } = await made.next();
    if (await deadline.isOver()) break;
    if (puzzle === undefined) continue;
    attempt++;
    const scale: Scale = (...problem) => easier(clueScale(puzzle.variant)(...problem), rating?.[1]);
    const grade = isRated ? await gradeOf(puzzle.variant, { scale, signal }, deadline) : undefined;
    const distance =
      (isRated ? mismatch(grade, { rating, technique }) : 0) + (puzzle.minimal ? 0 : NOT_MINIMAL);
    if (distance < least) best = { ...puzzle, ...grade, attempts: attempt };
    least = Math.min(least, distance);
    if (least === 0) break;
  }
  return best && { ...best, attempts: attempt };
}
