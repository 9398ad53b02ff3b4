import { Group, Object3D, type Camera } from 'three';
import { show } from '../../runtime/base/check.js';
import {
  HolonomicRuntimeError,
  type Particle,
  type PointConnector,
  type RigidBody2D,
  type RigidBody3D,
  type World,
} from '../../runtime/index.js';
import { isRigidBody } from '../painter/rigid.js';
import { nameOf } from '../solids/name.js';
import { Parts, type Carrier } from '../solids/parts.js';
import {
  CAMERA,
  check,
  checkedOptions,
  DEBUG,
  DRAG,
  ELEMENT,
  OBJECT,
  PARTS,
  POINT,
  TRAIL,
  UPWARDS,
  WORLD,
} from './check.js';
import { DebugLines, type ThreeDebugOptions } from './debug-lines.js';
import { Drag, type Pickable, type ThreeDragOptions } from './drag.js';
import { poseOf } from './geometry.js';
import { SolidView, type ThreePartsOptions } from './solid-view.js';
import { TrailLine, type ThreeTrailOptions } from './trail-line.js';

/** Options of {@link threeView}. */
export interface ThreeViewOptions {
  /**
   * The axis of the world that points upwards, as `y` does in three.js: in the plane `y`, in space `z` if left
   * out.
   */
  readonly up?: 'y' | 'z';
}

/** What an object can be bound to: it has a place, and a rigid body an orientation. */
export type ThreeBody = RigidBody2D | RigidBody3D | Particle;

/** Tests whether an object is neither another one nor anything that this one is in. */
function isOutside(object: Object3D, of: Object3D): boolean {
  for (let one: Object3D | null = of; one !== null; one = one.parent) if (one === object) return false;
  return true;
}

/** Something that moves along with the world. */
interface Follower {
  update(): void;
  dispose(): void;
}

/**
 * A view of a world for three.js. Bodies may come and go; {@link ThreeView.update} follows.
 *
 * ```ts
 * const view = threeView(world);
 * scene.add(view.group);
 * view.parts();
 * renderer.setAnimationLoop(() => {
 *   stepper.advance(1 / 60);
 *   view.update();
 *   renderer.render(scene, camera);
 * });
 * ```
 */
export class ThreeView {
  /** All objects of the view. It may be placed, turned and scaled in a scene. */
  readonly group = new Group();
  readonly #world: World;
  readonly #up: number;
  /** The axes of the world: what is in them is placed by the numbers of the world. */
  readonly #axes = new Group();
  readonly #objects = new Map<object, Object3D>();
  readonly #bodyOf = new WeakMap<Object3D, object>();
  readonly #bound = new Map<object, Object3D[]>();
  readonly #followers = new Set<Follower>();
  readonly #drags = new Set<Drag>();
  #solids: SolidView | undefined;

  /** @internal Made by {@link threeView}. */
  constructor(world: World, options: ThreeViewOptions = {}) {
    check(world, 'The world of a view', WORLD, 'E_WORLD');
    const { up } = checkedOptions(options, 'threeView', { up: UPWARDS });
    this.#world = world;
    this.#up = up === undefined ? world.space - 1 : up === 'y' ? 1 : 2;
    this.group.name = 'holonomic';
    this.group.add(this.#axes);
    this.#axes.matrixAutoUpdate = false;
    // (x, y, z) becomes (x, z, −y): without rounding, as a turn by an angle would have.
    if (this.#up === 2) this.#axes.matrix.set(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1);
    this.#axes.matrixWorldNeedsUpdate = true;
    this.update();
  }

  /** The object of a body, whose pose it has; a child of it moves along. Throws E_NOT_IN_WORLD. */
  objectOf(body: ThreeBody): Object3D {
    const object = this.#objects.get(body) ?? (this.#follow(), this.#objects.get(body));
    if (object === undefined)
      throw new HolonomicRuntimeError(
        'E_NOT_IN_WORLD',
        `The body, ${show(body)}, is not in the world of this view.`,
        'Give a rigid body or a particle that this world has.',
      );
    return object;
  }

  /**
   * Binds an object of your own, such as a model that was loaded, to a body: it moves along, in the body's axes,
   * whose origin is the centre of mass. The solid that {@link parts} derives for the body is not shown then.
   * Returns the object. Throws E_NOT_IN_WORLD, and E_VIEW for what is no object of three.js.
   */
  bind<T extends Object3D>(body: ThreeBody, object: T): T {
    check(object, 'The object to bind', OBJECT);
    if (!isOutside(object, this.group)) throw new HolonomicRuntimeError('E_VIEW', 'The object to bind holds the view itself.', 'Give the model alone.'); // prettier-ignore
    this.objectOf(body).add(object);
    this.#bound.set(body, [...(this.#bound.get(body) ?? []), object]);
    this.#solids?.update();
    return object;
  }

  /**
   * Shows solids that are derived from the world: links through the points that constraints hold, pins, rails,
   * threads and crosses of joints, rods, springs that coil and ropes that hang, and the shapes of `collide`.
   * Called again, it begins anew with other options. Takes `looks` and `ropes` as the pictures of scenes have
   * them: `view.parts(scene.build().picture)`.
   */
  parts(options: ThreePartsOptions = {}): void {
    checkedOptions(options, 'parts', PARTS);
    this.#solids?.dispose();
    this.#solids = new SolidView(this.#world, this.#axes, this.#bound, this.#up, options);
  }

  /** Shows lines: axes of bodies, limits of hinges, forces. Returns a function that takes them away. */
  debug(options: ThreeDebugOptions = { axes: true }): () => void {
    checkedOptions(options, 'debug', DEBUG);
    const { size } = this.#solids?.sizes ?? new Parts(this.#world);
    return this.#keep(new DebugLines(this.#world, this.#axes, size, options));
  }

  /** Shows the path of a point. Returns a function that takes it away. */
  trail(point: PointConnector, options: ThreeTrailOptions = {}): () => void {
    check(point, 'The point of a trail', POINT);
    checkedOptions(options, 'trail', TRAIL);
    return this.#keep(new TrailLine(this.#world, this.#axes, point, options));
  }

  /**
   * Lets pointers pull at bodies and particles, by a spring, on the plane that faces the camera. Makes the
   * solids of {@link parts} unless there are any.
   */
  drag(element: HTMLElement, camera: Camera, options: ThreeDragOptions = {}): Drag {
    checkedOptions(options, 'drag', DRAG);
    check(element, 'The element to drag on', ELEMENT);
    check(camera, 'The camera to drag by', CAMERA);
    if (this.#solids === undefined && this.#bound.size === 0) this.parts();
    const drag = new Drag(this.#world, this.pickable, element, camera, options);
    this.#drags.add(drag);
    return drag;
  }

  /** @internal What rays can hit. */
  get pickable(): Pickable {
    return {
      group: this.group,
      axes: this.#axes,
      carrierOf: (object, instance) => this.#carrierOf(object, instance),
    };
  }

  /** Moves everything to the present state of the world. */
  update(): void {
    this.#follow();
    for (const [body, object] of this.#objects) {
      poseOf(body as Carrier, object.matrix);
      object.matrixWorldNeedsUpdate = true;
    }
    this.#solids?.update();
    for (const follower of this.#followers) follower.update();
  }

  /** Takes the view out of its scene, and frees what it made. Objects that were bound stay yours. */
  dispose(): void {
    for (const drag of this.#drags) drag.dispose();
    for (const follower of this.#followers) follower.dispose();
    this.#solids?.dispose();
    for (const object of [...this.#bound.values()].flat()) object.removeFromParent();
    this.#drags.clear();
    this.#followers.clear();
    this.#bound.clear();
    this.#solids = undefined;
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
      this.#bound.delete(body);
    }
    for (const body of present) {
      if (this.#objects.has(body)) continue;
      const object = new Object3D();
      object.name = nameOf(body);
      object.matrixAutoUpdate = false;
      this.#objects.set(body, object);
      this.#bodyOf.set(object, body);
      this.#axes.add(object);
    }
  }

  #keep(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => {
      if (this.#followers.delete(follower)) follower.dispose();
    };
  }

  /** What an object that a ray hits moves along with. */
  #carrierOf(object: Object3D, instance: number | undefined): Carrier {
    for (let one: Object3D | null = object; one !== null; one = one.parent) {
      const body = this.#bodyOf.get(one);
      if (body !== undefined) return body as Carrier;
    }
    return this.#solids?.carrierOf(object, instance) ?? null;
  }
}

/** Makes a view of a world for three.js: `scene.add(view.group)`, and `view.update()` before each picture. */
export const threeView = (world: World, options: ThreeViewOptions = {}): ThreeView => new ThreeView(world, options);
