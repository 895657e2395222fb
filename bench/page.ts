import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chart } from './chart.ts';
import { rendered } from './render.ts';
import { kept } from './results.ts';
import type { Measured } from './section.ts';

export const TEMPLATE = new URL('page.md', import.meta.url);
export const PAGE = new URL('../docs/benchmarks.md', import.meta.url);
/** Beside the page. */
const PICTURES = 'pictures/benchmarks/';

/** Writes docs/benchmarks.md and its pictures from the kept results. */
export async function writePage(): Promise<void> {
  const folder = new URL(PICTURES, PAGE);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const template = readFileSync(TEMPLATE, 'utf8');
  for (const [, name = ''] of template.matchAll(PLACE)) {
    for (const section of kept(name)) {
      if (section.plot !== true) continue;
      writeFileSync(new URL(pictureOf(name, section), PAGE), `${await chart(section)}\n`);
    }
  }
  writeFileSync(PAGE, page(template, kept));
  process.stderr.write(`Written: ${fileURLToPath(PAGE)}\n`);
}

/** A line of the template that stands for the results of that name. */
const PLACE = /^\{\{(\S+)(?: (.+))?\}\}$/gm;

/**
 * The template with the sections in their places. A place without results says by which command they
 * come: `{{NAME COMMAND}}`, or `{{NAME}}` where the command is the name.
 */
export function page(template: string, results: (name: string) => readonly Measured[]): string {
  return template.replaceAll(PLACE, (_, name: string, command: string = name) => {
    const sections = results(name);
    if (sections.length === 0)
      return `Left out, not measured: \`npm run bench -- ${command} --report\`.`;
    return sections
      .flatMap((section) => [
        ...(section.plot === true ? [`![${section.title}](${pictureOf(name, section)})`] : []),
        rendered(section),
      ])
      .join('\n\n');
  });
}

export function pictureOf(name: string, { title }: Measured): string {
  const words = `${name} ${title}`.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${PICTURES}${words.join('-')}.svg`;
}
