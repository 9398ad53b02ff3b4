import { checkKnown, show } from './check.js';
import { isConnector, type Connector } from './connector.js';
import type { ConstraintType, InputDescription } from './constraint-type.js';
import { HolonomicRuntimeError } from './errors.js';

const WHERE_FROM = {
  point: 'Give a particle, world.ground.point(p), a handle or a point of a body.',
  direction: 'Give world.ground.direction(u) or a direction of a body.',
  scalar: 'Give world.ground.scalar(x), or an angle or coordinate of a body.',
} as const;

function readInput(type: ConstraintType, input: InputDescription, value: unknown): Connector {
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
      `${what} is ${isConnector(value) ? `a ${value.kind}` : show(value)}, not a ${input.kind}.`,
      WHERE_FROM[input.kind],
    );
  }
  if (value.world.space !== type.space) {
    throw new HolonomicRuntimeError(
      'E_INPUT_SPACE',
      `${what} is ${value.label} of a ${value.world.space}D world, but ${type.name} lives in ${type.space}D.`,
      `Use the ${value.world.space}D form of the constraint, or a world with space: ${type.space}.`,
    );
  }
  return value;
}

/** Throws unless every name in `options` is one of an input or of a parameter of `type`. */
function checkNames(type: ConstraintType, options: object): void {
  const known = [...type.inputs, ...type.params].map((description) => description.name);
  checkKnown(Object.keys(options), known, `${type.name} has no input or parameter`);
}

/** The connectors that `options` gives for the inputs of `type`, in the order of its description. Throws on any mistake in them. */
export function readInputs(type: ConstraintType, options: object): Connector[] {
  checkNames(type, options);
  const values = options as Readonly<Record<string, unknown>>;
  return type.inputs.map((input) => readInput(type, input, values[input.name]));
}
