import { cpus } from 'node:os';

/** Where and when something was measured. */
export interface Machine {
  readonly processor: string;
  readonly processors: number;
  readonly system: string;
  readonly node: string;
  readonly date: string;
}

export function thisMachine(): Machine {
  const all = cpus();
  return {
    // A sandbox may hide its processors.
    processor: all[0]?.model.trim() ?? 'unknown processor',
    processors: all.length,
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    date: new Date().toISOString(),
  };
}
