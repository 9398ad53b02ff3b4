import { lostIn, lostInProduct, NONE, partnerOf, RATE, UNIT_ROUNDOFF, type JetTable } from './jet-table.js';

// In a column of second order, the partner is that of the first factor of mixed products; that of
// the other factor is the rate.

/** `x ± y` */
export function addJets(t: JetTable, at: number, x: number, y: number, sign: 1 | -1): void {
  const [v, e] = [t.values, t.errors];
  for (let c = 0; c < t.columns; c++) {
    if (c > 0 && t.active[at + c] === 0) continue;
    const sum = v[x + c]! + sign * v[y + c]!;
    v[at + c] = sum;
    e[at + c] = e[x + c]! + e[y + c]! + UNIT_ROUNDOFF * Math.abs(sum);
  }
}

/** `x y` */
export function multiplyJets(t: JetTable, at: number, x: number, y: number): void {
  const [v, e, active] = [t.values, t.errors, t.active];
  const [a, b, da, db] = [v[x]!, v[y]!, e[x]!, e[y]!];
  const [sizeA, sizeB] = [Math.abs(a), Math.abs(b)];
  v[at] = a * b;
  e[at] = da * sizeB + sizeA * db + da * db + UNIT_ROUNDOFF * Math.abs(a * b) + lostInProduct(a, b);
  for (let c = 1; c < t.columns; c++) {
    if (active[at + c] === 0) continue;
    let value = 0;
    let size = 0;
    let error = 0;
    if (active[x + c] === 1) {
      value = v[x + c]! * b;
      size = Math.abs(value);
      error = e[x + c]! * sizeB + Math.abs(v[x + c]!) * db + lostInProduct(v[x + c]!, b);
    }
    if (active[y + c] === 1) {
      const term = a * v[y + c]!;
      value += term;
      size += Math.abs(term);
      error += da * Math.abs(v[y + c]!) + sizeA * e[y + c]! + lostInProduct(a, v[y + c]!);
    }
    const partner = partnerOf(c);
    if (partner !== NONE) {
      const mixed = mixedProducts(t, x, y, partner);
      value += mixed;
      size += t.mixed[0]!;
      error += t.mixed[1]!;
    }
    v[at + c] = value;
    e[at + c] = error + 2 * UNIT_ROUNDOFF * size;
  }
}

/**
 * `f = x/y` solves `f y = x`, and so do its derivatives:
 * `f_c y = x_c − f y_c − (f_p y_q + f_q y_p)`.
 */
export function divideJets(t: JetTable, at: number, x: number, y: number): void {
  const [v, e, active] = [t.values, t.errors, t.active];
  const divisor = v[y]!;
  const sizeOfDivisor = Math.abs(divisor);
  // A divisor that may be zero gives no bound.
  const relative = e[y]! / sizeOfDivisor;
  for (let c = 0; c < t.columns; c++) {
    if (c > 0 && active[at + c] === 0) continue;
    let value = v[x + c]!;
    let size = 0;
    let error = e[x + c]!;
    if (c > 0 && active[y + c] === 1) {
      const term = v[at]! * v[y + c]!;
      value -= term;
      size = Math.abs(term);
      error += e[at]! * Math.abs(v[y + c]!) + Math.abs(v[at]!) * e[y + c]! + lostInProduct(v[at]!, v[y + c]!);
    }
    const partner = partnerOf(c);
    if (partner !== NONE) {
      value -= mixedProducts(t, at, y, partner);
      size += t.mixed[0]!;
      error += t.mixed[1]!;
    }
    v[at + c] = value / divisor;
    e[at + c] =
      relative < 0.5
        ? ((error + 2 * UNIT_ROUNDOFF * size) / sizeOfDivisor + Math.abs(v[at + c]!) * (relative + UNIT_ROUNDOFF)) /
            (1 - relative) +
          (value === 0 ? 0 : lostIn(v[at + c]!))
        : Infinity;
  }
}

/**
 * `x_p y_q + x_q y_p` for a column of second order, with the sizes of its terms and their error in
 * fields.
 */
function mixedProducts(t: JetTable, x: number, y: number, p: number): number {
  const [v, e, active] = [t.values, t.errors, t.active];
  let sum = 0;
  t.mixed.fill(0);
  if (active[x + p] === 1 && active[y + RATE] === 1) {
    const [a, b] = [v[x + p]!, v[y + RATE]!];
    sum = a * b;
    t.mixed[0] = Math.abs(sum);
    t.mixed[1] = e[x + p]! * Math.abs(b) + Math.abs(a) * e[y + RATE]! + lostInProduct(a, b);
  }
  if (active[x + RATE] === 1 && active[y + p] === 1) {
    const [a, b] = [v[x + RATE]!, v[y + p]!];
    sum += a * b;
    t.mixed[0]! += Math.abs(a * b);
    t.mixed[1]! += e[x + RATE]! * Math.abs(b) + Math.abs(a) * e[y + p]! + lostInProduct(a, b);
  }
  return sum;
}
