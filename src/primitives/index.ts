import { curves } from './curve.js';
import { errorFunction } from './error-function.js';
import { exponential } from './exponential.js';
import { hyperbolic } from './hyperbolic.js';
import { inverseHyperbolic } from './inverse-hyperbolic.js';
import { inverseTrigonometric } from './inverse-trigonometric.js';
import { magnitude } from './magnitude.js';
import { inversesOfReciprocals } from './of-reciprocal.js';
import { native, type Called, type Primitive } from './primitive.js';
import { trigonometric } from './trigonometric.js';
import { ofTwoArguments } from './two-arguments.js';

/**
 * The functions that are nodes of the expression graph. All others of the language are expanded to
 * them.
 */
export const PRIMITIVES = {
  ...trigonometric,
  ...inverseTrigonometric,
  ...hyperbolic,
  ...inverseHyperbolic,
  ...exponential,
  ...magnitude,
  ...inversesOfReciprocals,
  ...errorFunction,
  ...ofTwoArguments,
  ...curves,
} as const satisfies Readonly<Record<string, Primitive>>;

export type PrimitiveName = keyof typeof PRIMITIVES;

export const primitiveOf = (name: PrimitiveName): Primitive => PRIMITIVES[name];
export const isPrimitive = (name: string): name is PrimitiveName => Object.hasOwn(PRIMITIVES, name);
export const PRIMITIVE_NAMES: readonly PrimitiveName[] = Object.keys(PRIMITIVES).filter(isPrimitive);

/**
 * The functions that targets have: those of the primitives, and the square root, which is a power
 * in the graph.
 */
export type TargetFunction =
  | { [N in PrimitiveName]: (typeof PRIMITIVES)[N] extends Called ? N : never }[PrimitiveName]
  | 'sqrt';
type FunctionOfTargets = Called & Pick<Primitive, 'evaluate' | 'ofCurve'>;

const SQRT: FunctionOfTargets = native('sqrt');

export const isTargetFunction = (name: PrimitiveName): name is Exclude<TargetFunction, 'sqrt'> =>
  'names' in PRIMITIVES[name];
export const targetFunction = (name: TargetFunction): FunctionOfTargets => (name === 'sqrt' ? SQRT : PRIMITIVES[name]);

/** Makes an entry for each function of targets, for instance how one of them prints it. */
export const mapTargetFunctions = <T>(make: (called: FunctionOfTargets) => T): Readonly<Record<TargetFunction, T>> =>
  Object.fromEntries(
    [...PRIMITIVE_NAMES.filter(isTargetFunction), 'sqrt' as const].map((name) => [name, make(targetFunction(name))]),
  ) as Record<TargetFunction, T>;

/** The functions that emitted code imports from the runtime. */
export const RUNTIME_FUNCTIONS: ReadonlyMap<string, Primitive['evaluate']> = new Map(
  PRIMITIVE_NAMES.map(primitiveOf).flatMap((primitive): [string, Primitive['evaluate']][] =>
    'isOfRuntime' in primitive ? [[primitive.names.javascript, primitive.evaluate]] : [],
  ),
);
