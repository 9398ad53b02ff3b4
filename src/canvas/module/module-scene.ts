import type { ConstraintType } from '../../../runtime/index.js';
import type { MechanismClass } from '../../mechanism/compile.js';
import type { Room } from '../../painter/room.js';
import type { Form, Look, Shape } from '../../painter/shape.js';
import type { PictureOptions } from '../../painter/sketch.js';
import type { SceneParameter } from '../../scene/parameters.js';

/** A function in straight line, of the parameters, the state, the inputs with their rates, the time and the multipliers. */
export type ModuleFunction = (
  out: Float64Array,
  p: Float64Array,
  y: Float64Array,
  u: Float64Array,
  w: Float64Array,
  t: number,
  lambda: Float64Array,
) => void;

/** A scene that moves by a module of its own, as data and functions: all that a page needs to show it. */
export interface ModuleScene extends ModuleParts {
  /** The class of the module. Each body has an input `push <name>`: a generalized force. */
  readonly Mechanism: MechanismClass;
  /**
   * What follows from parameters alone: the step and the length of a run, s; mass and inertia of each body; parameters
   * of the constraints with wires.
   */
  readonly numbers: ModuleFunction;
  /** The values of the connectors, one after the other. */
  readonly places: ModuleFunction;
  /** Power of what does work without a potential, W. */
  readonly power: ModuleFunction;
  /** The types of constraints with kernels, which say where wires are. */
  readonly types: Readonly<Record<string, ConstraintType>>;
}

/** The part of it that is data. Connectors, bodies and constraints are named by their numbers. */
export interface ModuleParts {
  readonly title: string;
  readonly summary?: string | undefined;
  readonly params: readonly SceneParameter[];
  readonly space: 2 | 3;
  /** What is brought onto the constraints before a run: velocities, positions before them, or nothing. */
  readonly assembly: boolean | 'velocities';
  /** Number of coordinates; velocities come after them. */
  readonly nq: number;
  readonly hasWork: boolean;
  readonly numberOf: Readonly<Record<'numbers' | 'places', number>>;
  readonly bodies: readonly ModuleBody[];
  readonly connectors: readonly ModuleConnector[];
  readonly constraints: readonly ModuleConstraint[];
  /** The ends of springs. */
  readonly springs: readonly (readonly [a: number, b: number])[];
  readonly traces: readonly {
    readonly label: string;
    readonly point: number;
    readonly fade?: number;
    readonly about?: number;
  }[];
  readonly picture: ModulePicture;
  /** The box of a whole run, m, unless the document says what is shown. */
  readonly reach?: Room | undefined;
}

export interface ModuleBody {
  readonly name: string;
  readonly kind: 'particle' | 'planar' | 'spatial';
  /** Its first coordinate and its first velocity in the state. */
  readonly q: number;
  readonly v: number;
  /** Its mass in the numbers, before its inertia. */
  readonly mass: number;
}

export interface ModuleConnector {
  readonly kind: 'point' | 'direction' | 'scalar';
  readonly size: number;
  /** The number of the body that carries it. */
  readonly on: number | 'ground' | 'handle';
  /** Its first component among the places. A particle is its own connector. */
  readonly at: number;
}

export interface ModuleConstraint {
  readonly name: string;
  readonly type: Pick<ConstraintType, 'name' | 'space' | 'rows' | 'inputs' | 'formula'>;
  readonly connectors: readonly number[];
  /** Its parameters in the numbers, if it has a wire. */
  readonly params?: readonly { readonly name: string; readonly at: number; readonly size: number }[];
}

/** Options of a picture, with numbers of what they name. */
export interface ModulePicture extends Pick<PictureOptions, 'frame' | 'camera' | 'rotating' | 'followAlong'> {
  readonly looks: readonly (readonly [body: number, look: Look])[];
  readonly points: readonly number[];
  readonly shapes: readonly Shape[];
  readonly fixed: readonly Form[];
  readonly angles: readonly (readonly [at: number, from: number, to: number, name: string])[];
  readonly labels: readonly (readonly [connector: number, text: string])[];
  readonly names?: readonly (readonly [connector: number, text: string])[];
  readonly follow?: number;
  readonly layers?: readonly (readonly [of: 'body' | 'constraint', number: number, far: number])[];
  readonly driven: readonly number[];
}
