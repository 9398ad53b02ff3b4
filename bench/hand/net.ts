/**
 * A planar net of rods between particles of equal mass, hung up at particle 0, written by hand: velocity steps
 *
 *     v* = v + dt g,   A μ = −r C − J v*,   v = v* + w Jᵀ μ,   q += dt v
 *
 * What the runtime is measured against. `A` has `w s_i s_j u_i·u_j` for rods `i`, `j` that meet at a particle. Its lower triangle is kept by rows in
 * elimination order: those of a factorisation by nested dissection, with places for the fill, or those of `A` itself for conjugate gradients with IC(0).
 */
export abstract class NetByHand {
  readonly q: Float64Array;
  readonly v: Float64Array;
  protected readonly rods: number;
  /** Ends of each rod, in elimination order, as offsets in `q`. */
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #length: Float64Array;
  protected readonly ux: Float64Array;
  protected readonly uy: Float64Array;
  protected readonly b: Float64Array;
  protected readonly mu: Float64Array;
  readonly #g: number;

  /** `rods` are pairs of particles, in elimination order. */
  constructor(q: ArrayLike<number>, rods: readonly (readonly [number, number])[], g: number) {
    const n = rods.length;
    this.q = Float64Array.from(q);
    this.v = new Float64Array(this.q.length);
    this.rods = n;
    this.#a = Int32Array.from(rods, ([a]) => 2 * a);
    this.#b = Int32Array.from(rods, ([, b]) => 2 * b);
    this.ux = new Float64Array(n);
    this.uy = new Float64Array(n);
    this.b = new Float64Array(n);
    this.mu = new Float64Array(n);
    this.#length = Float64Array.from(rods, ([a, b]) =>
      Math.hypot(q[2 * b]! - q[2 * a]!, q[2 * b + 1]! - q[2 * a + 1]!),
    );
    this.#g = g;
  }

  /** Solves `A μ = b`. */
  protected abstract solve(): void;

  step(dt: number): void {
    const { q, v, ux, uy, b, mu, rods } = this;
    const from = this.#a;
    const to = this.#b;
    const length = this.#length;
    const rate = 0.2 / dt;
    for (let i = 3; i < v.length; i += 2) v[i]! -= dt * this.#g;
    for (let k = 0; k < rods; k++) {
      const i = from[k]!;
      const j = to[k]!;
      const dx = q[j]! - q[i]!;
      const dy = q[j + 1]! - q[i + 1]!;
      const distance = Math.sqrt(dx * dx + dy * dy);
      const x = dx / distance;
      const y = dy / distance;
      ux[k] = x;
      uy[k] = y;
      b[k] = -rate * (distance - length[k]!) - (x * (v[j]! - v[i]!) + y * (v[j + 1]! - v[i + 1]!));
    }
    this.solve();
    for (let k = 0; k < rods; k++) {
      const i = from[k]!;
      const j = to[k]!;
      const fx = mu[k]! * ux[k]!;
      const fy = mu[k]! * uy[k]!;
      v[i]! -= fx;
      v[i + 1]! -= fy;
      v[j]! += fx;
      v[j + 1]! += fy;
    }
    v[0] = v[1] = 0;
    for (let i = 0; i < q.length; i++) q[i]! += dt * v[i]!;
  }
}

/** Which entries `A` has below its diagonal, by rows, with the sign of each. */
interface Rows {
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly sign: Float64Array;
  readonly diagonal: Float64Array;
}

function rowsOf(rods: readonly (readonly [number, number])[]): Rows {
  const at = new Map<number, number[]>();
  rods.forEach(([a, b], k) => {
    for (const end of [a, b]) {
      const list = at.get(end);
      if (list) list.push(k);
      else at.set(end, [k]);
    }
  });
  const start = [0];
  const column: number[] = [];
  const sign: number[] = [];
  const diagonal: number[] = [];
  rods.forEach(([a, b], k) => {
    const entries: [number, number][] = [];
    for (const end of [a, b]) {
      if (end === 0) continue;
      for (const j of at.get(end)!) if (j < k) entries.push([j, (rods[j]![0] === end) === (a === end) ? 1 : -1]);
    }
    entries.sort((x, y) => x[0] - y[0]);
    for (const [j, s] of entries) {
      column.push(j);
      sign.push(s);
    }
    start.push(column.length);
    diagonal.push(a === 0 || b === 0 ? 1 : 2);
  });
  return {
    start: Int32Array.from(start),
    column: Int32Array.from(column),
    sign: Float64Array.from(sign),
    diagonal: Float64Array.from(diagonal),
  };
}

/** Rods of an `n × n` grid by nested dissection: of each half before the rods that the cut between them goes through. */
export function dissect(n: number): [number, number][] {
  const rods: [number, number][] = [];
  const order = (x0: number, x1: number, y0: number, y1: number): void => {
    const width = x1 - x0;
    const height = y1 - y0;
    if (width * height === 1) return;
    if (width >= height) {
      const cut = x0 + (width >> 1);
      order(x0, cut, y0, y1);
      order(cut, x1, y0, y1);
      for (let y = y0; y < y1; y++) rods.push([y * n + cut - 1, y * n + cut]);
    } else {
      const cut = y0 + (height >> 1);
      order(x0, x1, y0, cut);
      order(x0, x1, cut, y1);
      for (let x = x0; x < x1; x++) rods.push([(cut - 1) * n + x, cut * n + x]);
    }
  };
  order(0, n, 0, n);
  return rods;
}

/** With `L D Lᵀ`, row by row, along a pattern of `L` found once. */
export class NetByLDL extends NetByHand {
  readonly #rows: Rows;
  readonly #start: Int32Array;
  readonly #row: Int32Array;
  readonly #rowStart: Int32Array;
  readonly #column: Int32Array;
  readonly #L: Float64Array;
  readonly #inverse: Float64Array;
  readonly #y: Float64Array;
  readonly #next: Int32Array;

  constructor(q: ArrayLike<number>, rods: readonly (readonly [number, number])[], g: number) {
    super(q, rods, g);
    const n = rods.length;
    const rows = rowsOf(rods);
    const parent = new Int32Array(n).fill(-1);
    const seen = new Int32Array(n);
    const rowStart = new Int32Array(n + 1);
    const columns: number[] = [];
    const count = new Int32Array(n + 1);
    for (let k = 0; k < n; k++) {
      seen[k] = k;
      const found: number[] = [];
      for (let e = rows.start[k]!; e < rows.start[k + 1]!; e++) {
        for (let j = rows.column[e]!; seen[j] !== k; j = parent[j]!) {
          if (parent[j]! < 0) parent[j] = k;
          seen[j] = k;
          found.push(j);
        }
      }
      found.sort((a, b) => a - b);
      for (const j of found) {
        columns.push(j);
        count[j + 1]!++;
      }
      rowStart[k + 1] = columns.length;
    }
    for (let j = 0; j < n; j++) count[j + 1]! += count[j]!;
    const next = count.slice(0, n);
    this.#row = new Int32Array(columns.length);
    for (let k = 0; k < n; k++) {
      for (let e = rowStart[k]!; e < rowStart[k + 1]!; e++) this.#row[next[columns[e]!]!++] = k;
    }
    this.#rows = rows;
    this.#start = count;
    this.#rowStart = rowStart;
    this.#column = Int32Array.from(columns);
    this.#L = new Float64Array(columns.length);
    this.#inverse = new Float64Array(n);
    this.#y = new Float64Array(n);
    this.#next = next;
  }

  protected solve(): void {
    const { ux, uy, b, mu, rods } = this;
    const { start: from, column: index, sign, diagonal } = this.#rows;
    const start = this.#start;
    const row = this.#row;
    const rowStart = this.#rowStart;
    const column = this.#column;
    const L = this.#L;
    const inverse = this.#inverse;
    const y = this.#y;
    const next = this.#next;
    for (let k = 0; k < rods; k++) {
      next[k] = start[k]!;
      const x0 = ux[k]!;
      const y0 = uy[k]!;
      for (let e = from[k]!; e < from[k + 1]!; e++) {
        const j = index[e]!;
        y[j] = sign[e]! * (x0 * ux[j]! + y0 * uy[j]!);
      }
      let d = diagonal[k]!;
      let z = b[k]!;
      const end = rowStart[k + 1]!;
      for (let e = rowStart[k]!; e < end; e++) {
        const j = column[e]!;
        const yj = y[j]!;
        y[j] = 0;
        const last = next[j]!;
        for (let p = start[j]!; p < last; p++) y[row[p]!]! -= L[p]! * yj;
        const l = yj * inverse[j]!;
        L[last] = l;
        next[j] = last + 1;
        d -= l * yj;
        z -= l * mu[j]!;
      }
      inverse[k] = 1 / d;
      mu[k] = z;
    }
    for (let j = rods - 1; j >= 0; j--) {
      let z = mu[j]! * inverse[j]!;
      const end = start[j + 1]!;
      for (let p = start[j]!; p < end; p++) z -= L[p]! * mu[row[p]!]!;
      mu[j] = z;
    }
  }
}

/** With conjugate gradients, IC(0) and the last multipliers to start from, to a residual of `tolerance`. */
export class NetByPCG extends NetByHand {
  iterations = 0;
  readonly #rows: Rows;
  readonly #A: Float64Array;
  readonly #L: Float64Array;
  readonly #inverse: Float64Array;
  readonly #mark: Int32Array;
  readonly #r: Float64Array;
  readonly #z: Float64Array;
  readonly #p: Float64Array;
  readonly #Ap: Float64Array;
  readonly #tolerance: number;

  constructor(q: ArrayLike<number>, rods: readonly (readonly [number, number])[], g: number, tolerance: number) {
    super(q, rods, g);
    const n = rods.length;
    this.#rows = rowsOf(rods);
    this.#A = new Float64Array(this.#rows.column.length);
    this.#L = new Float64Array(this.#rows.column.length);
    this.#mark = new Int32Array(n).fill(-1);
    this.#inverse = new Float64Array(n);
    this.#r = new Float64Array(n);
    this.#z = new Float64Array(n);
    this.#p = new Float64Array(n);
    this.#Ap = new Float64Array(n);
    this.#tolerance = tolerance;
  }

  protected solve(): void {
    const { b, mu, rods } = this;
    const r = this.#r;
    const z = this.#z;
    const p = this.#p;
    const Ap = this.#Ap;
    this.#factorize();
    this.#multiply(mu, Ap);
    let bb = 0;
    let rr = 0;
    for (let i = 0; i < rods; i++) {
      const entry = b[i]! - Ap[i]!;
      r[i] = entry;
      bb += b[i]! * b[i]!;
      rr += entry * entry;
    }
    const goal = this.#tolerance * this.#tolerance * bb;
    let rz = 0;
    for (let iteration = 0; rr > goal && iteration < 10 * rods; iteration++) {
      this.#precondition(r, z);
      let rzNext = 0;
      for (let i = 0; i < rods; i++) rzNext += r[i]! * z[i]!;
      const beta = iteration === 0 ? 0 : rzNext / rz;
      rz = rzNext;
      for (let i = 0; i < rods; i++) p[i] = z[i]! + beta * p[i]!;
      this.#multiply(p, Ap);
      let pAp = 0;
      for (let i = 0; i < rods; i++) pAp += p[i]! * Ap[i]!;
      const alpha = rz / pAp;
      rr = 0;
      for (let i = 0; i < rods; i++) {
        mu[i]! += alpha * p[i]!;
        const entry = r[i]! - alpha * Ap[i]!;
        r[i] = entry;
        rr += entry * entry;
      }
      this.iterations++;
    }
  }

  /** `out = A x`, each entry of the lower triangle used twice. */
  #multiply(x: Float64Array, out: Float64Array): void {
    const { start, column, diagonal } = this.#rows;
    const A = this.#A;
    for (let k = 0; k < this.rods; k++) {
      const xk = x[k]!;
      let sum = diagonal[k]! * xk;
      for (let e = start[k]!; e < start[k + 1]!; e++) {
        const j = column[e]!;
        sum += A[e]! * x[j]!;
        out[j]! += A[e]! * xk;
      }
      out[k] = sum;
    }
  }

  #factorize(): void {
    const { ux, uy, rods } = this;
    const { start, column, sign, diagonal } = this.#rows;
    const A = this.#A;
    const L = this.#L;
    const inverse = this.#inverse;
    const mark = this.#mark;
    for (let k = 0; k < rods; k++) {
      const first = start[k]!;
      const end = start[k + 1]!;
      for (let e = first; e < end; e++) {
        const j = column[e]!;
        A[e] = sign[e]! * (ux[k]! * ux[j]! + uy[k]! * uy[j]!);
        L[e] = A[e]!;
        mark[j] = e;
      }
      let d = diagonal[k]! * 1.001;
      for (let e = first; e < end; e++) {
        const j = column[e]!;
        let y = L[e]!;
        // Row j of L against what row k has so far; L holds y until it is divided by the pivot.
        for (let s = start[j]!; s < start[j + 1]!; s++) {
          const t = mark[column[s]!]!;
          if (t >= first && t < e) y -= L[s]! * L[t]!;
        }
        L[e] = y;
      }
      for (let e = first; e < end; e++) {
        const y = L[e]!;
        const l = y * inverse[column[e]!]!;
        d -= l * y;
        L[e] = l;
      }
      inverse[k] = d > 1e-3 ? 1 / d : 1;
    }
  }

  /** `z = (L D Lᵀ)⁻¹ r`. */
  #precondition(r: Float64Array, z: Float64Array): void {
    const { start, column } = this.#rows;
    const L = this.#L;
    const inverse = this.#inverse;
    for (let k = 0; k < this.rods; k++) {
      let sum = r[k]!;
      for (let e = start[k]!; e < start[k + 1]!; e++) sum -= L[e]! * z[column[e]!]!;
      z[k] = sum;
    }
    for (let k = 0; k < this.rods; k++) z[k]! *= inverse[k]!;
    for (let k = this.rods - 1; k >= 0; k--) {
      const zk = z[k]!;
      for (let e = start[k]!; e < start[k + 1]!; e++) z[column[e]!]! -= L[e]! * zk;
    }
  }
}
