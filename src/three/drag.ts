/// <reference lib="dom" preserve="true" />
import { Plane, Raycaster, Vector2, Vector3, type Camera } from 'three';
import type { PointConnector, World } from '../../runtime/index.js';
import { Hand, type HandOptions } from '../canvas/hand.js';
import { reachOf } from '../canvas/covers.js';
import { movablePoints } from '../canvas/pick.js';
import { inSpace } from '../painter/frame.js';
import { gripOf, type Pickable } from './grip.js';

/** Options of {@link ThreeView.drag}. */
export interface ThreeDragOptions {
  /** The spring that pulls, instead of one that suits what it moves. */
  readonly hand?: HandOptions;
  /** What turns the camera, such as `OrbitControls`: its `enabled` is false while something is held. */
  readonly controls?: object | null;
  /** Called as something is taken hold of, and let go of. */
  readonly onChange?: (point: PointConnector | undefined) => void;
}

/** Pulls at what is under the pointer, on the plane through it that faces the camera. */
export class Drag {
  readonly #world: World;
  readonly #of: Pickable;
  readonly #element: HTMLElement;
  readonly #camera: Camera;
  readonly #options: ThreeDragOptions;
  readonly #hand: Hand;
  readonly #rays = new Raycaster();
  readonly #plane = new Plane();
  readonly #ending = new AbortController();
  #pointer: number | undefined;
  /** Whether the camera could be turned before. */
  #wasEnabled = true;

  constructor(world: World, of: Pickable, element: HTMLElement, camera: Camera, options: ThreeDragOptions) {
    this.#world = world;
    this.#of = of;
    this.#element = element;
    this.#camera = camera;
    this.#options = options;
    this.#hand = new Hand(world, options.hand);
    const { signal } = this.#ending;
    // Before the controls of the camera, which listen at the same element.
    const listen = { signal, capture: true, passive: false };
    element.addEventListener('pointerdown', (event) => { this.#begin(event); }, listen); // prettier-ignore
    element.addEventListener('pointermove', (event) => { this.#move(event); }, listen); // prettier-ignore
    for (const type of ['pointerup', 'pointercancel'] as const)
      element.addEventListener(type, (event) => { if (event.pointerId === this.#pointer) this.release(); }, listen); // prettier-ignore
  }

  /** The point that is held. */
  get point(): PointConnector | undefined {
    return this.#hand.point;
  }

  /** Lets go. */
  release(): void {
    if (this.#pointer === undefined) return;
    this.#pointer = undefined;
    this.#hand.release();
    this.#enable(this.#wasEnabled);
    this.#options.onChange?.(undefined);
  }

  dispose(): void {
    this.release();
    this.#ending.abort();
  }

  /** Says whether the camera can be turned. Returns whether it could be before. */
  #enable(on: boolean): boolean {
    const controls = this.#options.controls as { enabled: boolean } | null | undefined; // it was checked
    const before = controls?.enabled ?? true;
    if (controls) controls.enabled = on;
    return before;
  }

  #begin(event: PointerEvent): void {
    if (this.#pointer !== undefined || event.button !== 0) return;
    const point = this.#pick(event);
    if (point === undefined) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    this.#pointer = event.pointerId;
    this.#element.setPointerCapture(event.pointerId);
    this.#wasEnabled = this.#enable(false);
    this.#camera.getWorldDirection(direction);
    this.#plane.setFromNormalAndCoplanarPoint(direction, this.#placeOf(point));
    this.#hand.grab(point);
    this.#options.onChange?.(point);
  }

  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    event.stopImmediatePropagation();
    this.#aim(event);
    const place = this.#rays.ray.intersectPlane(this.#plane, target);
    if (place === null) return;
    this.#of.axes.worldToLocal(place);
    this.#hand.moveTo(place.toArray().slice(0, this.#world.space));
  }

  /** Lets rays go through the place of a pointer. */
  #aim({ clientX, clientY }: PointerEvent): void {
    const { left, top, width, height } = this.#element.getBoundingClientRect();
    pixel.set((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    this.#camera.updateMatrixWorld();
    this.#of.group.updateWorldMatrix(true, true);
    this.#rays.setFromCamera(pixel, this.#camera);
  }

  /** The point under a pointer, or the one nearest to it. */
  #pick(event: PointerEvent): PointConnector | undefined {
    this.#aim(event);
    const found = this.#rays
      .intersectObject(this.#of.axes)
      .map((hit) => gripOf(hit, this.#world, this.#of))
      .find((point) => point !== undefined);
    if (found !== undefined) return found;
    const { width, height } = this.#element.getBoundingClientRect();
    const near = movablePoints(this.#world)
      .map((point) => {
        const { x, y, z } = this.#placeOf(point).project(this.#camera);
        // Behind the camera, or beyond what it shows, nothing is near.
        const away = Math.abs(z) > 1 ? Infinity : Math.hypot(((x - pixel.x) * width) / 2, ((y - pixel.y) * height) / 2);
        return { point, away };
      })
      .sort((a, b) => a.away - b.away);
    return near[0] !== undefined && near[0].away <= reachOf(event) ? near[0].point : undefined;
  }

  #placeOf({ position }: PointConnector): Vector3 {
    return this.#of.axes.localToWorld(new Vector3(...inSpace(position)));
  }
}

const pixel = new Vector2();
const direction = new Vector3();
const target = new Vector3();
