import type { BodyBinding } from './body-binding.js';

/** The bodies of one type in a world, and the arrays that the kernels of their type read. */
export interface BodyArrays {
  readonly bodies: readonly BodyBinding[];
  /** Coordinates and velocities, body by body: views on the state. */
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly parameters: Float64Array;
  /** Time, s. */
  readonly time: number;
  /** Index in the state at which the velocities begin. */
  readonly velocityOffset: number;
  /** Index in the connector table at which the connectors begin. */
  readonly slotOffset: number;
  /** The bodies that constraints or stiff forces act on, each as often as that. */
  readonly placed: Int32Array;
  /** False where the formulas of the body `k` have no value at the present state. */
  isDefined(k: number): boolean;
}
