import { visible } from '../engine/problem/error.ts';

/** A stream that may be a terminal, or a file. */
export interface Channel {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Its number in the system, where it has one. */
  readonly fd?: number;
  readonly destroyed: boolean;
  write(text: string | Uint8Array): boolean;
  on(event: string, listener: () => void): unknown;
}

export interface Channels {
  readonly stdout: Channel;
  readonly stderr: Channel;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Characters that wait for the next turn of the event loop; more are written at once. */
const MOST_PENDING = 1 << 16;
/** Columns where no terminal reports them. */
const DEFAULT_WIDTH = 100;

/** When results are coloured. `auto` depends on the terminal and the environment. */
export const COLOUR_MODES = ['auto', 'always', 'never'] as const;
type ColourMode = (typeof COLOUR_MODES)[number];

/** The kinds of lines of `--json`. */
export type JsonType =
  | 'estimate'
  | 'solution'
  | 'option'
  | 'generator'
  | 'orbit'
  | 'cell'
  | 'form'
  | 'text'
  | 'reason'
  | 'step'
  | 'status'
  | 'error'
  | 'puzzle'
  | 'made'
  | 'submission'
  | 'job'
  | 'shard'
  | 'shape'
  | 'problem';

/** The version of the lines of `--json`. It changes when a field goes, or changes its meaning. */
const JSON_VERSION = 1;

/** A line of `--json`. */
export function jsonLine(type: JsonType, fields: object): string {
  // Each object stays one line for readers that know more ends of lines than the line feed.
  return `${visible(JSON.stringify({ type, version: JSON_VERSION, ...fields }))}\n`;
}

/**
 * Writes results to stdout, and messages to stderr. On a terminal, a line of progress can stand
 * below them; the next output replaces it. A terminal shows control characters instead of obeying
 * them, so that no input can steer it. Pipes and files get all characters unchanged.
 */
export class Console {
  #stdout: Channel;
  readonly #stderr: Channel;
  readonly #env: Channels['env'];
  #pending = '';
  #scheduled = false;
  /** Streams whose buffers are full. */
  readonly #full = new Set<Channel>();
  #resume: (() => void) | undefined;
  #waits = true;
  #showsProgress = false;

  constructor({ stdout, stderr, env }: Channels) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#env = env;
    for (const channel of [stdout, stderr]) {
      // A stream that breaks is closed, and never drains.
      for (const event of ['drain', 'close']) {
        channel.on(event, () => {
          this.#full.delete(channel);
          if (!this.isFull) this.#resume?.();
        });
      }
    }
  }

  /** The columns of stdout. */
  get width(): number {
    return widthOf(this.#stdout);
  }

  /** True if results are coloured. The flag `--color` overrides the environment. */
  usesColour(mode: ColourMode = 'auto'): boolean {
    if (mode !== 'auto') return mode === 'always';
    return environmentWantsColour(this.#env, this.#stdout.isTTY === true);
  }

  /** How pictures are drawn as text on stdout. */
  drawing(mode?: ColourMode): { readonly colour: boolean; readonly width: number } {
    return { colour: this.usesColour(mode), width: this.width };
  }

  /** Writes the results to a file from now on. */
  redirect(file: Channel): void {
    this.flush();
    this.#stdout = file;
  }

  /** True if someone may watch the progress. */
  get isWatched(): boolean {
    return this.#stderr.isTTY === true;
  }

  /** True if results and messages stand on the same screen. */
  get isOneScreen(): boolean {
    return this.#stdout.isTTY === true && this.#stderr.isTTY === true;
  }

  /** Writes results, at the latest in the next turn of the event loop. */
  write(text: string): void {
    this.writeUnchecked(visibleOn(this.#stdout, text));
  }

  /** Writes results at once: bytes of text without control characters. */
  writeBytes(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.flush();
    this.clearProgress();
    this.#send(this.#stdout, bytes);
  }

  /** Writes lines, no faster than they are read. */
  async writeAll(lines: Iterable<string>): Promise<void> {
    for (const line of lines) {
      this.write(line);
      if (this.isFull) await this.waitForRoom();
    }
  }

  /** Writes a line of `--json`. */
  writeJson(type: JsonType, fields: object): void {
    this.write(jsonLine(type, fields));
  }

  /** Writes results that hold control codes, as colours. The caller has cleaned all other text. */
  writeUnchecked(text: string): void {
    this.#pending += text;
    if (this.#pending.length >= MOST_PENDING) {
      this.flush();
    } else if (!this.#scheduled) {
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        this.flush();
      });
    }
  }

  /** Hands the pending results to stdout. */
  flush(): void {
    if (this.#pending === '') return;
    // stdout may be the same terminal, even where that is unknown.
    this.clearProgress();
    const text = this.#pending;
    this.#pending = '';
    this.#send(this.#stdout, text);
  }

  /** True if the reader is behind. More output would only fill the memory. */
  get isFull(): boolean {
    return this.#full.size > 0 && this.#waits;
  }

  async waitForRoom(): Promise<void> {
    if (!this.isFull) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
  }

  /** Stops waiting for readers, as after Ctrl-C. */
  stopWaiting(): void {
    this.#waits = false;
    this.#resume?.();
  }

  /** Writes a line to stderr: a warning, an error, statistics. */
  note(line: string): void {
    this.flush();
    this.clearProgress();
    this.#send(this.#stderr, `${visibleOn(this.#stderr, line)}\n`);
  }

  /** Shows a line of progress in place of the one before. */
  showProgress(line: string): void {
    this.flush();
    const shown = visibleOn(this.#stderr, line).slice(0, widthOf(this.#stderr) - 1);
    this.#stderr.write(`\r${shown}\u001b[K`);
    this.#showsProgress = true;
  }

  clearProgress(): void {
    if (!this.#showsProgress) return;
    this.#stderr.write('\r\u001b[K');
    this.#showsProgress = false;
  }

  #send(channel: Channel, text: string | Uint8Array): void {
    if (!channel.write(text) && !channel.destroyed) this.#full.add(channel);
  }
}

/**
 * A text for a stream. A terminal shows control characters and the like, and does not obey them.
 */
function visibleOn({ isTTY }: Channel, text: string): string {
  return isTTY === true ? visible(text) : text;
}

/** The columns of a stream. Some terminals do not know them, and report 0. */
function widthOf({ columns = 0 }: Channel): number {
  return columns > 0 ? columns : DEFAULT_WIDTH;
}

/**
 * The conventions of no-color.org and force-color.org. FORCE_COLOR overrides NO_COLOR, as in Node.
 */
function environmentWantsColour(env: Channels['env'], terminal: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  if (no !== undefined && no !== '') return false;
  return terminal && term !== 'dumb';
}
