import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { DARK, LIGHT } from '../../../src/painter/colors.js';
import type { PlotFacts } from '../engine/protocol.js';
import { drawChart, type Curve } from './chart.js';
import { workshop } from './workshop.js';

/** Curves over time and over each other. */
export function Plots(): JSX.Element {
  const plots = workshop.facts.value?.plots ?? [];
  let first = 1;
  return (
    <section class="plots" aria-label="Plots">
      {plots.map((plot) => {
        const column = first;
        first += plot.of.length;
        return <Plot key={`${column} ${plot.kind} ${plot.of.join()}`} plot={plot} column={column} />;
      })}
    </section>
  );
}

/** One plot; its quantities are those of the samples from `column` on. */
function Plot({ plot, column }: { readonly plot: PlotFacts; readonly column: number }): JSX.Element {
  const host = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = host.current!;
    const context = canvas.getContext('2d')!; // a new canvas has no context of another kind
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    // Noted where it changes: to read it in each frame has the page laid out once more.
    let [width, height] = [0, 0];
    const draw = (): void => {
      const ratio = window.devicePixelRatio;
      const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (canvas.width !== w) canvas.width = w;
      if (canvas.height !== h) canvas.height = h;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const { traces, faint, grid } = dark.matches ? DARK : LIGHT;
      drawChart(context, width, height, curvesOf(plot, column, traces), { text: faint, grid });
    };
    const observer = new ResizeObserver(([entry]) => {
      ({ width, height } = entry!.contentRect); // of the one element that is observed
      draw();
    });
    observer.observe(canvas);
    dark.addEventListener('change', draw);
    const end = effect(() => {
      if (workshop.sampled.value >= 0) draw();
    });
    return () => {
      end();
      observer.disconnect();
      dark.removeEventListener('change', draw);
    };
  }, [plot, column]);
  return (
    <figure class="plot">
      <figcaption>
        {plot.kind === 'phase' ? (
          <span>{plot.title}</span>
        ) : (
          plot.of.map((of, k) => (
            <span key={of}>
              <i class={`swatch swatch-${k % 6}`} /> {of.replace(/^energy\./, '')}
            </span>
          ))
        )}
      </figcaption>
      <canvas ref={host} role="img" aria-label={`${plot.title}: ${plot.of.join(', ')}`} />
    </figure>
  );
}

function curvesOf({ kind, of }: PlotFacts, column: number, colors: readonly string[]): readonly Curve[] {
  const { rows } = workshop.samples;
  if (kind === 'phase')
    return [{ color: colors[0]!, fades: true, points: rows.map((row) => [row[column]!, row[column + 1]!] as const) }];
  return of.map((_, k) => ({
    color: colors[k % colors.length]!,
    fades: false,
    points: rows.map((row) => [row[0]!, row[column + k]!] as const),
  }));
}
