/**
 * Planar distance as an expert would write it for a batch: `n = d/r`, `Cdot = n·ḋ`, `J = [n, −n]`, `gamma = (ḋ·ḋ − Cdot²)/r`, with one
 * division. 23 operations.
 */
export function handDistance2D(
  count: number,
  slots: Int32Array,
  x: Float64Array,
  v: Float64Array,
  p: Float64Array,
  C: Float64Array,
  Cdot: Float64Array,
  J: Float64Array,
  gamma: Float64Array,
): void {
  for (let k = 0; k < count; k++) {
    const a = slots[2 * k]!;
    const b = slots[2 * k + 1]!;
    const dx = x[a]! - x[b]!;
    const dy = x[a + 1]! - x[b + 1]!;
    const ux = v[a]! - v[b]!;
    const uy = v[a + 1]! - v[b + 1]!;
    const r = Math.sqrt(dx * dx + dy * dy);
    const inverse = 1 / r;
    const nx = dx * inverse;
    const ny = dy * inverse;
    const rate = nx * ux + ny * uy;
    C[k] = r - p[k]!;
    Cdot[k] = rate;
    const j = 4 * k;
    J[j] = nx;
    J[j + 1] = ny;
    J[j + 2] = -nx;
    J[j + 3] = -ny;
    gamma[k] = (ux * ux + uy * uy - rate * rate) * inverse;
  }
}
