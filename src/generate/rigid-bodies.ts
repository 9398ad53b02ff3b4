import { fileURLToPath } from 'node:url';
import { RIGID_BODY_2D, RIGID_BODY_3D } from '../bodies/rigid-bodies.js';
import { deriveBody } from '../derive/derive-body.js';
import { createRenderer, FORMAT_VERSION } from '../emit/file.js';
import { lowerFirst } from '../spec/emitted-names.js';
import { hashOf } from './hash.js';
import { compareOutput, MANIFEST, manifestText, plannedFile, type Difference, type PlannedFile } from './output.js';
import { applyChange } from './transaction.js';

const FOLDER = fileURLToPath(new URL('../../runtime/bodies/generated', import.meta.url));

const MODULES = [
  ['rigid-body-2d', RIGID_BODY_2D],
  ['rigid-body-3d', RIGID_BODY_3D],
] as const;

/** Writes the modules of the runtime that hold the rigid bodies; with `check`, only compares. Returns what was, or is, to be written. */
export async function generateRigidBodies({ check }: { readonly check: boolean }): Promise<Difference> {
  const renderer = createRenderer();
  const files = new Map<string, PlannedFile>();
  for (const [module, model] of MODULES) {
    const text = await renderer.bodyType({
      source: '../../../src/bodies/rigid-bodies.ts',
      hash: hashOf(JSON.stringify([FORMAT_VERSION, model])),
      derivation: deriveBody(model),
      name: `${lowerFirst(model.name)}Type`,
      imports: '../body-type.js',
    });
    files.set(`${module}.ts`, plannedFile(text));
  }
  files.set(MANIFEST, plannedFile(manifestText(files)));
  const difference = await compareOutput(FOLDER, files);
  const { stale, missing, orphaned } = difference;
  const changed = new Set([...stale, ...missing]);
  if (!check && changed.size + orphaned.length > 0) {
    // In the order of `files`: the manifest last.
    const writes = new Map(
      [...files].flatMap(([name, { text }]) => (changed.has(name) && text !== undefined ? [[name, text]] : [])),
    );
    await applyChange(FOLDER, { writes, removals: orphaned });
  }
  return difference;
}
