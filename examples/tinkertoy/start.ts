import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processIo, wantsColor } from '../../src/cli/io.js';
import { createPaint } from '../../src/cli/paint.js';
import { createProgress } from '../../src/cli/progress.js';
import { generateLibrary, proveLibrary, simulateAndDraw, type Stage } from './steps.js';

/**
 * Goes from formula to motion in four steps: derive and emit, check, simulate, draw. `npm start`
 * runs it.
 */
async function start(): Promise<boolean> {
  const io = processIo();
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const stage: Stage = {
    print: (text) => {
      console.log(text);
    },
    complain: (text) => {
      console.error(text);
    },
    progress: createProgress(io.stdout),
    paint: createPaint(wantsColor(io, io.stdout, true)),
  };
  const heading = (text: string): void => {
    console.log(`\n${stage.paint.bold(text)}`);
  };

  heading('Formulas to classes');
  const folders = { root, specs: join(root, 'constraints-spec'), out: join(root, 'generated') };
  const generated = await generateLibrary(folders, stage);
  if (!generated) return false;

  heading('Proof');
  // The generated classes exist only now.
  const library = await import('../../generated/index.js');
  if (!(await proveLibrary(library, generated, { samples: 20, referenceSamples: 4 }, stage))) return false;

  heading('Simulation');
  const { default: scene } = await import('./scene.js');
  const shown = 'out/tinkertoy.svg';
  await simulateAndDraw(scene, { path: join(root, shown), shown }, stage);
  return true;
}

process.exitCode = (await start()) ? 0 : 1;
