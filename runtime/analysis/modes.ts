import { checkCount, readOptions } from '../base/check.js';
import { maxAbs } from '../base/vector.js';
import { bindingOfBody } from '../model/bodies/body-binding.js';
import { checkHome } from '../model/force.js';
import { isParticle } from '../model/particle.js';
import type { AnyWorld } from '../world/internals.js';
import { RestState } from './rest-state.js';
import { Balance } from './statics.js';

/** Options of {@link modes}. */
export interface ModesOptions {
  /** Number of modes, from the lowest; all if left out. */
  readonly count?: number;
}

/** A small motion in which all bodies move in step. */
export interface Mode {
  /** Angular frequency `ω`, rad/s; of an unstable mode the rate `σ`, 1/s, at which it grows as `exp(σ t)`; 0 of a neutral one. */
  readonly angularFrequency: number;
  readonly unstable: boolean;
  /**
   * Returns the displacement of a particle or body, over its velocities: along the axes of a particle, those and
   * the angle of a rigid body in the plane, those and a rotation vector in space, and otherwise the coordinates. A mode is scaled to
   * `Σ v·M v = 1`, its largest entry positive.
   */
  readonly shape: (body: object) => Float64Array;
}

/**
 * Returns the modes of small vibrations of a world about the equilibrium that it is in, from the lowest
 * eigenvalue `ω²` of `K v = ω² M v` within the constraints. Unstable ones come first. Friction, drag
 * and dampers do not enter.
 *
 * ```ts
 * equilibrium(world);
 * const [lowest] = modes(world, { count: 3 });
 * ```
 *
 * Throws E_NOT_AT_REST where the world moves or forces are not balanced, E_ANALYSIS, E_NO_STIFFNESS,
 * E_PRESTRESS, E_WORLD, E_STEPPING, E_OPTIONS, E_OPTION_UNKNOWN, E_NUMBER, E_NOT_FINITE, E_NOT_POSITIVE.
 */
export function modes(world: AnyWorld, options: ModesOptions = {}): Mode[] {
  const given = readOptions(options, 'Options of modes', ['count']);
  const count = given.count === undefined ? Infinity : checkCount(given.count, "Option 'count' of modes");
  const rest = new RestState(world, 'modes');
  try {
    return rest.internals.structure.during('calculating', () => modesAt(rest, count));
  } finally {
    rest.end();
  }
}

function modesAt(rest: RestState, count: number): Mode[] {
  const balance = new Balance(rest);
  const { reduction } = balance;
  balance.checkPrestress();
  const { eigen } = balance.stiffness();
  balance.checkAtRest('Modes are those', Math.sqrt(maxAbs(eigen.values)));
  const { space } = rest.world;
  const particles = rest.internals.structure.particles;
  return Array.from({ length: Math.min(count, reduction.freedoms) }, (_, k) => {
    const value = eigen.values[k]!;
    const z = eigen.vectors.subarray(k * reduction.freedoms, (k + 1) * reduction.freedoms);
    const v = reduction.velocities(reduction.expand(z));
    const largest = v.reduce((most, entry) => (Math.abs(entry) > Math.abs(most) * (1 + 1e-9) ? entry : most), 0);
    if (largest < 0) v.forEach((entry, i) => (v[i] = -entry));
    return {
      angularFrequency: Math.sqrt(Math.abs(value)),
      unstable: value < 0,
      shape: (body) => {
        if (isParticle(body)) {
          checkHome(body, rest.world, 'The body of a shape');
          const start = particles.velocityOffset + space * body.index;
          return v.slice(start, start + space);
        }
        const binding = bindingOfBody(body);
        checkHome(binding, rest.world, 'The body of a shape');
        return v.slice(binding.velocityOffset, binding.velocityOffset + binding.v.length);
      },
    };
  });
}
