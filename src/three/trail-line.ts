import { BufferAttribute, BufferGeometry, Line, LineBasicMaterial, type ColorRepresentation, type Group } from 'three';
import type { PointConnector, World } from '../../runtime/index.js';
import { LIGHT } from '../painter/colors.js';
import { inSpace } from '../painter/frame.js';
import { addTo, remove } from './geometry.js';

/** Options of {@link ThreeView.trail}. */
export interface ThreeTrailOptions {
  /** How long it is, s; 3 if left out. */
  readonly seconds?: number;
  readonly color?: ColorRepresentation;
}

/** Points of a trail for each second of it. */
const RATE = 60;

/** The path of a point in the last seconds. */
export class TrailLine {
  readonly #world: World;
  readonly #point: PointConnector;
  readonly #object: Line<BufferGeometry, LineBasicMaterial>;
  readonly #places: BufferAttribute;
  readonly #apart: number;
  readonly #room: number;
  #count = 0;
  #last = -Infinity;

  constructor(world: World, group: Group, point: PointConnector, options: ThreeTrailOptions) {
    const { seconds = 3, color = LIGHT.traces[0]! } = options;
    this.#world = world;
    this.#point = point;
    this.#room = Math.max(2, Math.round(RATE * seconds));
    this.#apart = seconds / this.#room;
    this.#places = new BufferAttribute(new Float32Array(3 * this.#room), 3);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.#places);
    this.#object = addTo(group, new Line(geometry, new LineBasicMaterial({ color })), 'trail');
    this.update();
  }

  /** Adds the place of now, if time has gone on; the last place follows the point meanwhile. */
  update(): void {
    const { time } = this.#world;
    const { array } = this.#places;
    // Time was set back.
    if (time < this.#last) {
      this.#count = 0;
      this.#last = -Infinity;
    }
    // A little less, since sums of steps are rounded.
    if (time - this.#last >= 0.999 * this.#apart) {
      if (this.#count === this.#room) array.copyWithin(0, 3);
      else this.#count++;
      this.#last = time;
    }
    array.set(inSpace(this.#point.position), 3 * (this.#count - 1));
    this.#places.needsUpdate = true;
    this.#object.geometry.setDrawRange(0, this.#count);
  }

  dispose(): void {
    remove(this.#object);
    this.#object.material.dispose();
  }
}
