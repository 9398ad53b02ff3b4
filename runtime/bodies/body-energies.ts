import type { BodyType } from './body-type.js';

const EMPTY = new Float64Array(0);

/** What uniform gravity does to the bodies of one type, and their kinetic and potential energies. */
export class BodyEnergies {
  readonly #type: BodyType;
  readonly #nv: number;
  #energy: Float64Array = EMPTY;
  #moment: Float64Array = EMPTY;
  #weight: Float64Array = EMPTY;

  constructor(type: BodyType, nv: number) {
    this.#type = type;
    this.#nv = nv;
  }

  /** Takes workspace for `count` bodies. */
  resize(count: number): void {
    const { space } = this.#type;
    this.#energy = new Float64Array(2 * count);
    this.#moment = new Float64Array(count * space);
    this.#weight = new Float64Array(count * space * this.#nv);
  }

  /** `Q += weightᵀ g` for `count` bodies, whose velocities begin at `start`. Needs {@link evaluateWeight}. */
  addGravity(count: number, g: ArrayLike<number>, Q: Float64Array, start: number): void {
    const nv = this.#nv;
    const { space } = this.#type;
    const weight = this.#weight;
    let row = 0;
    for (let k = 0, first = start; k < count; k++, first += nv) {
      for (let c = 0; c < space; c++, row += nv) {
        const gc = g[c]!;
        for (let j = 0; j < nv; j++) Q[first + j]! += weight[row + j]! * gc;
      }
    }
  }

  /** `−Σ g · moment`, J. Needs {@link evaluateWeight}. */
  gravityEnergy(g: ArrayLike<number>): number {
    const { space } = this.#type;
    const moment = this.#moment;
    let energy = 0;
    for (let i = 0; i < moment.length; i++) energy -= moment[i]! * g[i % space]!;
    return energy;
  }

  evaluateWeight(count: number, q: Float64Array, p: Float64Array, t: number): void {
    this.#type.weight(count, q, p, t, this.#moment, this.#weight);
  }

  /** The sum over all bodies: of kinetic energies for 0, of potential ones for 1, J. */
  sum(which: 0 | 1, count: number, q: Float64Array, v: Float64Array, p: Float64Array, t: number): number {
    const energies = this.#energy;
    this.#type.energy(count, q, v, p, t, energies);
    let sum = 0;
    for (let i = which; i < energies.length; i += 2) sum += energies[i]!;
    return sum;
  }
}
