import { describe, expect, it } from 'vitest';
import {
  applyScaling,
  determinantInto,
  limitStep,
  scaleCone,
  SCALING,
  solveProduct,
} from '../../../runtime/complementarity/cone-scaling.js';
import { largestDifference, random } from '../fixtures/oracle.js';

const next = random(9);
const tangential = (x: Float64Array): number => Math.hypot(...x.subarray(1));
/** Returns a random vector, inside the cone if its normal entry is to exceed the rest. */
function vector(width: number, inside: boolean): Float64Array {
  const x = Float64Array.from({ length: width }, next);
  if (inside) x[0] = tangential(x) + 0.01 + Math.abs(x[0]!);
  return x;
}
/** The product of the Jordan algebra, by its definition. */
const product = (a: Float64Array, b: Float64Array): number[] => [
  a.reduce((sum, entry, i) => sum + entry * b[i]!, 0),
  ...Array.from(a.subarray(1), (entry, i) => a[0]! * b[i + 1]! + b[0]! * entry),
];

describe.each([2, 3])('a cone of %i entries', (width) => {
  it('has a scaling that takes one point to the inverse of what it takes the other to', () => {
    for (let k = 0; k < 200; k++) {
      const [x, y, v] = [vector(width, true), vector(width, true), vector(width, false)];
      const scaling = new Float64Array(SCALING);
      scaleCone(x, y, 0, width, scaling, 0);
      const [Wx, iWy, back] = [new Float64Array(width), new Float64Array(width), v.slice()];
      applyScaling(scaling, 0, 1, x, 0, width, Wx);
      applyScaling(scaling, 0, -1, y, 0, width, iWy);
      expect(largestDifference(Wx, iWy)).toBeLessThan(1e-11);
      applyScaling(scaling, 0, 1, back, 0, width, back);
      applyScaling(scaling, 0, -1, back, 0, width, back);
      expect(largestDifference(back, v)).toBeLessThan(1e-11);
    }
  });

  it('solves equations of products', () => {
    for (let k = 0; k < 200; k++) {
      const [z, p, q] = [vector(width, true), vector(width, false), vector(width, false)];
      const c = new Float64Array(width);
      solveProduct(z, p, q, Float64Array.of(0.3), 0, width, c);
      const [zz, pq] = [product(z, z), product(p, q)];
      const expected = zz.map((entry, i) => (i === 0 ? 0.3 : 0) - entry - pq[i]!);
      expect(largestDifference(product(z, c), expected)).toBeLessThan(1e-10);
    }
  });

  it('knows the step that ends on its surface', () => {
    let ended = 0;
    for (let k = 0; k < 500; k++) {
      const [x, dx] = [vector(width, true), vector(width, false)];
      const limit = Float64Array.of(5, 0);
      limitStep(x, dx, 0, width, limit);
      const step = limit[0]!;
      const at = (a: number): Float64Array => x.map((entry, i) => entry + a * dx[i]!);
      for (const part of [0.2, 0.5, 0.999])
        expect(at(part * step)[0]! - tangential(at(part * step))).toBeGreaterThan(0);
      if (step === 5) continue;
      ended++;
      determinantInto(limit, 1, at(step), 0, width);
      expect(Math.abs(limit[1]!)).toBeLessThan(1e-12);
    }
    expect(ended).toBeGreaterThan(100);
  });
});
