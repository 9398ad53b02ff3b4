import { hasMethod, isInstance, readOptions, reading, show } from '../base/check.js';
import { isConnector, type Connector } from './connector.js';
import type { ConnectorKind, ConstraintType, InputDescription } from './constraint-type.js';
import { isListType, type ListType } from './lists/list-type.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { Ground } from './ground.js';
import { SETTINGS } from './softness.js';

/** Where connectors come from. */
const WHERE_FROM: Readonly<Record<ConnectorKind, string>> = {
  point: 'Give a particle, world.ground.point(p), a handle or a point of a body.',
  direction: 'Give world.ground.direction(u) or a direction of a body.',
  scalar: 'Give world.ground.scalar(x), world.handle(x), or an angle or coordinate of a body.',
};

/** The connectors of a body, for one who gives the body itself. */
const OF_BODY = {
  point: (zeros: string) => `Give one of its points: body.point(${zeros}) is its centre of mass.`,
  direction: (zeros: string) => `Give one of its directions, such as body.direction(${zeros.replace('0', '1')}).`,
  scalar: () => 'Give its angle, body.angle, or one of its coordinates, such as body.x.',
} as const;

const OF_GROUND = {
  point: 'Give one of its points: world.ground.point(p).',
  direction: 'Give one of its directions: world.ground.direction(u).',
  scalar: 'Give a number of it: world.ground.scalar(x).',
} as const;

/** A value in place of a connector, in words. */
export function describeGiven(value: unknown): string {
  if (isConnector(value)) return `a ${value.kind}`;
  if (isInstance(value, Ground)) return 'the ground';
  return hasMethod(value, 'point') ? 'a body' : show(value);
}

/** The advice for a value that is no connector of the right kind. */
export function adviceFor(value: unknown, kind: ConnectorKind): string {
  if (isInstance(value, Ground)) return OF_GROUND[kind];
  if (isConnector(value) || !hasMethod(value, 'point')) return WHERE_FROM[kind];
  const isSpatial = typeof value === 'object' && value !== null && 'space' in value && value.space === 3;
  return OF_BODY[kind](isSpatial ? '[0, 0, 0]' : '[0, 0]');
}

/** The part of a type, of a constraint or an energy, that says what its inputs are. */
export type TakesInputs = Pick<ConstraintType, 'name' | 'space' | 'inputs'>;

function readInput(type: TakesInputs, input: InputDescription, value: unknown): Connector {
  const what = `Input '${input.name}' of ${type.name}`;
  if (value === undefined) {
    throw new HolonomicRuntimeError(
      'E_INPUT_MISSING',
      `${type.name} needs the input '${input.name}'.`,
      WHERE_FROM[input.kind],
    );
  }
  if (!isConnector(value) || value.kind !== input.kind) {
    throw new HolonomicRuntimeError(
      'E_INPUT_KIND',
      `${what} is ${describeGiven(value)}, not a ${input.kind}.`,
      adviceFor(value, input.kind),
    );
  }
  if (type.space !== undefined && value.world.space !== type.space) {
    throw new HolonomicRuntimeError(
      'E_INPUT_SPACE',
      `${what} is ${value.label} of a ${value.world.space}D world, but ${type.name} lives in ${type.space}D.`,
      `Use the ${value.world.space}D form of the class, or a world with space: ${type.space}.`,
    );
  }
  return value;
}

/**
 * Throws E_CONSTRAINT unless `type` has every field of a constraint type. `what` names its owner.
 */
export function checkType(type: unknown, what: string): asserts type is ConstraintType | ListType {
  const isType = reading(`The type of ${what}`, 'E_CONSTRAINT', () => {
    const { name, inputs, params } = (type ?? {}) as Partial<Record<keyof ConstraintType, unknown>>;
    return typeof name === 'string' && Array.isArray(inputs) && Array.isArray(params);
  });
  if (isType && (hasMethod(type, 'kernel') || isListType(type as ConstraintType | ListType))) return;
  throw new HolonomicRuntimeError(
    'E_CONSTRAINT',
    `${what} has no type with kernels.`,
    'Give a generated class, or an object with the type of one.',
  );
}

/**
 * Copies the entries of `options` for inputs and parameters of `type`. Throws E_OPTIONS,
 * E_OPTION_UNKNOWN.
 */
export function readConstraintOptions(
  type: ConstraintType | ListType,
  options: object,
): Readonly<Record<string, unknown>> {
  const indices = isListType(type) ? type.indices : [];
  const known = [...type.inputs, ...type.params, ...indices].map(({ name }) => name);
  const lacks = `${type.name} has no input or parameter`;
  const meant = Object.fromEntries(
    SETTINGS.map((name) => [name, `It is a setting: new ${type.name}({ … }, { ${name} }).`]),
  );
  return readOptions(options, `Options of ${type.name}`, known, lacks, meant) as Readonly<Record<string, unknown>>;
}

/**
 * Returns the connectors among `values` for the inputs of `type`, in the order of its description.
 * Throws E_INPUT_MISSING, E_INPUT_KIND, E_INPUT_SPACE.
 */
export function readInputs(type: TakesInputs, values: Readonly<Record<string, unknown>>): Connector[] {
  return type.inputs.map((input) => readInput(type, input, values[input.name]));
}
