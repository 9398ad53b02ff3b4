import type { Camera, Group, Object3D } from 'three';
import { show } from '../../runtime/base/check.js';
import {
  HolonomicRuntimeError,
  type Particle,
  type PointConnector,
  type RigidBody2D,
  type RigidBody3D,
  type World,
} from '../../runtime/index.js';
import { check, checkPoint, checkWorld } from '../painter/picture-check.js';
import { Parts } from '../solids/parts.js';
import { BodyView } from './body-view.js';
import { CAMERA, checkedOptions, DEBUG, DRAG, ELEMENT, OBJECT, PARTS, TRAIL, UPWARDS } from './check.js';
import { DebugLines, type ThreeDebugOptions } from './debug-lines.js';
import { Drag, type ThreeDragOptions } from './drag.js';
import type { ThreePartsOptions } from './solid-view.js';
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
  readonly group: Group;
  readonly #world: World;
  readonly #view: BodyView;
  readonly #followers = new Set<Follower>();
  readonly #drags = new Set<Drag>();

  /** @internal Made by {@link threeView}. */
  constructor(world: World, options: ThreeViewOptions = {}) {
    checkWorld(world, 'The world of a view');
    const { up } = checkedOptions(options, 'threeView', { up: UPWARDS });
    this.#world = world;
    this.#view = new BodyView(world, up && 'xyz'.indexOf(up));
    this.group = this.#view.group;
  }

  /** The object of a body, whose pose it has; a child of it moves along. Throws E_NOT_IN_WORLD. */
  objectOf(body: ThreeBody): Object3D {
    const object = this.#view.objectOf(body);
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
    if (object.getObjectById(this.group.id)) throw new HolonomicRuntimeError('E_VIEW', 'The object to bind holds the view itself.', 'Give the model alone.'); // prettier-ignore
    this.objectOf(body).add(object);
    const { bound, solids } = this.#view;
    bound.set(body, [...(bound.get(body) ?? []), object]);
    solids?.update();
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
    this.#view.parts(options);
  }

  /** Shows lines: axes of bodies, limits of hinges, forces. Returns a function that takes them away. */
  debug(options: ThreeDebugOptions = { axes: true }): () => void {
    checkedOptions(options, 'debug', DEBUG);
    const { size } = this.#view.solids?.sizes ?? new Parts(this.#world);
    return this.#keep(new DebugLines(this.#world, this.#view.axes, size, options));
  }

  /** Shows the path of a point. Returns a function that takes it away. */
  trail(point: PointConnector, options: ThreeTrailOptions = {}): () => void {
    checkPoint(point, 'The point of a trail');
    checkedOptions(options, 'trail', TRAIL);
    return this.#keep(new TrailLine(this.#world, this.#view.axes, point, options));
  }

  /**
   * Lets pointers pull at bodies and particles, by a spring, on the plane that faces the camera. Makes the
   * solids of {@link parts} unless there are any.
   */
  drag(element: HTMLElement, camera: Camera, options: ThreeDragOptions = {}): Drag {
    checkedOptions(options, 'drag', DRAG);
    check(element, 'The element to drag on', ELEMENT);
    check(camera, 'The camera to drag by', CAMERA);
    if (this.#view.solids === undefined && this.#view.bound.size === 0) this.parts();
    const drag = new Drag(this.#world, this.#view, element, camera, options);
    this.#drags.add(drag);
    return drag;
  }

  /** Moves everything to the present state of the world. */
  update(): void {
    this.#view.update();
    for (const follower of this.#followers) follower.update();
  }

  /** Takes the view out of its scene, and frees what it made. Objects that were bound stay yours. */
  dispose(): void {
    for (const drag of this.#drags) drag.dispose();
    for (const follower of this.#followers) follower.dispose();
    this.#drags.clear();
    this.#followers.clear();
    this.#view.dispose();
  }

  #keep(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => {
      if (this.#followers.delete(follower)) follower.dispose();
    };
  }
}

/** Makes a view of a world for three.js: `scene.add(view.group)`, and `view.update()` before each picture. */
export const threeView = (world: World, options: ThreeViewOptions = {}): ThreeView => new ThreeView(world, options);
