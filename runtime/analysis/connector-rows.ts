import { HolonomicRuntimeError } from '../base/errors.js';
import {
  isConnector,
  type Connector,
  type DirectionConnector,
  type PointConnector,
  type ScalarConnector,
} from '../model/connector.js';
import { velocitiesOf } from '../equations/connector-motion.js';
import { isInstance } from '../base/check.js';
import { dot } from '../base/vector.js';
import { HingeAngle } from '../model/bodies/hinge-angle.js';
import { adviceFor, describeGiven } from '../model/constraint-options.js';
import { checkHome } from '../model/force.js';
import type { Reduction } from './reduction.js';

/** A point, direction, angle or other scalar of a body, or the angle of a hinge in space. */
export type BodyQuantity = PointConnector | DirectionConnector | ScalarConnector | HingeAngle;

/** Checks that `value` is a connector or a hinge angle of `world`; `what` names it. Throws E_INPUT_KIND, E_OTHER_WORLD. */
export function checkQuantity(value: unknown, world: object, what: string): BodyQuantity {
  if (!isConnector(value) && !isInstance(value, HingeAngle)) {
    const message = `${what} is ${describeGiven(value)}, no point, direction, scalar or hinge angle.`;
    throw new HolonomicRuntimeError('E_INPUT_KIND', message, adviceFor(value, 'point'));
  }
  checkHome(value, world, what);
  return value as BodyQuantity;
}

interface Reading {
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly a: Float64Array;
}

/** Value, rate and acceleration at zero `v̇` of a quantity at the present state. */
export function readQuantity(quantity: Connector | HingeAngle): Reading {
  if (quantity instanceof HingeAngle) return readHingeAngle(quantity);
  const [x, v, a] = [0, 0, 0].map(() => new Float64Array(quantity.size)) as [Float64Array, Float64Array, Float64Array];
  quantity.read(x, v, a, 0);
  return { x, v, a };
}

/** With `c = side · u`, `s = side · w` and `r² = c² + s²`: `φ̇ = (c ṡ − s ċ)/r²`, `φ̈ = (c s̈ − s c̈ − 2 φ̇ (c ċ + s ṡ))/r²`. */
function readHingeAngle(angle: HingeAngle): Reading {
  const [side, u, w] = angle.connectors.map(readQuantity) as [Reading, Reading, Reading];
  const along = ({ x, v, a }: Reading): readonly [number, number, number] => [
    dot(side.x, x),
    dot(side.v, x) + dot(side.x, v),
    dot(side.a, x) + 2 * dot(side.v, v) + dot(side.x, a),
  ];
  const [c, cDot, cDotDot] = along(u);
  const [s, sDot, sDotDot] = along(w);
  const square = c * c + s * s;
  const rate = (c * sDot - s * cDot) / square;
  const acceleration = (c * sDotDot - s * cDotDot - 2 * rate * (c * cDot + s * sDot)) / square;
  return { x: Float64Array.of(angle.value), v: Float64Array.of(rate), a: Float64Array.of(acceleration) };
}

/** Returns the rows of `B L⁻ᵀ` of a quantity, one per component. The velocities of the state are as they were. */
export function rowsOf(quantity: BodyQuantity, reduction: Reduction): Float64Array[] {
  const { rest } = reduction;
  const { state, particles } = rest.internals.structure;
  const before = state.v.slice();
  state.v.fill(0);
  const still = readQuantity(quantity).v;
  const rows = Array.from(still, () => new Float64Array(before.length));
  for (const connector of quantity instanceof HingeAngle ? quantity.connectors : [quantity]) {
    const { start, count } = velocitiesOf(connector, particles);
    for (let j = start; j < start + count; j++) {
      state.v[j] = 1;
      readQuantity(quantity).v.forEach((rate, c) => (rows[c]![j] = rate - still[c]!));
      state.v[j] = 0;
    }
  }
  state.v.set(before);
  return rows.map((row) => reduction.solveLower(reduction.gather(row)));
}

/** Number of components of a quantity. */
export const sizeOf = (quantity: BodyQuantity): number => (quantity instanceof HingeAngle ? 1 : quantity.size);

/** Names of a quantity's components: `bob.x`, `bob.y`, or its label for a number. */
export function namesOf(quantity: BodyQuantity): string[] {
  const { label } = quantity;
  return quantity instanceof HingeAngle || quantity.kind === 'scalar'
    ? [label]
    : Array.from({ length: quantity.size }, (_, c) => `${label}, ${'xyz'[c]!}`);
}
