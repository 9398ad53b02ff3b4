import { soleStore, type BodyStore } from '../model/body-store.js';

/** The diagonal of `W` in a world that has a {@link soleStore}. It is also that of `B W Bᵀ`. */
export class DiagonalMobility {
  readonly #store: BodyStore;
  readonly #values: Float64Array;
  readonly #ones: Float64Array;
  #revision = NaN;

  private constructor(store: BodyStore, connectors: number) {
    this.#store = store;
    this.#values = new Float64Array(connectors);
    this.#ones = new Float64Array(connectors).fill(1);
  }

  /**
   * Makes the diagonal for vectors of `connectors` entries over the connectors; undefined in other
   * worlds.
   */
  static of(stores: readonly BodyStore[], connectors: number): DiagonalMobility | undefined {
    const store = soleStore(stores);
    return store && new DiagonalMobility(store, connectors);
  }

  /** Mobility of each entry of a vector over the connectors; 0 for those that no force moves. */
  get current(): Float64Array {
    const { mobilityRevision } = this.#store;
    if (mobilityRevision !== this.#revision) {
      this.#revision = mobilityRevision;
      this.#store.applyMobility(this.#ones, this.#values);
    }
    return this.#values;
  }
}
