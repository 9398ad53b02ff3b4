import type { Value } from '../../lower/program.js';
import type { Ops } from '../ops/ops.js';
import type { PlanEnergy } from '../plan/energies.js';
import type { PlanForce } from '../plan/forces.js';
import type { Plan } from '../plan/plan.js';
import type { Kinematic, Kinematics } from './kinematics.js';
import { inlinedProgram } from './rows.js';

/** Generalized forces, energies and what makes them, at one state. */
interface At {
  readonly plan: Plan;
  readonly kinematics: Kinematics;
}

/** `Q`: forces from the bodies' own motion, then those of the scene, in its order. */
export function appliedForces({ plan, kinematics }: At): Value[] {
  const { ops } = plan;
  const Q = new Array<Value>(plan.nv).fill(ops.zero);
  for (const body of plan.bodies) {
    if (body.derivation === undefined) continue;
    const outputs = kinematics.program(body, body.derivation.programs.dynamics.outputs).slice(body.nv ** 2);
    outputs.forEach((one, j) => (Q[body.v + j] = one));
  }
  for (const force of plan.forces) addForce(force, plan, kinematics, Q);
  return Q;
}

function addForce(force: PlanForce, plan: Plan, kinematics: Kinematics, Q: Value[]): void {
  const { ops, bodies, space } = plan;
  switch (force.type) {
    case 'gravity':
      for (const body of bodies) {
        if (body.derivation === undefined) {
          for (let c = 0; c < space; c++)
            Q[body.v + c] = ops.add(Q[body.v + c]!, ops.multiply(body.parameters[0]!, force.g[c]!));
          continue;
        }
        const weight = kinematics.program(body, body.derivation.programs.weight.outputs).slice(space);
        for (let j = 0; j < body.nv; j++) {
          const column = Array.from({ length: space }, (_, c) => weight[c * body.nv + j]!);
          Q[body.v + j] = ops.add(Q[body.v + j]!, ops.dot(column, force.g));
        }
      }
      return;
    case 'drag':
      if (force.points !== undefined) {
        for (const point of force.points.map((one) => kinematics.of(one)))
          push(
            ops,
            Q,
            point,
            point.v.map((one) => ops.multiply(one, ops.negate(force.coefficient))),
          );
        return;
      }
      for (const body of bodies)
        for (const { size, v, isOrientation } of body.coordinates)
          if (size === space && !isOrientation)
            for (let j = body.v + v; j < body.v + v + size; j++)
              Q[j] = ops.subtract(Q[j]!, ops.multiply(force.coefficient, kinematics.v[j]!));
      return;
    case 'constant':
      push(ops, Q, kinematics.of(force.on), force.force);
      return;
    case 'torque': {
      const first = force.body.v + force.body.nv - force.torque.length;
      force.torque.forEach((one, c) => (Q[first + c] = ops.add(Q[first + c]!, one)));
      return;
    }
    case 'push':
      kinematics.of(force.force).x.forEach((one, j) => (Q[force.body.v + j] = ops.add(Q[force.body.v + j]!, one)));
      return;
    case 'energy': {
      const { slopes, damping } = energyAt(plan, force, kinematics);
      let at = 0;
      for (const connector of force.inputs) {
        const own = Array.from({ length: connector.size }, (_, c) => at + c);
        at += connector.size;
        const f = own.map((i) => ops.negate(damping ? ops.add(slopes[i]!, damping[i]!) : slopes[i]!));
        push(ops, Q, kinematics.of(connector), f);
      }
      return;
    }
    case 'torsionSpring': {
      const [a, b] = [kinematics.of(force.a), kinematics.of(force.b)];
      const angle = ops.subtract(ops.subtract(b.x[0]!, a.x[0]!), force.restAngle);
      const rate = ops.subtract(b.v[0]!, a.v[0]!);
      const torque = ops.add(ops.multiply(force.stiffness, angle), ops.multiply(force.damping, rate));
      push(ops, Q, a, [torque]);
      push(ops, Q, b, [ops.negate(torque)]);
      return;
    }
    case 'spring': {
      const [a, b] = [kinematics.of(force.a), kinematics.of(force.b)];
      const { length, u } = directionOf(ops, a, b);
      const rate = ops.dot(
        u,
        b.v.map((one, i) => ops.subtract(one, a.v[i]!)),
      );
      const stretch = ops.subtract(length, force.restLength);
      const tension = ops.add(ops.multiply(force.stiffness, stretch), ops.multiply(force.damping, rate));
      const pull = u.map((one) => ops.multiply(tension, one));
      push(ops, Q, a, pull);
      push(
        ops,
        Q,
        b,
        pull.map((one) => ops.negate(one)),
      );
    }
  }
}

/** `V` and `∂V/∂x` of an energy, and `∂D/∂ẋ` of its damping if it has any, input by input. */
function energyAt(
  plan: Plan,
  energy: PlanEnergy,
  kinematics: Kinematics,
): { readonly V: Value; readonly slopes: readonly Value[]; readonly damping: readonly Value[] | undefined } {
  const { programs } = energy.derivation;
  const [V, ...slopes] = inlinedProgram(plan, energy, programs.energy.outputs, kinematics);
  const dissipated = programs.damping && inlinedProgram(plan, energy, programs.damping.outputs, kinematics);
  return { V: V!, slopes, damping: dissipated?.slice(1) };
}

/** `Q += Bᵀ f` */
function push(ops: Ops, Q: Value[], { body, B }: Kinematic, f: readonly Value[]): void {
  if (body === undefined) return;
  for (let j = 0; j < body.nv; j++) {
    const column = B.map((row) => row[j]!);
    Q[body.v + j] = ops.add(Q[body.v + j]!, ops.dot(column, f));
  }
}

/**
 * The length from `a` to `b` and the unit vector along it. Where the points meet, it is the direction
 * in which they are about to part, or the first axis.
 */
export function directionOf(ops: Ops, a: Kinematic, b: Kinematic): { length: Value; u: Value[] } {
  const difference = (of: 'x' | 'v'): Value[] => b[of].map((one, i) => ops.subtract(one, a[of][i]!));
  const sized = (d: readonly Value[], otherwise: readonly Value[]): { length: Value; u: Value[] } => {
    const length = ops.sqrt(ops.dot(d, d));
    const apart = ops.test('less', ops.zero, length);
    return { length, u: d.map((one, i) => ops.select(apart, ops.divide(one, length), otherwise[i]!)) };
  };
  const axis = a.x.map((_, i) => (i === 0 ? ops.one : ops.zero));
  return sized(difference('x'), sized(difference('v'), axis).u);
}

/** Kinetic energy, and potential energy: that of bodies, gravity, springs, energies and constant forces. */
export function energies({ plan, kinematics }: At): { kinetic: Value; potential: Value } {
  const { ops, bodies, space } = plan;
  let kinetic: Value = ops.zero;
  let potential: Value = ops.zero;
  const moments = bodies.map((body) => {
    if (body.derivation === undefined) {
      const [mass, v] = [body.parameters[0]!, kinematics.v.slice(body.v, body.v + body.nv)];
      kinetic = ops.add(kinetic, ops.multiply(ops.multiply(ops.literal(0.5), mass), ops.dot(v, v)));
      return kinematics.q.slice(body.q, body.q + body.nq).map((x) => ops.multiply(mass, x));
    }
    const { programs } = body.derivation;
    const [T, V] = kinematics.program(body, programs.energy.outputs) as [Value, Value];
    kinetic = ops.add(kinetic, T);
    potential = ops.add(potential, V);
    return kinematics.program(body, programs.weight.outputs).slice(0, space);
  });
  const half = (stiffness: Value, stretch: Value): Value =>
    ops.divide(ops.multiply(ops.multiply(stiffness, stretch), stretch), ops.two);
  for (const force of plan.forces) {
    if (force.type === 'gravity')
      for (const moment of moments) potential = ops.subtract(potential, ops.dot(force.g, moment));
    else if (force.type === 'constant') {
      if (force.hasPotential) potential = ops.subtract(potential, ops.dot(force.force, kinematics.of(force.on).x));
    } else if (force.type === 'energy') potential = ops.add(potential, energyAt(plan, force, kinematics).V);
    else if (force.type === 'spring' || force.type === 'torsionSpring') {
      const [a, b] = [kinematics.of(force.a), kinematics.of(force.b)];
      const stretch =
        force.type === 'spring'
          ? ops.subtract(directionOf(ops, a, b).length, force.restLength)
          : ops.subtract(ops.subtract(b.x[0]!, a.x[0]!), force.restAngle);
      potential = ops.add(potential, half(force.stiffness, stretch));
    }
  }
  return { kinetic, potential };
}
