import type { Contender } from './contenders/contender.ts';
import type { Result } from './race.ts';
import type { Cell, Section } from './section.ts';
import { digits, table } from './table.ts';
import { ratiosToBestRival, verdicts } from './verdict.ts';

/** The engine that the ratio to the best rival is of. */
const CHOSEN = 'auto';

/** The times: a row for each race, a column for each contender. */
export function timesSection(
  results: readonly Result[],
  contenders: readonly Contender[],
): Section {
  const rows = results.map((result) => {
    const { race, scores, absent } = result;
    const cellOf = (contender: Contender): Cell => {
      const score = scores.find((one) => one.contender === contender);
      if (score === undefined) {
        const { why, over } = absent.find((one) => one.contender === contender) ?? {};
        if (over !== undefined) return { value: over, over: true };
        return { note: `${contender.name} ${why}.` };
      }
      if (score.wrong !== undefined) return { wrong: true, note: score.wrong };
      const single = score.samples[0]?.length === 1 && race.repetitions > 1;
      return single ? { value: score.ms, note: 'Run once: it takes too long.' } : score.ms;
    };
    const ratio = ratiosToBestRival(result).find(({ engine }) => engine === CHOSEN)?.time;
    return { cells: [race.name, race.solutions, ...contenders.map(cellOf), ratio ?? null] };
  });
  return {
    title: 'All solutions, and the first few, from the raw matrix on',
    columns: [
      { name: '', kind: 'text' },
      { name: 'solutions', kind: 'count' },
      ...contenders.map(
        ({ name, version }) =>
          ({ name, kind: 'time', of: version === undefined ? 'ours' : 'rival', version }) as const,
      ),
      { name: `${CHOSEN} / best rival`, kind: 'ratio', of: 'ours' },
    ],
    rows,
    plot: true,
  };
}

/** The targets as a Markdown table, each with its measurement and `ok` or `MISSED`. */
export function targetsTable(results: readonly Result[]): string {
  const lines = results.flatMap((result) =>
    verdicts(result).map(({ engine, rival, measure, bound, measured, met }) => [
      result.race.name,
      `${measure} of ${engine} / ${rival}`,
      `${measure === 'time' ? 'at most' : 'at least'} ${bound}`,
      digits(measured),
      met ? 'ok' : 'MISSED',
    ]),
  );
  return table(['case', 'ratio', 'target', 'measured', ''], lines);
}
