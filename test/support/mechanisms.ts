import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { SceneDocument } from '../../src/scene/document.js';
import { filesOf, provenProgram } from '../../src/mechanism/index.js';
import type { MechanismFiles } from '../../src/mechanism/options.js';
import type { MechanismProgram } from '../../src/mechanism/program.js';
import { planScene, stateOfWorld, type Plan } from '../../src/mechanism/plan/plan.js';
import type { SceneWorld } from '../../src/scene/read-scene.js';

/** What modules of tests are called. */
export const HEAD = { className: 'Made', source: 'a test', hash: '0' };
const ROOT = join(import.meta.dirname, '../..');

export interface Watch {
  readonly leastPivot: number;
  readonly C: number;
  readonly Cdot: number;
  readonly accuracy: number;
  readonly isFinite: boolean;
}

/** The class of a module, as tests use it. */
export interface Mechanism {
  readonly state: Float64Array;
  readonly lambda: Float64Array;
  time: number;
  readonly bodies: Readonly<Record<string, Readonly<Record<string, Float64Array>>>>;
  readonly reactions: Readonly<Record<string, Float64Array>>;
  readonly handles: Readonly<Record<string, Float64Array>>;
  readonly parameters: Readonly<Record<string, number>>;
  readonly residual: { readonly C: number; readonly Cdot: number };
  setParameters(parameters: Readonly<Record<string, number>>): void;
  step(dt: number): Watch;
  steps(states: Float64Array, count: number, n: number, dt: number): Watch;
  /** Of a module with gradients alone. */
  gradient(
    n: number,
    dt: number,
    slopes: (state: Float64Array, step: number) => ArrayLike<number> | undefined,
  ): { readonly state: Float64Array; readonly parameters: Readonly<Record<string, number>> };
  energy(): { readonly kinetic: number; readonly potential: number };
}

type MechanismClass = new (parameters?: Readonly<Record<string, number>>) => Mechanism;

/** A scene of the gallery. */
export const galleryScene = (name: string): SceneDocument =>
  JSON.parse(readFileSync(join(ROOT, `scenes/${name}.json`), 'utf8')) as SceneDocument;

/** The same document stepped by RK4 with feedback, as a module does. */
function withRK4(document: SceneDocument): SceneDocument {
  const { dt, until, assemble, feedback } = document.settings ?? {};
  const settings = { integrator: 'rk4', dt, until, assemble, feedback };
  return JSON.parse(JSON.stringify({ ...document, settings })) as SceneDocument;
}

/** The class in the text of a module. */
export async function classIn(text: string): Promise<MechanismClass> {
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const { outputText } = ts.transpileModule(text, { compilerOptions: options });
  const url = `data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`;
  const module = (await import(/* @vite-ignore */ url)) as Readonly<Record<string, unknown>>;
  return Object.values(module).find((one) => typeof one === 'function') as MechanismClass;
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
  /** Largest difference of the states, relative to the largest entry, or to 1. */
  readonly difference: () => number;
}

export async function pairOf(document: SceneDocument, gradient = false): Promise<Pair> {
  const program = provenProgram(document, 'rk4', gradient);
  const { text } = (await filesOf(program, HEAD, 'ts'))[0]!;
  const Class = await classIn(text);
  const made = new Class();
  const plan = planScene(withRK4(document));
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
    difference: () => relativeDifference(stateOfWorld(plan, built), made.state),
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
