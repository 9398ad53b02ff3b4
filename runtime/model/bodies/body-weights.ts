import { findNonFinite } from '../../base/vector.js';
import type { BodyArrays } from './body-arrays.js';
import type { BodyType } from './body-type.js';
import type { CoordinateLayout } from './coordinate-layout.js';

/** Weights, drag and energies of the bodies of one type. */
export class BodyWeights {
  readonly #type: BodyType;
  readonly #layout: CoordinateLayout;
  readonly #arrays: BodyArrays;
  #energy = new Float64Array(0);
  #moment = new Float64Array(0);
  #weight = new Float64Array(0);

  constructor(type: BodyType, layout: CoordinateLayout, arrays: BodyArrays) {
    this.#type = type;
    this.#layout = layout;
    this.#arrays = arrays;
  }

  /** Sizes the workspace for `count` bodies. */
  resize(count: number): void {
    const { space } = this.#type;
    this.#energy = new Float64Array(2 * count);
    this.#moment = new Float64Array(count * space);
    this.#weight = new Float64Array(count * space * this.#layout.nv);
  }

  /** `Q += weightᵀ g`. */
  addGravity(g: ArrayLike<number>, Q: Float64Array): void {
    const { bodies, velocityOffset } = this.#arrays;
    const { nv } = this.#layout;
    const { space } = this.#type;
    this.#evaluateWeight();
    const weight = this.#weight;
    let row = 0;
    for (let k = 0, start = velocityOffset; k < bodies.length; k++, start += nv) {
      for (let c = 0; c < space; c++, row += nv) {
        const gc = g[c]!;
        for (let j = 0; j < nv; j++) Q[start + j]! += weight[row + j]! * gc;
      }
    }
  }

  /** `Q −= c v` at the centre of mass, the only vector among the coordinates of a rigid body. */
  addDrag(c: number, Q: Float64Array): void {
    const { bodies, v: rates, velocityOffset } = this.#arrays;
    const { coordinates, nv } = this.#layout;
    for (const { description, v } of coordinates) {
      if (description.kind !== 'vector') continue;
      for (let k = 0, i = v; k < bodies.length; k++, i += nv) {
        for (let j = i; j < i + description.rateSize; j++) Q[velocityOffset + j]! -= c * rates[j]!;
      }
    }
  }

  /** `−g · moment`. */
  gravityEnergy(g: ArrayLike<number>): number {
    this.#evaluateWeight();
    const { space } = this.#type;
    const moment = this.#moment;
    let energy = 0;
    for (let i = 0; i < moment.length; i++) energy -= moment[i]! * g[i % space]!;
    return energy;
  }

  /** Returns the kinetic energy (0) or the potential energy of the bodies themselves (1), J. */
  energy(which: 0 | 1): number {
    const { bodies, q, v, parameters, time } = this.#arrays;
    const energies = this.#energy;
    this.#type.energy(bodies.length, q, v, parameters, time, energies);
    let sum = 0;
    for (let i = which; i < energies.length; i += 2) sum += energies[i]!;
    return sum;
  }

  /** Returns the first body whose energies or mass points have no value at the present state; −1 if none. */
  findUndefined(): number {
    const { space } = this.#type;
    this.energy(0);
    this.#evaluateWeight();
    const [inEnergies, inMoments] = [findNonFinite(this.#energy), findNonFinite(this.#moment)];
    return inEnergies >= 0 ? Math.floor(inEnergies / 2) : Math.floor(inMoments / space);
  }

  #evaluateWeight(): void {
    const { bodies, q, parameters, time } = this.#arrays;
    this.#type.weight(bodies.length, q, parameters, time, this.#moment, this.#weight);
  }
}
