import type { BodyFamily } from '../body-family.js';

/**
 * The diagonal of `W` in a world whose bodies are their own connectors, such as one of particles alone: there coordinates, velocities and the first entries of what is
 * over the connectors are in the same places, and `B W Bᵀ` is `W`, a diagonal.
 */
export class DiagonalMobility {
  readonly #family: BodyFamily;
  readonly #values: Float64Array;
  readonly #ones: Float64Array;
  #revision = NaN;

  private constructor(family: BodyFamily, connectors: number) {
    this.#family = family;
    this.#values = new Float64Array(connectors);
    this.#ones = new Float64Array(connectors).fill(1);
  }

  /** Undefined where `W` is no diagonal, or velocities and connectors differ. `connectors` is the length of what is over the connectors. */
  static of(families: readonly BodyFamily[], connectors: number): DiagonalMobility | undefined {
    const [family, ...others] = families.filter(({ velocityCount }) => velocityCount > 0);
    if (!family?.isotropic || others.length > 0) return undefined;
    const { slotOffset, coordinateOffset, velocityOffset } = family;
    if (slotOffset !== 0 || coordinateOffset !== 0 || velocityOffset !== 0) return undefined;
    return new DiagonalMobility(family, connectors);
  }

  /** One entry per entry of what is over the connectors; 0 for those that no force moves. */
  get current(): Float64Array {
    const { mobilityRevision } = this.#family;
    if (mobilityRevision !== this.#revision) {
      this.#revision = mobilityRevision;
      this.#family.applyMobility(this.#ones, this.#values);
    }
    return this.#values;
  }
}
