import { geometricMean } from './clock.ts';
import type { Contender } from './contenders/contender.ts';
import type { Machine } from './machine.ts';
import type { Result } from './race.ts';
import { digits, Notes, table } from './table.ts';
import { ratiosToBestRival, verdicts } from './verdict.ts';

/** Where and when, as a line for people. */
export function machineLine({ processor, processors, system, node, date }: Machine): string {
  return `${processor} (${processors} cores), ${system}, Node ${node}, ${date.slice(0, 10)}`;
}

/** The times as a Markdown table: a line for each race, a column for each contender. */
export function timesTable(results: readonly Result[], contenders: readonly Contender[]): string {
  const ours = contenders.filter(({ version }) => version === undefined);
  const notes = new Notes();
  const lines = results.map((result) => {
    const { race, scores, absent } = result;
    const ratios = ratiosToBestRival(result);
    const scoreOf = (who: Contender) => scores.find(({ contender }) => contender === who);
    const unit = unitFor(Math.min(...scores.map(({ ms }) => ms)));
    return [
      race.name,
      String(race.solutions),
      ...contenders.map((contender) => {
        const score = scoreOf(contender);
        if (score === undefined) {
          const why = absent.find((one) => one.contender === contender)?.why;
          return `-${notes.mark(`${contender.name} ${why}.`)}`;
        }
        const single = score.samples[0]?.length === 1 && race.repetitions > 1;
        return unit(score.ms) + (single ? notes.mark('Run once: it takes too long.') : '');
      }),
      ...ours.map(({ name }) => digits(ratios.find(({ engine }) => engine === name)?.time)),
      ...ours.map((contender) => count(scoreOf(contender)?.nodes ?? [])),
    ];
  });
  const head = [
    'case',
    'solutions',
    ...contenders.map(({ name, version }) => (version === undefined ? name : `${name} ${version}`)),
    ...ours.map(({ name }) => `${name} / best rival`),
    ...ours.map(({ name }) => `nodes of ${name}`),
  ];
  return [table(head, lines), ...notes.lines()].join('\n');
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

/** Times in one unit, that of the shortest in the line, so that they compare at a glance. */
function unitFor(shortest: number): (ms: number) => string {
  if (shortest >= 1000) return (ms) => `${digits(ms / 1000)} s`;
  if (shortest >= 1) return (ms) => `${digits(ms)} ms`;
  return (ms) => `${digits(ms * 1000)} µs`;
}

/** The geometric mean: in full up to 999, then in thousands and millions. */
function count(counts: readonly number[]): string {
  if (counts.length === 0) return '-';
  const mean = geometricMean(counts);
  if (mean >= 1e6) return `${digits(mean / 1e6)} M`;
  return mean >= 1000 ? `${digits(mean / 1000)} k` : String(Math.round(mean));
}
