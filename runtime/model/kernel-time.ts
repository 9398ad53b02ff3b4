import type { ConstraintType } from './constraint-type.js';

/**
 * The time that the kernels of `type` get at time `t`: NaN where the type says that they do not read it, so that a type that says so by mistake shows
 * in whatever it computes.
 */
export function kernelTime({ dependsOnTime }: ConstraintType, t: number): number {
  return dependsOnTime === false ? NaN : t;
}
