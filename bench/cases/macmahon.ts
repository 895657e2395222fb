import type { Matrix } from './matrix.ts';

/**
 * MacMahon's 24 squares, their edges in three colours in every way that no turn makes equal,
 * laid out so that touching edges agree and the whole border is of colour 1. Every edge of the
 * board is a secondary item in the colour of the squares beside it.
 */
export function macmahon(width = 6, height = 4): Matrix {
  const tiles = distinctTiles();
  const cells = width * height;
  const firstEdge = tiles.length + cells;
  // Edges: the horizontal ones row by row, then the vertical ones.
  const horizontal = (y: number, x: number) => firstEdge + y * width + x;
  const vertical = (y: number, x: number) => firstEdge + (height + 1) * width + y * (width + 1) + x;
  const options: number[][] = [];
  const colours: number[][] = [];
  tiles.forEach((turns, tile) => {
    for (const [north, east, south, west] of turns) {
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          if (y === 0 && north !== 1) continue;
          if (y === height - 1 && south !== 1) continue;
          if (x === 0 && west !== 1) continue;
          if (x === width - 1 && east !== 1) continue;
          options.push([
            tile,
            tiles.length + y * width + x,
            horizontal(y, x),
            vertical(y, x + 1),
            horizontal(y + 1, x),
            vertical(y, x),
          ]);
          colours.push([0, 0, north, east, south, west]);
        }
      }
    }
  });
  const edges = (height + 1) * width + height * (width + 1);
  return {
    name: "MacMahon's squares",
    primary: tiles.length + cells,
    secondary: edges,
    options,
    colours,
  };
}

type Tile = readonly [north: number, east: number, south: number, west: number];

/** The 24 squares, each as the list of its distinct turns. */
function distinctTiles(): Tile[][] {
  const tiles: Tile[][] = [];
  const seen = new Set<string>();
  for (let code = 0; code < 81; code++) {
    let tile: Tile = [
      1 + (code % 3),
      1 + (Math.floor(code / 3) % 3),
      1 + (Math.floor(code / 9) % 3),
      1 + Math.floor(code / 27),
    ];
    if (seen.has(String(tile))) continue;
    const turns: Tile[] = [];
    while (!seen.has(String(tile))) {
      seen.add(String(tile));
      turns.push(tile);
      const [north, east, south, west] = tile;
      tile = [west, north, east, south];
    }
    tiles.push(turns);
  }
  return tiles;
}
