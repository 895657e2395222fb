import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** To load a module; a busy machine takes its time. */
const LOAD_MS = 60_000;

/** What a module gives that runs in a process of its own. */
export interface LimitedModule<Input, Result> {
  /** Loads what the work needs, which is not timed; then `work` gives results, each better than the one before. */
  load(): Promise<(input: Input) => AsyncIterable<Result> | Iterable<Result>>;
}

/** The last result of work that came in time. */
export interface Limited<Result> {
  readonly result: Result | undefined;
  /** `late`: stopped by the limit. `failed`: the process ended by itself. */
  readonly ending: 'done' | 'late' | 'failed';
}

/**
 * Runs a module in a process of its own, and stops it when it has been `limit` milliseconds without a result. That
 * is for rivals that cannot be stopped, and for those whose start would burden the others.
 */
export function limited<Input, Result>(
  module: URL,
  input: Input,
  limit: number,
): Promise<Limited<Result>> {
  const program = fileURLToPath(new URL('limited-run.ts', import.meta.url));
  // `advanced` sends typed arrays as they are. What rivals print is not for the tables.
  const child = fork(program, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    let result: Result | undefined;
    let ending: Limited<Result>['ending'] = 'failed';
    let timer: NodeJS.Timeout | undefined;
    const wait = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        ending = 'late';
        child.kill('SIGKILL');
      }, ms);
    };
    wait(LOAD_MS);
    child.on('message', (message: Message<Result>) => {
      if (message.kind === 'done') ending = 'done';
      if (message.kind === 'result') result = message.result;
      if (message.kind !== 'done') return wait(limit);
      clearTimeout(timer);
      child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve({ result, ending });
    });
    child.send({ module: module.href, input });
  });
}

/** `ready` when the module is loaded. */
export type Message<Result> =
  | { readonly kind: 'ready' | 'done' }
  | { readonly kind: 'result'; readonly result: Result };
