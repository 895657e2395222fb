type Permutation = readonly number[];

/** A point of the base, generators of what fixes the points before it, and its orbit under them. */
interface Level {
  readonly point: number;
  readonly generators: Permutation[];
  /** Point of the orbit -> an element that takes the point of the base there. */
  leads: Map<number, Permutation>;
}

const times = (a: Permutation, b: Permutation): Permutation => a.map((to) => b[to]);

function inverse(a: Permutation): Permutation {
  const result = new Array<number>(a.length);
  for (const [from, to] of a.entries()) result[to] = from;
  return result;
}

/** The order of a permutation group, by the algorithm of Schreier and Sims in its plainest form. */
export function orderOfGroup(generators: readonly Permutation[]): bigint {
  const levels: Level[] = [];

  const take = (element: Permutation, first: number): void => {
    let rest = element;
    let at = first;
    for (; at < levels.length; at++) {
      const { point, leads } = levels[at];
      const lead = leads.get(rest[point]);
      if (lead === undefined) break;
      rest = times(rest, inverse(lead));
    }
    const moved = rest.findIndex((to, from) => to !== from);
    if (moved < 0) return;
    if (at === levels.length) levels.push({ point: moved, generators: [], leads: new Map() });
    for (let k = at; k >= first; k--) levels[k].generators.push(rest);
    for (let k = at; k >= first; k--) complete(k);
  };

  /** Finds the orbit of a level, and gives the level below all of its elements that fix the point. */
  const complete = (at: number): void => {
    const level = levels[at];
    const identity = Array.from(level.generators[0], (_, k) => k);
    const leads = new Map<number, Permutation>([[level.point, identity]]);
    for (const [from, lead] of leads) {
      for (const generator of level.generators) {
        const to = generator[from];
        if (!leads.has(to)) leads.set(to, times(lead, generator));
      }
    }
    level.leads = leads;
    for (const [from, lead] of leads) {
      for (const generator of [...level.generators]) {
        const back = inverse(leads.get(generator[from]) as Permutation);
        take(times(times(lead, generator), back), at + 1);
      }
    }
  };

  for (const generator of generators) take(generator, 0);
  return levels.reduce((order, { leads }) => order * BigInt(leads.size), 1n);
}
