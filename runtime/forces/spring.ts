import { printAs } from '../base/printing.js';
import { checkNotNegative, readOptions } from '../base/check.js';
import type { PointConnector } from '../model/connector.js';
import { checkHome, type Force, type ForceWorld } from '../model/force.js';
import type { StiffRow } from '../model/stiff-row.js';
import { normalize } from '../base/vector.js';
import { checkPoint } from './connectors.js';
import { PointReading } from './point-reading.js';

/** Options of {@link spring}. */
export interface SpringOptions {
  /** The points that the spring joins. */
  readonly a: PointConnector;
  readonly b: PointConnector;
  /** Stiffness, N/m. */
  readonly stiffness: number;
  /** Damping along the spring, N·s/m. 0 if left out. */
  readonly damping?: number;
  /** Length at which the spring exerts no force, m. */
  readonly restLength: number;
}

const OPTION_NAMES: readonly (keyof SpringOptions)[] = ['a', 'b', 'stiffness', 'damping', 'restLength'];

class Spring implements Force {
  /** The length, and where the spring has a stiffness, displacements across it. */
  readonly stiffRows: readonly StiffRow[];
  readonly actsOn: readonly PointConnector[];
  readonly #a: PointReading;
  readonly #b: PointReading;
  readonly #stiffness: number;
  readonly #damping: number;
  readonly #restLength: number;
  /** Unit vector from `a` to `b`. */
  readonly #direction: Float64Array;
  readonly #force: Float64Array;
  readonly #normal: Float64Array;

  constructor(options: SpringOptions) {
    const { a, b, stiffness, damping = 0, restLength } = readOptions(options, 'Options of spring', OPTION_NAMES);
    this.#a = new PointReading(checkPoint(a, "Option 'a' of spring"));
    this.#b = new PointReading(checkPoint(b, "Option 'b' of spring"));
    this.#stiffness = checkNotNegative(stiffness, "Option 'stiffness' of spring");
    this.#damping = checkNotNegative(damping, "Option 'damping' of spring");
    this.#restLength = checkNotNegative(restLength, "Option 'restLength' of spring");
    checkHome(b, a.world, "Option 'b' of spring");
    this.actsOn = [a, b];
    const rows = stiffness > 0 ? a.size : 1;
    this.stiffRows = Array.from({ length: rows }, () => ({
      connectors: [a, b],
      slopes: new Float64Array(2 * a.size),
      stiffness: 0,
      damping: 0,
    }));
    this.#direction = new Float64Array(a.size);
    this.#force = new Float64Array(a.size);
    this.#normal = new Float64Array(a.size);
    printAs(this, 'spring', () => ({ a, b, stiffness, damping, restLength, length: this.#measure() }));
  }

  /** `f = k (|d| − L) + c ḋ·u` along `u = d / |d|`, on `a`, and `−f` on `b`. */
  apply(world: ForceWorld): void {
    checkHome(this.#a.point, world, "Option 'a' of spring");
    const u = this.#direction;
    const length = this.#measure();
    let rate = 0;
    for (let i = 0; i < u.length; i++) rate += u[i]! * (this.#b.v[i]! - this.#a.v[i]!);
    const tension = this.#stiffness * (length - this.#restLength) + this.#damping * rate;
    const force = this.#force;
    for (let i = 0; i < u.length; i++) force[i] = tension * u[i]!;
    this.#a.point.applyForce(force);
    for (let i = 0; i < u.length; i++) force[i] = -tension * u[i]!;
    this.#b.point.applyForce(force);
    this.#updateStiffRows(length);
  }

  /** `k` and `c` along the spring; across it, where it is stretched, `k (|d| − L) / |d|`. */
  #updateStiffRows(length: number): void {
    const rows = this.stiffRows;
    const u = this.#direction;
    const stretch = length - this.#restLength;
    setAlong(rows[0]!, u);
    rows[0]!.stiffness = this.#stiffness;
    rows[0]!.damping = this.#damping;
    if (rows.length === 1) return;
    const across = this.#restLength === 0 ? 1 : length > 0 ? Math.max(0, stretch / length) : 0;
    const n = this.#normal;
    for (let k = 1; k < rows.length; k++) {
      if (k === 1) setNormal(u, n);
      else setCross(u, rows[1]!.slopes, n);
      setAlong(rows[k]!, n);
      rows[k]!.stiffness = this.#stiffness * across;
    }
  }

  /** `k (|d| − L)² / 2`. */
  energy(): number {
    const stretch = this.#measure() - this.#restLength;
    return (this.#stiffness * stretch * stretch) / 2;
  }

  /** Reads the points, sets the direction and returns the length. */
  #measure(): number {
    const a = this.#a;
    const b = this.#b;
    const u = this.#direction;
    a.read();
    b.read();
    for (let i = 0; i < u.length; i++) u[i] = b.x[i]! - a.x[i]!;
    const length = normalize(u);
    if (length > 0) return length;
    // Where the points meet, use the direction in which they are about to part.
    for (let i = 0; i < u.length; i++) u[i] = b.v[i]! - a.v[i]!;
    if (!(normalize(u) > 0)) u[0] = 1;
    return length;
  }
}

/** Sets the slopes of a row to those of the displacement of `b` from `a` along `u`. */
function setAlong({ slopes }: StiffRow, u: Float64Array): void {
  for (let i = 0; i < u.length; i++) {
    slopes[i] = -u[i]!;
    slopes[u.length + i] = u[i]!;
  }
}

/** Sets `n` to a unit vector at a right angle to `u`. */
function setNormal(u: Float64Array, n: Float64Array): void {
  // Turn u by a right angle in a plane of two axes, one of which it is not at a right angle to.
  const [i, j] = u.length === 3 && Math.abs(u[2]!) > Math.abs(u[1]!) ? [0, 2] : [0, 1];
  n.fill(0);
  n[i] = -u[j]!;
  n[j] = u[i]!;
  normalize(n);
}

/** `n = u × w`, in space. */
function setCross(u: Float64Array, w: Float64Array, n: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    n[i] = u[j]! * w[k]! - u[k]! * w[j]!;
  }
}

/**
 * A spring and damper between any two points. It pulls with
 * `stiffness (length − restLength) + damping · rate of the length`, N, along the line through them,
 * and has the energy `stiffness (length − restLength)² / 2`. Where the points meet, it acts along
 * the velocity of `b` relative to `a`, or along the first axis if that is zero. A compressed spring
 * thus pushes apart points that start at one place.
 *
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_INPUT_KIND, E_OTHER_WORLD, E_NUMBER, E_NOT_FINITE,
 * E_NEGATIVE.
 */
export function spring(options: SpringOptions): Force {
  return new Spring(options);
}
