/**
 * Coordinates and velocities of all bodies, each in one array. Bodies are inserted and deleted in place; capacity grows by doubling, so
 * that views taken earlier stay valid until an insertion outgrows it or shifts them.
 */
export class State {
  /** Generalized coordinates of all bodies. */
  q: Float64Array = new Float64Array(0);
  /** Generalized velocities of all bodies. */
  v: Float64Array = new Float64Array(0);
  /** Changes whenever a view taken before may no longer lie where its body is. */
  generation = 0;

  /** What they are the beginnings of. */
  #qStore: Float64Array<ArrayBuffer>;
  #vStore: Float64Array<ArrayBuffer>;

  /** `capacity` is how many of each there is room for at first. */
  constructor(capacity = 256) {
    this.#qStore = new Float64Array(capacity);
    this.#vStore = new Float64Array(capacity);
  }

  /** Makes room for `nq` coordinates at `q[qOffset]` and `nv` velocities at `v[vOffset]`, set to zero. */
  insert(qOffset: number, nq: number, vOffset: number, nv: number): void {
    if (qOffset < this.q.length || vOffset < this.v.length) this.generation++;
    this.#qStore = this.#grown(this.#qStore, this.q.length + nq);
    this.#vStore = this.#grown(this.#vStore, this.v.length + nv);
    this.q = opened(this.#qStore, this.q.length, qOffset, nq);
    this.v = opened(this.#vStore, this.v.length, vOffset, nv);
  }

  /** Takes out `nq` coordinates at `q[qOffset]` and `nv` velocities at `v[vOffset]`. */
  remove(qOffset: number, nq: number, vOffset: number, nv: number): void {
    this.generation++;
    this.q = closed(this.#qStore, this.q.length, qOffset, nq);
    this.v = closed(this.#vStore, this.v.length, vOffset, nv);
  }

  /** Coordinates and velocities with as much of what lies behind them as makes `n` of each; undefined where there is not so much. */
  extended(n: number): { readonly q: Float64Array; readonly v: Float64Array } | undefined {
    if (n > this.#qStore.length || n > this.#vStore.length) return undefined;
    return { q: this.#qStore.subarray(0, n), v: this.#vStore.subarray(0, n) };
  }

  #grown(store: Float64Array<ArrayBuffer>, needed: number): Float64Array<ArrayBuffer> {
    const larger = withRoom(store, needed);
    if (larger !== store) this.generation++;
    return larger;
  }
}

function opened(store: Float64Array, length: number, offset: number, count: number): Float64Array {
  store.copyWithin(offset + count, offset, length);
  store.fill(0, offset, offset + count);
  return store.subarray(0, length + count);
}

function closed(store: Float64Array, length: number, offset: number, count: number): Float64Array {
  store.copyWithin(offset, offset + count, length);
  return store.subarray(0, length - count);
}

/** `store`, or a larger copy of it where it has not got `needed` entries. */
export function withRoom(store: Float64Array<ArrayBuffer>, needed: number): Float64Array<ArrayBuffer> {
  if (needed <= store.length) return store;
  const larger = new Float64Array(Math.max(needed, 2 * store.length));
  larger.set(store);
  return larger;
}
