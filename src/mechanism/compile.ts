import { checkOptions } from '../diagnostics/arguments.js';
import { mechanism, oneOf, OPTIONS } from './index.js';
import type { MechanismOptions } from './options.js';
import { commonJSOf } from './write/javascript.js';

/** What a step of a mechanism says of itself. */
export interface MechanismWatch {
  /** Least pivot of the constraints' equations, relative to its row, at the beginning of the step. */
  readonly leastPivot: number;
  /** Largest error of a constraint, and of its rate, at the beginning of the step. */
  readonly C: number;
  readonly Cdot: number;
  /** Of RK4: the largest entry of `h/3 (k₂ − k₃)` of the velocities, an estimate of the step's error, or more. */
  readonly accuracy?: number;
  /**
   * Of steps at velocity level: up to 1, a world takes the step in the same way. Beyond, a body turns by more
   * than 1 rad, which it does in parts, or a force is stiff, which it takes implicitly.
   */
  readonly length?: number;
  /** False where the state has become infinite or NaN. */
  readonly isFinite: boolean;
}

/** A mechanism that was compiled in memory; modules in files have the names of the scene in their types. */
export interface Mechanism {
  /** Coordinates, then velocities; at velocity level then what a step hands on to the next one. */
  readonly state: Float64Array;
  /** Multipliers of the constraints at the last evaluation. */
  readonly lambda: Float64Array;
  /** Time, s. */
  time: number;
  /** The parts of the state, by body: views. */
  readonly bodies: Readonly<Record<string, Readonly<Record<string, Float64Array>>>>;
  /** The multipliers of each constraint: views. */
  readonly reactions: Readonly<Record<string, Float64Array>>;
  /** Where handles are to be at the end of the next step: write into it. */
  readonly handles: Readonly<Record<string, Float64Array>>;
  readonly parameters: Readonly<Record<string, number>>;
  /** Largest error of a constraint, and of its rate, at the present state. */
  readonly residual: { readonly C: number; readonly Cdot: number };
  /** Where a body is, m: a view on the state. Throws a RangeError. */
  position(name: string): Float64Array;
  /** Changes some parameters between two steps. Throws a RangeError. */
  setParameters(parameters: Readonly<Record<string, number>>): void;
  /** Takes a step, s. Throws a RangeError. */
  step(dt: number): MechanismWatch;
  /** Takes `n` steps of `count` states in one array, and returns the worst of all watches. Throws a RangeError. */
  steps(states: Float64Array, count: number, n: number, dt: number): MechanismWatch;
  /** The gradient of a loss, where it was asked for: by the present state, and by the parameters. */
  gradient(
    n: number,
    dt: number,
    slopes: (state: Float64Array, step: number) => ArrayLike<number> | undefined,
  ): { readonly state: Float64Array; readonly parameters: Readonly<Record<string, number>> };
  /** Energies at the present state, J. */
  energy(): { readonly kinetic: number; readonly potential: number };
}

/** The class of mechanisms of a scene. */
export interface MechanismClass {
  new (parameters?: Readonly<Record<string, number>>): Mechanism;
  /** As the method, of a mechanism with these parameters at time 0. Throws a RangeError. */
  steps(
    states: Float64Array,
    count: number,
    n: number,
    dt: number,
    parameters?: Readonly<Record<string, number>>,
  ): MechanismWatch;
}

/** Options of `compileMechanism`. */
export interface CompileMechanismOptions extends Omit<MechanismOptions, 'target' | 'source'> {
  /** JavaScript, which is the default, or JavaScript around WebAssembly. */
  readonly target?: 'js' | 'wasm';
}

const { step, gradient, name } = OPTIONS;
const RULES = { target: oneOf(['js', 'wasm']), step, gradient, name };

/**
 * Makes the class of a scene's module; see `compileMechanism` of the toolkit. It runs the text that a file
 * would hold, which is printed from the program: names of the document stand in it as literals.
 */
export async function compileMechanism(scene: unknown, options: CompileMechanismOptions = {}): Promise<MechanismClass> {
  checkOptions('compileMechanism', options, RULES);
  const { target = 'js', ...others } = options;
  const { files } = await mechanism(scene, { ...others, target: target === 'js' ? 'ts' : target });
  const module = await evaluate(Object.values(files).join(''));
  await module.load?.();
  return module.Class;
}

/** What the text of a module in TypeScript exports. */
export async function evaluate(
  text: string,
): Promise<{ readonly Class: MechanismClass; readonly load?: () => Promise<void> }> {
  const code = await commonJSOf(text);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- runs printed text, in which names and titles of a document stand escaped
  const run = new Function('exports', code) as (exports: object) => void;
  const exported: Record<string, unknown> & { readonly load?: () => Promise<void> } = {};
  run(exported);
  return { ...exported, Class: Object.values(exported).find(isClass)! };
}

const isClass = (value: unknown): value is MechanismClass => typeof value === 'function' && 'steps' in value;
