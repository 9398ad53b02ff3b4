import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Chart, Columns } from '../../chart.js';
import { moduleSource } from '../../module-source.js';
import type { PlotFacts } from '../engine/protocol.js';
import { workshop } from './workshop.js';

/** What draws charts is fetched where a scene has some. */
const charts = moduleSource(() => import('../../chart.js'));

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
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const ending = new AbortController();
    void charts().then(
      (module) => {
        if (!ending.signal.aborted) show(new module.Chart(host.current!, plot)); // it is on the page
      },
      () => {
        workshop.notice.value =
          'What draws charts could not be fetched. Check the connection, and load the page again.';
      },
    );
    const show = (chart: Chart): void => {
      const end = effect(() => {
        if (workshop.sampled.value >= 0) chart.set(columnsOf(plot, column));
      });
      ending.signal.addEventListener('abort', () => {
        end();
        chart.close();
      });
    };
    return () => {
      ending.abort();
    };
  }, [plot, column]);
  return <div class="plot" ref={host} role="img" aria-label={`${plot.title}: ${plot.of.join(', ')}`} />;
}

/** The times of the samples, and each quantity of a plot. */
function columnsOf({ of }: PlotFacts, column: number): Columns {
  const { rows } = workshop.samples;
  return [rows.map((row) => row[0]!), ...of.map((_, k) => rows.map((row) => row[column + k]!))];
}
