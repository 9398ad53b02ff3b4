import type { SimulateOptions } from '../simulate/simulate.js';
import { simulateScene } from '../simulate/simulate.js';
import { checkLoaded, type LoadedScene, type SceneWorld } from './read-scene.js';
import type { Reading } from './readings.js';

/**
 * Runs a scene, and returns what its plots and traces show as comma-separated values: a line per
 * step, the time first.
 */
export async function sceneTable(scene: LoadedScene, options: SimulateOptions = {}): Promise<string> {
  checkLoaded('sceneTable', scene, options);
  const { plots = [] } = scene.document;
  const plotted = plots.flatMap((plot) => (plot.kind === 'time' ? plot.of : [plot.x, plot.y]));
  let columns: readonly { readonly name: string; readonly reading: Reading }[] | undefined;
  const lines: string[] = [];
  await simulateScene(scene, {
    ...options,
    onState: (state) => {
      const built = state as SceneWorld;
      columns ??= columnsOf(built, [...new Set(plotted)]);
      if (columns.some(({ reading }) => reading.isForce)) built.world.evaluate();
      lines.push([built.world.time, ...columns.map(({ reading }) => reading.read())].join(','));
    },
  });
  const names = ['time', ...columns!.map(({ name }) => name)];
  return `${[names.map(cell).join(','), ...lines].join('\n')}\n`;
}

function columnsOf(built: SceneWorld, plotted: readonly string[]): { name: string; reading: Reading }[] {
  const traced = [...built.tracedPoints.keys()].flatMap((name) =>
    ['x', 'y', 'z'].slice(0, built.world.space).map((axis) => `${name}.${axis}`),
  );
  return [...new Set([...plotted, ...traced])].map((name) => ({ name, reading: built.reading(name) }));
}

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
