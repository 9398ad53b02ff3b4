import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SceneDocument } from '../../src/scene/document.js';
import { evaluate, type Mechanism, type MechanismClass } from '../../src/mechanism/compile.js';
import { filesOf, provenProgram } from '../../src/mechanism/index.js';
import type { MechanismFiles, MechanismStep } from '../../src/mechanism/options.js';
import type { MechanismProgram } from '../../src/mechanism/program.js';
import { planScene, stateOfWorld, type Plan } from '../../src/mechanism/plan/plan.js';
import type { SceneWorld } from '../../src/scene/read-scene.js';

/** What modules of tests are called. */
export const HEAD = { className: 'Made', source: 'a test', hash: '0' };
const ROOT = join(import.meta.dirname, '../..');

/** A scene of the gallery. */
export const galleryScene = (name: string): SceneDocument =>
  JSON.parse(readFileSync(join(ROOT, `scenes/${name}.json`), 'utf8')) as SceneDocument;

/** The same document stepped by another method, with feedback, as a module does. */
function steppedBy(document: SceneDocument, integrator: MechanismStep): SceneDocument {
  const { dt, until, assemble, feedback } = document.settings ?? {};
  const settings = { integrator, dt, until, assemble, feedback };
  return JSON.parse(JSON.stringify({ ...document, settings })) as SceneDocument;
}

/** A scene as a mechanism of its own, and as a world; `difference` is that of their states. */
export interface Pair {
  readonly Class: MechanismClass;
  readonly program: MechanismProgram;
  readonly text: string;
  readonly size: Pick<MechanismFiles, 'rows' | 'redundant' | 'operations'>;
  readonly mechanism: Mechanism;
  readonly plan: Plan;
  readonly built: SceneWorld;
  /** Largest difference of coordinates and velocities, relative to the largest entry, or to 1. */
  readonly difference: () => number;
}

/** The text of its module in TypeScript, or of that around WebAssembly. */
export const textOf = async (program: MechanismProgram, target: 'ts' | 'wasm'): Promise<string> =>
  (await filesOf(program, HEAD, target))['made.ts'] as string;

/** The class of its module around WebAssembly. */
export const fastClassOf = async (program: MechanismProgram): Promise<MechanismClass> =>
  (await evaluate(await textOf(program, 'wasm'))).Class;

export async function pairOf(document: SceneDocument, gradient = false, step: MechanismStep = 'rk4'): Promise<Pair> {
  const program = provenProgram(document, step, gradient);
  const text = await textOf(program, 'ts');
  const { Class } = await evaluate(text);
  const made = new Class();
  const plan = planScene(steppedBy(document, step));
  const built = plan.scene.build();
  const { operations, model } = program;
  return {
    Class,
    program,
    text,
    size: { rows: plan.rows, redundant: model.pinned.length, operations },
    mechanism: made,
    plan,
    built,
    difference: () => relativeDifference(stateOfWorld(plan, built), made.state.subarray(0, plan.state.length)),
  };
}

/** The largest difference of two lists, relative to the largest entry, or to 1. Compares NaN, infinities and the signs of zeros, too. */
export function relativeDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const entries = Array.from(a);
  const size = entries.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
  const differs = (x: number, i: number): number => (Object.is(x, b[i]) || x === b[i] ? 0 : Math.abs(x - b[i]!) / size);
  return entries.reduce((most, x, i) => {
    const difference = differs(x, i);
    return difference <= most ? most : difference;
  }, 0);
}
