/**
 * Files that carry the text of their problem, so that the page can read them back: a picture or a
 * CNF alone says too little. CNF has it in comments, SVG in its metadata, PNG in a chunk for texts.
 */
import { QuadrilleError } from '../engine/problem/error.ts';

/** Before each line of the text in a CNF. */
const CNF_LINE = 'c dlx ';
/** The name under which SVG and PNG have it. */
const TEXT_KEYWORD = 'quadrille';
/** A byte order mark is part of a text like any other character. */
const TEXT_DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** A CNF with the text of its problem. */
export function cnfWith(cnf: string, text: string): string {
  const lines = text.replace(/\n$/, '').split('\n');
  return `${lines.map((line) => `${CNF_LINE}${line}\n`).join('')}${cnf}`;
}

/**
 * An SVG with the text of its problem, encoded: XML refuses some characters that a name may have.
 */
export function svgWith(svg: string, text: string): string {
  // By way of bytes: half a character becomes a replacement character.
  const whole = TEXT_DECODER.decode(new TextEncoder().encode(text));
  const metadata = `<metadata id="${TEXT_KEYWORD}">${encodeURIComponent(whole)}</metadata>`;
  return svg.replace(/<svg[^>]*>/, (start) => `${start}${metadata}`);
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The bytes of a chunk besides its data: length, name, checksum. */
const CHUNK_EXTRA_BYTES = 12;

/**
 * A PNG with the text of its problem: a chunk `iTXt` after the first one, which must stay the
 * first.
 */
export function pngWith(png: Uint8Array, text: string): Uint8Array<ArrayBuffer> {
  const head = SIGNATURE.length + CHUNK_EXTRA_BYTES + 13;
  const words = new TextEncoder().encode(text);
  // The key, then: not compressed, no language, no translated key.
  const lead = new TextEncoder().encode(`${TEXT_KEYWORD}\0\0\0\0\0`);
  const chunk = new Uint8Array(CHUNK_EXTRA_BYTES + lead.length + words.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, lead.length + words.length);
  chunk.set(new TextEncoder().encode('iTXt'), 4);
  chunk.set(lead, 8);
  chunk.set(words, 8 + lead.length);
  view.setUint32(chunk.length - 4, crc(chunk.subarray(4, chunk.length - 4)));
  const out = new Uint8Array(png.length + chunk.length);
  out.set(png.subarray(0, head));
  out.set(chunk, head);
  out.set(png.subarray(head), head + chunk.length);
  return out;
}

/** The text that a file carries. `bytes` is the file. */
export function carriedText(name: string, bytes: Uint8Array): string {
  const isPng = SIGNATURE.every((byte, k) => bytes[k] === byte);
  const text = isPng ? textOfPng(bytes) : textOfLines(name, TEXT_DECODER.decode(bytes));
  if (text !== undefined) return text;
  throw new QuadrilleError(
    'bad-text',
    `${name} does not carry the text of a problem. This page reads CNF, SVG and PNG that it wrote itself; ` +
      'give a .dlx or a .json file instead.',
  );
}

function textOfLines(name: string, file: string): string | undefined {
  if (name.toLowerCase().endsWith('.cnf')) {
    const lines = file.split('\n').filter((line) => line.startsWith(CNF_LINE));
    if (lines.length === 0) return undefined;
    return lines.map((line) => `${line.slice(CNF_LINE.length)}\n`).join('');
  }
  const [, inner] =
    new RegExp(`<metadata id="${TEXT_KEYWORD}">([^<]*)</metadata>`).exec(file) ?? [];
  return inner === undefined ? undefined : decodeURIComponent(inner);
}

function textOfPng(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = SIGNATURE.length; at + CHUNK_EXTRA_BYTES <= bytes.length; ) {
    const length = view.getUint32(at);
    const name = TEXT_DECODER.decode(bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    const lead = `${TEXT_KEYWORD}\0\0\0\0\0`;
    if (name === 'iTXt' && TEXT_DECODER.decode(data.subarray(0, lead.length)) === lead) {
      return TEXT_DECODER.decode(data.subarray(lead.length));
    }
    at += CHUNK_EXTRA_BYTES + length;
  }
  return undefined;
}

/** The checksum of PNG: CRC-32, bit by bit, since a text is short. */
function crc(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
