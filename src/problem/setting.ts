import { QuadrilleError, shown } from './error.ts';

/** The value of a setting, if it is a whole number from `least` to `most`. */
export function whole(
  name: string,
  value: number,
  least: number,
  most = Number.POSITIVE_INFINITY,
): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const to = most === Number.POSITIVE_INFINITY ? 'up' : `to ${most}`;
  throw new QuadrilleError(
    'bad-setting',
    `${name} is ${shown(value)}; give a whole number from ${least} ${to}.`,
  );
}
