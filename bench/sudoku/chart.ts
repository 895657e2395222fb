import { writeFileSync } from 'node:fs';
import { loadRival } from '../rivals.ts';
import { Trouble } from '../trouble.ts';
import type { RaceResult } from './race.ts';
import { titleOf } from './report.ts';

/** The part of Apache ECharts in use; its option is a plain object, which it checks itself. */
interface EchartsModule {
  init(
    element: null,
    theme: null,
    settings: { renderer: 'svg'; ssr: true; width: number; height: number },
  ): { setOption(option: object): void; renderToSVGString(): string; dispose(): void };
}

const COLOURS = { engine: '#c2410c', package: '#1d4ed8', method: '#94a3b8' } as const;
const KINDS = { engine: 'quadrille', package: 'npm packages', method: 'backtracking' } as const;
const INK = '#1e293b';

/** Bars of the rates on a set, the fastest at the top, on a logarithmic scale. */
export async function ratesChart({ set, scores }: RaceResult): Promise<string> {
  const { exports: echarts } = await loadRival<EchartsModule>('echarts');
  // The axis begins at the bottom.
  const bars = scores.filter(({ rate }) => rate > 0).sort((a, b) => a.rate - b.rate);
  const lowest = 10 ** Math.floor(Math.log10(Math.min(1, ...bars.map(({ rate }) => rate))));
  const title = `Sudokus solved per second, ${set.name}`;
  const height = 90 + 22 * bars.length;
  const size = { width: 760, height };
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size });
  chart.setOption({
    animation: false,
    // Its own background, since the page it stands on may be dark.
    backgroundColor: '#ffffff',
    textStyle: { color: INK, fontFamily: 'sans-serif' },
    title: {
      text: title,
      left: 16,
      top: 10,
      textStyle: { color: INK, fontSize: 15 },
    },
    legend: { right: 16, top: 12, itemGap: 28, textStyle: { color: INK } },
    grid: { left: 220, right: 64, top: 44, bottom: 30 },
    xAxis: {
      type: 'log',
      min: lowest,
      // Else bars would begin at 1.
      startValue: lowest,
      axisLabel: { color: INK },
      splitLine: { lineStyle: { color: '#e2e8f0' } },
    },
    yAxis: {
      type: 'category',
      data: bars.map(({ contender }) => titleOf(contender)),
      axisLabel: { color: INK, interval: 0 },
      axisTick: { show: false },
    },
    series: (['engine', 'package', 'method'] as const).map((kind) => ({
      name: KINDS[kind],
      type: 'bar',
      // A series for each kind, all in one place: each has values for its own bars only.
      barGap: '-100%',
      barWidth: 14,
      color: COLOURS[kind],
      data: bars.map(({ contender, rate }) => (contender.kind === kind ? inBrief(rate) : '-')),
      label: { show: true, position: 'right', color: INK },
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  // For readers who hear it instead.
  return svg.replace('>', ` role="img"><title>${title}</title>`);
}

export function writeChart(file: string, svg: string): void {
  try {
    writeFileSync(file, `${svg}\n`);
  } catch (error) {
    throw new Trouble(`The chart cannot be written: ${(error as Error).message}.`, 2);
  }
  process.stderr.write(`Written: ${file}\n`);
}

/** As it should stand beside a bar. */
function inBrief(rate: number): number {
  return Number(rate.toPrecision(rate < 100 ? 2 : 3));
}
