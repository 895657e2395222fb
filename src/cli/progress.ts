import type { Progress } from '../ask/walk.ts';
import type { Console } from './console.ts';

/** Milliseconds of work before a line is shown, and between two lines. */
const PATIENCE = 1000;
const PAUSE = 100;

/** Tells someone at a terminal how far the work is; nobody else. */
export class Ticker {
  readonly #console: Console;
  #next = performance.now() + PATIENCE;

  constructor(console: Console) {
    this.#console = console;
  }

  /** Shows the line, if it is time for one; it is not even made if not. */
  tick(line: () => string): void {
    if (!this.#console.watched) return;
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + PAUSE;
    this.#console.stand(line());
  }
}

/** As in `12.3 M nodes, 45 solutions, 3.1 M nodes a second, about 7 % done`. */
export function progressLine({ nodes, solutions, rate, share }: Progress): string {
  const percent = Number((100 * share).toPrecision(2));
  const done = percent >= 0.01 ? `, about ${percent} % done` : '';
  const found = counted(solutions, 'solution');
  return `${amount(nodes)} nodes, ${found}, ${amount(rate)} nodes a second${done}`;
}

/** As in `1 solution`, `2 solutions`. */
export function counted(number: number, thing: string, things = `${thing}s`): string {
  return `${amount(number)} ${number === 1 ? thing : things}`;
}

/** A number at a glance: `0.12`, `12,345`, and three digits with a unit from a million on. */
export function amount(number: number): string {
  if (number < 10) return String(Number(number.toPrecision(2)));
  if (number < 1e6) return Math.round(number).toLocaleString('en');
  const [size, unit] = number < 999.5e6 ? [1e6, 'M'] : number < 999.5e9 ? [1e9, 'G'] : [1e12, 'T'];
  return `${(number / size).toPrecision(3)} ${unit}`;
}

/** As in `12 puzzles in 0.345 s: 35 a second`, for what was done since then. */
export function paceLine(done: number, thing: string, began: number): string {
  const seconds = (performance.now() - began) / 1000;
  const rate = amount(done / seconds);
  return `${counted(done, thing)} in ${seconds.toFixed(3)} s: ${rate} a second`;
}
