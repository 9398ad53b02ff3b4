import { maxAbs } from '../base/vector.js';
import { Energy } from '../model/energies/energy.js';
import { labelOfForce, type Force } from '../model/force.js';
import type { Reduction } from './reduction.js';
import type { RestState } from './rest-state.js';
import { slopeAtZero } from './slopes.js';
import { singularWarning } from './terms.js';

/** Step of differences in velocities, lengths of the world or radians per second. */
const STEP = 1e-3;
/** Part of the slopes by velocities that is rounding of differences. */
const ROUNDING = 1e-9;

/**
 * `−∂Q/∂v` at rest, over the velocities of the state. Where the formula of an energy is singular, as the length of a
 * spring is where its ends meet, its slope along a velocity is taken at places beside, along the same velocity, and it warns.
 */
export function linearDamping(rest: RestState): Float64Array {
  const D = dampingMatrix(rest);
  const { structure, recovery } = rest.internals;
  const energies = structure.forces.filter((force) => force instanceof Energy && force.type.dampingKernel);
  if (energies.length === 0 || !changesBeside(rest, energies)) return D;
  for (const energy of energies) {
    const beside = changesBeside(rest, [energy]);
    if (!beside) continue;
    beside.forEach((change, at) => (D[at]! += change));
    const label = labelOfForce(energy, structure.forces.indexOf(energy));
    recovery.watch.warn(singularWarning(label, rest.world.time));
  }
  return D;
}

/** By how much `−∂Q/∂v` of forces jumps beside the present positions; undefined where it does not. */
function changesBeside(rest: RestState, forces: readonly Force[]): Float64Array | undefined {
  const { state } = rest.internals.structure;
  const n = state.v.length;
  const q = state.q.slice();
  const d = new Float64Array(n);
  const length = rest.length();
  const changes = new Float64Array(n * n);
  let jumps = false;
  for (const j of rest.free) {
    const unit = rest.isLength[j] === 1 ? length : 1;
    const exertedAt = (aside: number, rate: number): Float64Array => {
      d[j] = aside * unit;
      state.v[j] = rate * unit;
      rest.moveTo(q, d);
      d[j] = 0;
      const exerted = rest.exerted(forces, false);
      state.v[j] = 0;
      return exerted;
    };
    const slopeAt = (aside: number): Float64Array => {
      const [ahead, back] = [1, -1].map((sign) => {
        const still = exertedAt(sign * aside, 0);
        return exertedAt(sign * aside, sign * STEP).map((force, i) => force - still[i]!);
      }) as [Float64Array, Float64Array];
      return ahead.map((force, i) => (back[i]! - force) / (2 * STEP * unit));
    };
    const [here, near, far] = [slopeAt(0), slopeAt(ASIDE), slopeAt(2 * ASIDE)];
    const [nearer, farther] = [near, far].map((there) => maxAbs(there.map((entry, i) => entry - here[i]!)));
    if (!(nearer! > JUMP * maxAbs(near) && nearer! > 0.75 * farther!)) continue;
    jumps = true;
    near.forEach((entry, i) => (changes[i * n + j] = entry - here[i]!));
  }
  rest.moveTo(q);
  return jumps ? changes : undefined;
}

/** Distance of places beside, lengths of the world or radians, and the part of a slope by which it jumps there. */
const ASIDE = 1e-4;
const JUMP = 0.01;

/** `−∂Q/∂v` at rest, over the velocities of the state, of the formulas as they are. */
function dampingMatrix(rest: RestState): Float64Array {
  const { state } = rest.internals.structure;
  const n = state.v.length;
  const D = new Float64Array(n * n);
  const length = rest.length();
  for (const j of rest.free) {
    const at = (rate: number): Float64Array => {
      state.v[j] = rate;
      rest.evaluate();
      const { Q } = rest.forces();
      state.v[j] = 0;
      return Q;
    };
    const { slope } = slopeAtZero(at, STEP * (rest.isLength[j] === 1 ? length : 1));
    for (let i = 0; i < n; i++) D[i * n + j] = -slope[i]!;
  }
  rest.evaluate();
  return D;
}

/**
 * The gyroscopic terms `G` of small motions `z̈ + G ż + K z = 0`, over the directions that constraints leave: the
 * skew part of the slopes of forces by velocities, which does no work, as Coriolis forces have it in bodies whose
 * formulas have the time. Undefined where there are none.
 */
export function gyroscopicMatrix(reduction: Reduction): Float64Array | undefined {
  const { freedoms: f } = reduction;
  const D = reduction.reduce(dampingMatrix(reduction.rest), false);
  const G = D.map((entry, at) => (entry - D[(at % f) * f + (at - (at % f)) / f]!) / 2);
  return maxAbs(G) > ROUNDING * maxAbs(D) ? G : undefined;
}
