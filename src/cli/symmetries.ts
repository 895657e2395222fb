import { symmetriesAsync } from '../ask/symmetries.ts';
import { labelFields, optionText } from './answers.ts';
import { jsonLine } from './console.ts';
import type { Exit } from './exit.ts';
import type { Inquiry } from './question.ts';
import { Report } from './report.ts';

/**
 * Answers `--symmetries`: the number of symmetries, then generators in cycles and orbits, a line
 * each with tabs between. What no symmetry moves is left out.
 */
export async function askSymmetries(inquiry: Inquiry): Promise<Exit> {
  const { problem, given, shell } = inquiry;
  const { console } = shell;
  const report = new Report('symmetries', inquiry);
  const group = await symmetriesAsync(problem, report.limits);
  const { order, status } = group;
  report.count(order);
  if (!given.json) console.write(`${status === 'complete' ? '' : '>='}${order}\n`);
  await console.writeAll(lines(group, inquiry));
  // The status line tells of symmetries, not of solutions.
  const fields = { order: String(order), solutions: undefined, exact: undefined };
  return report.end(status, { fields, incomplete: 'these are the symmetries found so far' });
}

type Group = Awaited<ReturnType<typeof symmetriesAsync<unknown>>>;

function* lines(
  group: Group,
  { problem, given: { json, labels } }: Inquiry,
): Generator<string, void, undefined> {
  const nameOf = (item: number) => problem.itemName(item);
  for (const [k, generator] of group.generators.entries()) {
    const items = cyclesOf(generator.items).map((cycle) => cycle.map(nameOf));
    const moves = { items, options: cyclesOf(generator.options) };
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

/** The cycles of a permutation, each from its least member. Fixed points are left out. */
function cyclesOf(images: Int32Array): number[][] {
  const seen = new Uint8Array(images.length);
  const cycles: number[][] = [];
  for (let start = 0; start < images.length; start++) {
    if (seen[start] === 1 || images[start] === start) continue;
    const cycle: number[] = [];
    for (let at = start; seen[at] === 0; at = images[at] as number) {
      seen[at] = 1;
      cycle.push(at);
    }
    cycles.push(cycle);
  }
  return cycles;
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
