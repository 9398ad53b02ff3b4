import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { UsageError } from '../errors.js';
import { positiveOption } from '../option-values.js';
import type { SceneWorld } from '../../scene/index.js';
import type { SceneProduct, SceneProgress, SceneTask } from '../run-scene.js';
import { displayPath } from '../settings.js';
import { checkProducts, writeProduct } from '../write-product.js';

interface SimulateFlags {
  readonly until?: number;
  readonly dt?: number;
  /** The file of the picture; false for none. */
  readonly svg?: string | false;
  readonly csv?: string;
  readonly glb?: string;
  readonly gif?: string;
  readonly reactions?: string;
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
    .option('--reactions <file>', 'write forces and moments on each part, in its own axes, a row per step')
    .option('--every <seconds>', 'time between two rows of --csv and --reactions', positiveOption)
    .option('--glb <file>', 'write the motion as a glTF file, for Blender or <model-viewer>')
    .option('--gif <file>', 'write the motion as a GIF')
    .option('--watch', 'go on, and run again whenever the scene or a file that it imports changes')
    .action((scene: string, flags: SimulateFlags) =>
      execute('simulate', async (context) => {
        if (flags.every !== undefined && flags.csv === undefined && flags.reactions === undefined)
          throw new UsageError('--every goes with --csv or --reactions.');
        const simulate = (): Promise<Outcome> => simulateCommand(scene, flags, context);
        if (!flags.watch) return simulate();
        const { watchScene } = await import('../watch.js');
        return watchScene(resolve(context.cwd, scene), simulate, context);
      }),
    );
}

async function simulateCommand(shown: string, flags: SimulateFlags, context: CommandContext): Promise<Outcome> {
  const { cwd } = context;
  const { until, dt } = flags;
  const path = resolve(cwd, shown);
  const picture = flags.svg === false ? undefined : (flags.svg ?? `out/${basename(shown).replace(/\.[^.]*$/, '')}.svg`);
  checkProducts(
    [
      { file: picture, extensions: ['.svg'] },
      { file: flags.csv, extensions: ['.csv'] },
      { file: flags.reactions, extensions: ['.csv'] },
      { file: flags.glb, extensions: ['.glb'] },
      { file: flags.gif, extensions: ['.gif'] },
    ],
    [path],
    cwd,
  );
  // Specs are read in a thread of their own while the scene runs.
  const checking = staleOf(path);
  const { summary, svg, csv, glb, gif, reactions } = await productOf(
    {
      path,
      shown,
      ...(until !== undefined && { until }),
      ...(dt !== undefined && { dt }),
      ...(flags.csv !== undefined && { record: flags.every ?? true }),
      draws: picture !== undefined,
      films: flags.glb !== undefined,
      strips: flags.gif !== undefined,
      ...(flags.reactions !== undefined && { reactions: flags.every ?? 0 }),
    },
    ([time, end]) => {
      context.progress(`simulating ${time.toFixed(1)} of ${end} s`);
    },
  );
  const { describeSimulation } = await import('../simulation-report.js');
  const write = (file: string, content: string | Uint8Array): string => {
    writeProduct(resolve(cwd, file), content);
    return displayPath(resolve(cwd, file), cwd);
  };
  const files = {
    ...(svg !== undefined && picture !== undefined && { picture: write(picture, svg) }),
    ...(csv !== undefined && flags.csv !== undefined && { table: write(flags.csv, csv) }),
    ...(glb !== undefined && flags.glb !== undefined && { film: write(flags.glb, glb) }),
    ...(gif !== undefined && flags.gif !== undefined && { gif: write(flags.gif, gif) }),
    ...(reactions !== undefined && flags.reactions !== undefined && { reactions: write(flags.reactions, reactions) }),
  };
  const stale = await checking;
  const warning = `Generated from an older spec: ${stale.join(', ')}. Run "holonomic generate".`;
  const told = { ...summary, warnings: [...(stale.length > 0 ? [warning] : []), ...summary.warnings] };
  return { ok: true, data: { ...told, ...files }, summary: describeSimulation(told, files) };
}

/** The stale classes of a scene; a scene of data has none. A failed check never fails the run. */
async function staleOf(path: string): Promise<readonly string[]> {
  if (path.endsWith('.json')) return [];
  const { staleClasses } = await import('../stale-classes.js');
  return staleClasses(path).catch(() => []);
}

/** Runs a scene: data here, a module in the thread for code of the user's. */
async function productOf(task: SceneTask, onProgress: (progress: SceneProgress) => void): Promise<SceneProduct> {
  if (!task.path.endsWith('.json')) {
    const { runModule } = await import('../run-module.js');
    return runModule(task, onProgress);
  }
  const [{ loadDocument }, { runScene }, { inFile }] = await Promise.all([
    import('../load-document.js'),
    import('../run-scene.js'),
    import('../display-diagnostics.js'),
  ]);
  const scene = await loadDocument(task.path, task.shown);
  const build = (): SceneWorld => {
    const built = scene.build();
    built.expectations(scene.dt); // throws for their mistakes
    return built;
  };
  return inFile(task.path, () => runScene({ ...scene, build }, task, onProgress));
}
