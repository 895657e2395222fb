/**
 * The gallery as the page lists it: names, fields and examples, without the puzzles themselves,
 * which only the worker has. Fields hold the reader's entries; `puzzleOf` turns them into a puzzle
 * for the worker.
 */
import type { Entry } from '../puzzles/gallery/exhibit.ts';
import { operandsOf } from '../puzzles/gallery/operands.ts';
import { sentence } from '../puzzles/gallery/title.ts';
import type { Puzzle } from './solving.ts';
import { SYMMETRY_SETTING } from './state.ts';

export type ListedPuzzle = Omit<Entry, 'make' | 'makeAll'>;

/** The build writes the list in place of this name, as JSON. */
declare const LISTED: string;
export const LISTED_CATALOGUE = JSON.parse(LISTED) as readonly ListedPuzzle[];

/** The reader's entries: field -> value. */
export type Values = Readonly<Record<string, string | boolean>>;

/** One field of a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: 'line' | 'lines' | 'number' | 'switch';
  readonly about: string;
  readonly isOptional: boolean;
  readonly least?: number;
  readonly most?: number;
  /** Words that it may be. */
  readonly words?: readonly string[];
}

const LABELS: Readonly<Record<string, string>> = {
  N: 'Size',
  V: 'Number',
  ROWSxCOLUMNS: 'Rows x columns',
  AxBxC: 'Box',
  LATTICE: 'Lattice',
  BOARD: 'Board',
  GRAPH: 'Graph',
  PIECE: 'Pieces',
  GRID: 'Givens',
  ADDRESS: 'Address',
};
/** Settings whose names say too little beside the operands. */
const SETTING_LABELS: Readonly<Record<string, string>> = { pieces: 'Drawn pieces' };
/** Names of puzzles -> the title of their file. */
const FILES: Readonly<Record<string, string>> = {
  jigsaw: 'Regions',
  samurai: 'Givens',
  nonogram: 'Clues',
  'word-square': 'Words',
  'word-rectangle': 'Words',
};

/** The fields of a puzzle: first its operands, then its settings. */
export function fieldsOf(entry: ListedPuzzle): Field[] {
  const operands = operandsOf(entry).map((operand): Field => {
    const { name, ways, isOptional } = operand;
    const [way = ''] = ways;
    const label = way === 'FILE' ? (FILES[entry.name] ?? 'Text') : (LABELS[way] ?? way);
    const hasLines = ways.includes('FILE');
    const isNumber = (way === 'N' || way === 'V') && !hasLines;
    const about = hasLines && way !== 'FILE' ? 'or a drawing of several lines' : '';
    return {
      name,
      label,
      kind: isNumber ? 'number' : hasLines ? 'lines' : 'line',
      about,
      isOptional,
      ...(isNumber && { least: 1 }),
      ...(entry.words && { words: entry.words }),
    };
  });
  const settings = Object.entries(entry.settings).map(([name, setting]): Field => {
    const { kind, about } = setting;
    const label = SETTING_LABELS[name] ?? sentence(name.replaceAll('-', ' '));
    const rest = { name, label, about, isOptional: true };
    if (kind === 'switch') return { ...rest, kind };
    if (kind === 'integer') {
      return { ...rest, kind: 'number', least: setting.least, most: setting.most };
    }
    return { ...rest, kind: setting.value === 'FILE' ? 'lines' : 'line' };
  });
  const others = settings.filter(({ name }) => name !== SYMMETRY_SETTING);
  return [...operands, ...others, SYMMETRY_OPERAND];
}

/** The page has this setting for every puzzle. */
const SYMMETRY_OPERAND: Field = {
  name: SYMMETRY_SETTING,
  label: 'Up to symmetry',
  kind: 'switch',
  about:
    'one solution of each class, with its size: symmetries take the solutions of a class to each other',
  isOptional: true,
};

/** The puzzle of these values, as the worker takes it. */
export function puzzleOf(entry: ListedPuzzle, values: Values): Puzzle {
  const files: Record<string, string> = {};
  const operands: string[] = [];
  const labels = Object.fromEntries(fieldsOf(entry).map(({ name, label }) => [name, label]));
  for (const { name, ways, isOptional, repeats } of operandsOf(entry)) {
    const value = textOf(values, name);
    if (value.trim() === '' && isOptional) continue;
    const isFile = ways.includes('FILE') && (ways.length === 1 || value.includes('\n'));
    if (isFile) {
      const label = labels[name];
      files[label] = value;
      operands.push(label);
    } else if (repeats) operands.push(...value.split(/\s+/).filter((word) => word !== ''));
    else operands.push(value.trim());
  }
  const settings: Record<string, string | number | true> = {};
  if (values[SYMMETRY_SETTING] === true) settings[SYMMETRY_SETTING] = true;
  for (const [name, setting] of Object.entries(entry.settings)) {
    if (setting.kind === 'switch') {
      if (values[name] === true) settings[name] = true;
      continue;
    }
    const value = textOf(values, name);
    if (value.trim() === '') continue;
    if (setting.kind === 'integer') settings[name] = Number(value);
    else if (setting.value === 'FILE') {
      const label = labels[name];
      files[label] = value;
      settings[name] = label;
    } else settings[name] = value.trim();
  }
  return { name: entry.name, operands, settings, files, labels };
}

function textOf(values: Values, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/**
 * The values of an example, as the command line takes it: `6x10 --up-to-symmetry`. None where it
 * names a file.
 */
export function valuesOfExample(entry: ListedPuzzle, example: string): Values | undefined {
  if (/\.txt\b/.test(example)) return undefined;
  const values: Record<string, string | boolean> = {};
  const words = [...example.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  const operands = operandsOf(entry);
  for (let k = 0, place = 0; k < words.length; k++) {
    const word = words[k];
    const setting = word.startsWith('--') ? entry.settings[word.slice(2)] : undefined;
    if (setting?.kind === 'switch') values[word.slice(2)] = true;
    else if (setting !== undefined) values[word.slice(2)] = words[++k] ?? '';
    else {
      const operand = operands[Math.min(place++, operands.length - 1)];
      if (operand === undefined) return undefined;
      const before = values[operand.name];
      values[operand.name] = before === undefined ? word : `${before} ${word}`;
    }
  }
  return values;
}

/** An example in the words of the form: `3x20, up to symmetry`. */
export function exampleText(entry: ListedPuzzle, values: Values): string {
  const [operands, settings]: [string[], string[]] = [[], []];
  for (const { name, label } of fieldsOf(entry)) {
    const value = values[name];
    if (value === undefined) continue;
    if (!Object.hasOwn(entry.settings, name) && name !== SYMMETRY_SETTING)
      operands.push(String(value));
    else settings.push(value === true ? label.toLowerCase() : `${label.toLowerCase()} ${value}`);
  }
  return [operands.join(' '), ...settings].filter((part) => part !== '').join(', ');
}

/** The command line that does the same, where the puzzle needs no files. */
export function commandOf({ name, operands, settings, files }: Puzzle): string | undefined {
  if (Object.keys(files).length > 0) return undefined;
  const quoted = (word: string) =>
    /^[\w.,:/=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
  const flags = Object.entries(settings).flatMap(([flag, value]) =>
    value === true ? [`--${flag}`] : [`--${flag}`, quoted(String(value))],
  );
  return ['quadrille', 'draw', name, ...operands.map(quoted), ...flags].join(' ');
}
