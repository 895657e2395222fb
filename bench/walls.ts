/** The box-drawing character that has arms up (1), right (2), down (4) and left (8). */
const JUNCTIONS = [...' ╵╶└╷│┌├╴┘─┴┐┤┬┼'];

/** A board as lines of text: walls between different pieces, and each piece's name once. */
export function walls(board: readonly string[], width: number): string[] {
  const height = board.length / width;
  const at = (y: number, x: number) =>
    y < 0 || x < 0 || y >= height || x >= width ? undefined : board[y * width + x];
  const named = new Set<string | undefined>();
  const lines: string[] = [];
  for (let y = 0; y <= height; y++) {
    let wall = '';
    let cells = '';
    for (let x = 0; x <= width; x++) {
      // The four cells around this corner; an arm goes between two that differ.
      const [a, b, c, d] = [at(y - 1, x - 1), at(y - 1, x), at(y, x - 1), at(y, x)];
      const right = b !== d;
      const arms = (a !== b ? 1 : 0) + (right ? 2 : 0) + (c !== d ? 4 : 0) + (a !== c ? 8 : 0);
      wall += JUNCTIONS[arms] + (right ? '───' : '   ');
      const name = named.has(d) ? ' ' : (d ?? ' ');
      named.add(d);
      cells += `${c !== d ? '│' : ' '} ${name} `;
    }
    lines.push(wall.trimEnd());
    if (y < height) lines.push(cells.trimEnd());
  }
  const longest = Math.max(...lines.map((line) => line.length));
  return lines.map((line) => line.padEnd(longest));
}
