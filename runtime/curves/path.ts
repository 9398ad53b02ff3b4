import { describePlainly } from '../base/printing.js';
import type { Curve } from './curve.js';

/**
 * A curve in the plane or in space through given points: one function of the same argument per
 * component. `curve.path` makes one. Constraints and bodies take it for a parameter of kind `'path'`.
 */
export class Path {
  /** The components: x, y, and in space z. */
  readonly curves: readonly Curve[];

  static {
    describePlainly(this.prototype, ({ start, end, period }) => ({
      start,
      end,
      ...(period !== undefined && { period }),
    }));
  }

  /** @internal */
  constructor(curves: readonly Curve[]) {
    this.curves = Object.freeze([...curves]);
    Object.freeze(this);
  }

  /** First argument, and last. */
  get start(): number {
    return this.curves[0]!.start;
  }
  get end(): number {
    return this.curves[0]!.end;
  }

  /** Period; undefined for a path that is not closed. */
  get period(): number | undefined {
    return this.curves[0]!.period;
  }

  /** The point at `s`; NaN outside of a range that ends in an error. */
  point(s: number): number[] {
    return this.curves.map((curve) => curve.value(s));
  }

  /** The derivative of the point at `s`: the first, or that of the order given. */
  derivative(s: number, order: 1 | 2 | 3 = 1): number[] {
    return this.curves.map((curve) => curve.derivative(s, order));
  }
}
