/**
 * The worker's side: it runs tasks by name. A task is a function of its input and may send news.
 * Between two calls it keeps a cache and nothing more: a worker may be ended at any time, and the
 * next one knows nothing.
 */
import { QuadrilleError } from '../engine/problem/error.ts';

/** A task of a module that loads when it is first needed, or when the page expects to need it. */
function late<I, N, O>(load: () => Promise<(input: I, onNews: (news: N) => void) => O>) {
  const run = async (input: I, onNews: (news: N) => void) => (await load())(input, onNews);
  return Object.assign(run, { load });
}

const TASKS = {
  picture: late(async () => (await import('./solving.ts')).picture),
  dlxText: late(async () => (await import('./solving.ts')).dlxText),
  checkRules: late(async () => (await import('./ruled.ts')).checkRules),
  solution: late(async () => (await import('./solving.ts')).solution),
  symmetryGroup: late(async () => (await import('./solving.ts')).symmetryGroup),
  countSolutions: late(async () => (await import('./solving.ts')).countSolutions),
  uniqueness: late(async () => (await import('./solving.ts')).uniqueness),
  sample: late(async () => (await import('./solving.ts')).sample),
  hint: late(async () => (await import('./solving.ts')).hint),
  cheapest: late(async () => (await import('./solving.ts')).cheapest),
  readBurrFile: late(async () => (await import('./burrs.ts')).readBurrFile),
  judge: late(async () => (await import('./sudokus.ts')).judge),
  hintSudoku: late(async () => (await import('./sudoku-hints.ts')).hintSudoku),
  possibleMarks: late(async () => (await import('./sudoku-hints.ts')).possibleMarks),
  rateSudoku: late(async () => (await import('./sudoku-rating.ts')).rateSudoku),
  generateSudoku: late(async () => (await import('./sudoku-making.ts')).generateSudoku),
  minimise: late(async () => (await import('./sudoku-making.ts')).minimise),
  drawSudoku: late(async () => (await import('./sudoku-making.ts')).drawSudoku),
  readSudoku: late(async () => (await import('./sudoku-making.ts')).readSudoku),
  readVariant: late(async () => (await import('./sudoku-variant.ts')).readVariant),
  writeVariant: late(async () => (await import('./sudoku-variant.ts')).writtenVariant),
  variantLinks: late(async () => (await import('./sudoku-variant.ts')).variantLinks),
  contradiction: late(async () => (await import('./sudoku-variant.ts')).contradiction),
  superfluous: late(async () => (await import('./sudoku-variant.ts')).superfluous),
};

export type Tasks = typeof TASKS;

/** A message from the page to the worker. */
export interface Order {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
}
/** Another one: to load a task that is likely to come. There is no reply. */
export interface Notice {
  readonly likely: string;
}
export type Reply = { readonly id: number } & (
  | { readonly news: unknown }
  | { readonly output: unknown }
  | { readonly error: string; readonly code: string | undefined }
);

/** A task, as this file sees all of them. */
type AnyTask = (input: unknown, onNews: (news: unknown) => void) => unknown;

const scope = globalThis as unknown as Worker;
const post = (reply: Reply) => scope.postMessage(reply);

/** The last task: the next one waits for its end. */
let queue: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }: MessageEvent<Order | Notice>) => {
  if ('likely' in data) prepare(data.likely);
  else queue = queue.then(() => carryOut(data));
};

/** Loads a task. If it cannot be loaded, its order will say so. */
function prepare(task: string): void {
  if (Object.hasOwn(TASKS, task)) TASKS[task as keyof Tasks].load().catch(() => undefined);
}

async function carryOut({ id, task, input }: Order): Promise<void> {
  try {
    if (!Object.hasOwn(TASKS, task)) throw new Error(`There is no task ${task}.`);
    const run = TASKS[task as keyof Tasks] as unknown as AnyTask;
    post({ id, output: await run(input, (news) => post({ id, news })) });
  } catch (error) {
    const code = error instanceof QuadrilleError ? error.code : undefined;
    post({ id, error: messageOf(error), code });
  }
}

/** A message for people. The machine refuses memory in words of its own. */
function messageOf(error: unknown): string {
  if (error instanceof QuadrilleError) return error.message;
  if (error instanceof RangeError) return 'This is too large for the memory of this page.';
  return error instanceof Error ? error.message : String(error);
}
