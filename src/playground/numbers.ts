/** Numbers as people read them. */
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

const UNITS = [
  [1e9, 'billion'],
  [1e6, 'million'],
] as const;

/** A number to three digits: 1.23 million. */
export function rounded(value: number): string {
  for (const [size, unit] of UNITS) {
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

/** A time in words: 4 s, 3 min. */
function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  const days = seconds / 86_400;
  return days < 1000 ? `${Math.round(days)} days` : `${rounded(days / 365)} years`;
}

/** How far a search has come: solutions, rate, share, and estimates of all and of the time. */
export function progressText({ solutions, rate, share, left }: Running): string {
  const parts = [`${groups(solutions)} solution${solutions === 1 ? '' : 's'}`];
  if (rate > 0) parts.push(`${rounded(rate)} nodes/s`);
  if (share > 0 && share < 1) {
    parts.push(`${percent(share)} done`);
    if (solutions > 0) parts.push(`about ${rounded(solutions / share)} in all`);
  }
  if (left !== undefined && share < 1) parts.push(`${duration(left)} to go`);
  return parts.join(' · ');
}

/** A number of solutions in words. */
export function solutionsText(exact: string): string {
  return `${groups(exact)} solution${exact === '1' ? '' : 's'}`;
}

/** Why an answer is not whole. */
export function endText(status: string): string {
  return status === 'memory' ? 'It does not fit into memory.' : `It ended early: ${status}.`;
}
