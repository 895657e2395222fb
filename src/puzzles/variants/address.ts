import { QuadrilleError, shown } from '../../engine/problem/error.ts';
import { compressToBase64, decompressFromBase64 } from './lz-string.ts';
import { DRAWN_ONLY } from './read-fpuzzles.ts';
import { isCompressed, isHosted } from './recognise.ts';

/** What an address or a compressed text carries. */
export interface Carried {
  readonly form: 'iss' | 'f-puzzles';
  readonly text: string;
}

/** The longest text and address. Puzzles with many drawings have some 100,000 characters. */
export const MOST_CHARACTERS = 500_000;

/** The puzzle in an address of f-puzzles, SudokuPad or Interactive Sudoku Solver, or compressed alone. */
export function readAddress(address: string): Carried {
  if (!isHosted(address)) return readIdentifier(address);
  const [, host = '', path = '', query = ''] =
    /^(?:https?:\/\/)?([^/?#]*)([^?#]*)\??([^#]*)/i.exec(address) ?? [];
  const settings = new Map(
    // None has so many settings.
    query.split('&', 100).map((setting): [string, string] => {
      const [name = ''] = setting.split('=', 1);
      return [name, decoded(setting.slice(name.length + 1))];
    }),
  );
  if (/^(?:www\.)?f-puzzles\.com$/i.test(host)) {
    const load = settings.get('load');
    if (load !== undefined) return decompressed(load);
    throw bad(
      settings.has('id')
        ? 'The address of f-puzzles is a short one, which only the network knows; open it, and copy the link that Export gives.'
        : 'The address of f-puzzles has no puzzle; copy the link that Export gives.',
    );
  }
  if (/(?:^|\.)(?:sudokupad\.app|crackingthecryptic\.com)$/i.test(host)) {
    const short = decoded(path).replace(/^\/+(?:sudoku(?:\.html)?|scf)?\/*/, '');
    return readIdentifier(settings.get('puzzleid') ?? short);
  }
  const text = settings.get('q');
  if (text !== undefined) return { form: 'iss', text: text.replaceAll('+', ' ') };
  throw bad(
    `The address is of ${shown(host)} and has no puzzle; give one of f-puzzles (?load=...), SudokuPad (/fpuzzles...) or Interactive Sudoku Solver (?q=...).`,
  );
}

/** What SudokuPad calls an identifier of a puzzle, with the name of its form. */
function readIdentifier(identifier: string): Carried {
  if (isCompressed(identifier)) return decompressed(identifier);
  const [, form = '', rest = ''] = /^(fpuzzles|fpuz|scl|ctc|scf)(.*)$/s.exec(identifier) ?? [];
  if (form.startsWith('fpuz')) return decompressed(rest);
  if (form !== '') throw bad(DRAWN_ONLY);
  throw bad(
    `${shown(identifier)} is a short name of SudokuPad, which only the network knows; give the puzzle as a link or file of f-puzzles, or as a string of Interactive Sudoku Solver.`,
  );
}

function decompressed(base64: string): Carried {
  const text = decompressFromBase64(base64.trim(), MOST_CHARACTERS);
  if (text === undefined || text === '') {
    throw bad('What the address carries is cut or changed; copy the whole address.');
  }
  if (text.length > MOST_CHARACTERS) {
    throw new QuadrilleError(
      'too-large',
      `What the address carries has more than ${MOST_CHARACTERS} characters; no puzzle has so many.`,
    );
  }
  return { form: 'f-puzzles', text };
}

/** The address at which f-puzzles opens a puzzle. */
export function fPuzzlesAddress(json: string): string {
  return `https://www.f-puzzles.com/?load=${compressToBase64(json)}`;
}

/** The address at which SudokuPad opens a puzzle. Slashes side by side would become one. */
export function sudokuPadAddress(json: string): string {
  return `https://sudokupad.app/fpuzzles${encodeURIComponent(compressToBase64(json))}`;
}

/** The address at which Interactive Sudoku Solver opens a puzzle. */
export function issAddress(text: string): string {
  return `https://sigh.github.io/Interactive-Sudoku-Solver/?q=${encodeURIComponent(text)}`;
}

/** A part of an address without its escapes; as it is where they are broken. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function bad(message: string): QuadrilleError {
  return new QuadrilleError('bad-text', message);
}
