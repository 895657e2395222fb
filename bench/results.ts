import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { comparison } from './compare.ts';
import { thisMachine } from './machine.ts';
import { rendered } from './render.ts';
import type { Measured, Section } from './section.ts';

/** The last results of each benchmark: they are committed, and the page is made of them. */
const FOLDER = new URL('results/', import.meta.url);
/** Every sample, for who looks closer. They are not committed. */
const SAMPLES = new URL('samples/', FOLDER);

/** Prints a section that has ended, and keeps it; and its samples, if there are more than it shows. */
export type Publish = (section: Section, samples?: unknown) => void;

/** What a run of a benchmark measures. A section is kept as soon as it ends, so that a run that is killed loses none. */
export class Results {
  readonly #name: string;
  readonly #command: string;
  readonly #before: readonly Measured[];
  readonly #sections: Measured[] = [];

  /** The name is that of the file. */
  constructor(name: string, command: string) {
    this.#name = name;
    this.#command = command;
    this.#before = kept(name);
  }

  readonly publish: Publish = (section, samples) => {
    const machine = thisMachine();
    const last = committed(this.#name).find(({ title }) => title === section.title);
    const measured: Measured = {
      ...section,
      command: this.#command,
      machine,
      ...(last && { last: comparison(section, machine, last) }),
    };
    this.#sections.push(measured);
    process.stdout.write(`${rendered(measured)}\n\n`);
    const isNew = new Set(this.#sections.map(({ title }) => title));
    this.#write([...this.#sections, ...this.#before.filter(({ title }) => !isNew.has(title))]);
    if (samples === undefined) return;
    mkdirSync(SAMPLES, { recursive: true });
    const file = `${this.#name} ${section.title}.json`.replaceAll(/[^\w.-]+/g, '-');
    writeFileSync(new URL(file, SAMPLES), `${JSON.stringify(samples)}\n`);
  };

  /** Drops what this run has not measured again: it has come to its end. */
  finish(): void {
    this.#write(this.#sections);
  }

  #write(sections: readonly Measured[]): void {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(fileOf(this.#name), textOf(sections));
  }
}

/** A line for each row. */
export function textOf(sections: readonly Measured[]): string {
  const entries = sections.map((section) => {
    const fields = Object.entries(section).map(([key, value]) => {
      if (key !== 'rows' && key !== 'columns') return `    "${key}": ${JSON.stringify(value)}`;
      const lines = (value as unknown[]).map((one) => `      ${JSON.stringify(one)}`);
      return `    "${key}": [\n${lines.join(',\n')}\n    ]`;
    });
    return `  {\n${fields.join(',\n')}\n  }`;
  });
  return `[\n${entries.join(',\n')}\n]\n`;
}

/** The sections of the last run on this machine, committed or not; none if there was no run. */
export function kept(name: string): readonly Measured[] {
  const file = fileOf(name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Measured[]) : [];
}

/** The names of all results. */
export function keptNames(): string[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER).flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []);
}

/** The sections of the last commit; without git those of the last run. */
function committed(name: string): readonly Measured[] {
  const { status, stdout } = spawnSync('git', ['show', `HEAD:./${name}.json`], {
    cwd: existsSync(FOLDER) ? fileURLToPath(FOLDER) : undefined,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return status === 0 ? (JSON.parse(stdout) as Measured[]) : kept(name);
}

function fileOf(name: string): URL {
  return new URL(`${name}.json`, FOLDER);
}
