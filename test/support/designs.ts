import type { Matrix } from '../cases/matrix.ts';

/** A problem from options that name their items. Items whose names begin with `?` are secondary. */
function named(name: string, options: readonly (readonly string[])[]): Matrix {
  const names = [...new Set(options.flat())];
  const isSecondary = (item: string) => item.startsWith('?');
  const ordered = [...names.filter((item) => !isSecondary(item)), ...names.filter(isSecondary)];
  const numberOf = new Map(ordered.map((item, number) => [item, number]));
  return {
    name,
    primary: names.filter((item) => !isSecondary(item)).length,
    secondary: names.filter(isSecondary).length,
    options: options.map((items) => items.map((item) => numberOf.get(item) as number)),
  };
}

function* below(n: number): Generator<number> {
  for (let k = 0; k < n; k++) yield k;
}

function* pairsOf(n: number): Generator<[number, number]> {
  for (const b of below(n)) for (const a of below(b)) yield [a, b];
}

/** A square whose cells are empty or have a pair: each point once in each row and column. */
function square(name: string, side: number, points: number, pair: string): Matrix {
  const options: string[][] = [];
  for (const [a, b] of pairsOf(points)) {
    for (const row of below(side)) {
      for (const column of below(side)) {
        const places = [`r${row},${a}`, `r${row},${b}`, `c${column},${a}`, `c${column},${b}`];
        options.push([`${pair}${a},${b}`, ...places, `?${row},${column}`]);
      }
    }
  }
  return named(name, options);
}

/** A Room square: each pair is in one cell. There is none of side 3 and 5. */
export function room(side: number): Matrix {
  return square(`Room square of side ${side}`, side, side + 1, 'p');
}

/** A Howell design: each pair is in one cell at most. There is none of side 5 with 8 points. */
export function howell(side: number, points: number): Matrix {
  return square(`Howell design of side ${side}, ${points} points`, side, points, '?p');
}

/** Days on which girls walk in triples, no two of them twice together. 12 girls have four days. */
export function nearlyKirkman(girls: number, days: number): Matrix {
  const options: string[][] = [];
  for (const day of below(days)) {
    for (const [b, c] of pairsOf(girls)) {
      for (const a of below(b)) {
        const pairs = [`?${a},${b}`, `?${a},${c}`, `?${b},${c}`];
        options.push([...[a, b, c].map((girl) => `d${day},${girl}`), ...pairs]);
      }
    }
  }
  return named(`${girls} girls, ${days} days`, options);
}

/** Two orthogonal Latin squares: officers of n ranks and n regiments. There are none for 6. */
export function officers(n: number): Matrix {
  const options: string[][] = [];
  for (const row of below(n)) {
    for (const column of below(n)) {
      for (const rank of below(n)) {
        for (const regiment of below(n)) {
          options.push([
            `x${row},${column}`,
            `r${row},rank${rank}`,
            `r${row},regiment${regiment}`,
            `c${column},rank${rank}`,
            `c${column},regiment${regiment}`,
            `${rank},${regiment}`,
          ]);
        }
      }
    }
  }
  return named(`${n * n} officers`, options);
}
