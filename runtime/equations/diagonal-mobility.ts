import type { BodyFamily } from '../model/body-store.js';
import { plainFamily } from '../model/plain-store.js';

/** The diagonal of `W` in a world that has a {@link plainFamily}, where it is `B W Bᵀ` as well. */
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

  /** Undefined in other worlds. `connectors` is the length of what is over the connectors. */
  static of(families: readonly BodyFamily[], connectors: number): DiagonalMobility | undefined {
    const family = plainFamily(families);
    return family && new DiagonalMobility(family, connectors);
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
