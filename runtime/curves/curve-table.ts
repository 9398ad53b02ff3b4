import { isInstance, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { Curve } from './curve.js';
import { Path } from './path.js';

/*
 * Kernels read numbers, so a curve among their parameters is a number too: its handle. A handle is
 * made of the numbers of the curve. Therefore it is the same in every process, and a snapshot that
 * is restored elsewhere finds its curve, or is refused there.
 */

const table = new Map<number, Curve>();

let lastHandle = 0;
let lastCurve: Curve | undefined;

function find(handle: number): Curve | undefined {
  if (handle !== lastHandle) {
    lastCurve = table.get(handle);
    lastHandle = handle;
  }
  return lastCurve;
}

/** Returns the curve with a handle; undefined if no constraint of this process has had it. */
export const curveOf = (handle: number): Curve | undefined => table.get(handle);

/** Returns the path whose curves have these handles; undefined if one of them is not known. */
export function pathOf(own: Float64Array): Path | undefined {
  const curves = Array.from(own, curveOf);
  return curves.every((one) => one !== undefined) ? new Path(curves) : undefined;
}

/** Value of the curve with the handle `handle` at `s`. NaN outside a range that ends in an error. */
export const curveValue = (handle: number, s: number): number => find(handle)?.value(s) ?? Number.NaN;

/** First derivative of the curve with the handle `handle` at `s`. */
export const curveSlope = (handle: number, s: number): number => find(handle)?.derivative(s) ?? Number.NaN;

/** Second derivative of the curve with the handle `handle` at `s`. */
export const curveSecond = (handle: number, s: number): number => find(handle)?.derivative(s, 2) ?? Number.NaN;

/** Third derivative of the curve with the handle `handle` at `s`. */
export const curveThird = (handle: number, s: number): number => find(handle)?.derivative(s, 3) ?? Number.NaN;

/** Handles of the curves that have one. */
const handles = new WeakMap<Curve, number>();

/**
 * Returns the handle of a curve, a whole number below 2^53, by which kernels find it from now on.
 * Throws E_CURVE.
 */
export function curveHandle(curve: Curve): number {
  const given: unknown = curve;
  if (!isInstance(given, Curve))
    throw new HolonomicRuntimeError('E_CURVE', `A handle is asked for ${show(given)}.`, 'Give a curve.');
  const known = handles.get(curve);
  if (known !== undefined) return known;
  const numbers = curve.numbers();
  let handle = hashOf(numbers);
  for (let other = table.get(handle); other !== undefined && !isSame(other.numbers(), numbers);)
    other = table.get(++handle);
  if (!table.has(handle)) table.set(handle, curve);
  if (handle === lastHandle) lastHandle = 0;
  handles.set(curve, handle);
  return handle;
}

const isSame = (a: Float64Array, b: Float64Array): boolean =>
  a.length === b.length && a.every((x, i) => Object.is(x, b[i]));

/** 52 bits of the numbers, by two sums of FNV-1a (Fowler, Noll, Vo) over their 32-bit halves. */
function hashOf(data: Float64Array): number {
  const words = new Uint32Array(data.slice().buffer);
  let [low, high] = [0x811c9dc5, 0x9747b28c];
  for (const word of words) {
    low = Math.imul(low ^ word, 0x01000193);
    low ^= low >>> 15;
    high = Math.imul(high ^ word, 0x85ebca6b);
    high ^= high >>> 13;
  }
  return (low >>> 0) + 2 ** 32 * (1 + ((high >>> 0) % 0xfffff));
}
