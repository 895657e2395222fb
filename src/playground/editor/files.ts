/** Problems as files of several forms, to be saved. */
import { writeDimacs } from '../../problem/dimacs.ts';
import type { Problem } from '../../problem/problem.ts';
import { h } from '../element.ts';
import { cnfWith, pngWith, svgWith } from './carry.ts';
import { toJson } from './exchange.ts';
import { drawGrid } from './grid.ts';

/** A PNG has this number of dots for each unit of the picture, and no side longer than this. */
const SCALE = 2;
const LONGEST_SIDE = 8000;
/** Milliseconds after which the browser has read a file that is saved. */
const READ = 10_000;

export type Form = 'dlx' | 'cnf' | 'json' | 'svg' | 'png';
/** Form -> the type of its files. */
export const FORMS: Readonly<Record<Form, string>> = {
  dlx: 'text/plain',
  cnf: 'text/plain',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
};

/** The content of a file; `chosen` are the options to mark in a picture. A text with mistakes has one form only. */
export async function contentOf(
  form: Form,
  text: string,
  problem: Problem | undefined,
  chosen: readonly number[],
): Promise<string | Uint8Array<ArrayBuffer>> {
  if (form === 'dlx' || problem === undefined) return text;
  if (form === 'cnf') return cnfWith(writeDimacs(problem), text);
  if (form === 'json') return toJson(problem);
  const grid = drawGrid(problem, chosen);
  if (form === 'svg') return svgWith(grid.svg, text);
  return pngWith(await rastered(grid), text);
}

/** Lets the browser save a file. */
export function download(form: Form, content: string | Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([content], { type: FORMS[form] }));
  h('a', { href: url, download: `problem.${form}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), READ);
}

/** An SVG as a PNG. */
async function rastered({
  svg,
  width,
  height,
}: {
  svg: string;
  width: number;
  height: number;
}): Promise<Uint8Array> {
  const scale = Math.min(SCALE, LONGEST_SIDE / Math.max(width, height));
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: FORMS.svg }));
  try {
    await image.decode();
    const canvas = h('canvas', {
      width: Math.ceil(width * scale),
      height: Math.ceil(height * scale),
    });
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (blob === null) throw new Error('the browser made no picture.');
    return new Uint8Array(await blob.arrayBuffer());
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
