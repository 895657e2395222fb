import { type Expectation, estimateAsync } from '../ask/estimate.ts';
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
  const { status, solutions, nodes, milliseconds } = await estimateAsync(problem, settings);
  if (json) {
    const estimate = {
      solutions: plain(solutions),
      nodes: plain(nodes),
      milliseconds: plain(milliseconds),
    };
    console.writeJson('estimate', estimate);
  } else {
    console.write(line('solutions', solutions));
    console.write(line('nodes', nodes));
    console.write(line('seconds', milliseconds, 1000));
  }
  if (status === 'complete') report.count(BigInt(solutions.mean));
  return report.end(status, { incomplete: 'the estimate is a rough one' });
}

function line(name: string, { mean, error }: Expectation, unit = 1): string {
  const figure = (number: number) => String(Number((number / unit).toPrecision(3)));
  const text = error === 0 ? 'exact' : error === 'unknown' ? error : `± ${figure(error)}`;
  const whole = error === 0 && unit === 1 ? String(mean) : figure(mean);
  return `${name}\t${whole}\t${text}\n`;
}

/** JSON has no infinite numbers. */
function plain({ mean, error }: Expectation): Record<keyof Expectation, number | 'unknown'> {
  const known = (number: number | 'unknown') => (Number.isFinite(number) ? number : 'unknown');
  return { mean: known(mean), error: known(error) };
}
