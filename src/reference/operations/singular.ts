import type { Partials, Properties, Singular } from './operation.js';

const ZEROS = [
  [0, 0],
  [0, 0],
] as const;

/** An operation whose derivatives all count as 0 at a singular point. */
export const flat = (value: number): Partials => ({ value, first: [0, 0], second: ZEROS });

export type Singularity = Pick<Properties, 'singular' | 'dependence'>;

/** Smooth on the whole domain, and simplified by nothing but its own inverse. */
export const SMOOTH: Singularity = { singular: 'nowhere', dependence: 'smooth' };
export const LINEAR: Singularity = { singular: 'nowhere', dependence: 'linear' };
export const singular = (set: Singular): Singularity => ({ singular: set, dependence: 'unknown' });

const among = (points: readonly number[]): Singular => ({
  distance: (x) => Math.min(...points.map((point) => Math.abs(x - point))),
  policy: (x) => (points.includes(x) ? flat(0) : undefined),
});

/** Slopes that are finite to both sides of some arguments, and count as 0 there. */
export const flatAt = (...points: number[]): Singularity => singular(among(points));

/** Slopes that are infinite at some arguments, where they count as 0, and so does the value. */
export const infiniteAt = (...points: number[]): Singularity => singular({ points, ...among(points) });
