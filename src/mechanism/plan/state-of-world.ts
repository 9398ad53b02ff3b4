import { ParametricBody, RigidBody2D, RigidBody3D } from '../../../runtime/index.js';
import type { SceneBodies, SceneBody } from '../../scene/connectors.js';
import type { PlanBody } from './bodies.js';

type Numbers = readonly (readonly number[])[];

/** The parts of a body's state in the order of its coordinates: values, rates, and accelerations. */
interface Parts {
  readonly q: Numbers;
  readonly v: Numbers;
  readonly a: Numbers;
}

/** The state of a world in the layout of a plan: coordinates, then velocities. */
export function stateOf(bodies: readonly PlanBody[], built: SceneBodies): Float64Array {
  const parts = bodies.map(({ name }) => partsOf(built.get(name)!.body));
  return Float64Array.from([...parts.map(({ q }) => q), ...parts.map(({ v }) => v)].flat(2));
}

/** The accelerations of a world, in the layout of a plan's velocities. */
export const accelerationsOf = (bodies: readonly PlanBody[], built: SceneBodies): Float64Array =>
  Float64Array.from(bodies.map(({ name }) => partsOf(built.get(name)!.body).a).flat(2));

function partsOf(body: SceneBody['body']): Parts {
  if (body instanceof RigidBody2D) {
    const { position, orientation, velocity, angularVelocity, acceleration, angularAcceleration } = body;
    return {
      q: [[...position], [orientation]],
      v: [[...velocity], [angularVelocity]],
      a: [[...acceleration], [angularAcceleration]],
    };
  }
  if (body instanceof RigidBody3D) {
    const { position, orientation, velocity, angularVelocity, acceleration, angularAcceleration } = body;
    return {
      q: [[...position], [...orientation]],
      v: [[...velocity], [...angularVelocity]],
      a: [[...acceleration], [...angularAcceleration]],
    };
  }
  if (body instanceof ParametricBody) {
    const { coordinates, rates, accelerations } = body as ParametricBody;
    const numbers = (list: object): number[][] =>
      Object.values(list as Readonly<Record<string, number | Iterable<number>>>).map((one) =>
        typeof one === 'number' ? [one] : [...one],
      );
    return { q: numbers(coordinates), v: numbers(rates), a: numbers(accelerations) };
  }
  const { position, velocity, acceleration } = body as unknown as Record<
    'position' | 'velocity' | 'acceleration',
    Iterable<number>
  >;
  return { q: [[...position]], v: [[...velocity]], a: [[...acceleration]] };
}

/** Puts the bodies of a world into a state in the layout of a plan. */
export function setState(bodies: readonly PlanBody[], built: SceneBodies, state: Float64Array, nq: number): void {
  for (const plan of bodies) {
    const { body } = built.get(plan.name)!;
    plan.coordinates.forEach(({ name, q, v, size, rateSize }, i) => {
      const values = state.slice(plan.q + q, plan.q + q + size);
      const rates = state.slice(nq + plan.v + v, nq + plan.v + v + rateSize);
      if (body instanceof ParametricBody) {
        const { coordinates, rates: ratesOf } = body as ParametricBody;
        assign(coordinates, name, values);
        assign(ratesOf, name, rates);
      } else if (i === 0) {
        assign(body, 'position', values);
        assign(body, 'velocity', rates);
      } else {
        assign(body, 'orientation', values);
        assign(body, 'angularVelocity', rates);
      }
    });
  }
}

/** Sets a number, or the entries of a view. */
function assign(owner: object, name: string, values: Float64Array): void {
  const members = owner as Record<string, number | Float64Array>;
  const member = members[name];
  if (typeof member === 'object') member.set(values);
  else members[name] = values[0]!;
}
