import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { positiveOption } from '../option-values.js';
import { displayPath } from '../settings.js';
import { writeProduct } from '../write-product.js';

interface SimulateFlags {
  readonly until?: number;
  readonly dt?: number;
  readonly svg?: string;
}

/** `holonomic simulate`: runs a scene, and reports how well it went. */
export function addSimulate(program: Command, execute: Execute): void {
  program
    .command('simulate')
    .argument('<scene>', 'module whose default export is a scene, or JSON')
    .description('run a scene and report accuracy, energy and cost')
    .option('--until <seconds>', 'time to run to (default: the scene’s)', positiveOption)
    .option('--dt <seconds>', 'time step (default: the scene’s)', positiveOption)
    .option('--svg <file>', 'draw traces and the final pose')
    .action((scene: string, flags: SimulateFlags) =>
      execute('simulate', (context) => simulateCommand(scene, flags, context)),
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
    onProgress: (time, end) => {
      context.progress(`simulating ${time.toFixed(1)} of ${end} s`);
    },
  });
  const { summary } = run;
  if (flags.svg === undefined) return { ok: true, data: summary, summary: describeSimulation(summary) };

  const { drawScene } = await import('../../simulate/picture/svg.js');
  const file = resolve(cwd, flags.svg);
  writeProduct(file, drawScene(run));
  const picture = displayPath(file, cwd);
  return { ok: true, data: { ...summary, picture }, summary: describeSimulation(summary, picture) };
}
