import type { Value } from '../../lower/program.js';
import type { Driver } from '../../simulate/scene.js';
import type { PlanConstraint } from '../plan/constraints.js';
import type { PlanForce } from '../plan/forces.js';
import type { Plan } from '../plan/plan.js';
import type { Kinematics } from './kinematics.js';
import { directionOf } from './loads.js';
import { inlined } from './rows.js';

/** Inputs of constraints that do work, by the names of the constraints. */
export type DrivenInputs = ReadonlyMap<string, readonly string[]>;

/** The inputs that drivers of a scene name. */
export function drivenInputs(
  drivers: readonly Driver[],
  nameOf: (constraint: Driver['constraint']) => string,
): DrivenInputs {
  const inputs = new Map<string, string[]>();
  for (const { constraint, input } of drivers) {
    const name = nameOf(constraint);
    inputs.set(name, [...(inputs.get(name) ?? []), input]);
  }
  return inputs;
}

/**
 * Power of what does work on a mechanism without a potential, W, at multipliers of its constraints:
 * drivers, `λᵀ J v`, drag, dampers and torques. Undefined where nothing does.
 */
export function workingPower(
  plan: Plan,
  kinematics: Kinematics,
  lambda: readonly Value[],
  driven: DrivenInputs,
): Value | undefined {
  const powers = [
    ...plan.constraints.flatMap((one) =>
      (driven.get(one.name) ?? []).map((input) => driverPower(plan, kinematics, lambda, one, input)),
    ),
    ...plan.forces.flatMap((force) => powersOf(force, plan, kinematics)),
  ];
  return powers.length === 0 ? undefined : plan.ops.sum(powers);
}

/** `λᵀ J v`; that on a handle is what the constraint takes from it. */
function driverPower(
  plan: Plan,
  kinematics: Kinematics,
  lambda: readonly Value[],
  constraint: PlanConstraint,
  input: string,
): Value {
  const { ops } = plan;
  const { derivation, rows, first, inputs } = constraint;
  const outputs = inlined(plan, constraint, kinematics);
  const number = derivation.inputs.findIndex(({ name }) => name === input);
  const before = derivation.inputs.slice(0, number).reduce((sum, { size }) => sum + size, 0);
  const { size } = derivation.inputs[number]!;
  const { v } = kinematics.of(inputs[number]!);
  const terms = Array.from({ length: rows }, (_, r) => {
    const from = (2 + before) * rows + r * size;
    return ops.multiply(lambda[first + r]!, ops.dot(outputs.slice(from, from + size), v));
  });
  const power = ops.sum(terms);
  return inputs[number]!.kind === 'given' ? ops.negate(power) : power;
}

function powersOf(force: PlanForce, { ops, bodies, space }: Plan, kinematics: Kinematics): Value[] {
  const lost = (coefficient: Value, v: readonly Value[]): Value => ops.negate(ops.multiply(coefficient, ops.dot(v, v)));
  switch (force.type) {
    case 'drag':
      if (force.points !== undefined) return force.points.map((one) => lost(force.coefficient, kinematics.of(one).v));
      return bodies.flatMap((body) =>
        body.coordinates
          .filter(({ size, isOrientation }) => size === space && !isOrientation)
          .map(({ v, size }) => lost(force.coefficient, kinematics.v.slice(body.v + v, body.v + v + size))),
      );
    case 'constant': {
      const { body, v } = kinematics.of(force.on);
      return force.hasPotential || body === undefined ? [] : [ops.dot(force.force, v)];
    }
    case 'torque': {
      const end = force.body.v + force.body.nv;
      return [ops.dot(force.torque, kinematics.v.slice(end - force.torque.length, end))];
    }
    case 'spring':
    case 'torsionSpring': {
      if (force.damping === ops.zero) return [];
      const [a, b] = [kinematics.of(force.a), kinematics.of(force.b)];
      const apart = b.v.map((one, i) => ops.subtract(one, a.v[i]!));
      return [lost(force.damping, force.type === 'spring' ? [ops.dot(directionOf(ops, a, b).u, apart)] : apart)];
    }
    default:
      return [];
  }
}
