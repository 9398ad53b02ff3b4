import type { HessianKernel } from '../../runtime/model/energies/energy-type.js';

/** A number, or the name of a value, with `-` before one that is subtracted where it is used. */
type Term = number | string;
type Vector = readonly Term[];
type Matrix = readonly Vector[];

/** The blocks of a Hessian, in the order of {@link HessianKernel}. */
type Blocks = readonly Matrix[];

/** Writes operations down as straight-line code, one value a line, without those that a zero or a one saves. */
class Trace {
  readonly lines: string[] = [];

  #value(text: string): string {
    this.lines.push(`const t${this.lines.length} = ${text};`);
    return `t${this.lines.length - 1}`;
  }

  add(a: Term, b: Term): Term {
    if (a === 0) return b;
    if (b === 0) return a;
    return this.#value(isNegative(b) ? `${a} - ${negate(b)}` : `${a} + ${b}`);
  }

  multiply(a: Term, b: Term): Term {
    if (a === 0 || b === 0) return 0;
    if (a === 1) return b;
    if (b === 1) return a;
    const product = this.#value(`${isNegative(a) ? negate(a) : a} * ${isNegative(b) ? negate(b) : b}`);
    return isNegative(a) === isNegative(b) ? product : negate(product);
  }

  divide = (a: Term, b: Term): Term => this.#value(`${a} / ${b}`);
  root = (a: Term): Term => this.#value(`Math.sqrt(${a})`);
  subtract = (a: Term, b: Term): Term => this.add(a, negate(b));
  sum = (...terms: Vector): Term => terms.reduce((a, b) => this.add(a, b));
  dot = (a: Vector, b: Vector): Term => this.sum(...a.map((entry, i) => this.multiply(entry, b[i]!)));
  scale = (s: Term, a: Vector): Vector => a.map((entry) => this.multiply(s, entry));
  plus = (a: Vector, b: Vector): Vector => a.map((entry, i) => this.add(entry, b[i]!));
  minus = (a: Vector, b: Vector): Vector => a.map((entry, i) => this.subtract(entry, b[i]!));
  cross = (a: Vector, b: Vector): Vector =>
    [0, 1, 2].map((i) => {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      return this.subtract(this.multiply(a[j]!, b[k]!), this.multiply(a[k]!, b[j]!));
    });
  addMatrices = (...matrices: readonly Matrix[]): Matrix =>
    full((i, j) => this.sum(...matrices.map((matrix) => matrix[i]![j]!)));
}

const isNegative = (term: Term): boolean => (typeof term === 'number' ? term < 0 : term.startsWith('-'));
const negate = (term: Term): Term =>
  typeof term === 'number' ? -term : term.startsWith('-') ? term.slice(1) : `-${term}`;
const minusOf = (matrix: Matrix): Matrix => matrix.map((row) => row.map(negate));
const transpose = (matrix: Matrix): Matrix => full((i, j) => matrix[j]![i]!);
const full = (entry: (i: number, j: number) => Term): Matrix => [0, 1, 2].map((i) => [0, 1, 2].map((j) => entry(i, j)));

/** A symmetric matrix, of which the entries below the diagonal and on it are computed. */
function symmetric(entry: (i: number, j: number) => Term): Matrix {
  const lower = [0, 1, 2].map((i) => [0, 1, 2].slice(0, i + 1).map((j) => entry(i, j)));
  return full((i, j) => lower[Math.max(i, j)]![Math.min(i, j)]!);
}

type Derivation = (points: readonly Vector[], p: Readonly<Record<string, Term>>, trace: Trace) => Blocks;

/** Hessians as an expert writes them in blocks of 3 × 3, of energies of `test/support/energies.ts`. */
const DERIVATIONS: Readonly<Record<string, Derivation>> = {
  Spring([a, b], p, t) {
    const d = t.minus(a!, b!);
    const r = t.root(t.dot(d, d));
    const inverse = t.divide(1, r);
    const n = t.scale(inverse, d);
    // k (1 − l/r) and k l/r: across, and what the axis has beyond that.
    const across = t.multiply(t.multiply(p['stiffness']!, t.subtract(r, p['length']!)), inverse);
    const m = t.scale(t.subtract(p['stiffness']!, across), n);
    const K = symmetric((i, j) => t.add(i === j ? across : 0, t.multiply(m[i]!, n[j]!)));
    return [K, minusOf(K), K];
  },
  // With unit vectors U and W, V = k (1 − U·W).
  Bend([a, b, c], p, t) {
    const [u, w] = [t.minus(b!, a!), t.minus(c!, b!)];
    const [iu, iw] = [u, w].map((edge) => t.divide(1, t.root(t.dot(edge, edge)))) as [Term, Term];
    const [U, W] = [t.scale(iu, u), t.scale(iw, w)];
    const cosine = t.dot(U, W);
    const [ku, kw] = [t.multiply(p['stiffness']!, iu), t.multiply(p['stiffness']!, iw)];
    const UW = full((i, j) => t.multiply(U[i]!, W[j]!));
    const ofEdge = (k: Term, E: Vector): Matrix => {
      const triple = t.scale(t.multiply(3, cosine), E);
      return symmetric((i, j) =>
        t.multiply(k, t.sum(i === j ? cosine : 0, UW[i]![j]!, UW[j]![i]!, negate(t.multiply(triple[i]!, E[j]!)))),
      );
    };
    const [uu, ww] = [ofEdge(t.multiply(ku, iu), U), ofEdge(t.multiply(kw, iw), W)];
    const squares = symmetric((i, j) => t.sum(t.multiply(U[i]!, U[j]!), t.multiply(W[i]!, W[j]!), i === j ? -1 : 0));
    const kuw = t.multiply(ku, iw);
    const along = t.scale(cosine, W);
    const uw = full((i, j) => t.multiply(kuw, t.subtract(squares[i]![j]!, t.multiply(U[i]!, along[j]!))));
    const wu = transpose(uw);
    const [ba, cb] = [t.addMatrices(wu, minusOf(uu)), t.addMatrices(wu, minusOf(ww))];
    return [uu, ba, symmetric((i, j) => negate(t.add(ba[i]![j]!, cb[j]![i]!))), minusOf(wu), cb, ww];
  },
  Membrane([a, b, c], p, t) {
    const [r, s] = [t.minus(b!, a!), t.minus(c!, a!)];
    const [m11, m12, m22] = [p['m11']!, p['m12']!, p['m22']!];
    const f = t.scale(m11, r);
    const g = t.plus(t.scale(m12, r), t.scale(m22, s));
    const [e11, e22] = [f, g].map((x) => t.multiply(0.5, t.subtract(t.dot(x, x), 1))) as [Term, Term];
    const [lambda, mu] = [t.multiply(p['area']!, p['lam']!), t.multiply(p['area']!, p['mu']!)];
    const twice = t.multiply(2, mu);
    const pressure = t.multiply(lambda, t.add(e11, e22));
    const [S11, S22] = [e11, e22].map((e) => t.add(pressure, t.multiply(twice, e))) as [Term, Term];
    const S12 = t.multiply(mu, t.dot(f, g));
    const both = t.add(lambda, twice);
    const [lf, lg, mf, mg, af] = [
      t.scale(both, f),
      t.scale(both, g),
      t.scale(mu, f),
      t.scale(mu, g),
      t.scale(lambda, f),
    ];
    const ofAxis = (l: Vector, x: Vector, m: Vector, y: Vector, S: Term): Matrix =>
      symmetric((i, j) => t.sum(t.multiply(l[i]!, x[j]!), t.multiply(m[i]!, y[j]!), i === j ? S : 0));
    const [ff, gg] = [ofAxis(lf, f, mg, g, S11), ofAxis(lg, g, mf, f, S22)];
    const fg = full((i, j) => t.sum(t.multiply(af[i]!, g[j]!), t.multiply(mg[i]!, f[j]!), i === j ? S12 : 0));
    const [c11, c12, c22] = [t.multiply(m11, m11), t.multiply(m11, m12), t.multiply(m12, m12)];
    const [d1, d2, d3] = [t.multiply(m22, m11), t.multiply(m22, m12), t.multiply(m22, m22)];
    const bb = symmetric((i, j) =>
      t.sum(t.multiply(c11, ff[i]![j]!), t.multiply(c12, t.add(fg[i]![j]!, fg[j]![i]!)), t.multiply(c22, gg[i]![j]!)),
    );
    const cb = full((i, j) => t.add(t.multiply(d1, fg[j]![i]!), t.multiply(d2, gg[i]![j]!)));
    const cc = symmetric((i, j) => t.multiply(d3, gg[i]![j]!));
    const [ab, ac] = [t.addMatrices(bb, transpose(cb)), t.addMatrices(cb, cc)];
    return [symmetric((i, j) => t.add(ab[i]![j]!, ac[i]![j]!)), minusOf(ab), bb, minusOf(ac), cb, cc];
  },
  // Smith, de Goes and Kim, "Stable Neo-Hookean Flesh Simulation" (2018), by the edges from a.
  Solid([a, b, c, d], p, t) {
    const edges = [b!, c!, d!].map((point) => t.minus(point, a!));
    const areas = [0, 1, 2].map((i) => t.cross(edges[(i + 1) % 3]!, edges[(i + 2) % 3]!));
    const det = p['det']!;
    const [mu, lambda] = [t.multiply(p['volume']!, p['mu']!), t.multiply(p['volume']!, p['lam']!)];
    const J = t.multiply(det, t.dot(edges[0]!, areas[0]!));
    const excess = t.subtract(t.subtract(J, 1), t.divide(p['mu']!, p['lam']!));
    const pressed = edges.map((edge) => t.scale(t.multiply(t.multiply(lambda, excess), det), edge));
    const steep = areas.map((area) => t.scale(t.multiply(lambda, t.multiply(det, det)), area));
    const metric = (i: number, j: number): Term => p[`g${Math.min(i, j) + 1}${Math.max(i, j) + 1}`]!;
    const skew = ([x, y, z]: Vector): Matrix => [
      [0, negate(z!), y!],
      [z!, 0, negate(x!)],
      [negate(y!), x!, 0],
    ];
    const block = (i: number, j: number): Matrix => {
      const m = t.multiply(mu, metric(i, j));
      const entry = (k: number, l: number): Term => t.add(t.multiply(steep[i]![k]!, areas[j]![l]!), k === l ? m : 0);
      if (i === j) return symmetric(entry);
      const turned = skew(pressed[3 - i - j]!);
      const ofVolume = (j + 1) % 3 === i ? turned : minusOf(turned);
      return full((k, l) => t.add(entry(k, l), ofVolume[k]![l]!));
    };
    const [bb, cb, cc, db, dc, dd] = [block(0, 0), block(1, 0), block(1, 1), block(2, 0), block(2, 1), block(2, 2)];
    const [ab, ac, ad] = [
      t.addMatrices(bb, transpose(cb), transpose(db)),
      t.addMatrices(cb, cc, transpose(dc)),
      t.addMatrices(db, dc, dd),
    ];
    const aa = symmetric((i, j) => t.sum(ab[i]![j]!, ac[i]![j]!, ad[i]![j]!));
    return [aa, minusOf(ab), bb, minusOf(ac), cb, cc, minusOf(ad), db, dc, dd];
  },
};

/** The names of the energies that have a Hessian by hand. */
export const BY_HAND = Object.keys(DERIVATIONS);

/** The Hessian of an energy of points in space by hand, and the number of its operations. */
export function hessianByHand(
  name: string,
  inputs: number,
  params: readonly string[],
): { readonly operations: number; readonly kernel: HessianKernel } {
  const trace = new Trace();
  const points = Array.from({ length: inputs }, (_, i) => [0, 1, 2].map((c) => `x${i}${c}`));
  const blocks = DERIVATIONS[name]!(points, Object.fromEntries(params.map((param) => [param, param])), trace);
  const stores = blocks.flat(2).map((entry, e) => `H[${9 * blocks.length} * k + ${e}] = ${entry};`);
  const reads = points.flatMap((point, i) => [
    `const s${i} = slots[${inputs} * k + ${i}];`,
    ...point.map((entry, c) => `const ${entry} = x[s${i} + ${c}];`),
  ]);
  const values = params.map((param, i) => `const ${param} = p[${params.length} * k + ${i}];`);
  const body = [...reads, ...values, ...trace.lines, ...stores].join('\n');
  const code = `return (count, slots, x, p, t, H) => {\nfor (let k = 0; k < count; k++) {\n${body}\n}\n};`;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- compiles the traced operations
  const make = new Function(code) as () => HessianKernel;
  return { operations: trace.lines.length, kernel: make() };
}
