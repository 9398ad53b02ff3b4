import type { SteppedSystem } from '../integrators/stepped-system.js';

/** Stops all that forces can move. Bodies of infinite mass go on: their motion is prescribed, and may be a cause. */
export function stopMovable({ stores, v }: SteppedSystem): void {
  const forces = new Float64Array(v.length).fill(1);
  const accelerations = new Float64Array(v.length);
  for (const store of stores) store.applyInverseMass(forces, accelerations);
  for (let i = 0; i < v.length; i++) if (accelerations[i] !== 0) v[i] = 0;
}
