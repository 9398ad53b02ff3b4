import { ModuleRigid, shownMass, type ModuleState } from './module-bodies.js';
import type { ModuleBody } from './module-scene.js';

/** A rigid body of space. */
export class SpatialRigid extends ModuleRigid {
  /** About the centre of mass, in body axes. */
  readonly inertia: readonly (readonly number[])[];

  constructor(world: ModuleState, body: ModuleBody) {
    super(world, body);
    const [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] = world.numbers.subarray(body.mass + 1, body.mass + 7) as unknown as readonly [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    this.inertia = [
      [shownMass(Ixx), Ixy, Ixz],
      [Ixy, shownMass(Iyy), Iyz],
      [Ixz, Iyz, shownMass(Izz)],
    ];
  }

  get orientation(): Float64Array {
    return this.turn;
  }

  vectorToWorldFrame(local: ArrayLike<number>): Float64Array {
    return this.#turned(local, 1);
  }

  pointToLocalFrame(place: ArrayLike<number>): Float64Array {
    return this.#turned(this.armTo(place), -1);
  }

  velocityAt(place: ArrayLike<number>): Float64Array {
    const across = cross(this.spin, this.armTo(place));
    return this.velocity.map((v, k) => v + across[k]!);
  }

  protected torqueOf(arm: ArrayLike<number>, force: ArrayLike<number>): number[] {
    return cross(arm, force);
  }

  /** `x + 2 w (r × x) + 2 r × (r × x)` by the quaternion `(w, r)`, or its inverse. */
  #turned(x: ArrayLike<number>, sign: 1 | -1): Float64Array {
    const [w, ...r] = this.turn as unknown as [number, number, number, number];
    const once = cross(r, x);
    const twice = cross(r, once);
    return Float64Array.from(x, (one, k) => one + 2 * (sign * w * once[k]! + twice[k]!));
  }
}

const cross = (a: ArrayLike<number>, b: ArrayLike<number>): number[] =>
  [0, 1, 2].map((k) => a[(k + 1) % 3]! * b[(k + 2) % 3]! - a[(k + 2) % 3]! * b[(k + 1) % 3]!);
