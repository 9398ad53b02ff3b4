import { checkPositive, readOptions } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { maxAbs, norm } from '../base/vector.js';
import { bindingOfBody } from '../model/bodies/body-binding.js';
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
  /** Angular frequency `ω`, rad/s; of an unstable mode the rate `σ`, 1/s, at which it grows as `exp(σ t)`. */
  readonly angularFrequency: number;
  readonly unstable: boolean;
  /**
   * Returns the displacement of a particle or body, over its velocities: along the axes of a particle, those and
   * the angle of a rigid body in the plane, those and a rotation vector in space, and otherwise the coordinates. A mode is scaled to
   * `Σ v·M v = 1`, its largest entry positive.
   */
  readonly shape: (body: object) => Float64Array;
}

/** Net force, as a part of the largest force, and distance from balance, as a part of the world's length, that are none. */
const IN_BALANCE = 1e-8;
/** Velocity, as a part of the world's length in the time of its fastest mode, that counts as rest. */
const AT_REST = 1e-6;

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
  const { count = Infinity } = readOptions(options, 'Options of modes', ['count']);
  if (count !== Infinity) checkPositive(count, "Option 'count' of modes");
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
  checkAtRest(rest, balance, Math.sqrt(maxAbs(eigen.values)));
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
          const start = particles.velocityOffset + space * body.index;
          return v.slice(start, start + space);
        }
        const binding = bindingOfBody(body);
        return v.slice(binding.velocityOffset, binding.velocityOffset + binding.v.length);
      },
    };
  });
}

/** Throws E_NOT_AT_REST. */
function checkAtRest(rest: RestState, { size, gradient, residual, reduction }: Balance, fastest: number): void {
  const length = rest.metricLength();
  const moves = norm(reduction.multiplyUpper(reduction.gather(rest.velocities))) > AT_REST * fastest * length;
  const isBalanced = residual <= IN_BALANCE * size || norm(gradient) <= IN_BALANCE * fastest * fastest * length;
  if (!moves && isBalanced) return;
  throw new HolonomicRuntimeError(
    'E_NOT_AT_REST',
    moves
      ? 'Modes are those of small motions about a place of rest, and the world moves.'
      : `Modes are those of small motions about an equilibrium, and here the net force is ${residual.toPrecision(3)}.`,
    'Call equilibrium(world) before, which moves it there.',
  );
}
