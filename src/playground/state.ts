/**
 * The state of the page in its address: `#v1.<view>.<base64url of deflated JSON>`. The fragment of
 * an address never leaves the browser. A link comes from anywhere: a fragment that is no state
 * gives none, and a view checks its state.
 */

const ADDRESS_VERSION = 'v1';
/** Characters of a fragment, and of the JSON in it. A small text can inflate to gigabytes. */
const MOST_ADDRESS_CHARACTERS = 200_000;
const MOST_JSON = 1_000_000;

/** A view, and its state where it has one. */
export interface ViewState {
  readonly view: string;
  readonly state?: unknown;
}

/** The fragment of a state, with its `#`. */
export async function fragmentOf({ view, state }: ViewState): Promise<string> {
  if (state === undefined) return `#${ADDRESS_VERSION}.${view}`;
  const json = new TextEncoder().encode(JSON.stringify(state));
  const bytes = await collect(through(json, new CompressionStream('deflate-raw')), MOST_JSON);
  return `#${ADDRESS_VERSION}.${view}.${base64url(bytes)}`;
}

/** The state of a fragment; undefined where it is empty, and an error where it is none. */
export async function readFragment(fragment: string): Promise<ViewState | undefined> {
  const text = fragment.replace(/^#/, '');
  if (text === '') return undefined;
  if (text.length > MOST_ADDRESS_CHARACTERS) throw new Error('it is too long');
  const [version, view = '', data, ...rest] = text.split('.');
  if (version !== ADDRESS_VERSION) throw new Error('it has an unknown version');
  if (!/^[a-z]{1,20}$/.test(view) || rest.length > 0) throw new Error('it names no view');
  if (data === undefined) return { view };
  const bytes = bytesOf(data);
  const json = await collect(through(bytes, new DecompressionStream('deflate-raw')), MOST_JSON);
  return { view, state: JSON.parse(new TextDecoder().decode(json)) as unknown };
}

function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(transform as ReadableWritablePair);
}

/** The bytes of a stream, if there are not too many. */
async function collect(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => undefined);
      throw new Error('it is too large');
    }
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Bytes that become characters in one call: a call has room for some 60,000 arguments. */
const CALL_BYTES = 1 << 14;

function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CALL_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CALL_BYTES));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * The setting of a puzzle that asks for one solution of each class. `quadrille make` has it for few
 * puzzles, and fixes a piece; the page has it for all.
 */
export const SYMMETRY_SETTING = 'up-to-symmetry';

/** The name of puzzles from files of BurrTools. Their file has the same name. */
export const BURR = 'burr';

/** The name of puzzles of drawings on other lattices, and of the file with their board and pieces. */
export const FORMS_DRAWN = 'forms';

/** The content of the stage: the problem, the solution at a place from 1, or a sample. */
export interface Scene {
  /** 0: the problem. */
  readonly at: number;
  /** The seed of a sample, where one is shown in place of a solution. */
  readonly sample?: number | undefined;
  /** The presses of Hint, where a step is shown in place of a solution. */
  readonly hint?: number | undefined;
  /** The order of solutions. */
  readonly seed?: number | undefined;
  /** True where solutions in space are solids to be turned. */
  readonly solid?: true | undefined;
}

/** The presses of Hint for each step: where to look, why, the step itself. */
export const PRESSES = 3;

/** The last solution that a link may ask for: the worker finds all before it. */
export const MOST_AT = 100_000;

/** The problem of a scene, where it is another one. */
export function problemScene({ seed, solid }: Scene): Scene {
  return { at: 0, seed, solid };
}

/** A whole number of a state, if it lies between these. */
export function wholeIn(value: unknown, least: number, most: number): number | undefined {
  if (!Number.isInteger(value)) return undefined;
  const whole = value as number;
  return whole >= least && whole <= most ? whole : undefined;
}

/** The scene in a state that may come from anywhere. */
export function sceneOf(state: unknown): Scene {
  const { at, sample, hint, seed, solid } = (state ?? {}) as Record<string, unknown>;
  return {
    at: wholeIn(at, 0, MOST_AT) ?? 0,
    sample: wholeIn(sample, 0, 2 ** 32 - 1),
    hint: wholeIn(hint, 1, MOST_AT),
    seed: wholeIn(seed, 0, 2 ** 32 - 1),
    solid: solid === true || undefined,
  };
}
