import { hypot } from '../base/powers.js';
import { copy } from '../base/vector.js';
import { atan2 } from '../elementary/index.js';
import { layoutOf, type PlacedCoordinate } from '../model/bodies/coordinate-layout.js';
import { multiply, normalizeOrientation } from '../model/bodies/orientation.js';
import { TypedBodyStore } from '../model/bodies/typed-store.js';
import type { BodyStore } from '../model/body-store.js';
import { ParticleStore } from '../model/particle-store.js';
import type { State } from '../model/state.js';

/**
 * A stage of an implicit method of length `k`, which finds coordinates `q` whose rates are
 * `v = (q ⊖ b) / k`, with accelerations `(v − c) / k`. For orientations `q ⊖ b` is the rotation vector from `b` to
 * `q`, and `c` an angular velocity in body axes.
 */
export interface Stage {
  readonly k: number;
  /** Over the coordinates and the velocities of the state. */
  readonly b: Float64Array;
  readonly c: Float64Array;
}

/** Step of differences, in radians, and as a part of a length or of this length, m. */
const STEP = 1e-5;
const LEAST_LENGTH = 1e-3;

/** Accelerations times masses of one store, less the forces of its bodies' own motion and potentials. */
export interface Inertia {
  /** Sets the velocities of the stage at the present coordinates, those of `c` where no force changes them. */
  setVelocities(stage: Stage): void;
  /** Sets the coordinates to those without accelerations. */
  foresee(stage: Stage): void;
  /** `r += M a − Q` over the velocities, `a += ` accelerations, and to `sizes` the sizes of the terms of `r`. Returns `k² a·M a / 2`. */
  addResidual(stage: Stage, r: Float64Array, a: Float64Array, sizes: Float64Array): number;
  /**
   * Finds `∂(M a − Q)/∂q`: calls `add` with its entries, symmetric and skew part apart, and adds to `gap` the
   * residual less the slope of `k² a·M a / 2`.
   */
  linearize(
    stage: Stage,
    gap: Float64Array,
    add: (i: number, j: number, symmetric: number, skew: number) => void,
  ): void;
  /** Sets `out` to the present velocities, angular ones in body axes. */
  toBodyAxes(out: Float64Array): void;
  /** Sets the velocities to `values`, in which angular ones are in body axes. */
  fromBodyAxes(values: Float64Array): void;
}

export function inertiaOf(store: BodyStore, state: State): Inertia | undefined {
  if (store instanceof ParticleStore) return new ParticleInertia(store, state);
  return store instanceof TypedBodyStore ? new BodyInertia(store, state) : undefined;
}

class ParticleInertia implements Inertia {
  readonly #store: ParticleStore;
  readonly #state: State;

  constructor(store: ParticleStore, state: State) {
    this.#store = store;
    this.#state = state;
  }

  setVelocities({ k, b, c }: Stage): void {
    const { coordinateOffset: from, velocityOffset: to, coordinateCount: n, mass } = this.#store;
    const { q, v } = this.#state;
    for (let i = 0; i < n; i++) v[to + i] = mass[i] === 0 ? c[to + i]! : (q[from + i]! - b[from + i]!) / k;
  }

  foresee({ k, b, c }: Stage): void {
    const { coordinateOffset: at, velocityOffset: from, coordinateCount: n } = this.#store;
    const { q } = this.#state;
    for (let i = 0; i < n; i++) q[at + i] = b[at + i]! + k * c[from + i]!;
  }

  addResidual({ k, c }: Stage, r: Float64Array, a: Float64Array, sizes: Float64Array): number {
    const { velocityOffset: at, coordinateCount: n, mass } = this.#store;
    const { v } = this.#state;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const acceleration = (v[at + i]! - c[at + i]!) / k;
      const force = mass[i]! * acceleration;
      a[at + i] = acceleration;
      r[at + i]! += force;
      sizes[at + i]! += Math.abs(force);
      sum += force * acceleration;
    }
    return (k * k * sum) / 2;
  }

  linearize(
    { k }: Stage,
    _gap: Float64Array,
    add: (i: number, j: number, symmetric: number, skew: number) => void,
  ): void {
    const { velocityOffset: at, coordinateCount: n, mass } = this.#store;
    for (let i = 0; i < n; i++) add(at + i, at + i, mass[i]! / (k * k), 0);
  }

  toBodyAxes(out: Float64Array): void {
    const { velocityOffset: at, coordinateCount: n } = this.#store;
    const { v } = this.#state;
    for (let i = at; i < at + n; i++) out[i] = v[i]!;
  }

  fromBodyAxes(values: Float64Array): void {
    const { velocityOffset: at, coordinateCount: n } = this.#store;
    copy(values, at, this.#state.v, at, n);
  }
}

/** `out = R d`, with `R` the rotation of the quaternion at `q[i] …`, or `Rᵀ d` where it is `inverse`. */
function rotate(
  q: Float64Array,
  i: number,
  d: Float64Array,
  j: number,
  inverse: boolean,
  out: Float64Array,
  o: number,
): void {
  const w = inverse ? -q[i]! : q[i]!;
  const [x, y, z] = [q[i + 1]!, q[i + 2]!, q[i + 3]!];
  const [a, b, c] = [d[j]!, d[j + 1]!, d[j + 2]!];
  const p = 2 * (y * c - z * b);
  const r = 2 * (z * a - x * c);
  const s = 2 * (x * b - y * a);
  out[o] = a + w * p + y * s - z * r;
  out[o + 1] = b + w * r + z * p - x * s;
  out[o + 2] = c + w * s + x * r - y * p;
}

class BodyInertia implements Inertia {
  readonly #store: TypedBodyStore;
  readonly #state: State;
  readonly #nq: number;
  readonly #nv: number;
  readonly #coordinates: readonly PlacedCoordinate[];
  /** True where masses are constant and nothing else acts, as for rigid bodies of the plane. */
  readonly #isLinear: boolean;
  readonly #M: Float64Array;
  readonly #Q: Float64Array;
  readonly #a: Float64Array;
  readonly #turned = new Float64Array(4);
  readonly #b = new Float64Array(4);

  constructor(store: TypedBodyStore, state: State) {
    const { nq, nv, coordinates } = layoutOf(store.type);
    const count = store.bodies.length;
    this.#store = store;
    this.#state = state;
    this.#nq = nq;
    this.#nv = nv;
    this.#coordinates = coordinates;
    this.#isLinear = store.isTimeless && !store.rotation;
    this.#M = new Float64Array(count * nv * nv);
    this.#Q = new Float64Array(count * nv);
    this.#a = new Float64Array(count * nv);
  }

  setVelocities({ k, b, c: velocities }: Stage): void {
    const { coordinateOffset, velocityOffset, bodies } = this.#store;
    const { q, v } = this.#state;
    for (let body = 0; body < bodies.length; body++) {
      for (const place of this.#coordinates) {
        const i = coordinateOffset + body * this.#nq + place.q;
        const j = velocityOffset + body * this.#nv + place.v;
        if (place.description.kind !== 'orientation') {
          for (let c = 0; c < place.description.size; c++)
            v[j + c] = bodies[body]!.isImmovable(place.v + c) ? velocities[j + c]! : (q[i + c]! - b[i + c]!) / k;
          continue;
        }
        if (bodies[body]!.isImmovable(place.v)) {
          rotate(q, i, velocities, j, false, v, j);
          continue;
        }
        // The rotation vector of q ⊗ b*.
        const [from, p] = [this.#b, this.#turned];
        from[0] = b[i]!;
        for (let c = 1; c < 4; c++) from[c] = -b[i + c]!;
        multiply(q, i, from, 0, p);
        const sine = hypot(p[1]!, p[2]!, p[3]);
        const factor = (sine > 0 ? (2 * atan2(sine, p[0]!)) / sine : 2) / k;
        for (let c = 0; c < 3; c++) v[j + c] = factor * p[1 + c]!;
      }
    }
  }

  foresee(stage: Stage): void {
    const { k, b, c } = stage;
    const store = this.#store;
    const { q, v } = this.#state;
    for (let i = store.coordinateOffset; i < store.coordinateOffset + store.coordinateCount; i++) q[i] = b[i]!;
    const d = new Float64Array(v.length);
    this.#toWorldAxes(c, d);
    for (let i = 0; i < d.length; i++) d[i]! *= k;
    store.displace(d);
  }

  /** Angular velocities in body axes in those of the world, at the present orientations. */
  #toWorldAxes(c: Float64Array, out: Float64Array): void {
    this.#turnAxes(c, false, out);
  }

  toBodyAxes(out: Float64Array): void {
    this.#turnAxes(this.#state.v, true, out);
  }

  fromBodyAxes(values: Float64Array): void {
    this.#toWorldAxes(values, this.#state.v);
  }

  #turnAxes(from: Float64Array, inverse: boolean, out: Float64Array): void {
    const { coordinateOffset, velocityOffset, bodies } = this.#store;
    for (let body = 0; body < bodies.length; body++) {
      for (const { q, v, description } of this.#coordinates) {
        const j = velocityOffset + body * this.#nv + v;
        if (description.kind === 'orientation')
          rotate(this.#state.q, coordinateOffset + body * this.#nq + q, from, j, inverse, out, j);
        else for (let c = 0; c < description.size; c++) out[j + c] = from[j + c]!;
      }
    }
  }

  /** Evaluates `M`, `Q` and `a` at the present coordinates and the velocities of the stage there. */
  #evaluate(stage: Stage, c: Float64Array): void {
    const store = this.#store;
    const { v } = this.#state;
    this.setVelocities(stage);
    this.#toWorldAxes(stage.c, c);
    for (let i = 0; i < this.#a.length; i++) {
      const at = store.velocityOffset + i;
      this.#a[i] = (v[at]! - c[at]!) / stage.k;
    }
    store.type.dynamics(store.bodies.length, store.q, store.v, store.parameters, store.time, this.#M, this.#Q);
  }

  /** Entry `i` of `M a − Q`, over the velocities of the store, and the sizes of its terms. */
  #force(i: number): number {
    const nv = this.#nv;
    const body = i - (i % nv);
    let sum = -this.#Q[i]!;
    for (let j = 0; j < nv; j++) sum += this.#M[i * nv + j]! * this.#a[body + j]!;
    return sum;
  }

  addResidual(stage: Stage, r: Float64Array, a: Float64Array, sizes: Float64Array): number {
    const { velocityOffset: at } = this.#store;
    this.#evaluate(stage, a);
    let sum = 0;
    for (let i = 0; i < this.#a.length; i++) {
      const force = this.#force(i);
      r[at + i]! += force;
      sizes[at + i]! += Math.abs(force) + Math.abs(this.#Q[i]!);
      a[at + i] = this.#a[i]!;
      sum += (force + this.#Q[i]!) * this.#a[i]!;
    }
    return (stage.k * stage.k * sum) / 2;
  }

  linearize(
    stage: Stage,
    gap: Float64Array,
    add: (i: number, j: number, symmetric: number, skew: number) => void,
  ): void {
    const store = this.#store;
    const { velocityOffset: at, bodies } = store;
    const { k } = stage;
    const nv = this.#nv;
    const square = nv * nv;
    const rates = new Float64Array(this.#state.v.length);
    this.#evaluate(stage, rates);
    if (this.#isLinear) {
      for (let i = 0; i < this.#M.length; i++) {
        const row = Math.floor(i / nv);
        add(at + row, at + row - (row % nv) + (i % nv), this.#M[i]! / (k * k), 0);
      }
      return;
    }
    const q = store.q.slice();
    const v = store.v.slice();
    for (let i = 0; i < this.#a.length; i++) gap[at + i]! += this.#force(i);
    const slopes = new Float64Array(bodies.length * square);
    const steps = new Float64Array(bodies.length);
    const d = new Float64Array(this.#state.v.length);
    for (const place of this.#coordinates) {
      const { kind, rateSize, unit } = place.description;
      for (let j = place.v; j < place.v + rateSize; j++) {
        for (let body = 0; body < bodies.length; body++) {
          const isLength = kind === 'vector' || unit === 'm';
          const coordinate = Math.abs(q[body * this.#nq + place.q + j - place.v]!);
          const moved = Math.abs(k * v[body * nv + j]!);
          steps[body] = STEP * (isLength ? Math.max(LEAST_LENGTH, coordinate, moved) : 1);
        }
        for (const sign of [1, -1]) {
          for (let body = 0; body < bodies.length; body++) d[at + body * nv + j] = sign * steps[body]!;
          store.displace(d);
          this.#evaluate(stage, rates);
          for (let body = 0; body < bodies.length; body++) {
            const weight = sign / (2 * steps[body]!);
            let energy = 0;
            for (let i = 0; i < nv; i++) {
              const force = this.#force(body * nv + i);
              slopes[body * square + i * nv + j]! += weight * force;
              energy += (force + this.#Q[body * nv + i]!) * this.#a[body * nv + i]!;
            }
            gap[at + body * nv + j]! -= (weight * k * k * energy) / 2;
          }
          store.q.set(q);
        }
        for (let body = 0; body < bodies.length; body++) d[at + body * nv + j] = 0;
      }
    }
    store.v.set(v);
    for (let body = 0; body < bodies.length; body++) {
      for (let i = 0; i < nv; i++) {
        for (let j = 0; j < nv; j++) {
          const [a, b] = [slopes[body * square + i * nv + j]!, slopes[body * square + j * nv + i]!];
          add(at + body * nv + i, at + body * nv + j, (a + b) / 2, (a - b) / 2);
        }
      }
    }
  }
}

/** Scales the orientations of all bodies among coordinates `q` to length 1. */
export function normalizeOrientations(stores: readonly BodyStore[], q: Float64Array): void {
  for (const store of stores) {
    if (!(store instanceof TypedBodyStore)) continue;
    const { nq, coordinates } = layoutOf(store.type);
    for (let body = 0; body < store.bodies.length; body++)
      for (const { q: at, description } of coordinates)
        if (description.kind === 'orientation') normalizeOrientation(q, store.coordinateOffset + body * nq + at);
  }
}
