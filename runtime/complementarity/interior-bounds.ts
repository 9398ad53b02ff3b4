/**
 * The rows between two bounds of an interior-point method, `lower ≤ x ≤ upper`, with a velocity `y ≥ 0`
 * for each bound:
 *
 *     (x − lower) y_lower = target,   (upper − x) y_upper = target
 *
 * All bounds are in scaled variables. `x` and its change `dx` belong to the method.
 */
export class InteriorBounds {
  readonly #x: Float64Array;
  readonly #dx: Float64Array;
  /** Distances from the bounds, and the velocities that belong to these. */
  readonly #above: Float64Array;
  readonly #below: Float64Array;
  readonly #yLower: Float64Array;
  readonly #yUpper: Float64Array;
  /** Their changes, and by how much the products are to change. */
  readonly #dyLower: Float64Array;
  readonly #dyUpper: Float64Array;
  readonly #cLower: Float64Array;
  readonly #cUpper: Float64Array;

  constructor(size: number, x: Float64Array, dx: Float64Array) {
    const vector = (): Float64Array => new Float64Array(size);
    this.#x = x;
    this.#dx = dx;
    this.#above = vector();
    this.#below = vector();
    this.#yLower = vector();
    this.#yUpper = vector();
    this.#dyLower = vector();
    this.#dyUpper = vector();
    this.#cLower = vector();
    this.#cUpper = vector();
  }

  begin(): void {
    this.#dyLower.fill(0);
    this.#dyUpper.fill(0);
  }

  /** Starts in the middle, or `size` from the only bound. Returns the number of finite bounds. */
  beginRow(i: number, lower: number, upper: number, size: number): number {
    const hasLower = lower > -Infinity;
    const hasUpper = upper < Infinity;
    this.#yLower[i] = hasLower ? size : 0;
    this.#yUpper[i] = hasUpper ? size : 0;
    if (hasLower && hasUpper) this.#x[i] = (lower + upper) / 2;
    else if (hasLower) this.#x[i] = lower + size;
    else if (hasUpper) this.#x[i] = upper - size;
    this.#above[i] = this.#x[i]! - lower;
    this.#below[i] = upper - this.#x[i]!;
    return (hasLower ? 1 : 0) + (hasUpper ? 1 : 0);
  }

  /** Moves along a part of the change. */
  move(i: number, part: number): void {
    this.#above[i]! += part * this.#dx[i]!;
    this.#below[i]! -= part * this.#dx[i]!;
    this.#yLower[i]! += part * this.#dyLower[i]!;
    this.#yUpper[i]! += part * this.#dyUpper[i]!;
  }

  /** `y_lower − y_upper`. */
  velocity(i: number): number {
    return this.#yLower[i]! - this.#yUpper[i]!;
  }

  /** Returns `sum` and the products after a part of the change. */
  addGap(i: number, part: number, sum: number): number {
    const dx = part * this.#dx[i]!;
    if (this.#above[i]! < Infinity) sum += (this.#above[i]! + dx) * (this.#yLower[i]! + part * this.#dyLower[i]!);
    if (this.#below[i]! < Infinity) sum += (this.#below[i]! - dx) * (this.#yUpper[i]! + part * this.#dyUpper[i]!);
    return sum;
  }

  /** What the bounds add to the diagonal of the matrix. */
  square(i: number): number {
    return this.#yLower[i]! / this.#above[i]! + this.#yUpper[i]! / this.#below[i]!;
  }

  /** Sets by how much products must change to become `target`, with the product of the changes if `corrected`. */
  aim(i: number, target: number, corrected: boolean): void {
    const dx = corrected ? this.#dx[i]! : 0;
    const [above, below] = [this.#above[i]!, this.#below[i]!];
    this.#cLower[i] = above < Infinity ? target - above * this.#yLower[i]! - dx * this.#dyLower[i]! : 0;
    this.#cUpper[i] = below < Infinity ? target - below * this.#yUpper[i]! + dx * this.#dyUpper[i]! : 0;
  }

  /** The change of the velocity that this asks for, before `dx`. */
  requested(i: number): number {
    return this.#cLower[i]! / this.#above[i]! - this.#cUpper[i]! / this.#below[i]!;
  }

  /** Finds the changes of the velocities with `dx`. */
  change(i: number): void {
    const dx = this.#dx[i]!;
    this.#dyLower[i] = (this.#cLower[i]! - this.#yLower[i]! * dx) / this.#above[i]!;
    this.#dyUpper[i] = (this.#cUpper[i]! + this.#yUpper[i]! * dx) / this.#below[i]!;
  }

  /** Shortens `step`, a part of the change, so that it stays inside. */
  limit(i: number, step: Float64Array): void {
    const dx = this.#dx[i]!;
    if (dx < 0) step[0] = Math.min(step[0]!, this.#above[i]! / -dx);
    if (dx > 0) step[0] = Math.min(step[0]!, this.#below[i]! / dx);
    if (this.#dyLower[i]! < 0) step[0] = Math.min(step[0]!, this.#yLower[i]! / -this.#dyLower[i]!);
    if (this.#dyUpper[i]! < 0) step[0] = Math.min(step[0]!, this.#yUpper[i]! / -this.#dyUpper[i]!);
  }
}
