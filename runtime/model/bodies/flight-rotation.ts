import type { BodyFlight } from '../body-store.js';
import type { BodyArrays } from './body-arrays.js';
import { Rotor } from './rotor.js';

/** Numbers of coordinates and velocities of a body, and where its rotation begins among them. */
const NQ = 7;
const NV = 6;
const ROTATION = 3;

/**
 * The rotation of rigid bodies in space between the impulses at the ends of a step: free, by the
 * splitting of {@link Rotor}, which is symplectic. Velocities are `W L` where it begins, and where it
 * ends.
 */
export class FlightRotation implements BodyFlight {
  readonly #arrays: BodyArrays;
  readonly #rotor: Rotor;
  #before = new Float64Array(0);
  #frames = new Float64Array(0);
  #L = new Float64Array(0);
  readonly #x = new Float64Array(3);

  constructor(arrays: BodyArrays) {
    this.#arrays = arrays;
    this.#rotor = new Rotor(arrays);
  }

  begin(): void {
    const { q, bodies } = this.#arrays;
    if (this.#L.length !== 3 * bodies.length) {
      this.#before = new Float64Array(4 * bodies.length);
      this.#frames = new Float64Array(9 * bodies.length);
      this.#L = new Float64Array(3 * bodies.length);
    }
    this.#rotor.prepare();
    for (let k = 0; k < bodies.length; k++)
      for (let e = 0; e < 4; e++) this.#before[4 * k + e] = q[NQ * k + ROTATION + e]!;
    this.#writeFrames();
  }

  removeGyroscopic(accelerations: Float64Array): void {
    const { v, bodies, velocityOffset } = this.#arrays;
    const x = this.#x;
    this.#writeFrames();
    for (let k = 0, j = ROTATION; k < bodies.length; k++, j += NV) {
      if (this.#rotor.isRound(k)) continue;
      this.#rotor.apply(k, this.#frames, 9 * k, false, v, j, x, 0);
      const [x0, x1, x2] = [x[0]!, x[1]!, x[2]!];
      const [a, b, c] = [v[j]!, v[j + 1]!, v[j + 2]!];
      x[0] = b * x2 - c * x1;
      x[1] = c * x0 - a * x2;
      x[2] = a * x1 - b * x0;
      this.#rotor.apply(k, this.#frames, 9 * k, true, x, 0, x, 0);
      for (let e = 0; e < 3; e++) accelerations[velocityOffset + j + e]! += x[e]!;
    }
  }

  turn(h: number): void {
    const { q, v, bodies } = this.#arrays;
    for (let k = 0, j = ROTATION; k < bodies.length; k++, j += NV) {
      if (this.#rotor.isRound(k)) continue;
      this.#rotor.apply(k, this.#frames, 9 * k, false, v, j, this.#L, 3 * k);
      for (let e = 0; e < 4; e++) q[NQ * k + ROTATION + e] = this.#before[4 * k + e]!;
      this.#rotor.turn(k, this.#L, 3 * k, h);
    }
  }

  end(): void {
    const { v, bodies } = this.#arrays;
    this.#writeFrames();
    for (let k = 0, j = ROTATION; k < bodies.length; k++, j += NV) {
      if (!this.#rotor.isRound(k)) this.#rotor.apply(k, this.#frames, 9 * k, true, this.#L, 3 * k, v, j);
    }
  }

  #writeFrames(): void {
    for (let k = 0; k < this.#arrays.bodies.length; k++) this.#rotor.writeFrame(k, this.#frames, 9 * k);
  }
}
