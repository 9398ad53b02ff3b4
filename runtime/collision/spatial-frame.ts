import { hypot } from '../base/powers.js';
import { atan2 } from '../elementary/index.js';
import type { RigidBody3D } from '../model/bodies/rigid-body-3d.js';
import { turn } from '../model/bodies/orientation.js';
import type { Particle } from '../model/particle.js';
import { LEAST_FACING, Shape } from './shape.js';

/** Workspace for an orientation, a turn and a vector. */
const attitude = new Float64Array(4);
const angle = new Float64Array(3);
const moved = new Float64Array(3);

export const sizeOf = (v: Float64Array): number => hypot(v[0]!, v[1]!, v[2]);

/**
 * A shape in space as a frame that its carrier leads through the step: where it is, how it moves, and what that makes
 * of points and vectors in body axes.
 */
export abstract class SpatialFrame extends Shape {
  declare readonly carrier: RigidBody3D | Particle | null;
  protected readonly centre = new Float64Array(3);
  /** Place and orientation at the beginning of the step, and their rates within it. */
  readonly #start = new Float64Array(3);
  readonly #attitude = Float64Array.of(1, 0, 0, 0);
  readonly #rates = new Float64Array(3);
  protected readonly spin = new Float64Array(3);
  /** The rotation from body axes to world axes, row by row. */
  readonly #R = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

  /** Sets what is known in world axes, where the frame is now. */
  protected abstract place(): void;

  /** Notes place and rates at the beginning of a step. Returns a bound on the speeds of points within `reach`, m/s. */
  protected begin(carrier: RigidBody3D | Particle, reach: number): number {
    const { velocity } = carrier;
    const rates = this.#rates;
    this.#start.set(carrier.position);
    rates.set(velocity);
    let speed = hypot(velocity[0], velocity[1], velocity[2]);
    if ('orientation' in carrier) {
      this.#attitude.set(carrier.orientation);
      this.spin.set(carrier.angularVelocity);
      speed += sizeOf(this.spin) * reach;
    }
    this.moveTo(0);
    return speed;
  }

  show(): void {
    const { carrier } = this;
    if (carrier === null) return;
    this.centre.set(carrier.position);
    if ('orientation' in carrier) this.#setRotation(carrier.orientation);
    this.place();
  }

  retrace(h: number): void {
    const { carrier } = this;
    if (carrier === null) return;
    for (let c = 0; c < 3; c++) this.#rates[c] = (carrier.position[c]! - this.#start[c]!) / h;
    if (!('orientation' in carrier)) return;
    this.spin.set(carrier.angularVelocity);
    // A turn by more than half of one cannot be read from its ends.
    if (h * sizeOf(this.spin) < Math.PI) readTurn(this.#attitude, carrier.orientation, h, this.spin);
  }

  addWay(t: number, points: Float64Array, at: number): void {
    for (let c = 0; c < 3; c++) points[at + c]! += t * this.#rates[c]!;
  }

  moveTo(t: number): void {
    if (this.carrier === null) return;
    for (let c = 0; c < 3; c++) this.centre[c] = this.#start[c]! + t * this.#rates[c]!;
    if ('orientation' in this.carrier) {
      if (t > 0) {
        attitude.set(this.#attitude);
        for (let c = 0; c < 3; c++) angle[c] = t * this.spin[c]!;
        turn(attitude, 0, angle, 0);
        this.#setRotation(attitude);
      } else this.#setRotation(this.#attitude);
    }
    this.place();
  }

  /** Rate along `n` of the point at `points[at …]`. */
  rateAlong(n: Float64Array, points: Float64Array, at: number): number {
    const [v, w, c] = [this.#rates, this.spin, this.centre];
    const x = points[at]! - c[0]!;
    const y = points[at + 1]! - c[1]!;
    const z = points[at + 2]! - c[2]!;
    return (
      (v[0]! + w[1]! * z - w[2]! * y) * n[0]! +
      (v[1]! + w[2]! * x - w[0]! * z) * n[1]! +
      (v[2]! + w[0]! * y - w[1]! * x) * n[2]!
    );
  }

  /** Rate along `n` of the centre. */
  driftAlong(n: Float64Array): number {
    const v = this.#rates;
    return v[0]! * n[0]! + v[1]! * n[1]! + v[2]! * n[2]!;
  }

  /** True unless it lets pass what touches it along `side` times `n`, which points from it. */
  stopsAlong(n: Float64Array, side: number): boolean {
    const { oneWay } = this.surface;
    if (oneWay === undefined) return true;
    this.vectorToLocal(n[0]!, n[1]!, n[2]!, angle, 0);
    return side * (angle[0]! * oneWay[0]! + angle[1]! * oneWay[1]! + angle[2]! * oneWay[2]!) > LEAST_FACING;
  }

  /** Adds `side` times the angular velocity to `out`. */
  addSpin(side: number, out: Float64Array): void {
    for (let c = 0; c < 3; c++) out[c]! += side * this.spin[c]!;
  }

  /** Writes the place, in body axes, of the point `(x, y, z)` at `out[at …]`. */
  toLocal(x: number, y: number, z: number, out: Float64Array, at: number): void {
    const c = this.centre;
    this.vectorToLocal(x - c[0]!, y - c[1]!, z - c[2]!, out, at);
  }

  /** Writes the components in body axes of a vector at `out[at …]`. */
  vectorToLocal(x: number, y: number, z: number, out: Float64Array, at: number): void {
    const R = this.#R;
    for (let c = 0; c < 3; c++) out[at + c] = R[c]! * x + R[3 + c]! * y + R[6 + c]! * z;
  }

  /** Writes the components in world axes of a vector in body axes at `out[at …]`. */
  vectorToWorld(x: number, y: number, z: number, out: Float64Array, at: number): void {
    const R = this.#R;
    for (let c = 0; c < 3; c++) out[at + c] = R[3 * c]! * x + R[3 * c + 1]! * y + R[3 * c + 2]! * z;
  }

  addSurfaceVelocity(side: number, out: Float64Array, at: number): void {
    const { velocity } = this.surface;
    if (!velocity) return;
    this.vectorToWorld(velocity[0]!, velocity[1]!, velocity[2]!, moved, 0);
    for (let c = 0; c < 3; c++) out[at + c]! += side * moved[c]!;
  }

  /** Writes the point that is at `local[at …]` in body axes. */
  toWorld(local: Float64Array, at: number, out: Float64Array): void {
    this.vectorToWorld(local[at]!, local[at + 1]!, local[at + 2]!, out, 0);
    for (let c = 0; c < 3; c++) out[c]! += this.centre[c]!;
  }

  #setRotation(quaternion: Float64Array): void {
    const [w, x, y, z] = [quaternion[0]!, quaternion[1]!, quaternion[2]!, quaternion[3]!];
    const R = this.#R;
    R[0] = 1 - 2 * (y * y + z * z);
    R[1] = 2 * (x * y - w * z);
    R[2] = 2 * (x * z + w * y);
    R[3] = 2 * (x * y + w * z);
    R[4] = 1 - 2 * (x * x + z * z);
    R[5] = 2 * (y * z - w * x);
    R[6] = 2 * (x * z - w * y);
    R[7] = 2 * (y * z + w * x);
    R[8] = 1 - 2 * (x * x + y * y);
  }

  protected turn(local: Float64Array, out: Float64Array, origin?: Float64Array): void {
    for (let i = 0; i < local.length; i += 3) {
      this.vectorToWorld(local[i]!, local[i + 1]!, local[i + 2]!, out, i);
      if (origin) for (let c = 0; c < 3; c++) out[i + c]! += origin[c]!;
    }
  }
}

/** Writes the angular velocity in world axes that turns the unit quaternion `p` into `q` in the time `h`. */
function readTurn(p: Float64Array, q: Float64Array, h: number, out: Float64Array): void {
  const [pw, px, py, pz] = [p[0]!, p[1]!, p[2]!, p[3]!];
  const [qw, qx, qy, qz] = [q[0]!, q[1]!, q[2]!, q[3]!];
  // The vector part of q p⁻¹.
  const x = pw * qx - qw * px + (qz * py - qy * pz);
  const y = pw * qy - qw * py + (qx * pz - qz * px);
  const z = pw * qz - qw * pz + (qy * px - qx * py);
  const cos = pw * qw + px * qx + py * qy + pz * qz;
  const sin = hypot(x, y, z);
  const scale = sin > 0 ? (2 * atan2(cos < 0 ? -sin : sin, Math.abs(cos))) / (sin * h) : 0;
  out[0] = scale * x;
  out[1] = scale * y;
  out[2] = scale * z;
}
