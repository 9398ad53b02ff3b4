import { Group, Object3D } from 'three';
import type { World } from '../../runtime/index.js';
import { isRigidBody } from '../painter/rigid.js';
import { nameOf } from '../solids/name.js';
import type { Carrier } from '../solids/parts.js';
import { poseOf } from './geometry.js';
import type { Pickable } from './grip.js';
import { SolidView, type ThreePartsOptions } from './solid-view.js';

/** An object for each body of a world, and the solids that are derived from it: all that a page shows of it. */
export class BodyView implements Pickable {
  readonly group = new Group();
  /** The axes of the world: what is in them is placed by the numbers of the world. */
  readonly axes = new Group();
  readonly #world: World;
  readonly #up: number;
  readonly #objects = new Map<object, Object3D>();
  readonly #bodyOf = new WeakMap<Object3D, object>();
  /** Objects of a user, by the bodies that they move along with. */
  readonly bound = new Map<object, Object3D[]>();
  solids: SolidView | undefined;

  /** `up` is the number of the axis that points upwards: the last one if left out. */
  constructor(world: World, up = world.space - 1) {
    this.#world = world;
    this.#up = up;
    this.group.name = 'holonomic';
    this.group.add(this.axes);
    this.axes.matrixAutoUpdate = false;
    // (x, y, z) becomes (x, z, −y): without rounding, as a turn by an angle would have.
    if (up === 2) this.axes.matrix.set(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1);
    this.axes.matrixWorldNeedsUpdate = true;
    this.update();
  }

  /** Shows the solids that are derived from the world; called again, it begins anew with other options. */
  parts(options: ThreePartsOptions): void {
    this.solids?.dispose();
    this.solids = new SolidView(this.#world, this.axes, this.bound, this.#up, options);
  }

  /** The object of a body, whose pose it has. */
  objectOf(body: object): Object3D | undefined {
    return this.#objects.get(body) ?? (this.#follow(), this.#objects.get(body));
  }

  /** What an object that a ray hits moves along with. */
  carrierOf(object: Object3D, instance: number | undefined): Carrier {
    for (let one: Object3D | null = object; one !== null; one = one.parent) {
      const body = this.#bodyOf.get(one);
      if (body !== undefined) return body as Carrier;
    }
    return this.solids?.carrierOf(object, instance) ?? null;
  }

  /** Moves everything to the present state of the world. */
  update(): void {
    this.#follow();
    for (const [body, object] of this.#objects) {
      poseOf(body as Carrier, object.matrix);
      object.matrixWorldNeedsUpdate = true;
    }
    this.solids?.update();
  }

  /** Takes the view out of its scene, and frees what it made. Objects that were bound stay yours. */
  dispose(): void {
    this.solids?.dispose();
    for (const object of [...this.bound.values()].flat()) object.removeFromParent();
    this.bound.clear();
    this.solids = undefined;
    this.group.removeFromParent();
  }

  /** Makes objects for bodies that are new, and takes away those of others. */
  #follow(): void {
    const { bodies, particles } = this.#world;
    const present = new Set<object>([...bodies.filter(isRigidBody), ...particles]);
    for (const [body, object] of this.#objects) {
      if (present.has(body)) continue;
      object.removeFromParent();
      this.#objects.delete(body);
      this.bound.delete(body);
    }
    for (const body of present) {
      if (this.#objects.has(body)) continue;
      const object = new Object3D();
      object.name = nameOf(body);
      object.matrixAutoUpdate = false;
      this.#objects.set(body, object);
      this.#bodyOf.set(object, body);
      this.axes.add(object);
    }
  }
}
