import { HolonomicRuntimeError } from '../base/errors.js';
import {
  isConnector,
  type Connector,
  type DirectionConnector,
  type PointConnector,
  type ScalarConnector,
} from '../model/connector.js';
import { velocitiesOf } from '../equations/connector-motion.js';
import { adviceFor, describeGiven } from '../model/constraint-options.js';
import { checkHome } from '../model/force.js';
import type { Reduction } from './reduction.js';

/** A point, direction, angle or other scalar of a body. */
export type BodyQuantity = PointConnector | DirectionConnector | ScalarConnector;

/** Checks that `value` is a connector of `world`; `what` names it. Throws E_INPUT_KIND, E_OTHER_WORLD. */
export function checkQuantity(value: unknown, world: object, what: string): BodyQuantity {
  if (!isConnector(value)) {
    const message = `${what} is ${describeGiven(value)}, no point, direction or scalar.`;
    throw new HolonomicRuntimeError('E_INPUT_KIND', message, adviceFor(value, 'point'));
  }
  checkHome(value, world, what);
  return value as BodyQuantity;
}

/** Value, rate and acceleration at zero `v̇` of a connector at the present state. */
export function readQuantity(connector: Connector): {
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly a: Float64Array;
} {
  const [x, v, a] = [0, 0, 0].map(() => new Float64Array(connector.size)) as [Float64Array, Float64Array, Float64Array];
  connector.read(x, v, a, 0);
  return { x, v, a };
}

/** Returns the rows of `B L⁻ᵀ` of a connector, one per component. The velocities of the state are as they were. */
export function rowsOf(connector: Connector, reduction: Reduction): Float64Array[] {
  const { rest } = reduction;
  const { state, particles } = rest.internals.structure;
  const { start, count } = velocitiesOf(connector, particles);
  const before = state.v.slice();
  state.v.fill(0);
  const still = readQuantity(connector).v;
  const rows = Array.from(still, () => new Float64Array(before.length));
  for (let j = start; j < start + count; j++) {
    state.v[j] = 1;
    readQuantity(connector).v.forEach((rate, c) => (rows[c]![j] = rate - still[c]!));
    state.v[j] = 0;
  }
  state.v.set(before);
  return rows.map((row) => reduction.solveLower(reduction.gather(row)));
}

/** Names of a connector's components: `bob.x`, `bob.y`, or its label for a scalar. */
export function namesOf({ kind, size, label }: Connector): string[] {
  return kind === 'scalar' ? [label] : Array.from({ length: size }, (_, c) => `${label}, ${'xyz'[c]!}`);
}
