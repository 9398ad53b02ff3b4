import type { State } from './state.js';

/** Removes `nq` coordinates at `q[qOffset]` and `nv` velocities at `v[vOffset]`. */
export function removeFromState(state: State, qOffset: number, nq: number, vOffset: number, nv: number): void {
  state.generation++;
  state.q = closed(state.qStore, state.q.length, qOffset, nq);
  state.v = closed(state.vStore, state.v.length, vOffset, nv);
}

function closed(store: Float64Array, length: number, offset: number, count: number): Float64Array {
  store.copyWithin(offset, offset + count, length);
  return store.subarray(0, length - count);
}
