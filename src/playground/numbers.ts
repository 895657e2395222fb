/** Numbers as people read them. */
import { duration } from '../engine/kernels/duration.ts';
import type { Running } from './news.ts';

/** A whole number in groups of three: 9,356. Long ones keep their first digits and their size. */
export function groups(value: number | string): string {
  const digits = String(value);
  if (digits.length > MOST_DIGITS) {
    return `${digits[0]}.${digits.slice(1, 6)} x 10^${digits.length - 1}`;
  }
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

const MOST_DIGITS = 40;

const LARGE_NUMBERS = [
  [1e9, 'billion'],
  [1e6, 'million'],
] as const;

/** A number to three digits: 1.23 million. */
export function rounded(value: number): string {
  for (const [size, unit] of LARGE_NUMBERS) {
    if (value >= size) return `${(value / size).toPrecision(3)} ${unit}`;
  }
  return groups(Math.round(value < 1000 ? value : Number(value.toPrecision(3))));
}

/** A share of 1 as a percentage. Small shares keep a digit. */
export function percent(share: number): string {
  const value = 100 * Math.min(1, Math.max(0, share));
  if (value === 0) return '0 %';
  if (value < 0.001) return 'under 0.001 %';
  return `${value < 1 ? value.toPrecision(1) : value.toFixed(value < 10 ? 1 : 0)} %`;
}

/** How far a search has come: solutions, rate, share, and estimates of all and of the time. */
export function progressText({ solutions, rate, share, left }: Running): string {
  const parts = [count(solutions, 'solution')];
  if (rate > 0) parts.push(`${rounded(rate)} nodes/s`);
  if (share > 0 && share < 1) {
    parts.push(`${percent(share)} done`);
    if (solutions > 0) parts.push(`about ${rounded(solutions / share)} in all`);
  }
  if (left !== undefined && left >= 1000 && share < 1)
    parts.push(`${duration(left, rounded)} to go`);
  return parts.join(' · ');
}

/** As in `1 solution`, `9,356 solutions`. */
export function count(value: number | string, noun: string): string {
  return `${groups(value)} ${noun}${String(value) === '1' ? '' : 's'}`;
}

/** Why an answer is not whole. */
export function endText(status: string): string {
  return status === 'memory' ? 'It does not fit into memory.' : `It ended early: ${status}.`;
}
