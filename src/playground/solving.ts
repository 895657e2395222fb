/**
 * The tasks about puzzles of the gallery and about texts: their picture, their solutions one by
 * one, their number, samples. The worker keeps the last puzzle with its stream of solutions and its
 * diagram, so that the next solution is a step and not a search from the start.
 */

import type { Diagram } from '../engine/diagram/diagram.ts';
import { QuadrilleError } from '../engine/problem/error.ts';
import type { Problem, Solution } from '../engine/problem/problem.ts';
import { badValue, SettingError } from '../engine/problem/setting.ts';
import type { Status } from '../engine/solve/limit-settings.ts';
import { captioned } from '../puzzles/gallery/captioned.ts';
import type { Choices, Entry, Exhibit, Settings } from '../puzzles/gallery/exhibit.ts';
import { keyOf, operandsOf } from '../puzzles/gallery/operands.ts';
import { drawSvg } from '../puzzles/picture/svg/draw-svg.ts';
import type { CountReply, GroupReply } from './classes.ts';
import type { DrawnForms } from './drawn-forms.ts';
import type { HintReply, Hints } from './hints.ts';
import { Browsing, newsListener, type OnNews } from './news.ts';
import { type SolidPicture, solidOf } from './solids.ts';
import { BURR, FORMS_DRAWN, SYMMETRY_SETTING } from './state.ts';

/**
 * A puzzle of the gallery, as `quadrille make` would name it. Files are texts under the labels of
 * their boxes.
 */
export interface Puzzle {
  readonly name: string;
  readonly operands: readonly string[];
  readonly settings: Readonly<Record<string, string | number | true>>;
  readonly files: Readonly<Record<string, string>>;
  /** The boxes of the view: operand or setting -> label. Errors name them. */
  readonly labels: Readonly<Record<string, string>>;
}

/** A problem in Knuth's text. */
interface Text {
  readonly text: string;
  readonly isUpToSymmetry?: boolean;
}

/** A puzzle, or a problem in Knuth's text. */
export type Subject = Puzzle | Text;

/** True if one solution of each class is asked for. Every puzzle has that setting on the page. */
function isUpToSymmetry(subject: Subject): boolean {
  if ('text' in subject) return subject.isUpToSymmetry === true;
  return subject.settings[SYMMETRY_SETTING] === true;
}

/** The symmetries by which solutions are in one class: those of the board, if there is one. */
function symmetriesOf({ group }: Partial<Exhibit>): true | readonly Int32Array[] {
  return group?.() ?? true;
}

/**
 * A puzzle, and the order of its solutions. Without a seed they follow the order of the options.
 */
export interface OrderedPuzzle {
  readonly puzzle: Subject;
  readonly seed?: number | undefined;
}

/** The size of a problem, and its picture before it is solved. */
interface ProblemPicture {
  readonly svg: string;
  readonly items: number;
  readonly options: number;
  /** Items that no option covers, by name: so there is no solution. */
  readonly bare: readonly string[];
}

/**
 * A solution by the numbers of its options, with its picture if the puzzle has one; or why there is
 * no further one. `solutions`: their number before that end.
 */
export type SolutionReply =
  | {
      readonly numbers: readonly number[];
      readonly svg: string;
      /** The same in space, to be turned. */
      readonly solid?: SolidPicture | undefined;
      readonly cost?: number;
      /** The size of its class, where it stands for one. */
      readonly classSize?: string;
    }
  | { readonly end: Status; readonly solutions: number };

/** The width of a picture: several boards of a picture break into lines at it. */
const PICTURE_WIDTH = 620;

/** The worker's memory of one puzzle. */
interface OpenPuzzle {
  readonly key: string;
  readonly exhibit: Pick<Exhibit, 'problem'> & Partial<Exhibit>;
  seed: number | undefined;
  browsing: Browsing<unknown> | undefined;
  diagram: Diagram<Solution<unknown>> | undefined;
  hints: Hints | undefined;
}

let kept: OpenPuzzle | undefined;

async function keep(puzzle: Subject): Promise<OpenPuzzle> {
  const key = JSON.stringify(puzzle);
  if (kept?.key === key) return kept;
  kept = undefined;
  const exhibit = 'text' in puzzle ? await read(puzzle.text) : await make(puzzle);
  kept = {
    key,
    exhibit,
    seed: undefined,
    browsing: undefined,
    diagram: undefined,
    hints: undefined,
  };
  return kept;
}

/** The parts of the gallery. Each loads when it is first needed. */
const GALLERY_PARTS: readonly (() => Promise<readonly Entry[]>)[] = [
  async () => (await import('../puzzles/gallery/tilings.ts')).TILINGS,
  async () => (await import('../puzzles/gallery/patterns.ts')).PATTERNS,
  async () => (await import('../puzzles/gallery/pencil.ts')).PENCIL,
  async () => (await import('../puzzles/gallery/loops.ts')).LOOPS,
];

async function entryOf(name: string): Promise<Entry> {
  for (const load of GALLERY_PARTS) {
    const entry = (await load()).find((one) => one.name === name);
    if (entry !== undefined) return entry;
  }
  throw new QuadrilleError('bad-setting', `The gallery has no ${name}.`);
}

async function read(text: string): Promise<Pick<Exhibit, 'problem'>> {
  const { readText } = await import('./ruled.ts');
  return { problem: await readText(text) };
}

async function make({ name, operands, settings, files, labels }: Puzzle): Promise<Exhibit> {
  if (name === BURR) {
    const { burrExhibit } = await import('./burrs.ts');
    return burrExhibit(files[name], Number(operands[0]));
  }
  // Errors of a drawing on a lattice mention the settings of this entry.
  const entry = await entryOf(name === FORMS_DRAWN ? 'polyforms' : name);
  const read = async (file: string): Promise<string> => {
    if (Object.hasOwn(files, file)) return files[file];
    const { name: operand = '', ways = [] } = operandsOf(entry)[operands.indexOf(file)] ?? {};
    throw badValue(operand, file, `give ${ways.map((way) => WAYS[way] ?? way).join(', or ')}`);
  };
  const { [SYMMETRY_SETTING]: _, ...given } = settings;
  try {
    if (name === FORMS_DRAWN) {
      const { formsExhibit } = await import('./drawn-forms.ts');
      return formsExhibit(operands[0], given, JSON.parse(files[name]) as DrawnForms);
    }
    return await entry.make(given as Choices<Settings>, operands, {
      read,
      parse: async (file, parse) => parse(await read(file)),
    });
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new QuadrilleError(
      error.code,
      error.inWords((mention) => {
        const key = keyOf(entry, mention);
        if (key === undefined || !Object.hasOwn(labels, key)) return undefined;
        const box = `\u201c${labels[key]}\u201d`;
        if (mention.verb === undefined) return box;
        const isSwitch = entry.settings[key]?.kind === 'switch';
        const verbs = isSwitch
          ? ({ give: 'tick', 'leave out': 'untick' } as const)
          : ({ give: 'fill in', 'leave out': 'clear' } as const);
        return `${verbs[mention.verb]} ${box}`;
      }),
    );
  }
}

/** The values of an operand, by its name in the usage of the command. */
const WAYS: Readonly<Record<string, string>> = {
  ROWSxCOLUMNS: 'a rectangle, such as 6x10',
  AxBxC: 'a box, such as 3x4x5',
  aztecN: 'an Aztec diamond, such as aztec5',
  BOARD: 'a board, such as hexagon3',
  N: 'a whole number',
  GRAPH: 'the name of a graph, such as petersen, K8 or cube3',
  GRID: 'a grid in one line',
  ADDRESS: 'an address of puzz.link',
  FILE: 'a text of several lines',
};

/** The picture of a problem before it is solved. */
export async function picture({ puzzle }: OrderedPuzzle): Promise<ProblemPicture> {
  const { exhibit } = await keep(puzzle);
  const { primaryCount, secondaryCount, optionCount } = exhibit.problem;
  return {
    svg: drawn(exhibit).svg,
    items: primaryCount + secondaryCount,
    options: optionCount,
    bare: bareItems(exhibit.problem),
  };
}

/** The most options that are looked through before a reader asks anything. */
const MOST_LOOKED_THROUGH = 20_000;

/** The items that must be covered and are in no option. A problem with rules is not looked through. */
function bareItems(problem: Problem<unknown>): string[] {
  if (problem.optionCount > MOST_LOOKED_THROUGH || problem.ruling !== undefined) return [];
  const { data, itemAt, nodes, primary, secondary } = problem.compile();
  const isMet = new Uint8Array(primary + secondary);
  for (const item of data.subarray(itemAt, itemAt + nodes)) isMet[item] = 1;
  return Array.from({ length: primary }, (_, item) => item)
    .filter((item) => isMet[item] === 0 && problem.times(item)[0] > 0)
    .map((item) => problem.itemName(item));
}

/** The problem in Knuth's text, with its rules. */
export async function dlxText({ puzzle }: { readonly puzzle: Puzzle }): Promise<string> {
  const { exhibit } = await keep(puzzle);
  const { galleryLines } = await import('../puzzles/gallery/ruled-text.ts');
  return [...galleryLines(puzzle.name, exhibit as Exhibit)].join('');
}

/** The solution at a place, from 0, in the order of the seed. */
export async function solution(
  { puzzle, seed, at }: OrderedPuzzle & { readonly at: number },
  onNews: OnNews,
): Promise<SolutionReply> {
  const now = await keep(puzzle);
  if (now.browsing === undefined || now.seed !== seed) {
    now.seed = seed;
    // The search for classes has an order of its own.
    now.browsing = isUpToSymmetry(puzzle)
      ? new Browsing(now.exhibit.problem, { upToSymmetry: symmetriesOf(now.exhibit) })
      : new Browsing(now.exhibit.problem, { seed });
  }
  const found = await now.browsing.at(at, onNews);
  if (found === undefined) return now.browsing.end;
  return { ...numbersOf(found), ...drawn(now.exhibit, found) };
}

function numbersOf({ numbers, classSize }: Solution<unknown>) {
  return classSize === undefined ? { numbers } : { numbers, classSize: String(classSize) };
}

/** The cheapest solution. */
export async function cheapest({ puzzle }: OrderedPuzzle, onNews: OnNews): Promise<SolutionReply> {
  const { exhibit } = await keep(puzzle);
  const { bestAsync } = await import('../engine/best/questions.ts');
  const upToSymmetry = isUpToSymmetry(puzzle) && symmetriesOf(exhibit);
  const settings = { onProgress: newsListener(onNews), upToSymmetry };
  const { solutions, status } = await bestAsync(exhibit.problem, settings);
  const [best] = solutions;
  if (best === undefined) return { end: status, solutions: 0 };
  return { ...numbersOf(best.solution), svg: '', cost: best.cost };
}

/** The number of solutions, by all cores; that of classes by one. */
export async function countSolutions(
  { puzzle, seed }: OrderedPuzzle,
  onNews: OnNews,
): Promise<CountReply> {
  const { exhibit } = await keep(puzzle);
  const onProgress = newsListener(onNews);
  if (isUpToSymmetry(puzzle)) {
    const { countClasses } = await import('./classes.ts');
    return countClasses(exhibit.problem, symmetriesOf(exhibit), onProgress);
  }
  const { countParallel } = await import('../engine/parallel/answers.ts');
  const { exact, status } = await countParallel(exhibit.problem, { seed, onProgress });
  return { exact: String(exact), status };
}

/** The symmetries of a puzzle. */
export async function symmetryGroup({ puzzle }: OrderedPuzzle): Promise<GroupReply> {
  const { exhibit } = await keep(puzzle);
  return (await import('./classes.ts')).describeGroup(exhibit);
}

/** Decides if there is exactly one solution, or one class. */
export async function uniqueness(
  { puzzle, seed }: OrderedPuzzle,
  onNews: OnNews,
): Promise<{ answer: string; status: Status }> {
  const { exhibit } = await keep(puzzle);
  const onProgress = newsListener(onNews);
  if (isUpToSymmetry(puzzle)) {
    const { isUniqueAsync } = await import('../engine/solve/api.ts');
    return isUniqueAsync(exhibit.problem, { upToSymmetry: symmetriesOf(exhibit), onProgress });
  }
  const { isUniqueParallel } = await import('../engine/parallel/answers.ts');
  return isUniqueParallel(exhibit.problem, { seed, onProgress });
}

/** A solution drawn at random, each as likely as any other. The same seed gives the same one. */
export async function sample(
  { puzzle, seed }: { readonly puzzle: Puzzle; readonly seed: number },
  onNews: OnNews,
): Promise<
  | { svg: string; solid: SolidPicture | undefined; exact: string }
  | { end: Status; solutions: number }
> {
  const now = await keep(puzzle);
  const diagram = await diagramOf(now, onNews);
  if (typeof diagram === 'string') return { end: diagram, solutions: 0 };
  const [one] = diagram.sample({ seed });
  if (one === undefined) return { end: 'complete', solutions: 0 };
  return { ...drawn(now.exhibit, one), exact: String(diagram.count) };
}

/** The hint after a number of presses, from 1. */
export async function hint({
  puzzle,
  press,
}: {
  readonly puzzle: Puzzle;
  readonly press: number;
}): Promise<HintReply> {
  const now = await keep(puzzle);
  const { Hints } = await import('./hints.ts');
  now.hints ??= new Hints(now.exhibit);
  return now.hints.at(press, PICTURE_WIDTH);
}

/** The diagram of a puzzle, or why there is none. */
async function diagramOf(
  now: OpenPuzzle,
  onNews: OnNews,
): Promise<Diagram<Solution<unknown>> | Status> {
  if (now.diagram !== undefined) return now.diagram;
  const { diagramAsync } = await import('../engine/solve/diagrams.ts');
  const { diagram, status } = await diagramAsync(now.exhibit.problem, {
    onProgress: newsListener(onNews),
  });
  now.diagram = diagram;
  return diagram ?? status;
}

/** A solution, or the problem before it is solved, as a picture and in space. */
function drawn(
  { draw }: Partial<Exhibit>,
  solution?: Solution<unknown>,
): { svg: string; solid: SolidPicture | undefined } {
  if (draw === undefined) return { svg: '', solid: undefined };
  const pictures = draw(solution);
  return {
    svg: drawSvg(captioned(pictures, solution?.classSize), { width: PICTURE_WIDTH }),
    solid: solidOf(solution?.payloads ?? [], pictures),
  };
}
