import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { DARK, LIGHT, type Colors } from '../src/painter/colors.js';
import { shortNumber } from '../src/painter/numbers.js';
import { rangeOf } from './workshop/model/samples.js';

/** What a chart shows: quantities over time, or one over another, along a path whose older part fades. */
export interface ChartPlot {
  readonly kind: 'time' | 'phase';
  /** Names of the quantities; of a path, the one across and the one upwards. */
  readonly of: readonly string[];
}

/** Times, and the values of each quantity. */
export type Columns = readonly (readonly number[])[];

const FONT = '11px system-ui, sans-serif';
/** Pieces of a path, and the opacity of the oldest. */
const PIECES = 12;
const OLDEST = 0.15;

/** A chart with a cursor that reads values; a range that is drawn across is shown larger, a double click shows all. */
export class Chart {
  readonly #host: HTMLElement;
  readonly #plot: ChartPlot;
  readonly #dark = window.matchMedia('(prefers-color-scheme: dark)');
  readonly #restyle = (): void => {
    this.#make();
  };
  readonly #observer: ResizeObserver;
  #columns: Columns = [];
  #uplot: uPlot | undefined;
  #isZoomed = false;

  /** Draws into an element, which has a size of its own. */
  constructor(host: HTMLElement, plot: ChartPlot) {
    this.#host = host;
    this.#plot = plot;
    this.#observer = new ResizeObserver(() => {
      this.#resize();
    });
    this.#observer.observe(host);
    this.#dark.addEventListener('change', this.#restyle);
    this.#make();
  }

  /** Shows other values: times, and a list for each quantity. */
  set(columns: Columns): void {
    this.#columns = columns;
    this.#uplot?.setData(this.#data, !this.#isZoomed);
    // Without its scales, a chart that is zoomed draws nothing anew.
    if (this.#isZoomed) this.#uplot?.redraw();
  }

  /** Draws in the colours that the reader prefers now. */
  #make(): void {
    this.#uplot?.destroy();
    const colors = this.#dark.matches ? DARK : LIGHT;
    const { width, height } = this.#size;
    this.#isZoomed = false;
    const hooks: uPlot.Options['hooks'] = {
      setSelect: [
        ({ select }) => {
          this.#isZoomed ||= select.width > 0 || select.height > 0;
        },
      ],
    };
    const made = new uPlot({ width, height, hooks, ...optionsOf(this.#plot, colors) }, this.#data, this.#host);
    made.over.addEventListener('dblclick', () => {
      this.#isZoomed = false;
      made.setData(this.#data);
    });
    this.#uplot = made;
    // Names take more lines where they have values.
    for (const names of made.root.querySelectorAll('.u-legend')) this.#observer.observe(names);
    this.#resize();
  }

  close(): void {
    this.#observer.disconnect();
    this.#dark.removeEventListener('change', this.#restyle);
    this.#uplot?.destroy();
    this.#uplot = undefined;
  }

  get #data(): uPlot.AlignedData {
    const [times = [], ...values] = this.#columns;
    const columns = this.#plot.of.map((_, k) => values[k] ?? []);
    // The type of uPlot's data knows the aligned ones alone.
    if (this.#plot.kind === 'phase') return [null, columns] as unknown as uPlot.AlignedData;
    return [times, ...columns] as uPlot.AlignedData;
  }

  get #size(): { readonly width: number; readonly height: number } {
    const { width, height } = this.#host.getBoundingClientRect();
    const names = this.#host.querySelector('.u-legend')?.getBoundingClientRect().height ?? LEGEND;
    return { width: Math.max(60, Math.floor(width)), height: Math.max(60, Math.floor(height - names)) };
  }

  #resize(): void {
    this.#uplot?.setSize(this.#size);
  }
}

/** Height of the names below a chart as long as they are not there, px. */
const LEGEND = 26;

function optionsOf({ kind, of }: ChartPlot, { traces, faint, grid }: Colors): Omit<uPlot.Options, 'width' | 'height'> {
  const axis = {
    font: FONT,
    labelFont: FONT,
    stroke: faint,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1, size: 4 },
    values: (_: uPlot, splits: number[]) => splits.map((value) => shortNumber(value)),
  };
  const value = (_: uPlot, found: number | null): string => (found === null ? '–' : shortNumber(found));
  const curve = (label: string, k: number): uPlot.Series => ({
    label,
    stroke: traces[k % traces.length]!,
    width: 1.6,
    points: { show: false },
    value,
  });
  const isPath = kind === 'phase';
  return {
    ...(isPath && { mode: 2 }),
    // Curves at whole pixels have steps.
    pxAlign: 0,
    axes: [
      { ...axis, size: 28, ...(isPath && { label: of[0]!, labelSize: 14, size: 26 }) },
      { ...axis, size: 58 },
    ],
    scales: { x: { time: false, ...(isPath && { range: padded }) }, y: { range: padded } },
    cursor: { drag: { x: true, y: isPath, uni: 20 }, points: { size: 6 } },
    legend: { live: !isPath, markers: { width: 2 } },
    padding: [8, 12, 0, 0],
    series: isPath
      ? [
          {},
          {
            label: `${of[1]!} over ${of[0]!}`,
            stroke: traces[0]!,
            facets: [
              { scale: 'x', auto: true },
              { scale: 'y', auto: true },
            ],
            paths: paintPath(traces[0]!),
          } as unknown as uPlot.Series,
        ]
      : [{ label: 't', value }, ...of.map((name, k) => curve(name.replace(/^energy\./, ''), k))],
  };
}

/** The range of values, with some room. */
export function padded(_: unknown, least: number | null, most: number | null): [number, number] {
  const [low, high] = rangeOf([least ?? NaN, most ?? NaN]);
  const room = 0.06 * (high - low);
  return [low - room, high + room];
}

/** Paints a path in pieces, the older ones fainter. */
const paintPath =
  (color: string) =>
  (u: uPlot, series: number): null => {
    const [xs, ys] = u.data[series] as unknown as readonly [readonly number[], readonly number[]];
    const { ctx } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    ctx.clip();
    ctx.strokeStyle = color;
    ctx.lineWidth = 1.6 * uPlot.pxRatio;
    ctx.lineJoin = 'round';
    for (let k = 0; k < PIECES; k++) {
      const first = Math.floor((k * xs.length) / PIECES);
      const last = Math.min(xs.length, Math.floor(((k + 1) * xs.length) / PIECES) + 1);
      ctx.globalAlpha = OLDEST + ((1 - OLDEST) * (k + 1)) / PIECES;
      ctx.beginPath();
      for (let i = first; i < last; i++) ctx.lineTo(u.valToPos(xs[i]!, 'x', true), u.valToPos(ys[i]!, 'y', true));
      ctx.stroke();
    }
    ctx.restore();
    return null;
  };
