/** `Pendulum → pendulum` */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The functions of a constraint class. */
export const kernelNames = (className: string): { readonly kernel: string; readonly jdotKernel: string } => ({
  kernel: `${lowerFirst(className)}Kernel`,
  jdotKernel: `${lowerFirst(className)}JdotKernel`,
});

/** The functions of an energy class. */
export const energyKernelNames = (
  className: string,
): Readonly<Record<'energy' | 'hessian' | 'damping' | 'divisors', string>> => ({
  energy: `${lowerFirst(className)}Energy`,
  hessian: `${lowerFirst(className)}Hessian`,
  damping: `${lowerFirst(className)}Damping`,
  divisors: `${lowerFirst(className)}Divisors`,
});

/** The function of a constraint class in C that writes the entries of `J` that never change. */
export const constantsName = (className: string): string => `${lowerFirst(className)}Constants`;

/** The functions of a body class. */
export interface BodyFunctionNames {
  /** One name per connector, in the order of the connectors. */
  readonly connectors: readonly string[];
  readonly dynamics: string;
  readonly energy: string;
  readonly weight: string;
}

export function bodyFunctionNames(className: string, connectors: readonly string[]): BodyFunctionNames {
  const stem = lowerFirst(className);
  const others = { dynamics: `${stem}Dynamics`, energy: `${stem}Energy`, weight: `${stem}Weight` };
  const taken = new Set(Object.values(others));
  return {
    ...others,
    connectors: connectors.map((connector) => {
      // Distinct connectors such as `bob` and `Bob` may give one name, and one may be called
      // `energy`.
      let name = stem + upperFirst(connector);
      while (taken.has(name)) name += '_';
      taken.add(name);
      return name;
    }),
  };
}

/** The suffixes to the name of a class of constraints or energies, of the types that it brings with it. */
export const CONSTRAINT_SUFFIXES = ['Inputs', 'Params', 'Options'] as const;
/** The suffixes for a body class. */
export const BODY_SUFFIXES = ['Params', 'Coordinates', 'Points', 'Scalars', 'Directions', 'Options'] as const;

/**
 * The classes and types that emitted modules import from the runtime. The emitter's types admit no
 * others.
 */
export const RUNTIME_IMPORTS = [
  'BodyConnectorKernel',
  'BodyDynamicsKernel',
  'BodyEnergyKernel',
  'BodyType',
  'BodyWeightKernel',
  'BoundedConstraint',
  'Constraint',
  'ConstraintKernel',
  'ConstraintSettings',
  'ConstraintType',
  'ConstraintTypeWithJdot',
  'Curve',
  'DampingKernel',
  'DirectionConnector',
  'DivisorKernel',
  'Energy',
  'EnergyKernel',
  'EnergySettings',
  'EnergyType',
  'HessianKernel',
  'JdotKernel',
  'ListType',
  'ParametricBody',
  'Path',
  'PointConnector',
  'ScalarConnector',
] as const;
export type RuntimeImport = (typeof RUNTIME_IMPORTS)[number];
