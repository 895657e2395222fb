import type { Picture } from '../picture/board.ts';
import { QuadrilleError } from '../problem/error.ts';
import type { Problem } from '../problem/problem.ts';
import type { Solution } from '../problem/solution.ts';

/** A problem of the gallery, ready to be solved and drawn. */
export interface Exhibit {
  readonly problem: Problem<unknown>;
  /** A solution as a picture. */
  draw(solution: Solution<unknown>): readonly Picture[];
}

/** What an exhibit can be told, as data: the command line makes a flag of it, a page a field. */
type Setting = Switch | Text | Whole;

/** On or off. */
interface Switch {
  readonly kind: 'switch';
  /** What it does, in a line. */
  readonly about: string;
}

/** A text; what is called `FILE` is the name of a file. */
interface Text {
  readonly kind: 'text';
  readonly about: string;
  /** What the value is called: `COLOUR`. */
  readonly value: string;
}

/** A whole number from `least` to `most`. */
interface Whole {
  readonly kind: 'whole';
  readonly about: string;
  readonly value: string;
  readonly least: number;
  readonly most: number;
}

/** Name -> setting, in the order in which people see them. */
export type Settings = Readonly<Record<string, Setting>>;

type Value<S extends Setting> = S extends Whole ? number : S extends Text ? string : true;

/** The settings as somebody chose them. */
export type Choices<S extends Settings> = {
  readonly [K in keyof S]?: Value<S[K]>;
};

export function onOff(about: string): Switch {
  return { kind: 'switch', about };
}

export function text(value: string, about: string): Text {
  return { kind: 'text', about, value };
}

export function whole(value: string, about: string, least: number, most: number): Whole {
  return { kind: 'whole', about, value, least, most };
}

/** An entry of the catalogue: what a kind of puzzle is called, and what it can be told. */
export interface Entry {
  readonly name: string;
  /** A line for the list. */
  readonly about: string;
  /** What else there is to know, for its own page of help. */
  readonly details?: string;
  /** What stands behind the name: `N`, or `ROWSxCOLUMNS|FILE`. */
  readonly operands: string;
  /** Words that an operand may be, for completion. */
  readonly words?: readonly string[];
  readonly settings: Settings;
  /** Arguments behind the name, and what they make; how many there are, as `92 solutions`. */
  readonly examples: readonly (readonly [args: string, about: string])[];
  make(
    given: Choices<Settings>,
    operands: readonly string[],
    files: Files,
  ): Exhibit | Promise<Exhibit>;
}

/** How an exhibit reads files, wherever they are. */
export interface Files {
  /** All of a file, or of standard input for `-`. */
  read(name: string): Promise<string>;
  /** What is in it; an error names the file. */
  parsed<T>(name: string, parse: (text: string) => T): Promise<T>;
}

/** An entry with settings of its own, whose types reach its maker. */
export function entry<S extends Settings>(
  stated: Omit<Entry, 'settings' | 'make'> & {
    readonly settings: S;
    make(given: Choices<S>, operands: readonly string[], files: Files): Exhibit | Promise<Exhibit>;
  },
): Entry {
  return stated as Entry;
}

/** A problem, and how what its options stand for is drawn. */
export function exhibit<T>(
  problem: Problem<T>,
  draw: (payloads: readonly T[]) => Picture | readonly Picture[],
): Exhibit {
  return {
    problem: problem as Problem<unknown>,
    draw({ payloads }) {
      const boards = draw(payloads as readonly T[]);
      return Array.isArray(boards) ? boards : [boards as Picture];
    },
  };
}

/** As many operands as are wanted; the names of those that may be left out end with `?`. */
export function operandsOf(operands: readonly string[], ...names: string[]): readonly string[] {
  const least = names.filter((name) => !name.endsWith('?')).length;
  const missing = names[operands.length];
  if (operands.length < least) throw badOperand(`${missing} is missing`);
  const extra = operands[names.length];
  if (extra === undefined) return operands;
  throw badOperand(`${JSON.stringify(extra)} is one argument too many`);
}

/** A whole number; whether there is such a puzzle is the puzzle's to say. */
export function wholeOf(operand: string, name: string): number {
  if (/^\d+$/.test(operand)) return Number(operand);
  throw badOperand(`${name} is ${JSON.stringify(operand)}; give a whole number`);
}

export function badOperand(message: string): QuadrilleError {
  return new QuadrilleError('bad-setting', message);
}
