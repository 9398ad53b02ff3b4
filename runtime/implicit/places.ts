import type { Connector } from '../model/connector.js';
import { ConnectorMotion } from '../equations/connector-motion.js';
import { isParticle } from '../model/particle.js';
import type { ParticleStore } from '../model/particle-store.js';
import type { State } from '../model/state.js';

/** A connector among {@link Places}. */
interface Place {
  readonly motion: ConnectorMotion;
  /** Index at which its components begin in {@link Places.x}. */
  readonly offset: number;
  /** Unknowns that it moves with, −1 for those that nothing changes. */
  readonly unknowns: Int32Array;
  /** True where its components are its unknowns, as for particles and the ground. */
  readonly isPlain: boolean;
}

/** The connectors that energies and constraints act on: their values, and the gradients over them. */
export class Places {
  /** Values and rates of all connectors at the last {@link read}. */
  x = new Float64Array(0);
  rates = new Float64Array(0);
  /** Gradient over the connectors: of energies, of their damping alone, and the sizes of what was added. */
  g = new Float64Array(0);
  damping = new Float64Array(0);
  sizes = new Float64Array(0);
  readonly #state: State;
  readonly #particles: ParticleStore;
  readonly #unknownOf: Int32Array;
  readonly #places: Place[] = [];
  readonly #indices = new Map<Connector, number>();
  #length = 0;
  #accelerations = new Float64Array(0);

  /** `unknownOf` holds the unknown of each velocity, −1 for those that nothing changes. */
  constructor(state: State, particles: ParticleStore, unknownOf: Int32Array) {
    this.#state = state;
    this.#particles = particles;
    this.#unknownOf = unknownOf;
  }

  /** Returns the place of a connector, a new one where it has none. */
  of(connector: Connector): Place {
    let index = this.#indices.get(connector);
    if (index === undefined) {
      const motion = new ConnectorMotion(connector, this.#particles);
      const { start, count } = motion;
      const isPlain = count === 0 || isParticle(connector);
      const unknowns =
        isPlain && count === 0
          ? new Int32Array(connector.size).fill(-1)
          : this.#unknownOf.subarray(start, start + count);
      index = this.#places.length;
      this.#indices.set(connector, index);
      this.#places.push({ motion, offset: this.#length, unknowns, isPlain });
      this.#length += connector.size;
    }
    return this.#places[index]!;
  }

  /** Sizes the workspace once all connectors have their places. */
  close(): void {
    this.x = new Float64Array(this.#length);
    this.g = new Float64Array(this.#length);
    this.damping = new Float64Array(this.#length);
    this.sizes = new Float64Array(this.#length);
    this.rates = new Float64Array(this.#length);
    this.#accelerations = new Float64Array(this.#length);
  }

  /** Reads all connectors at the present state, and clears the gradients. */
  read(): void {
    for (const { motion, offset, isPlain } of this.#places) {
      motion.connector.read(this.x, this.rates, this.#accelerations, offset);
      if (!isPlain) motion.read(this.#state.v);
    }
    this.g.fill(0);
    this.damping.fill(0);
    this.sizes.fill(0);
  }

  /** `out += Bᵀ g` over the unknowns; with `absolutely` the sizes of the terms. */
  addGradient(g: Float64Array, out: Float64Array, absolutely = false): void {
    for (const { motion, offset, unknowns, isPlain } of this.#places) {
      const { B, count } = motion;
      for (let c = 0; c < motion.x.length; c++) {
        const gc = g[offset + c]!;
        if (gc === 0) continue;
        if (isPlain) {
          if (unknowns[c]! >= 0) out[unknowns[c]!]! += gc;
          continue;
        }
        for (let i = 0; i < count; i++) {
          const entry = B[c * count + i]! * gc;
          if (unknowns[i]! >= 0) out[unknowns[i]!]! += absolutely ? Math.abs(entry) : entry;
        }
      }
    }
  }

  /** Calls `add` with the entries of `Σ g_c Γ_c` over unknowns, both triangles. */
  addCurvature(add: (i: number, j: number, value: number) => void): void {
    for (const { motion, offset, unknowns } of this.#places) {
      const { curvature, count } = motion;
      if (!curvature) continue;
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < count; j++) {
          let sum = 0;
          for (let c = 0; c < motion.x.length; c++)
            sum += this.g[offset + c]! * curvature[(c * count + i) * count + j]!;
          if (sum !== 0 && unknowns[i]! >= 0 && unknowns[j]! >= 0) add(unknowns[i]!, unknowns[j]!, sum);
        }
      }
    }
  }
}

export type { Place };
