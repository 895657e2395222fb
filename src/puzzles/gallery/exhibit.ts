import type { Problem, Solution } from '../../engine/problem/problem.ts';
import { badValue, SettingError } from '../../engine/problem/setting.ts';
import type { Words } from '../../engine/why/sentences.ts';
import { badSetting } from '../mistakes.ts';
import type { Cube } from '../packing/cubes.ts';
import type { LatticeName } from '../packing/lattices.ts';
import type { Scale } from '../pencil/scale.ts';
import type { Picture } from '../picture/board.ts';
import type { MarkedSquare } from '../picture/hints.ts';

/** A problem of the gallery, and how to draw its solutions. */
export interface Exhibit {
  readonly problem: Problem<unknown>;
  /** Draws a solution; without one, the problem as it stands before it is solved. */
  draw(solution?: Solution<unknown>): readonly Picture[];
  /** The lattice of a packing. */
  readonly lattice?: LatticeName | undefined;
  /**
   * The square of an item, where items are squares of the board. A cell `[x, y, z]` of a lattice is in
   * column x, row y and layer z.
   */
  placeOf?(item: string): Cube | undefined;
  /** The squares of an option, where it has some, and what it puts there. */
  squaresOf?(option: number): readonly MarkedSquare[];
  /** Names of items and options in sentences. Default: as stated. */
  readonly words?: Words;
  /** The techniques of a person. Default: those for any problem. */
  readonly scale?: Scale;
  /** The same for the steps of a person, where these see another problem. */
  readonly stepped?: (() => Pick<Exhibit, 'problem' | 'squaresOf' | 'words' | 'scale'>) | undefined;
  /**
   * The symmetries of the board, as `upToSymmetry` of a question takes them. Absent: all those of the
   * problem are meant.
   */
  group?(): readonly Int32Array[];
  /** Draws some options of a solution: the clues of a puzzle. */
  drawClues(clues: Solution<unknown>): readonly Picture[];
  /** Chosen options as the text of a puzzle that the entry takes; absent where it takes none. */
  write?(clues: Solution<unknown>): string;
  /** Words for the symmetries if there are that many; absent where a board shows them. */
  readonly symmetries?: KnownSymmetries | undefined;
  /**
   * The operands that make it again without a file and without settings; for problems with rules by
   * functions.
   */
  readonly operands?: readonly string[] | undefined;
  /** The line on which it begins, if its file may have several. */
  readonly line?: number | undefined;
}

/** A number of symmetries, and words for them: `the points in any order`. */
interface KnownSymmetries {
  readonly order: bigint;
  readonly words: string;
}

/** A setting of an exhibit, as data: a flag on the command line, a field on a page. */
type Setting = SwitchSetting | TextSetting | IntegerSetting;

/** On or off. */
interface SwitchSetting {
  readonly kind: 'switch';
  /** One line of description. */
  readonly about: string;
}

/** A text. The `value` `FILE` makes it the name of a file. */
interface TextSetting {
  readonly kind: 'text';
  readonly about: string;
  /** The name of the value in help: `COLOUR`. */
  readonly value: string;
}

/** A whole number from `least` to `most`. */
interface IntegerSetting {
  readonly kind: 'integer';
  readonly about: string;
  readonly value: string;
  readonly least: number;
  readonly most: number;
}

/** Name -> setting, in the order of the help page. */
export type Settings = Readonly<Record<string, Setting>>;

type Value<S extends Setting> = S extends IntegerSetting
  ? number
  : S extends TextSetting
    ? string
    : true;

/** Chosen values of settings. */
export type Choices<S extends Settings> = {
  readonly [K in keyof S]?: Value<S[K]>;
};

export function toggle(about: string): SwitchSetting {
  return { kind: 'switch', about };
}

export function text(value: string, about: string): TextSetting {
  return { kind: 'text', about, value };
}

export function integer(value: string, about: string, least: number, most: number): IntegerSetting {
  return { kind: 'integer', about, value, least, most };
}

/** An entry of the catalogue: a kind of puzzle with its name, its settings and how to make it. */
export interface Entry {
  readonly name: string;
  /** A line for the list. */
  readonly about: string;
  /** More lines for its page of help. */
  readonly details?: string;
  /** The operands after the name: `N`, or `ROWSxCOLUMNS|FILE`. */
  readonly operands: string;
  /** Words that an operand may be, for completion. */
  readonly words?: readonly string[];
  /** Words that may follow some operands, for completion. Default: `words`. */
  offers?(operands: readonly string[]): readonly string[];
  readonly settings: Settings;
  /** Arguments after the name, and their result. Its number of solutions reads `92 solutions`. */
  readonly examples: readonly (readonly [args: string, about: string])[];
  make(
    given: Choices<Settings>,
    operands: readonly string[],
    files: Files,
  ): Exhibit | Promise<Exhibit>;
  /** Makes all exhibits of a file, one by one, where a file may have several. */
  makeAll?(
    given: Choices<Settings>,
    operands: readonly string[],
    files: Files,
  ): AsyncIterable<Exhibit>;
}

/** How an exhibit reads files. The command line or a page provides it. */
export interface Files {
  /** The text of a file; of standard input for `-`. */
  read(name: string): Promise<string>;
  /** Parses the text of a file. Errors name the file. */
  parse<T>(name: string, parse: (text: string) => T): Promise<T>;
}

/** States an entry. `make` gets the types of its settings. */
export function entry<S extends Settings>(
  stated: Omit<Entry, 'settings' | 'make' | 'makeAll'> & {
    readonly settings: S;
    make(given: Choices<S>, operands: readonly string[], files: Files): Exhibit | Promise<Exhibit>;
    makeAll?(given: Choices<S>, operands: readonly string[], files: Files): AsyncIterable<Exhibit>;
  },
): Entry {
  return stated as Entry;
}

/** The parts of a board besides its solutions. */
interface Parts<T>
  extends Pick<
    Exhibit,
    'lattice' | 'placeOf' | 'group' | 'words' | 'scale' | 'stepped' | 'symmetries' | 'operands'
  > {
  /** The squares of a payload, and what stands there. */
  readonly squaresOf?: (payload: T) => readonly MarkedSquare[];
  /** The rows and columns of a board that is blank at first, where clues are marks in squares. */
  readonly sides?: readonly [rows: number, columns: number];
  /** The problem itself, where the picture of no payloads would not show it. */
  readonly drawBlank?: () => Picture | readonly Picture[];
  /** Some payloads of a solution, where `draw` needs all of them. */
  readonly drawClues?: (payloads: readonly T[]) => Picture | readonly Picture[];
  /** The text of a puzzle with these payloads as clues. */
  readonly write?: ((payloads: readonly T[]) => string) | undefined;
}

/** Makes an exhibit from a problem and a function that draws payloads. */
export function exhibit<T>(
  problem: Problem<T>,
  draw: (payloads: readonly T[]) => Picture | readonly Picture[],
  { sides, squaresOf, drawBlank, drawClues, write, ...rest }: Parts<T> = {},
): Exhibit {
  const drawSome = sides
    ? (payloads: readonly T[]) => markedBoard(sides, payloads.flatMap(squaresOf ?? (() => [])))
    : draw;
  return {
    ...rest,
    problem: problem as Problem<unknown>,
    ...(squaresOf && { squaresOf: (option) => squaresOf(problem.payload(option)) }),
    ...(write && { write: (clues) => write(clues.payloads as readonly T[]) }),
    draw(solution) {
      if (solution === undefined) return [drawBlank?.() ?? drawSome([])].flat();
      return [draw(solution.payloads as readonly T[])].flat();
    },
    drawClues: (clues) => [(drawClues ?? drawSome)(clues.payloads as readonly T[])].flat(),
  };
}

/** A board with a mark on some squares. */
export function markedBoard(
  [height, width]: readonly [rows: number, columns: number],
  marks: readonly MarkedSquare[],
): Picture {
  const squares: { mark?: string }[] = Array.from({ length: width * height }, () => ({}));
  for (const { row, column, mark } of marks) squares[row * width + column] = { mark };
  return { width, height, squares, ground: 'ruled' };
}

/** The square of an item that is named as in `r1c2`, or `r1c2l3` in the third layer of a box. */
export function squareNamed(item: string): Cube | undefined {
  const [, row, column, layer = 1] = /^r([1-9]\d*)c([1-9]\d*)(?:l([1-9]\d*))?$/.exec(item) ?? [];
  if (row === undefined) return undefined;
  return { row: Number(row) - 1, column: Number(column) - 1, layer: Number(layer) - 1 };
}

/** The operands, if their number is right. Names of optional ones end with `?`. */
export function checkOperands(operands: readonly string[], ...names: string[]): readonly string[] {
  const least = names.filter((name) => !name.endsWith('?')).length;
  const missing = names[operands.length];
  if (operands.length < least) {
    throw new SettingError([{ setting: missing }, ' is missing'], ['give it']);
  }
  const extra = operands[names.length];
  if (extra === undefined) return operands;
  throw badSetting(`${JSON.stringify(extra)} is one argument too many`);
}

/** A whole number. The puzzle checks its range. */
export function parseInteger(operand: string, name: string): number {
  if (/^\d+$/.test(operand)) return Number(operand);
  throw badValue(name, operand, 'give a whole number');
}
