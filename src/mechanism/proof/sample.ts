import { normalize } from '../../../runtime/base/vector.js';
import { assemble, velocityStep } from '../../../runtime/index.js';
import { uniform, type Random } from '../../sampling/random.js';
import type { SceneWorld } from '../../scene/read-scene.js';
import { inputsAt, type Plan } from '../plan/plan.js';
import { accelerationsOf, setState, stateOf } from '../plan/state-of-world.js';
import type { MechanismProgram } from '../program.js';

/** Largest change of a parameter, relative to its value, of a velocity, of a coordinate, and of the time, s. */
const SPREAD = { parameter: 0.1, velocity: 0.3, coordinate: 1e-3, time: 0.1 };

/** A state with parameters at a time, and what the runtime computes there from the classes' own kernels. */
export interface Sample {
  readonly plan: Plan;
  readonly state: Float64Array;
  readonly time: number;
  /** The world in this state. */
  readonly built: SceneWorld;
  readonly accelerations: Float64Array;
  readonly lambda: Float64Array;
  readonly energy: readonly [kinetic: number, potential: number];
  /** The document's own state for these parameters. */
  readonly initial: Float64Array | undefined;
}

/** The first sample has the document's parameters, and is taken at the beginning. Undefined where the world has no motion. */
export function sampleOf({ model }: MechanismProgram, k: number, random: Random): Sample | undefined {
  const { plan, pinned } = model;
  const varied = plan.parameters.map((parameter) => {
    const { value, min = -Infinity, max = Infinity, isDerived } = parameter;
    if (k === 0 || isDerived) return parameter;
    const size = SPREAD.parameter * (value === 0 ? 1 : value);
    return { ...parameter, value: Math.min(max, Math.max(min, value + size * uniform(random, -1, 1))) };
  });
  const given = Object.fromEntries(
    varied.filter(({ isDerived }) => !isDerived).map(({ name, value }) => [name, value]),
  );
  // Redundant rows depend on others where the constraints hold.
  const isOnSurface = pinned.length > 0;
  try {
    const scene = plan.again(given, isOnSurface);
    const built = scene.build(model.step === 'rk4' ? {} : { integrator: velocityStep() });
    const values = new Map(scene.params.map(({ name, value }) => [name, value]));
    const parameters = plan.parameters.map((one) => ({ ...one, value: values.get(one.name)! }));
    const own: Plan = { ...plan, parameters, inputs: inputsAt(plan.ops, plan.handles, parameters) };
    const { world } = built;
    const initial = stateOf(plan.bodies, built.bodies);
    const time = k === 0 ? 0 : uniform(random, 0, SPREAD.time);
    world.restore({ ...world.snapshot(), time });
    if (isOnSurface) {
      try {
        assemble(world);
      } catch (error) {
        // Where the document's own constraints contradict each other, its rows depend on others as they are.
        if (k > 0) throw error;
      }
    }
    const state = stateOf(plan.bodies, built.bodies);
    const size = Math.max(1, ...state.map(Math.abs));
    plan.bodies.forEach((body) => {
      for (const { q, v, size: count, rateSize, isOrientation } of body.coordinates) {
        const own = state.subarray(body.q + q, body.q + q + count);
        const spread = SPREAD.coordinate * (isOrientation ? 1 : size);
        if (!isOnSurface) own.forEach((x, c) => (own[c] = x + spread * uniform(random, -1, 1)));
        if (isOrientation) normalize(own);
        for (let c = 0; c < rateSize; c++) state[plan.nq + body.v + v + c]! += SPREAD.velocity * uniform(random, -1, 1);
      }
    });
    setState(plan.bodies, built.bodies, state, plan.nq);
    world.evaluate();
    const { kinetic, potential } = world.energy();
    return {
      plan: own,
      state,
      time,
      built,
      accelerations: accelerationsOf(plan.bodies, built.bodies),
      lambda: Float64Array.from(plan.constraints.flatMap(({ name }) => [...built.constraints.get(name)!.lambda])),
      energy: [kinetic, potential],
      initial: isOnSurface ? undefined : initial,
    };
  } catch (error) {
    if (k === 0) throw error;
    return undefined;
  }
}
