import { TINTS } from './palette.ts';

/** More than a map needs when it is coloured as below, and few enough to look calm. */
const CALM = 6;

/**
 * Colours things so that neighbours differ: thing -> tint, where `neighbours` has each thing's
 * own. The thing with the fewest neighbours is put off, over and over, and they are coloured in
 * the opposite order (Matula and Beck 1983): in a map each has at most five that came before it,
 * so six colours do. What is no map, as pieces in several parts or in space can be, may need more,
 * up to the whole palette; beyond that, neighbours have to share.
 */
export function tintsFor(neighbours: readonly ReadonlySet<number>[]): number[] {
  const tints = new Array<number>(neighbours.length).fill(-1);
  const used = new Array<number>(TINTS).fill(0);
  for (const thing of putOff(neighbours).reverse()) {
    const taken = new Array<number>(TINTS).fill(0);
    for (const other of neighbours[thing] ?? []) {
      const tint = tints[other] as number;
      if (tint >= 0) taken[tint] = (taken[tint] as number) + 1;
    }
    let best = 0;
    for (let tint = 1; tint < TINTS; tint++) {
      const less = (taken[tint] as number) - (taken[best] as number);
      const rarer = (used[tint] as number) < (used[best] as number);
      if (less < 0 || (less === 0 && rarer && tint < CALM)) best = tint;
    }
    tints[thing] = best;
    used[best] = (used[best] as number) + 1;
  }
  return tints;
}

/** Things in the order in which each has the fewest neighbours among those still there. */
function putOff(neighbours: readonly ReadonlySet<number>[]): number[] {
  const degrees = neighbours.map((set) => set.size);
  // Degree -> things that have it; a thing that has moved on is passed over.
  const buckets: number[][] = [];
  const enter = (thing: number) => {
    const degree = degrees[thing] as number;
    while (buckets.length <= degree) buckets.push([]);
    buckets[degree]?.push(thing);
  };
  for (let thing = neighbours.length - 1; thing >= 0; thing--) enter(thing);
  const gone = new Uint8Array(neighbours.length);
  const order: number[] = [];
  for (let degree = 0; degree < buckets.length; ) {
    const thing = buckets[degree]?.pop();
    if (thing === undefined) {
      degree++;
      continue;
    }
    if (gone[thing] === 1 || degrees[thing] !== degree) continue;
    gone[thing] = 1;
    order.push(thing);
    for (const other of neighbours[thing] ?? []) {
      if (gone[other] === 1) continue;
      degrees[other] = (degrees[other] as number) - 1;
      enter(other);
    }
    if (degree > 0) degree--;
  }
  return order;
}
