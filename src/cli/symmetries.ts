import { symmetriesAsync } from '../ask/symmetries.ts';
import { optionText } from './answers.ts';
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
  await console.writeAll(given.json ? objects(group, inquiry) : lines(group, inquiry));
  // The status line tells of symmetries, not of solutions.
  const fields = { order: String(order), solutions: undefined, exact: undefined };
  return report.end(status, { fields, incomplete: 'these are the symmetries found so far' });
}

type Group = Awaited<ReturnType<typeof symmetriesAsync<unknown>>>;

function* lines(group: Group, { problem, given: { labels } }: Inquiry): Generator<string> {
  const nameOf = (item: number) => problem.itemName(item);
  for (const [k, { items, options }] of group.generators.entries()) {
    const moves = {
      items: cyclesOf(items).map((cycle) => cycle.map(nameOf)),
      options: cyclesOf(options),
    };
    for (const [what, cycles] of Object.entries(moves)) {
      if (cycles.length === 0) continue;
      yield `generator ${k + 1}\t${what}\t${cycles.map((cycle) => `(${cycle.join(' ')})`).join('')}\n`;
    }
  }
  for (const orbit of orbitsOf(group.itemOrbits)) {
    yield `orbit\titems\t${orbit.map(nameOf).join(' ')}\n`;
  }
  for (const orbit of orbitsOf(group.optionOrbits)) {
    const [first] = orbit;
    yield `orbit\toptions\t${orbit.join(' ')}\t${optionText(first, problem, labels)}\n`;
  }
}

function* objects(group: Group, { problem, given: { labels } }: Inquiry): Generator<string> {
  const nameOf = (item: number) => problem.itemName(item);
  for (const [k, { items, options }] of group.generators.entries()) {
    const named = cyclesOf(items).map((cycle) => cycle.map(nameOf));
    yield jsonLine('generator', { index: k + 1, items: named, options: cyclesOf(options) });
  }
  for (const orbit of orbitsOf(group.itemOrbits)) {
    yield jsonLine('orbit', { items: orbit.map(nameOf) });
  }
  for (const numbers of orbitsOf(group.optionOrbits)) {
    const options = numbers.map((option) => problem.option(option));
    const named = labels && { labels: numbers.map((option) => labels[option] ?? null) };
    yield jsonLine('orbit', { numbers, options, ...named });
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
