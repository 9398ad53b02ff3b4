import { assemble } from '../../../runtime/index.js';
import { HolonomicRuntimeError } from '../../../runtime/base/errors.js';
import { setState, stateOf } from '../plan/state-of-world.js';
import type { MechanismProgram } from '../program.js';
import type { PROJECTION_NUMBERS, ProjectionName } from '../step/project.js';
import { expectNear, largest } from './expect-near.js';
import { Interpreter, type Memory } from './interpreter.js';
import { movesPositions } from '../step/assemble.js';
import type { Sample } from './sample.js';

/** How far from the constraints they begin, in parts of how far the sample is. */
const OFF = 1e-2;
/** Projections within which a state near the constraints comes to rest on them. */
const MOST = 20;
/** Largest change by the last of them, and difference from the runtime, which ends at `|C| ≤ 1e-10`; relative. */
const STILL = 1e-13;
const NEAR = 1e-8;

/**
 * Compares where rounds of assembly end with where the runtime's assembly does, as {@link proveProjection} compares
 * projections.
 */
export function proveAssembly(program: MechanismProgram, sample: Sample, memory: Memory): void {
  const { assembly, model } = program;
  if (assembly.stores.length === 0) return;
  const interpreter = Interpreter.of(model.plan.ops, assembly);
  const { nq } = model.plan;
  const velocities = sample.state.slice(nq);
  // Steps that were compared may have taken the world on.
  const { world } = sample.built;
  world.restore({ ...world.snapshot(), time: sample.time });
  proveEnd('assembly', sample, movesPositions(model), (y) => {
    y.set(velocities, nq);
    interpreter.run({ ...memory, y }, { t: sample.time });
  });
}

/**
 * Compares where repeated projections of positions end, and velocities there, from a state near the
 * constraints, with where the runtime's assembly of the world takes the same state: both make least
 * changes, measured by the masses. Returns false where one of them ends nowhere.
 */
export function proveProjection(program: MechanismProgram, sample: Sample, memory: Memory): boolean {
  const at = { t: sample.time, begin: sample.time };
  return proveEnd(
    'projections',
    sample,
    true,
    (y) => {
      project(program, 'projectPositions', { ...memory, y }, at);
    },
    (y) => {
      project(program, 'projectVelocities', { ...memory, y }, at);
    },
  );
}

/** Compares where rounds, and then something else, take a state near the constraints with where the runtime does. */
function proveEnd(
  what: string,
  { plan, state, built }: Sample,
  movesPositions: boolean,
  round: (y: Float64Array) => void,
  after: (y: Float64Array) => void = () => undefined,
): boolean {
  const assembled = (): Float64Array | undefined => {
    try {
      assemble(built.world, { velocitiesOnly: !movesPositions });
    } catch (error) {
      if (error instanceof HolonomicRuntimeError) return undefined;
      throw error;
    }
    return stateOf(plan.bodies, built.bodies);
  };
  const y = assembled();
  if (y === undefined) return false;
  for (const body of plan.bodies)
    for (const { q, size, isOrientation } of body.coordinates)
      for (let i = body.q + q; i < body.q + q + size && !isOrientation; i++) y[i]! += OFF * (state[i]! - y[i]!);
  y.set(state.subarray(plan.nq), plan.nq);
  setState(plan.bodies, built.bodies, y, plan.nq);
  const expected = assembled();
  const size = Math.max(1, largest(y));
  let change = Infinity;
  for (let k = 0; k < MOST && change > STILL * size; k++) {
    const before = y.slice();
    round(y);
    change = y.reduce((most, x, i) => Math.max(most, Math.abs(x - before[i]!)), 0);
  }
  if (expected === undefined || !(change <= STILL * size)) return false;
  after(y);
  expectNear(what, y, expected, NEAR * size);
  return true;
}

/** Runs a function that projects the state `y`, as it is emitted. */
export function project(
  { model, step }: MechanismProgram,
  name: ProjectionName,
  memory: Memory,
  numbers: Readonly<Record<(typeof PROJECTION_NUMBERS)[number], number>>,
): void {
  const { plan } = step.calls.find((call) => call.plan.name === name)!;
  Interpreter.of(model.plan.ops, plan).run(memory, numbers);
}
