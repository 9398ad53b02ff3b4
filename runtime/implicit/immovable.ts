import { layoutOf } from '../model/bodies/coordinate-layout.js';
import { TypedBodyStore } from '../model/bodies/typed-store.js';
import type { BodyStore } from '../model/body-store.js';
import { ParticleStore } from '../model/particle-store.js';

/** True for a velocity that no force changes, number `i` of its store. */
export function isImmovable(store: BodyStore, i: number): boolean {
  if (store instanceof ParticleStore) return store.mass[i] === 0;
  if (!(store instanceof TypedBodyStore)) return false;
  const { nv } = layoutOf(store.type);
  return store.bodies[Math.floor(i / nv)]!.isImmovable(i % nv);
}

/** Indices in the state of the coordinates that no force changes. */
export function immovableCoordinates(stores: readonly BodyStore[]): Int32Array {
  const found: number[] = [];
  for (const store of stores) {
    if (store instanceof TypedBodyStore) {
      const { nq, nv, coordinates } = layoutOf(store.type);
      for (let body = 0; body < store.bodies.length; body++)
        for (const { q, v, description } of coordinates)
          for (let c = 0; c < description.size; c++) {
            const rate = description.kind === 'orientation' ? v : v + c;
            if (isImmovable(store, body * nv + rate)) found.push(store.coordinateOffset + body * nq + q + c);
          }
    } else
      for (let i = 0; i < store.velocityCount; i++) if (isImmovable(store, i)) found.push(store.coordinateOffset + i);
  }
  return Int32Array.from(found);
}
