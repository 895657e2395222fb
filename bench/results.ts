import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { comparison } from './compare.ts';
import { thisMachine } from './machine.ts';
import { rendered } from './render.ts';
import type { Measured, Section } from './section.ts';

/** The last results of each benchmark, of which the page is made. They are committed; all samples, in `samples/`, are not. */
const FOLDER = new URL('results/', import.meta.url);

/** Prints a section that has ended, and keeps it; and its samples, if there are more than it shows. */
export type Publish = (section: Section, samples?: unknown) => void;

/** Where results go, and where the last ones are. */
export interface Places {
  readonly folder: URL;
  readonly print: (text: string) => void;
  /** The sections of the last commit; undefined where none are committed. */
  readonly committed: (name: string) => readonly Measured[] | undefined;
}

/** What a run of a benchmark measures. A section is kept as soon as it ends, so that a run that is killed loses none. */
export class Results {
  readonly #name: string;
  readonly #command: string;
  readonly #places: Places;
  readonly #before: readonly Measured[];
  readonly #last: readonly Measured[];
  readonly #sections: Measured[] = [];

  /** The name is that of the file. */
  constructor(name: string, command: string, places: Places = PROJECT) {
    this.#name = name;
    this.#command = command;
    this.#places = places;
    this.#before = kept(name, places.folder);
    this.#last = places.committed(name) ?? this.#before;
  }

  readonly publish: Publish = (section, samples) => {
    const machine = thisMachine();
    // Means of other seeds, or within another limit, are not the same figures.
    const last = this.#last.find(
      ({ title, command }) => title === section.title && command === this.#command,
    );
    const measured: Measured = {
      ...section,
      command: this.#command,
      machine,
      ...(last && { last: comparison(section, machine, last) }),
    };
    this.#sections.push(measured);
    this.#places.print(`${rendered(measured)}\n\n`);
    const isNew = new Set(this.#sections.map(({ title }) => title));
    this.#write([...this.#sections, ...this.#before.filter(({ title }) => !isNew.has(title))]);
    if (samples === undefined) return;
    const file = `${this.#name} ${section.title}.json`.replaceAll(/[^\w.-]+/g, '-');
    write(new URL(`samples/${file}`, this.#places.folder), `${JSON.stringify(samples)}\n`);
  };

  /** Drops what this run has not measured again: it has come to its end. */
  finish(): void {
    this.#write(this.#sections);
  }

  #write(sections: readonly Measured[]): void {
    write(fileOf(this.#name, this.#places.folder), textOf(sections));
  }
}

function write(file: URL, text: string): void {
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}

/** A line for each row. */
function textOf(sections: readonly Measured[]): string {
  const entries = sections.map((section) => {
    const fields = Object.entries(section).map(([key, value]) => {
      if (key !== 'rows' && key !== 'columns') return `    "${key}": ${compact(value)}`;
      const lines = (value as unknown[]).map((one) => `      ${compact(one)}`);
      return `    "${key}": [\n${lines.join(',\n')}\n    ]`;
    });
    return `  {\n${fields.join(',\n')}\n  }`;
  });
  return `[\n${entries.join(',\n')}\n]\n`;
}

/** Six digits are enough of what is measured. */
function compact(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'number' && !Number.isInteger(one) ? Number(one.toPrecision(6)) : one,
  );
}

/** The sections of the last run; none if there was no run. */
export function kept(name: string, folder: URL = FOLDER): readonly Measured[] {
  const file = fileOf(name, folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Measured[]) : [];
}

function fileOf(name: string, folder: URL): URL {
  return new URL(`${name}.json`, folder);
}

const PROJECT: Places = {
  folder: FOLDER,
  print: (text) => process.stdout.write(text),
  committed(name) {
    if (!existsSync(FOLDER)) return undefined;
    const { status, stdout } = spawnSync('git', ['show', `HEAD:./${name}.json`], {
      cwd: fileURLToPath(FOLDER),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    return status === 0 ? (JSON.parse(stdout) as Measured[]) : undefined;
  },
};
