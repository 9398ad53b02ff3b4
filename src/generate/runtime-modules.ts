import { fileURLToPath } from 'node:url';
import { RIGID_BODY_2D, RIGID_BODY_3D } from '../bodies/rigid-bodies.js';
import { deriveBody } from '../derive/derive-body.js';
import { compileBodyType } from '../emit/compile-body.js';
import { bodyTypeText, fileText } from '../emit/file.js';
import { FORMAT_VERSION } from '../emit/notice.js';
import { compileDerived } from '../kinds/compile.js';
import { declareDerived } from '../kinds/declare.js';
import { deriveClasses } from '../kinds/derive.js';
import { lowerFirst } from '../spec/emitted-names.js';
import { hashOf } from './hash.js';
import { layOut } from './lay-out.js';
import { changeOf, compareOutput, isUpToDate, plannedFile, withManifest, type PlannedFile } from './output.js';
import { applyChange } from './transaction.js';

const BODIES = [
  ['rigid-body-2d', RIGID_BODY_2D],
  ['rigid-body-3d', RIGID_BODY_3D],
] as const;

/** A constraint that the runtime itself makes, and the name of its module. */
export interface RuntimeConstraint {
  readonly module: string;
  readonly name: string;
  readonly spec: unknown;
  /** Name of the file in constraints-spec that the spec is in. */
  readonly file: string;
}

/** Options of {@link generateRuntime}. */
interface RuntimeOptions {
  readonly check: boolean;
  readonly contacts: readonly RuntimeConstraint[];
}

/**
 * Writes the modules of the runtime that hold the rigid bodies and the contacts. With `check`, it
 * only compares. Returns the paths of files that were, or would be, written.
 */
export async function generateRuntime({ check, contacts }: RuntimeOptions): Promise<string[]> {
  const bodies = new Map<string, string>();
  for (const [module, model] of BODIES) {
    const derivation = deriveBody(model);
    compileBodyType(derivation);
    const text = bodyTypeText({
      source: '../../../src/bodies/rigid-bodies.ts',
      hash: hashOf(JSON.stringify([FORMAT_VERSION, model])),
      derivation,
      name: `${lowerFirst(model.name)}Type`,
      imports: '../body-type.js',
      functions: '../../../elementary/index.js',
    });
    bodies.set(`${module}.ts`, text);
  }
  const classes = new Map<string, string>();
  for (const { module, name, spec, file } of contacts) {
    const derived = deriveClasses(name, spec);
    for (const { derivation } of derived) compileDerived(derivation);
    const text = fileText({
      source: `../../../constraints-spec/${file}`,
      hash: hashOf(JSON.stringify([FORMAT_VERSION, spec])),
      classes: derived.map(({ derivation }) => declareDerived(derivation, false)),
      imports: '../class-imports.js',
    });
    classes.set(`${module}.ts`, text);
  }
  return [
    ...(await writeModules('runtime/model/bodies/generated', bodies, check)),
    ...(await writeModules('runtime/collision/generated', classes, check)),
  ];
}

/** Makes a folder of the repository hold `modules`, or only compares. Returns the files that differ. */
async function writeModules(folder: string, modules: ReadonlyMap<string, string>, check: boolean): Promise<string[]> {
  const planned = new Map<string, PlannedFile>();
  for (const [name, text] of modules) planned.set(name, plannedFile(await layOut(text)));
  const files = withManifest(planned);
  const path = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const difference = compareOutput(path, files);
  if (!check && !isUpToDate(difference)) await applyChange(path, changeOf(files, difference));
  const { stale, missing, orphaned } = difference;
  return [...stale, ...missing, ...orphaned].map((name) => `${folder}/${name}`);
}
