import type { Value } from '../../lower/program.js';
import type { Kinematic, Kinematics } from '../equations/kinematics.js';
import { massesOf } from '../equations/motion.js';
import { lowerOf } from '../equations/masses.js';
import type { PlanBody } from '../plan/bodies.js';
import type { PlanConnector } from '../plan/connectors.js';
import { isTimelessBody } from '../plan/derivations.js';
import type { PlanForce } from '../plan/forces.js';
import type { Plan } from '../plan/plan.js';
import type { Principal } from './spin.js';

/** Bound on the change of `ẋ` in a step by a force that is taken explicitly, relative to `ẋ`. */
const SMALL = 0.1;

/** A force that the runtime takes implicitly where it is stiff, and the number of coordinates along which it acts. */
interface Stiff {
  readonly ends: readonly Kinematic[];
  readonly stiffness: Value;
  readonly damping: Value;
  readonly rows: number;
  /** True where the coordinates are components of the ends, or all directions are alike. */
  readonly isByAxis: boolean;
}

/**
 * The length of a step relative to the longest that the runtime takes at once and with forces at its
 * beginning: the angle, rad, by which bodies with unequal moments turn in a world with constraints, and
 * ten times a bound on `h (h k + c) / m` of stiff forces, all that act on a body taken together.
 */
export function lengthOfStep(
  plan: Plan,
  kinematics: Kinematics,
  v: readonly Value[],
  dt: Value,
  spins: readonly { readonly body: PlanBody; readonly principal: Principal }[],
): Value {
  const { ops } = plan;
  const stiff = plan.forces.flatMap((force) => stiffForces(force, plan, kinematics));
  if (plan.rows === 0 && stiff.length === 0) return ops.zero;
  const turns = spins.map(({ body, principal: { isRound } }) => {
    const omega = v.slice(body.v + 3, body.v + 6);
    const square = ops.dot(omega, omega);
    return typeof isRound === 'boolean' ? (isRound ? ops.zero : square) : ops.select(isRound, ops.zero, square);
  });
  const turn = ops.multiply(dt, ops.sqrt(ops.largest(turns)));
  const masses = massesOf(plan, kinematics);
  const bodiesOf = ({ ends }: Stiff): Set<PlanBody> => new Set(ends.flatMap(({ body }) => body ?? []));
  const relative = stiff.map((force) => {
    const own = bodiesOf(force);
    const neighbours = stiff.reduce(
      (sum, other) => ([...bodiesOf(other)].some((body) => own.has(body)) ? sum + other.rows : sum),
      0,
    );
    const mobility = ops.sum(
      force.ends.map(({ body, B }) => {
        if (body === undefined) return ops.zero;
        const mass = masses.get(body)!;
        const alongAxes = B.map((row) =>
          ops.sum(lowerOf(ops, mass, row).map((h, c) => ops.multiply(mass.inverse[c]!, ops.multiply(h, h)))),
        );
        // The trace of the mobility is at least that along any direction.
        return force.isByAxis ? ops.largest(alongAxes) : ops.sum(alongAxes);
      }),
    );
    const slope = ops.multiply(dt, ops.add(ops.multiply(dt, force.stiffness), force.damping));
    return ops.multiply(ops.literal(neighbours / SMALL), ops.multiply(slope, mobility));
  });
  return ops.largest([turn, ...relative]);
}

function stiffForces(force: PlanForce, { ops, bodies, connectors, space }: Plan, kinematics: Kinematics): Stiff[] {
  const at = (connector: PlanConnector): Kinematic => kinematics.of(connector);
  if (force.type === 'spring' || force.type === 'torsionSpring') {
    const { a, b, stiffness, damping, type } = force;
    const ends = [at(a), at(b)];
    const isByAxis = ends.every(({ body }) => body?.derivation === undefined);
    return [{ ends, stiffness, damping, rows: type === 'spring' ? space : 1, isByAxis }];
  }
  if (force.type !== 'drag') return [];
  const { coefficient: damping, points } = force;
  const places =
    points ?? bodies.filter((body) => isTimelessBody(body.derivation)).map((body) => connectors.centre(body));
  return places.map((place) => ({ ends: [at(place)], stiffness: ops.zero, damping, rows: space, isByAxis: true }));
}
