import { maxAbs } from '../base/vector.js';
import type { Reduction } from './reduction.js';
import type { RestState } from './rest-state.js';
import { slopeAtZero } from './slopes.js';

/** Step of differences in velocities, lengths of the world or radians per second. */
const STEP = 1e-3;
/** Part of the slopes by velocities that is rounding of differences. */
const ROUNDING = 1e-9;

/** `−∂Q/∂v` at rest, over the velocities of the state. */
export function dampingMatrix(rest: RestState): Float64Array {
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
