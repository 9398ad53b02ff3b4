import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { UsageError } from '../errors.js';
import { positiveOption } from '../option-values.js';
import { displayPath } from '../settings.js';
import { writeProduct } from '../write-product.js';

interface SimulateFlags {
  readonly until?: number;
  readonly dt?: number;
  /** The file of the picture; false for none. */
  readonly svg?: string | false;
  readonly csv?: string;
  readonly every?: number;
  readonly watch?: boolean;
}

/** `holonomic simulate`: runs a scene, and reports how well it went. */
export function addSimulate(program: Command, execute: Execute): void {
  program
    .command('simulate')
    .argument('<scene>', 'module whose default export is a scene, or JSON')
    .description('run a scene and report accuracy, energy and cost')
    .option('--until <seconds>', 'time to run to (default: the scene’s)', positiveOption)
    .option('--dt <seconds>', 'time step (default: the scene’s)', positiveOption)
    .option('--svg <file>', 'where to draw traces and the final pose (default: out/, named after the scene)')
    .option('--no-svg', 'draw nothing')
    .option('--csv <file>', 'write positions, velocities, multipliers and energies, a row per step')
    .option('--every <seconds>', 'time between two rows of --csv', positiveOption)
    .option('--watch', 'go on, and run again whenever the scene or a file that it imports changes')
    .action((scene: string, flags: SimulateFlags) =>
      execute('simulate', async (context) => {
        if (flags.every !== undefined && flags.csv === undefined) throw new UsageError('--every goes with --csv.');
        const simulate = (): Promise<Outcome> => simulateCommand(scene, flags, context);
        if (!flags.watch) return simulate();
        const { watchScene } = await import('../watch.js');
        return watchScene(resolve(context.cwd, scene), simulate, context);
      }),
    );
}

async function simulateCommand(path: string, flags: SimulateFlags, context: CommandContext): Promise<Outcome> {
  const { cwd } = context;
  const [{ loadScene }, { simulateScene }, { describeSimulation }] = await Promise.all([
    import('../load-scene.js'),
    import('../../simulate/simulate.js'),
    import('../simulation-report.js'),
  ]);
  const isDocument = path.endsWith('.json');
  const scene = isDocument
    ? await (await import('../load-document.js')).loadDocument(resolve(cwd, path), path)
    : await loadScene(resolve(cwd, path), path);
  const { until, dt } = flags;
  const run = await simulateScene(scene, {
    ...(until !== undefined && { until }),
    ...(dt !== undefined && { dt }),
    ...(flags.csv !== undefined && { record: flags.every ?? true }),
    onProgress: (time, end) => {
      context.progress(`simulating ${time.toFixed(1)} of ${end} s`);
    },
  });
  const { summary, record } = run;
  const files: { picture?: string; table?: string } = {};
  if (flags.csv !== undefined && record !== undefined) {
    const file = resolve(cwd, flags.csv);
    writeProduct(file, record.toCSV());
    files.table = displayPath(file, cwd);
  }
  if (flags.svg !== false) {
    const { drawScene } = await import('../../simulate/picture.js');
    const file = resolve(cwd, flags.svg ?? `out/${basename(path).replace(/\.[^.]*$/, '')}.svg`);
    writeProduct(file, drawScene(run));
    files.picture = displayPath(file, cwd);
  }
  return { ok: true, data: { ...summary, ...files }, summary: describeSimulation(summary, files) };
}
