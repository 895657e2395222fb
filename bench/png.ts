/**
 * Makes the PNG of a browser smaller: at most 256 colours, each by its number. A picture of a page
 * has some thousands, and nearly all of them are edges of letters.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;

/** A picture: red, green and blue of each dot, row by row. */
interface Raster {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
}

/** The same picture with few colours. */
export function withFewColours(png: Buffer): Buffer {
  const { width, height, dots } = decode(png);
  const colours = new Uint32Array(width * height);
  for (let k = 0; k < colours.length; k++) {
    colours[k] = (at(dots, 3 * k) << 16) | (at(dots, 3 * k + 1) << 8) | at(dots, 3 * k + 2);
  }
  const { palette, numberOf } = paletteOf(colours);
  // A row begins with the number of its filter: 0, none, which is best for numbers of colours.
  const rows = Buffer.alloc(height * (width + 1));
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const colour = colours[row * width + column];
      rows[row * (width + 1) + 1 + column] = numberOf(colour);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  const triples = palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(triples)),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * At most 256 colours for all: colours that agree in their high bits become the most frequent one
 * among them, so that paper, ink and lines keep their colours.
 */
function paletteOf(colours: Uint32Array): {
  palette: number[];
  numberOf(colour: number): number;
} {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  for (let low = 0; ; low++) {
    const mask = ((0xff << low) & 0xff) * 0x010101;
    const numbers = new Map<number, number>();
    const palette: number[] = [];
    for (const colour of byCount) {
      if (numbers.has(colour & mask)) continue;
      numbers.set(colour & mask, palette.length);
      palette.push(colour);
    }
    if (palette.length > MOST_COLOURS) continue;
    return { palette, numberOf: (colour) => numbers.get(colour & mask) as number };
  }
}

/** Reads the output of Chromium: eight bits for each of three or four channels, not interlaced. */
function decode(png: Buffer): Raster {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const data: Buffer[] = [];
  for (let start = 8; start < png.length; start += png.readUInt32BE(start) + 12) {
    if (png.toString('latin1', start + 4, start + 8) !== 'IDAT') continue;
    data.push(png.subarray(start + 8, start + 8 + png.readUInt32BE(start)));
  }
  const packed = inflateSync(Buffer.concat(data));
  const line = width * channels;
  const dots = new Uint8Array(width * height * 3);
  let above = new Uint8Array(line);
  for (let row = 0; row < height; row++) {
    const own = Uint8Array.from(packed.subarray(row * (line + 1) + 1, (row + 1) * (line + 1)));
    const filter = at(packed, row * (line + 1));
    for (let k = 0; k < line; k++) {
      const [a, c] = k < channels ? [0, 0] : [at(own, k - channels), at(above, k - channels)];
      const b = at(above, k);
      const guesses = [0, a, b, (a + b) >> 1, paeth(a, b, c)];
      own[k] = at(own, k) + guesses[filter];
    }
    for (let k = 0; k < width; k++) {
      dots.set(own.subarray(k * channels, k * channels + 3), 3 * (row * width + k));
    }
    above = own;
  }
  return { width, height, dots };
}

/** The neighbour that is nearest to the sum of left and above without the one between them. */
function paeth(left: number, above: number, between: number): number {
  const toLeft = Math.abs(above - between);
  const toAbove = Math.abs(left - between);
  const toBetween = Math.abs(left + above - 2 * between);
  if (toLeft <= toAbove && toLeft <= toBetween) return left;
  return toAbove <= toBetween ? above : between;
}

function chunk(name: string, data: Buffer): Buffer {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length);
  out.write(name, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index];
}
