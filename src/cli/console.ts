import type { Writable } from 'node:stream';

/** A stream that may be a terminal. */
export type Channel = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface Channels {
  readonly stdout: Channel;
  readonly stderr: Channel;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Written at once from this many characters on; else when the event loop has its next turn. */
const FULL = 1 << 16;
/** The width of a page where no terminal says another. */
const WIDTH = 100;

/** When results are coloured: `auto` goes by the terminal and the environment. */
export const COLOUR_WISHES = ['auto', 'always', 'never'] as const;
export type ColourWish = (typeof COLOUR_WISHES)[number];

/** What a line of `--json` is about. */
export type JsonType = 'solution' | 'status' | 'error' | 'puzzle';

/** The version of the lines of `--json`; it changes when a field goes or means something else. */
const JSON_VERSION = 1;

/**
 * Where a command writes: results to stdout, all else to stderr. On a terminal a line that tells
 * how far it is may stand below; whatever is written takes its place. No text from outside can
 * steer a terminal: its control characters are shown. A pipe and a file get them as they are.
 */
export class Console {
  readonly #stdout: Channel;
  readonly #stderr: Channel;
  readonly #env: Channels['env'];
  #pending = '';
  #scheduled = false;
  /** Streams whose reader is behind. */
  readonly #behind = new Set<Channel>();
  #resume: (() => void) | undefined;
  #hurried = false;
  #standing = false;

  constructor({ stdout, stderr, env }: Channels) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#env = env;
    for (const channel of [stdout, stderr]) {
      // One that broke is waited for no more than one that was read.
      for (const event of ['drain', 'close']) {
        channel.on(event, () => {
          this.#behind.delete(channel);
          if (!this.full) this.#resume?.();
        });
      }
    }
  }

  /** The columns of the terminal. */
  get width(): number {
    return widthOf(this.#stdout);
  }

  /** Whether results are coloured. The flag `--color` is stronger than the environment. */
  coloured(wish: ColourWish = 'auto'): boolean {
    if (wish !== 'auto') return wish === 'always';
    return wantsColour(this.#env, this.#stdout.isTTY === true);
  }

  /** Whether someone may be watching for progress. */
  get watched(): boolean {
    return this.#stderr.isTTY === true;
  }

  /** Writes results, soon. */
  write(text: string): void {
    this.writeCoded(visibleOn(this.#stdout, text));
  }

  /** Writes lines as fast as they are read. */
  async writeAll(lines: Iterable<string>): Promise<void> {
    for (const line of lines) {
      this.write(line);
      if (this.full) await this.room();
    }
  }

  /** Writes a line of `--json`. */
  writeJson(type: JsonType, fields: object): void {
    this.write(`${JSON.stringify({ type, version: JSON_VERSION, ...fields })}\n`);
  }

  /** Writes results with control codes of our own, and with no text that was not cleaned before. */
  writeCoded(text: string): void {
    this.#pending += text;
    if (this.#pending.length >= FULL) {
      this.flush();
    } else if (!this.#scheduled) {
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        this.flush();
      });
    }
  }

  flush(): void {
    if (this.#pending === '') return;
    // The line of progress must go even where only stderr is a terminal: it may be the same one.
    this.clear();
    const text = this.#pending;
    this.#pending = '';
    this.#send(this.#stdout, text);
  }

  /** Whether whoever reads is behind, so that it is polite to wait for room. */
  get full(): boolean {
    return this.#behind.size > 0 && !this.#hurried;
  }

  async room(): Promise<void> {
    if (!this.full) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
  }

  /** Waits for no reader any more, as after Ctrl-C. */
  hurry(): void {
    this.#hurried = true;
    this.#resume?.();
  }

  /** A line for people: a warning, an error, statistics. */
  note(line: string): void {
    this.flush();
    this.clear();
    this.#send(this.#stderr, `${visibleOn(this.#stderr, line)}\n`);
  }

  /** The line that stands below, in place of the one before. */
  stand(line: string): void {
    this.flush();
    const shown = visibleOn(this.#stderr, line).slice(0, widthOf(this.#stderr) - 1);
    this.#stderr.write(`\r${shown}\u001b[K`);
    this.#standing = true;
  }

  clear(): void {
    if (!this.#standing) return;
    this.#stderr.write('\r\u001b[K');
    this.#standing = false;
  }

  #send(channel: Channel, text: string): void {
    if (!channel.write(text) && !channel.destroyed) this.#behind.add(channel);
  }
}

/**
 * Control characters other than tabs and ends of lines, and the signs that turn the direction of
 * a text, by which one name can be made to look like another.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** A text for a stream. A terminal shows its control characters as JSON writes them: `\u001b`. */
function visibleOn({ isTTY }: Channel, text: string): string {
  if (isTTY !== true) return text;
  return text.replace(
    CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Some terminals know no width, and say 0. */
function widthOf({ columns = 0 }: Channel): number {
  return columns > 0 ? columns : WIDTH;
}

/** The conventions of no-color.org and force-color.org; FORCE_COLOR is the stronger, as in Node. */
function wantsColour(env: Channels['env'], terminal: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  if (no !== undefined && no !== '') return false;
  return terminal && term !== 'dumb';
}
