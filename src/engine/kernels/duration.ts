/** The units of time, each with its number of the unit before. */
const TIME_UNITS = [
  ['s', 1000],
  ['min', 60],
  ['h', 60],
  ['days', 24],
  ['years', 365],
] as const;

/** A rough time, as in `42 s`, `3 min`, `5 years`. `amount` writes the number. */
export function duration(milliseconds: number, amount: (number: number) => string): string {
  let time = milliseconds;
  let text = '';
  for (const [unit, size] of TIME_UNITS) {
    time /= size;
    if (text !== '' && time < 1.5) break;
    text = `${amount(Math.round(time))} ${unit}`;
  }
  return text;
}
