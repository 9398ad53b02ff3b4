/*
 * Loops over whole arrays handle four entries per iteration. The compiler then checks and loads the
 * kind, length and address of each array once per four entries. With one entry per iteration,
 * chains of 100 to 10,000 rods take 10 % to 20 % longer (`npm run bench -- chain`, `FOURS` set to
 * 0).
 */

/** `n & FOURS` is the largest multiple of four up to `n`. */
const FOURS = 0x3ffffffc;
/** Length up to which a loop is faster than a call of `fill` or `set`. */
const SHORT = 16;

/** `y += α x`. */
export function addScaled(y: Float64Array, alpha: number, x: Float64Array): void {
  const n = y.length;
  const fours = n & FOURS;
  for (let i = 0; i < fours; i += 4) {
    const y0 = y[i]! + alpha * x[i]!;
    const y1 = y[i + 1]! + alpha * x[i + 1]!;
    const y2 = y[i + 2]! + alpha * x[i + 2]!;
    const y3 = y[i + 3]! + alpha * x[i + 3]!;
    y[i] = y0;
    y[i + 1] = y1;
    y[i + 2] = y2;
    y[i + 3] = y3;
  }
  for (let i = fours; i < n; i++) y[i]! += alpha * x[i]!;
}

/*
 * A function that is not inlined allocates 16 bytes to return a number that is not an integer. In
 * solver loops, with several products of vectors an iteration, that amounts to kilobytes a step.
 * These functions therefore write their result into an array of the caller.
 */

/** `out[at] = a·b`. */
export function dotInto(out: Float64Array, at: number, a: Float64Array, b: Float64Array): void {
  // Four independent sums, which the processor can add in parallel.
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const fours = a.length & FOURS;
  for (let i = 0; i < fours; i += 4) {
    s0 += a[i]! * b[i]!;
    s1 += a[i + 1]! * b[i + 1]!;
    s2 += a[i + 2]! * b[i + 2]!;
    s3 += a[i + 3]! * b[i + 3]!;
  }
  for (let i = fours; i < a.length; i++) s0 += a[i]! * b[i]!;
  out[at] = s0 + s1 + (s2 + s3);
}

/** `out[at] = ‖a‖`. */
export function normInto(out: Float64Array, at: number, a: Float64Array): void {
  dotInto(out, at, a, a);
  out[at] = Math.sqrt(out[at]!);
}

/** `y = x + α d`, with `α` the second of `factors`. */
export function moveAlong(y: Float64Array, x: Float64Array, d: Float64Array, factors: Float64Array): void {
  const n = y.length;
  const alpha = factors[1]!;
  const fours = n & FOURS;
  for (let i = 0; i < fours; i += 4) {
    const y0 = x[i]! + alpha * d[i]!;
    const y1 = x[i + 1]! + alpha * d[i + 1]!;
    const y2 = x[i + 2]! + alpha * d[i + 2]!;
    const y3 = x[i + 3]! + alpha * d[i + 3]!;
    y[i] = y0;
    y[i + 1] = y1;
    y[i + 2] = y2;
    y[i + 3] = y3;
  }
  for (let i = fours; i < n; i++) y[i] = x[i]! + alpha * d[i]!;
}

/** `kept = d` and `y = x + α d`, with `α` the second of `factors`. */
export function moveAndKeep(
  y: Float64Array,
  x: Float64Array,
  d: Float64Array,
  kept: Float64Array,
  factors: Float64Array,
): void {
  const n = y.length;
  const alpha = factors[1]!;
  if (n > 2 * SHORT) {
    kept.set(d);
    moveAlong(y, x, d, factors);
    return;
  }
  const fours = n & FOURS;
  for (let i = 0; i < fours; i += 4) {
    const d0 = d[i]!;
    const d1 = d[i + 1]!;
    const d2 = d[i + 2]!;
    const d3 = d[i + 3]!;
    const y0 = x[i]! + alpha * d0;
    const y1 = x[i + 1]! + alpha * d1;
    const y2 = x[i + 2]! + alpha * d2;
    const y3 = x[i + 3]! + alpha * d3;
    kept[i] = d0;
    kept[i + 1] = d1;
    kept[i + 2] = d2;
    kept[i + 3] = d3;
    y[i] = y0;
    y[i + 1] = y1;
    y[i + 2] = y2;
    y[i + 3] = y3;
  }
  for (let i = fours; i < n; i++) {
    const di = d[i]!;
    kept[i] = di;
    y[i] = x[i]! + alpha * di;
  }
}

/** `x = y`, `kept = d` and `y += α d`, with `α` the second of `factors`. */
export function startAlong(
  y: Float64Array,
  x: Float64Array,
  d: Float64Array,
  kept: Float64Array,
  factors: Float64Array,
): void {
  copy(y, 0, x, 0, y.length);
  moveAndKeep(y, x, d, kept, factors);
}

/** `y = x + α (a + 2b + 2c + d)`, with `α` the second of `factors`. */
export function moveToSum(
  y: Float64Array,
  x: Float64Array,
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  d: Float64Array,
  factors: Float64Array,
): void {
  const n = y.length;
  const alpha = factors[1]!;
  const fours = n & FOURS;
  for (let i = 0; i < fours; i += 4) {
    const s0 = a[i]! + 2 * b[i]! + 2 * c[i]! + d[i]!;
    const s1 = a[i + 1]! + 2 * b[i + 1]! + 2 * c[i + 1]! + d[i + 1]!;
    const s2 = a[i + 2]! + 2 * b[i + 2]! + 2 * c[i + 2]! + d[i + 2]!;
    const s3 = a[i + 3]! + 2 * b[i + 3]! + 2 * c[i + 3]! + d[i + 3]!;
    y[i] = x[i]! + alpha * s0;
    y[i + 1] = x[i + 1]! + alpha * s1;
    y[i + 2] = x[i + 2]! + alpha * s2;
    y[i + 3] = x[i + 3]! + alpha * s3;
  }
  for (let i = fours; i < n; i++) y[i] = x[i]! + alpha * (a[i]! + 2 * b[i]! + 2 * c[i]! + d[i]!);
}

/** `out[to + i] = w[i] x[from + i]`, `i < n`. */
export function multiplyEntries(
  w: Float64Array,
  x: Float64Array,
  from: number,
  out: Float64Array,
  to: number,
  n: number,
): void {
  const fours = n & FOURS;
  for (let i = 0; i < fours; i += 4) {
    const k = from + i;
    const j = to + i;
    const y0 = w[i]! * x[k]!;
    const y1 = w[i + 1]! * x[k + 1]!;
    const y2 = w[i + 2]! * x[k + 2]!;
    const y3 = w[i + 3]! * x[k + 3]!;
    out[j] = y0;
    out[j + 1] = y1;
    out[j + 2] = y2;
    out[j + 3] = y3;
  }
  for (let i = fours; i < n; i++) out[to + i] = w[i]! * x[from + i]!;
}

/** `out[to + i] += w[i] x[from + i]`, `i < n`. */
export function addMultipliedEntries(
  w: Float64Array,
  x: Float64Array,
  from: number,
  out: Float64Array,
  to: number,
  n: number,
): void {
  const fours = n & FOURS;
  for (let i = 0; i < fours; i += 4) {
    const k = from + i;
    const j = to + i;
    const y0 = out[j]! + w[i]! * x[k]!;
    const y1 = out[j + 1]! + w[i + 1]! * x[k + 1]!;
    const y2 = out[j + 2]! + w[i + 2]! * x[k + 2]!;
    const y3 = out[j + 3]! + w[i + 3]! * x[k + 3]!;
    out[j] = y0;
    out[j + 1] = y1;
    out[j + 2] = y2;
    out[j + 3] = y3;
  }
  for (let i = fours; i < n; i++) out[to + i]! += w[i]! * x[from + i]!;
}

const result = new Float64Array(1);

/** `a·b`. */
export function dot(a: Float64Array, b: Float64Array): number {
  dotInto(result, 0, a, b);
  return result[0]!;
}

/** `‖a‖`. */
export const norm = (a: Float64Array): number => Math.sqrt(dot(a, a));

/** `max |a_i|`; NaN if any entry is. */
export function maxAbs(a: Float64Array): number {
  let largest = 0;
  // Comparisons take a third of the time of Math.max, and an iterator would allocate.
  for (let i = 0, n = a.length; i < n; i++) {
    const size = Math.abs(a[i]!);
    if (size > largest) largest = size;
    else if (size !== size) return NaN;
  }
  return largest;
}

/**
 * Returns the largest of any number of values, −∞ if there are none, NaN if one is. An array spread
 * into `Math.max` overflows the stack where it has a hundred thousand entries.
 */
export function greatestOf(values: Iterable<number>): number {
  let largest = -Infinity;
  for (const value of values) largest = Math.max(largest, value);
  return largest;
}

/** Returns the least of any number of values, ∞ if there are none; see {@link greatestOf}. */
export function leastOf(values: Iterable<number>): number {
  let smallest = Infinity;
  for (const value of values) smallest = Math.min(smallest, value);
  return smallest;
}

/** Returns the index of the first entry that is not finite, or −1. */
export function findNonFinite(a: Float64Array): number {
  // The sum is nearly always finite, and then so are all entries. Only a sum that is not finite
  // makes a look at each entry necessary.
  let sum = 0;
  const fours = a.length & FOURS;
  for (let i = 0; i < fours; i += 4) sum += (a[i]! + a[i + 1]!) * 0.25 + (a[i + 2]! + a[i + 3]!) * 0.25;
  for (let i = fours; i < a.length; i++) sum += a[i]!;
  return sum - sum === 0 ? -1 : a.findIndex((entry) => !Number.isFinite(entry));
}

/** True if all entries are finite. */
export const areFinite = (a: Float64Array): boolean => findNonFinite(a) < 0;

/** `a = 0`. */
export function clear(a: Float64Array): void {
  if (a.length > SHORT) a.fill(0);
  else for (let i = 0; i < a.length; i++) a[i] = 0;
}

/** `target[to + i] = source[from + i]`, `i < n`. */
export function copy(source: Float64Array, from: number, target: Float64Array, to: number, n: number): void {
  if (n > SHORT && n === source.length) target.set(source, to);
  else for (let i = 0; i < n; i++) target[to + i] = source[from + i]!;
}

/**
 * Scales `u` to length 1 unless it is zero, and returns its former length. Neither overflows nor
 * underflows.
 */
export function normalize(u: Float64Array): number {
  let largest = 0;
  for (const entry of u) largest = Math.max(largest, Math.abs(entry));
  if (!(largest > 0)) return largest;
  let sum = 0;
  for (let i = 0; i < u.length; i++) {
    u[i]! /= largest;
    sum += u[i]! * u[i]!;
  }
  const root = Math.sqrt(sum);
  for (let i = 0; i < u.length; i++) u[i]! /= root;
  return largest * root;
}

/** Returns `a × b`: a vector in space, one entry in the plane. */
export function crossProduct(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  if (a.length === 2) return Float64Array.of(a[0]! * b[1]! - a[1]! * b[0]!);
  return Float64Array.of(a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!);
}
