import { symmetriesAsync } from '../engine/solve/symmetries.ts';
import { labelFields, optionText } from './answers.ts';
import { jsonLine } from './console.ts';
import type { Exit } from './exit.ts';
import type { Inquiry } from './question.ts';
import { Report } from './report.ts';

/**
 * Answers `--symmetries`: the number of symmetries, then generators in cycles and orbits, a line
 * each with tabs between. Options that no symmetry moves are left out.
 */
export async function askSymmetries(inquiry: Inquiry): Promise<Exit> {
  const { problem, given, shell } = inquiry;
  const { console } = shell;
  const report = new Report('symmetries', inquiry);
  const group = await symmetriesAsync(problem, report.limits);
  const { order, status } = group;
  report.count(order);
  // An order of a million digits takes a second to write down.
  const digits = String(order);
  if (!given.json) console.write(`${status === 'complete' ? '' : '>='}${digits}\n`);
  await console.writeAll(lines(group, inquiry));
  // The status line tells of symmetries, not of solutions.
  const fields = { order: digits, solutions: undefined, exact: undefined };
  return report.end(status, { fields, incomplete: 'these are the symmetries found so far' });
}

type Group = Awaited<ReturnType<typeof symmetriesAsync<unknown>>>;

function* lines(
  group: Group,
  { problem, given: { json, labels } }: Inquiry,
): Generator<string, void, undefined> {
  const nameOf = (item: number) => problem.itemName(item);
  for (let k = 0; k < group.generators.length; k++) {
    const { items, options } = group.cyclesOf(k);
    const moves = { items: items.map((cycle) => cycle.map(nameOf)), options };
    if (json) yield jsonLine('generator', { index: k + 1, ...moves });
    for (const [what, cycles] of json ? [] : Object.entries(moves)) {
      if (cycles.length === 0) continue;
      yield `generator ${k + 1}\t${what}\t${cycles.map((cycle) => `(${cycle.join(' ')})`).join('')}\n`;
    }
  }
  for (const orbit of orbitsOf(group.itemOrbits)) {
    const items = orbit.map(nameOf);
    yield json ? jsonLine('orbit', { items }) : `orbit\titems\t${items.join(' ')}\n`;
  }
  for (const numbers of orbitsOf(group.optionOrbits)) {
    const [first] = numbers;
    const fields = () => ({
      numbers,
      options: numbers.map((option) => problem.option(option)),
      ...labelFields(numbers, labels),
    });
    yield json
      ? jsonLine('orbit', fields())
      : `orbit\toptions\t${numbers.join(' ')}\t${optionText(first, problem, labels)}\n`;
  }
}

/** The orbits of more than one member, by their least. */
function orbitsOf(leastOf: Int32Array): [number, ...number[]][] {
  const orbits = new Map<number, [number, ...number[]]>();
  for (const [member, least] of leastOf.entries()) {
    if (member === least) orbits.set(member, [member]);
    else orbits.get(least)?.push(member);
  }
  return [...orbits.values()].filter(({ length }) => length > 1);
}
