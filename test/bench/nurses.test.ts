import { expect, test } from 'vitest';
import { afterShift, DAYS, HOURS, RESTED, SHIFTS, ward } from '../../bench/rules/nurses.ts';

/** Every plan of so many days, as letters. */
function plans(days: number): string[] {
  if (days === 0) return [''];
  return plans(days - 1).flatMap((plan) => [...'ELN-'].map((shift) => plan + shift));
}

test('the automaton keeps the plans that obey the rules as they are said', () => {
  const isGood = (plan: string) => !/[^-]{6}|N{4}|LE|N[EL]|N-[^-]/.test(plan);
  const isKept = (plan: string) => {
    let state: number | undefined = RESTED;
    for (const shift of plan) {
      state = afterShift(state, 'ELN-'.indexOf(shift));
      if (state === undefined) return false;
    }
    return true;
  };
  const all = plans(7);
  expect(all.filter(isKept)).toEqual(all.filter(isGood));
});

test('a seed makes one ward, whose hours cover its needs', () => {
  expect(ward(3)).toEqual(ward(3));
  expect(ward(3)).not.toEqual({ ...ward(4), name: 'ward 3' });
  const { needs, hours } = ward(3);
  expect(needs.length).toBe(DAYS);
  expect(SHIFTS.length).toBe(HOURS.length);
  const needed = needs.flat().reduce((sum, people, k) => sum + people * HOURS[(k % 3) as 0], 0);
  const [least, most] = [0, 1].map((end) => hours.reduce((sum, own) => sum + own[end as 0], 0));
  expect(least).toBeLessThanOrEqual(needed);
  expect(most).toBeGreaterThanOrEqual(needed);
});
