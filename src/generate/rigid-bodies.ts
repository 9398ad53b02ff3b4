import { fileURLToPath } from 'node:url';
import { RIGID_BODY_2D, RIGID_BODY_3D } from '../bodies/rigid-bodies.js';
import { deriveBody } from '../derive/derive-body.js';
import { compileBodyType } from '../emit/compile-body.js';
import { bodyTypeText, FORMAT_VERSION } from '../emit/file.js';
import { lowerFirst } from '../spec/emitted-names.js';
import { hashOf } from './hash.js';
import { layOut } from './lay-out.js';
import {
  changeOf,
  compareOutput,
  isUpToDate,
  plannedFile,
  withManifest,
  type Difference,
  type PlannedFile,
} from './output.js';
import { applyChange } from './transaction.js';

const FOLDER = fileURLToPath(new URL('../../runtime/model/bodies/generated', import.meta.url));

const MODULES = [
  ['rigid-body-2d', RIGID_BODY_2D],
  ['rigid-body-3d', RIGID_BODY_3D],
] as const;

/**
 * Writes the modules of the runtime that hold the rigid bodies. With `check`, it only compares.
 * Returns the files that were, or would be, written.
 */
export async function generateRigidBodies({ check }: { readonly check: boolean }): Promise<Difference> {
  const modules = new Map<string, PlannedFile>();
  for (const [module, model] of MODULES) {
    const derivation = deriveBody(model);
    compileBodyType(derivation);
    const text = bodyTypeText({
      source: '../../../src/bodies/rigid-bodies.ts',
      hash: hashOf(JSON.stringify([FORMAT_VERSION, model])),
      derivation,
      name: `${lowerFirst(model.name)}Type`,
      imports: '../body-type.js',
    });
    modules.set(`${module}.ts`, plannedFile(await layOut(text)));
  }
  const files = withManifest(modules);
  const difference = compareOutput(FOLDER, files);
  if (!check && !isUpToDate(difference)) await applyChange(FOLDER, changeOf(files, difference));
  return difference;
}
