import { type Expectation, estimateAsync } from '../engine/solve/estimate.ts';
import type { Exit } from './exit.ts';
import type { Inquiry } from './question.ts';
import { Report } from './report.ts';

/**
 * Answers `--estimate`: three lines of a name, the expected number and its standard error, with
 * tabs between.
 */
export async function askEstimate({ problem, given, ...inquiry }: Inquiry): Promise<Exit> {
  const { engine = 'auto', seed, reduce, json } = given;
  const { console } = inquiry.shell;
  const report = new Report(engine, { ...inquiry, given });
  const { maxNodes: _, ...limits } = report.limits;
  const settings = { ...limits, engine, seed, reduce };
  const estimate = await estimateAsync(problem, settings);
  const { exact, status, solutions, nodes, milliseconds } = estimate;
  if (json) console.writeJson('estimate', { solutions, nodes, milliseconds });
  else {
    console.write(
      exact === undefined ? line('solutions', solutions) : `solutions\t${exact}\texact\n`,
    );
    console.write(line('nodes', nodes));
    console.write(line('seconds', milliseconds, { unit: 1000, isLimit: true }));
  }
  if (exact !== undefined) report.count(exact);
  return report.end(status, { incomplete: 'the estimate is a rough one' });
}

/** A line of a figure; a limit from above or from below where the error is unknown. */
function line(
  name: string,
  { mean, error }: Expectation,
  { unit = 1, isLimit = false } = {},
): string {
  const figure = (number: number) => String(Number((number / unit).toPrecision(3)));
  if (error === 'unknown') {
    const isKnown = mean > 0 && mean < Number.MAX_VALUE;
    const limit = !isKnown ? error : `${isLimit ? '<=' : '>='}${figure(mean)}`;
    return `${name}\t${limit}\t${error}\n`;
  }
  if (error > 0) return `${name}\t${figure(mean)}\t± ${figure(error)}\n`;
  return `${name}\t${unit === 1 ? mean : figure(mean)}\texact\n`;
}
