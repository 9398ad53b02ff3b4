/** `a·b`. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** `‖a‖₂`. */
export function norm(a: Float64Array): number {
  return Math.sqrt(dot(a, a));
}

/** `y += α x`. */
export function addScaled(y: Float64Array, alpha: number, x: Float64Array): void {
  for (let i = 0; i < y.length; i++) y[i]! += alpha * x[i]!;
}

/** `max |a_i|`; NaN if any entry is. */
export function maxAbs(a: Float64Array): number {
  let largest = 0;
  for (const entry of a) largest = Math.max(largest, Math.abs(entry));
  return largest;
}

/** Index of the first entry that is not finite, or −1. */
export function findNonFinite(a: Float64Array): number {
  for (let i = 0; i < a.length; i++) {
    if (!Number.isFinite(a[i]!)) return i;
  }
  return -1;
}

/** Up to this length a loop is faster than a call of `fill` or `set`. */
const SHORT = 48;

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
