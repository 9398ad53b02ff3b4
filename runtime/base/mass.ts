import { checkPositive } from './check.js';
import { HolonomicRuntimeError } from './errors.js';

/*
 * A mass or an inertia that is infinite is stored as 0, and its mobility is 0: no force moves the
 * body, and sums over masses (weights, energies, momenta) leave it out, instead of becoming NaN.
 */

/** The number that stands for a mass or an inertia in sums. */
export const storedMass = (mass: number): number => (mass === Infinity ? 0 : mass);

/** The mass or inertia that a stored number stands for. */
export const shownMass = (stored: number): number => (stored === 0 ? Infinity : stored);

/**
 * Checks a mass or an inertia, which may be infinite; `what` names it in the message. Throws E_MASS
 * for zero, E_NOT_POSITIVE for what is no positive number.
 */
export function checkMass(value: unknown, what: string): number {
  if (value === Infinity) return Infinity;
  if (value !== 0) return checkPositive(value, what);
  throw new HolonomicRuntimeError(
    'E_MASS',
    `${what} is zero, so that no finite acceleration follows from the forces on it.`,
    'Give a positive one. What does not move is world.ground.point(p), what moves as prescribed a world.handle(…). Parts without mass are points of a body that defineBody makes, without a mass; a massless rod is a constraint, such as Distance.',
  );
}
