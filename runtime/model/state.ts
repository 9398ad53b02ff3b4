const NOTHING = new Float64Array(0);

/**
 * Coordinates and velocities of all bodies, each in one array. Bodies are inserted and deleted in
 * place. Capacity grows by doubling. Views taken earlier stay valid until an insertion exceeds the
 * capacity or shifts them.
 */
export class State {
  /** Generalized coordinates of all bodies. */
  q: Float64Array = new Float64Array(0);
  /** Generalized velocities of all bodies. */
  v: Float64Array = new Float64Array(0);
  /** `v̇` of the last evaluation. Set by the runtime; empty where bodies changed since. */
  accelerations: Float64Array = NOTHING;
  /** Indices of velocities of bodies that sleep, which no force changes. */
  still: Int32Array = new Int32Array(0);
  /** Number that changes whenever an earlier view may have become stale. */
  generation = 0;

  /** Arrays of full capacity, of which {@link q} and {@link v} are the beginnings. */
  #qStore: Float64Array<ArrayBuffer>;
  #vStore: Float64Array<ArrayBuffer>;

  /** Makes an empty state with room for `capacity` coordinates and as many velocities. */
  constructor(capacity = 256) {
    this.#qStore = new Float64Array(capacity);
    this.#vStore = new Float64Array(capacity);
  }

  /**
   * Makes room for `nq` coordinates at `q[qOffset]` and `nv` velocities at `v[vOffset]`, set to
   * zero.
   */
  insert(qOffset: number, nq: number, vOffset: number, nv: number): void {
    this.accelerations = NOTHING;
    if (qOffset < this.q.length || vOffset < this.v.length) this.generation++;
    this.#qStore = this.#grown(this.#qStore, this.q.length + nq);
    this.#vStore = this.#grown(this.#vStore, this.v.length + nv);
    this.q = withGap(this.#qStore, this.q.length, qOffset, nq);
    this.v = withGap(this.#vStore, this.v.length, vOffset, nv);
  }

  /** Deletes `nq` coordinates at `q[qOffset]` and `nv` velocities at `v[vOffset]`. */
  remove(qOffset: number, nq: number, vOffset: number, nv: number): void {
    this.accelerations = NOTHING;
    this.generation++;
    this.q = withoutRange(this.#qStore, this.q.length, qOffset, nq);
    this.v = withoutRange(this.#vStore, this.v.length, vOffset, nv);
  }

  /**
   * Returns `count` entries of {@link accelerations} from `start` on: a view, or zeros if bodies
   * changed since the last evaluation.
   */
  accelerationsAt(start: number, count: number): Float64Array {
    const known = this.accelerations.length > 0;
    return known ? this.accelerations.subarray(start, start + count) : new Float64Array(count);
  }

  /**
   * Returns coordinates and velocities, extended to `n` entries each by the room behind them;
   * undefined where there is less room.
   */
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

function withGap(store: Float64Array, length: number, offset: number, count: number): Float64Array {
  store.copyWithin(offset + count, offset, length);
  store.fill(0, offset, offset + count);
  return store.subarray(0, length + count);
}

function withoutRange(store: Float64Array, length: number, offset: number, count: number): Float64Array {
  store.copyWithin(offset, offset + count, length);
  return store.subarray(0, length - count);
}

/** Returns `store`, or a larger copy of it where it has fewer than `needed` entries. */
export function withRoom(store: Float64Array<ArrayBuffer>, needed: number): Float64Array<ArrayBuffer> {
  if (needed <= store.length) return store;
  const larger = new Float64Array(Math.max(needed, 2 * store.length));
  larger.set(store);
  return larger;
}
