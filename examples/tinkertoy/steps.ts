import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describeGeneration } from '../../src/cli/generation-report.js';
import { generatedClasses, proverOf } from '../../src/kinds/generated-classes.js';
import type { Paint } from '../../src/cli/paint.js';
import type { Progress } from '../../src/cli/progress.js';
import { proofTable, type Proof } from '../../src/cli/proof-table.js';
import { describeSimulation } from '../../src/cli/simulation-report.js';
import { count } from '../../src/cli/words.js';
import type { GeneratedClass } from '../../src/generate/spec-outcome.js';
import { drawScene } from '../../src/simulate/picture.js';
import type { Scene } from '../../src/simulate/scene.js';
import { simulateScene, type SimulateOptions } from '../../src/simulate/simulate.js';
import { generate } from '../../src/toolkit.js';
import { formatReport, type VerifyOptions } from '../../src/verify/index.js';

/** Output of the steps. */
export interface Stage {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly progress: Progress;
  readonly paint: Paint;
}

export interface Folders {
  /** Folder that shown paths are relative to. */
  readonly root: string;
  readonly specs: string;
  readonly out: string;
}

/**
 * Derives the formulas and writes their classes. Returns the derivations, or nothing if a spec has
 * a mistake.
 */
export async function generateLibrary(
  { root, specs, out }: Folders,
  { print, complain, progress, paint }: Stage,
): Promise<readonly GeneratedClass[] | undefined> {
  progress.show('reading specs');
  const result = await generate({
    specs,
    out,
    onRendered: (path) => {
      progress.show(`derived ${path}`);
    },
  });
  progress.clear();
  const { ok, summary, problem } = await describeGeneration(
    [result],
    { check: false, cwd: root },
    { problemPaint: paint },
  );
  if (summary !== undefined) print(summary);
  if (problem !== undefined) complain(problem);
  return ok ? result.classes : undefined;
}

/** Checks each class at random configurations. Returns false if one of them failed. */
export async function proveLibrary(
  library: object,
  generated: readonly GeneratedClass[],
  options: VerifyOptions,
  { print, complain, progress, paint }: Stage,
): Promise<boolean> {
  const classes = generatedClasses(library);
  const proofs: Proof[] = [];
  for (const { className, operations } of generated) {
    progress.show(`proving ${className} (${proofs.length + 1} of ${generated.length})`);
    await setImmediate(); // lets the terminal keep up
    proofs.push({ report: proverOf(classes.get(className)!).verify(options), operations });
  }
  progress.clear();
  const failed = proofs.filter(({ report }) => !report.pass);
  print(proofTable(proofs, paint));
  for (const { report } of failed) complain(formatReport(report));
  print(failed.length === 0 ? `${count(proofs.length, 'class')} proven.` : `${count(failed.length, 'class')} failed.`);
  return failed.length === 0;
}

/** Runs a scene, reports its accuracy, and draws it. */
export async function simulateAndDraw(
  scene: Scene,
  file: { readonly path: string; readonly shown: string },
  { print, progress }: Stage,
  options: Pick<SimulateOptions, 'until' | 'dt'> = {},
): Promise<void> {
  const run = await simulateScene(scene, {
    ...options,
    onProgress: (time, until) => {
      progress.show(`simulating ${time.toFixed(1)} of ${until} s`);
    },
  });
  progress.clear();
  await mkdir(dirname(file.path), { recursive: true });
  await writeFile(file.path, drawScene(run));
  print(describeSimulation(run.summary, { picture: file.shown }));
}
