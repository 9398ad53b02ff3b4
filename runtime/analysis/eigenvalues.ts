/** Most steps for one eigenvalue. Two to three suffice; every tenth has another shift. */
const MOST_STEPS = 60;

/**
 * All eigenvalues of a real matrix `A` of `n` rows, row-major, as real and imaginary parts, conjugates beside each
 * other, to rounding of its norm: Hessenberg's form by eliminations, then QR steps with the two shifts of Francis
 * (Golub & Van Loan, Matrix Computations, sections 7.4 and 7.5; EISPACK's `elmhes` and `hqr`). `A` stays as it is.
 */
export function eigenvalues(A: Float64Array, n: number): { readonly re: Float64Array; readonly im: Float64Array } {
  const H = A.slice();
  toHessenberg(H, n);
  const [re, im] = [new Float64Array(n), new Float64Array(n)];
  const norm = H.reduce((sum, entry) => sum + Math.abs(entry), 0);
  const at = (i: number, j: number): number => H[i * n + j]!;
  // What exceptional shifts have taken off the diagonal.
  let taken = 0;
  let steps = 0;
  for (let end = n - 1; end >= 0;) {
    let start = end;
    while (start > 0) {
      const size = Math.abs(at(start - 1, start - 1)) + Math.abs(at(start, start)) || norm;
      if (Math.abs(at(start, start - 1)) <= Number.EPSILON * size) break;
      start--;
    }
    let x = at(end, end);
    if (start === end || steps === MOST_STEPS) {
      re[end] = x + taken;
      end--;
      steps = 0;
      continue;
    }
    let y = at(end - 1, end - 1);
    let w = at(end, end - 1) * at(end - 1, end);
    if (start === end - 1) {
      const p = (y - x) / 2;
      const q = p * p + w;
      const root = Math.sqrt(Math.abs(q));
      const z = p + (p < 0 ? -root : root);
      if (q >= 0) {
        re[end - 1] = x + taken + z;
        re[end] = z === 0 ? re[end - 1]! : x + taken - w / z;
      } else {
        re[end - 1] = re[end] = x + taken + p;
        im[end - 1] = root;
        im[end] = -root;
      }
      end -= 2;
      steps = 0;
      continue;
    }
    if (++steps % 10 === 0) {
      taken += x;
      for (let i = 0; i <= end; i++) H[i * n + i]! -= x;
      const s = Math.abs(at(end, end - 1)) + Math.abs(at(end - 1, end - 2));
      x = y = 0.75 * s;
      w = -0.4375 * s * s;
    }
    step(H, n, start, end, x, y, w);
  }
  return { re, im };
}

/** One QR step on rows `start` to `end`, with the shifts of which `x + y` is the sum and `x y − w` the product. */
function step(H: Float64Array, n: number, start: number, end: number, x: number, y: number, w: number): void {
  const at = (i: number, j: number): number => H[i * n + j]!;
  let first = end - 2;
  let [p, q, r] = [0, 0, 0];
  for (; ; first--) {
    const z = at(first, first);
    p = ((x - z) * (y - z) - w) / at(first + 1, first) + at(first, first + 1);
    q = at(first + 1, first + 1) - z - (x - z) - (y - z);
    r = at(first + 2, first + 1);
    if (first === start) break;
    const u = Math.abs(at(first, first - 1)) * (Math.abs(q) + Math.abs(r));
    const v = Math.abs(p) * (Math.abs(at(first - 1, first - 1)) + Math.abs(z) + Math.abs(at(first + 1, first + 1)));
    if (u <= Number.EPSILON * v) break;
  }
  for (let i = first + 2; i <= end; i++) {
    H[i * n + i - 2] = 0;
    if (i > first + 2) H[i * n + i - 3] = 0;
  }
  for (let k = first; k < end; k++) {
    const isLast = k === end - 1;
    if (k > first) [p, q, r] = [at(k, k - 1), at(k + 1, k - 1), isLast ? 0 : at(k + 2, k - 1)];
    const scale = Math.abs(p) + Math.abs(q) + Math.abs(r);
    if (scale === 0) continue;
    // The reflector of (p, q, r) onto the first axis.
    [p, q, r] = [p / scale, q / scale, r / scale];
    const length = Math.sqrt(p * p + q * q + r * r) * (p < 0 ? -1 : 1);
    if (k > first) H[k * n + k - 1] = -length * scale;
    else if (start < first) H[k * n + k - 1]! *= -1;
    p += length;
    const [a, b, c] = [p / length, q / length, r / length];
    q /= p;
    r /= p;
    for (let j = k; j <= end; j++) {
      const sum = at(k, j) + q * at(k + 1, j) + (isLast ? 0 : r * at(k + 2, j));
      H[k * n + j]! -= sum * a;
      H[(k + 1) * n + j]! -= sum * b;
      if (!isLast) H[(k + 2) * n + j]! -= sum * c;
    }
    for (let i = start; i <= Math.min(end, k + 3); i++) {
      const sum = a * at(i, k) + b * at(i, k + 1) + (isLast ? 0 : c * at(i, k + 2));
      H[i * n + k]! -= sum;
      H[i * n + k + 1]! -= sum * q;
      if (!isLast) H[i * n + k + 2]! -= sum * r;
    }
  }
}

/** Brings `H` to Hessenberg's form, with zeros below the first subdiagonal, by eliminations with pivots. */
function toHessenberg(H: Float64Array, n: number): void {
  for (let m = 1; m < n - 1; m++) {
    let pivot = m;
    for (let i = m + 1; i < n; i++) if (Math.abs(H[i * n + m - 1]!) > Math.abs(H[pivot * n + m - 1]!)) pivot = i;
    const head = H[pivot * n + m - 1]!;
    if (head === 0) continue;
    for (let j = 0; pivot !== m && j < n; j++) [H[m * n + j], H[pivot * n + j]] = [H[pivot * n + j]!, H[m * n + j]!];
    for (let i = 0; pivot !== m && i < n; i++) [H[i * n + m], H[i * n + pivot]] = [H[i * n + pivot]!, H[i * n + m]!];
    for (let i = m + 1; i < n; i++) {
      const factor = H[i * n + m - 1]! / head;
      if (factor === 0) continue;
      for (let j = m - 1; j < n; j++) H[i * n + j]! -= factor * H[m * n + j]!;
      H[i * n + m - 1] = 0;
      for (let k = 0; k < n; k++) H[k * n + m]! += factor * H[k * n + i]!;
    }
  }
}
