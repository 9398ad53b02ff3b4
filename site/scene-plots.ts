import { HolonomicRuntimeError } from '../runtime/index.js';
import type { SceneWorld } from '../src/scene/read-scene.js';
import type { Reading } from '../src/scene/readings.js';
import type { SceneDocument } from '../src/scene/document.js';
import { Chart, type ChartPlot } from './chart.js';
import { Samples } from './workshop/model/samples.js';

/** An element of a scene: it reports frames. */
export interface SceneWithFrames extends HTMLElement {
  readonly built: SceneWorld | undefined;
}

/** Draws the plots of a scene's document into `host` while it moves. */
export function showPlots(host: HTMLElement, scene: SceneWithFrames, { plots = [] }: SceneDocument): void {
  const shown = plots.map((plot) => {
    const facts: ChartPlot = plot.kind === 'time' ? plot : { kind: 'phase', of: [plot.x, plot.y] };
    const figure = document.createElement('div');
    figure.className = 'plot';
    figure.role = 'img';
    figure.ariaLabel = `${plot.title ?? 'Plot'}: ${facts.of.join(', ')}`;
    host.append(figure);
    return { facts, chart: new Chart(figure, facts) };
  });
  const samples = new Samples();
  let built: SceneWorld | undefined;
  let readings: readonly Reading[] = [];
  const note = (): void => {
    if (scene.built === undefined) return;
    if (scene.built !== built) {
      built = scene.built;
      samples.clear();
      readings = shown.flatMap(({ facts }) => facts.of.map((of) => scene.built!.reading(of))); // it was built just now
    }
    const { world } = built;
    if (samples.rows.at(-1)?.[0] === world.time) return;
    try {
      if (readings.some(({ isForce }) => isForce)) world.evaluate();
    } catch (error) {
      // Forces have no values at a singular point; the curve has a gap there.
      if (error instanceof HolonomicRuntimeError) return;
      throw error;
    }
    samples.add([[world.time, ...readings.map(({ read }) => read())]]);
    let first = 1;
    for (const { facts, chart } of shown) {
      const { rows } = samples;
      chart.set([0, ...facts.of.map((_, k) => first + k)].map((column) => rows.map((row) => row[column]!)));
      first += facts.of.length;
    }
  };
  scene.addEventListener('frame', note);
  note();
}
