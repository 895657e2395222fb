import { loadRival } from './rivals.ts';
import { type Column, type Section, valueIn } from './section.ts';
import { digits } from './table.ts';

/** The part of Apache ECharts in use; its option is a plain object, which it checks itself. */
interface EchartsModule {
  init(
    element: null,
    theme: null,
    settings: { renderer: 'svg'; ssr: true; width: number; height: number },
  ): { setOption(option: object): void; renderToSVGString(): string; dispose(): void };
}

/** Ours are warm, rivals cold. */
const COLOURS = {
  ours: ['#c2410c', '#f59e0b', '#be185d', '#7c2d12', '#ef4444'],
  rival: ['#1d4ed8', '#0f766e', '#64748b', '#7c3aed', '#0ea5e9', '#334155', '#65a30d'],
} as const;
const INK = '#1e293b';
const WIDTH = 760;
const LINE = 22;
/** A symbol of the legend, and the room beside it. */
const KEY = 52;
/** Room for the names of the rows, in pixels: so many for a letter, and at most that. */
const LETTER = 6.6;
const MOST_NAME = 260;

/** A section as a picture on a logarithmic scale: bars of the rates where rows are contenders, else dots of the times. */
export async function chart(section: Section): Promise<string> {
  const { exports: echarts } = await loadRival<EchartsModule>('echarts');
  const { title } = section;
  const { names, series, unit, lowest } = section.rows.some(({ of }) => of !== undefined)
    ? bars(section)
    : dots(section);
  const legend = series.reduce((sum, { name }) => sum + KEY + LETTER * name.length, 0);
  const top = 52 + LINE * Math.ceil(legend / WIDTH);
  const height = top + 42 + LINE * names.length;
  const picture = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
  const left = Math.min(MOST_NAME, 24 + LETTER * Math.max(...names.map(({ length }) => length)));
  picture.setOption({
    animation: false,
    // Its own background, since the page it stands on may be dark.
    backgroundColor: '#ffffff',
    textStyle: { color: INK, fontFamily: 'sans-serif' },
    title: { text: title, left: 16, top: 10, textStyle: { color: INK, fontSize: 15 } },
    legend: { left: 16, right: 16, top: 36, itemGap: 18, textStyle: { color: INK } },
    grid: { left, right: 64, top, bottom: 42 },
    xAxis: {
      type: 'log',
      name: unit,
      nameLocation: 'middle',
      nameGap: 24,
      nameTextStyle: { color: INK },
      min: lowest,
      // Else bars would begin at 1.
      startValue: lowest,
      axisLabel: { color: INK, hideOverlap: true },
      splitLine: { lineStyle: { color: '#e2e8f0' } },
    },
    yAxis: {
      type: 'category',
      // The axis begins at the bottom.
      inverse: true,
      data: names,
      axisLabel: { color: INK, interval: 0, width: MOST_NAME - 24, overflow: 'truncate' },
      axisTick: { show: false },
      splitLine: { show: true, lineStyle: { color: '#f1f5f9' } },
    },
    series,
  });
  const svg = picture.renderToSVGString();
  picture.dispose();
  return (
    svg
      // It is a picture, which nobody points at.
      .replace(/<style >.*?<\/style>\n?/s, '')
      .replaceAll(/ (?:class|pointer-events|ecmeta_\w+)="[^"]*"/g, '')
      .replaceAll('&#39;', "'")
      // For readers who hear it instead.
      .replace('>', ` role="img"><title>${escaped(title)}</title>`)
  );
}

interface Plot {
  readonly names: readonly string[];
  readonly series: readonly { readonly name: string }[];
  readonly unit: string;
  readonly lowest: number;
}

/** The first rate of each contender, the highest at the top. */
function bars({ columns, rows }: Section): Plot {
  const place = columns.findIndex(({ kind }) => kind === 'rate');
  const known = rows
    .flatMap(({ cells, of }) => {
      const value = valueIn(cells[place]);
      return value === undefined || value <= 0 ? [] : [{ name: String(cells[0]), of, value }];
    })
    .sort((a, b) => b.value - a.value);
  const series = (['ours', 'rival', undefined] as const).map((kind) => ({
    name: kind === undefined ? 'methods' : kind === 'ours' ? 'quadrille' : 'packages and programs',
    type: 'bar',
    // A series for each kind, all in one place: each has values for its own bars only.
    barGap: '-100%',
    barWidth: 14,
    color: kind === undefined ? '#94a3b8' : COLOURS[kind][0],
    data: known.map(({ of, value }) => (of === kind ? Number(digits(value)) : '-')),
    label: { show: true, position: 'right', color: INK },
  }));
  const values = known.map(({ value }) => value);
  return {
    names: known.map(({ name }) => name),
    series,
    unit: columns[place].name,
    lowest: powerBelow(Math.min(...values)),
  };
}

/** The times of each contender, a line for each case. */
function dots({ columns, rows }: Section): Plot {
  const shown = columns.flatMap((column, c) =>
    column.kind === 'time' && column.of !== undefined ? [{ column, c }] : [],
  );
  const used = { ours: 0, rival: 0 };
  const colourOf = ({ of = 'rival' }: Column) => COLOURS[of][used[of]++ % COLOURS[of].length];
  const series = shown.map(({ column, c }) => ({
    name: column.name,
    type: 'scatter',
    symbol: column.of === 'ours' ? 'circle' : 'diamond',
    symbolSize: column.of === 'ours' ? 10 : 11,
    color: colourOf(column),
    data: rows.map(({ cells }) => valueIn(cells[c]) ?? '-'),
    encode: { x: 0, y: 1 },
  }));
  const values = shown.flatMap(({ c }) => rows.flatMap(({ cells }) => valueIn(cells[c]) ?? []));
  return {
    names: rows.map(({ cells }) => String(cells[0])),
    series: series.map(({ data, ...one }) => ({
      ...one,
      data: data.map((value, row) => [value, row]),
    })),
    unit: 'milliseconds',
    lowest: powerBelow(Math.min(...values)),
  };
}

function powerBelow(value: number): number {
  return 10 ** Math.floor(Math.log10(value));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
