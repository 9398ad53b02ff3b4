import type { FunctionOfOne } from '../operations/operation.js';
import { multiplyJets } from './arithmetic.js';
import { lostIn, lostInProduct, NONE, partnerOf, RATE, UNIT_ROUNDOFF, type JetTable } from './jet-table.js';

/**
 * Rounding of a function's value and of its slopes, in units of round-off: libraries err by one or
 * two in the last place.
 */
const VALUE_ROUNDING = 4 * UNIT_ROUNDOFF;
const SLOPE_ROUNDING = 8 * UNIT_ROUNDOFF;
/** A smaller square has lost digits to underflow. */
const SMALLEST_SQUARE = 1e-290;

/** Uncertainty of slopes that have no error but rounding. */
const CERTAIN = [0, 0] as const;

/** A function of one number. */
export function applyFunction(
  t: JetTable,
  { double, slopes, bound, singular }: FunctionOfOne,
  at: number,
  x: number,
): void {
  const argument = t.values[x]!;
  const value = double(argument);
  slopes(argument, value, t.slopes);
  composeJets(t, at, x, value, VALUE_ROUNDING * Math.abs(value));
  bound?.(t, at, x);
  if (singular === 'nowhere') return;
  for (const point of singular.points ?? []) widen(t, at, x, point, double);
}

/**
 * `f(x)` along the motion and the directions, given `f`, its rounding, its derivatives `g₁ g₂ g₃`,
 * and the uncertainty of the first two.
 */
export function composeJets(
  t: JetTable,
  at: number,
  x: number,
  value: number,
  rounding: number,
  uncertainty: readonly [number, number] = CERTAIN,
): void {
  const [v, e, active] = [t.values, t.errors, t.active];
  const [g1, g2, g3] = t.slopes as unknown as [number, number, number];
  const dx = e[x]!;
  const [size1, size2] = [Math.abs(g1), Math.abs(g2)];
  const d1 = size2 * dx + SLOPE_ROUNDING * size1 + lostInProduct(g1, 1) + uncertainty[0];
  const d2 = Math.abs(g3) * dx + SLOPE_ROUNDING * size2 + lostInProduct(g2, 1) + uncertainty[1];
  v[at] = value;
  // An infinite slope at an exact argument does not affect the value.
  e[at] = rounding + lostInProduct(value, 1) + (dx === 0 ? 0 : size1 * dx + size2 * dx * dx);
  for (let c = 1; c < t.columns; c++) {
    if (active[at + c] === 0) continue;
    const linear = g1 * v[x + c]!;
    let second = 0;
    let error = d1 * Math.abs(v[x + c]!) + size1 * e[x + c]! + lostInProduct(g1, v[x + c]!);
    const partner = partnerOf(c);
    if (partner !== NONE) {
      const p = x + partner;
      const q = x + RATE;
      if (active[p] === 1 && active[q] === 1) {
        second = g2 * v[p]! * v[q]!;
        error += d2 * Math.abs(v[p]! * v[q]!) + size2 * (e[p]! * Math.abs(v[q]!) + Math.abs(v[p]!) * e[q]!);
        error += lostInProduct(g2, v[p]!) * Math.abs(v[q]!) + lostInProduct(g2 * v[p]!, v[q]!);
      }
    }
    v[at + c] = linear + second;
    e[at + c] = error + 2 * UNIT_ROUNDOFF * (Math.abs(linear) + Math.abs(second));
  }
}

/**
 * `x^y`: by the derivatives of a power where `y` is constant, else as `exp(y log x)`, given the
 * function `log`.
 */
export function raiseToPower(t: JetTable, at: number, x: number, y: number, log: FunctionOfOne): void {
  const [base, exponent] = [t.values[x]!, t.values[y]!];
  const value = base ** exponent;
  const dy = t.errors[y]!;
  const uncertain = dy === 0 ? 0 : Math.abs(value * Math.log(Math.abs(base))) * dy;
  const rounding = VALUE_ROUNDING * Math.abs(value) + uncertain + (base === 0 ? 0 : lostIn(value));
  if (!changes(t, y)) {
    let factor = 1;
    const lost = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      factor *= exponent - k;
      const power = base ** (exponent - k - 1);
      t.slopes[k] = factor === 0 ? 0 : factor * power;
      lost[k] = base === 0 ? 0 : Math.abs(factor) * lostIn(power);
    }
    // ∂/∂y of y x^(y−1) and of y (y − 1) x^(y−2)
    const logOfBase = Math.log(Math.abs(base));
    const first = Math.abs(base ** (exponent - 1) * (1 + exponent * logOfBase)) * dy;
    const second = Math.abs(base ** (exponent - 2) * (2 * exponent - 1 + exponent * (exponent - 1) * logOfBase)) * dy;
    composeJets(t, at, x, value, rounding, dy === 0 ? [lost[0]!, lost[1]!] : [first + lost[0]!, second + lost[1]!]);
    if (!Number.isInteger(exponent) || exponent < 0) widen(t, at, x, 0, (argument) => argument ** exponent);
    return;
  }
  const logarithm = t.scratch * t.columns;
  const product = logarithm + t.columns;
  applyFunction(t, log, logarithm, x);
  multiplyJets(t, product, y, logarithm);
  t.slopes.fill(value);
  composeJets(t, at, product, value, rounding);
}

function changes(t: JetTable, place: number): boolean {
  for (let c = 1; c < t.columns; c++) if (t.active[place + c] === 1) return true;
  return false;
}

/**
 * `f = atan2(y, x)`: `f_c r² = x y_c − y x_c + (x_q y_p − y_q x_p) − f_p (r²)_q` with
 * `r² = x² + y²`. By the symmetry of second derivatives, `p` and `q` may be in any order.
 */
export function takeAngle(t: JetTable, at: number, y: number, x: number): void {
  const [v, e, active] = [t.values, t.errors, t.active];
  const [X, Y] = [v[x]!, v[y]!];
  const square = X * X + Y * Y;
  const reach = Math.sqrt(square);
  // If the square overflows or underflows, nothing is known.
  const isLost = !(square > SMALLEST_SQUARE && square < Infinity);
  const dx = isLost ? Infinity : (e[x]! + e[y]!) / reach;
  v[at] = Math.atan2(Y, X);
  // An error of more than half its size may have put the point anywhere around the origin, or
  // across the cut. On the cut the sign of a zero decides.
  const isNearCut = X < 0 && Math.abs(Y) <= e[y]!;
  e[at] = dx < 0.5 && !isNearCut ? dx / (1 - dx) + VALUE_ROUNDING * Math.abs(v[at]) : Infinity;
  for (let c = 1; c < t.columns; c++) {
    if (active[at + c] === 0) continue;
    const [a, b] = [X * v[y + c]!, Y * v[x + c]!];
    let value = a - b;
    let size = Math.abs(a) + Math.abs(b);
    let error =
      e[x]! * Math.abs(v[y + c]!) + Math.abs(X) * e[y + c]! + e[y]! * Math.abs(v[x + c]!) + Math.abs(Y) * e[x + c]!;
    const p = partnerOf(c);
    if (p !== NONE) {
      // x_q y_p − y_q x_p, and f_p (r²)_q = 2 f_p (x x_q + y y_q)
      const [xp, yp, xq, yq] = [v[x + p]!, v[y + p]!, v[x + RATE]!, v[y + RATE]!];
      const radial = 2 * (X * xq + Y * yq);
      const sizeOfRadial = 2 * (Math.abs(X * xq) + Math.abs(Y * yq));
      const radialError =
        2 * (e[x]! * Math.abs(xq) + Math.abs(X) * e[x + RATE]! + e[y]! * Math.abs(yq) + Math.abs(Y) * e[y + RATE]!);
      value += xq * yp - yq * xp - v[at + p]! * radial;
      size += Math.abs(xq * yp) + Math.abs(yq * xp) + 2 * Math.abs(v[at + p]!) * sizeOfRadial;
      error +=
        e[x + RATE]! * Math.abs(yp) +
        Math.abs(xq) * e[y + p]! +
        e[y + RATE]! * Math.abs(xp) +
        Math.abs(yq) * e[x + p]! +
        e[at + p]! * Math.abs(radial) +
        Math.abs(v[at + p]!) * radialError;
    }
    v[at + c] = value / square;
    e[at + c] =
      dx < 0.25
        ? ((error + 3 * UNIT_ROUNDOFF * size) / square + Math.abs(v[at + c]!) * (2 * dx + 3 * UNIT_ROUNDOFF)) /
          (1 - 2 * dx)
        : Infinity;
  }
}

/**
 * Widens the bounds near a singular point. Those of first order mean nothing there, since rounding
 * may have led to the point itself: slopes may be infinite, and the value may be any between those
 * at the ends of the argument's range.
 */
function widen(t: JetTable, at: number, x: number, singular: number, f: (argument: number) => number): void {
  const [argument, dx, value] = [t.values[x]!, t.errors[x]!, t.values[at]!];
  if (!(8 * dx > Math.abs(argument - singular))) return;
  const ends = [argument - dx, argument + dx, singular].map(f).filter((end) => !Number.isNaN(end));
  t.errors[at] = Math.max(...ends.map((end) => Math.abs(end - value))) + VALUE_ROUNDING * Math.abs(value);
  t.boundDerivatives(at, Infinity);
}
