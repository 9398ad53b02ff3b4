import { squared } from '../base/powers.js';
import { printAs } from '../base/printing.js';
import { checkNotNegative, checkNumber, readOptions } from '../base/check.js';
import type { ScalarConnector } from '../model/connector.js';
import { HingeAngle } from '../model/bodies/hinge-angle.js';
import { checkHome, type Force, type ForceWorld } from '../model/force.js';
import { checkScalar, connectorsOf } from './connectors.js';

/** @inline */
type Angle = ScalarConnector | HingeAngle;

/** Writes the slopes of an angle by the connectors that it depends on. */
function writeSlopes(angle: Angle, scale: number, out: Float64Array, start: number): void {
  if (angle instanceof HingeAngle) angle.writeSlopes(scale, out, start);
  else out[start] = scale;
}

/** Options of {@link torsionSpring}. */
export interface TorsionSpringOptions {
  /**
   * The angles, or other scalars, that the spring joins. For a hinge in space one is its hinge
   * angle and the other `world.ground.scalar(0)`.
   */
  readonly a: Angle;
  readonly b: Angle;
  /** Stiffness, N·m/rad. */
  readonly stiffness: number;
  /** Damping, N·m·s/rad. 0 if left out. */
  readonly damping?: number;
  /** Difference `b − a` at which the spring exerts no torque, rad. 0 if left out. */
  readonly restAngle?: number;
}

const OPTION_NAMES: readonly (keyof TorsionSpringOptions)[] = ['a', 'b', 'stiffness', 'damping', 'restAngle'];

/**
 * A spring and damper between any two angles or other scalars. `b` gets the torque
 * `−(stiffness (b − a − restAngle) + damping (ḃ − ȧ))`, N·m, and `a` the opposite. The energy is
 * `stiffness (b − a − restAngle)² / 2`. Full turns count: a spring wound up twice is not at rest.
 *
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_INPUT_KIND, E_OTHER_WORLD, E_NUMBER, E_NOT_FINITE,
 * E_NEGATIVE.
 */
export function torsionSpring(options: TorsionSpringOptions): Force {
  const given = readOptions(options, 'Options of torsionSpring', OPTION_NAMES);
  const a = checkScalar(given.a, "Option 'a' of torsionSpring");
  const b = checkScalar(given.b, "Option 'b' of torsionSpring");
  checkHome(b, a.world, "Option 'b' of torsionSpring");
  const { stiffness, damping = 0, restAngle = 0 } = given;
  checkNotNegative(stiffness, "Option 'stiffness' of torsionSpring");
  checkNotNegative(damping, "Option 'damping' of torsionSpring");
  checkNumber(restAngle, "Option 'restAngle' of torsionSpring");
  const connectors = [...connectorsOf(a), ...connectorsOf(b)];
  const slopes = new Float64Array(connectors.reduce((sum, { size }) => sum + size, 0));
  const startOfB = connectorsOf(a).reduce((sum, { size }) => sum + size, 0);
  const force = {
    actsOn: connectors,
    stiffRows: [{ connectors, slopes, stiffness, damping }],
    apply(world: ForceWorld): void {
      checkHome(a, world, "Option 'a' of torsionSpring");
      writeSlopes(a, -1, slopes, 0);
      writeSlopes(b, 1, slopes, startOfB);
      const torque = stiffness * (b.value - a.value - restAngle) + damping * (b.rate - a.rate);
      a.applyForce(torque);
      b.applyForce(-torque);
    },
    energy: (): number => (stiffness * squared(b.value - a.value - restAngle)) / 2,
  };
  return printAs(force, 'torsionSpring', () => {
    const angle = b.value - a.value;
    return { a, b, stiffness, damping, restAngle, angle };
  });
}
