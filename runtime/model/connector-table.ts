import { soleStore, type BodyStore } from './body-store.js';
import type { Connector, ConnectorValues } from './connector.js';

/**
 * Value, rate and acceleration at zero generalized acceleration of every connector in use, at the
 * connector's slot. The stores' own connectors come first, in the order of the stores, then those
 * of the ground, handles and other objects.
 */
export class ConnectorTable implements ConnectorValues {
  /**
   * Values and rates. In a world of particles these are the state itself and the room behind it.
   */
  x: Float64Array = new Float64Array(0);
  v: Float64Array = new Float64Array(0);
  a: Float64Array = new Float64Array(0);

  #placed: Connector[] = [];
  /** Those that no store places and that move: their motion is prescribed. */
  #driven: Connector[] = [];
  /** Length of the stores' part, which comes first. */
  bodySlots = 0;
  /** True where the values of the stores' connectors do not depend on time, and their rates are `B v`. */
  #isTimeless = false;
  /** True where values and rates are the state itself. */
  #isShared = false;

  /**
   * Places the stores' connectors and any of `used` that no store places, and sets their slots.
   */
  rebuild(stores: readonly BodyStore[], used: ReadonlySet<Connector>): void {
    for (const connector of this.#placed) connector.slot = -1;
    this.#placed = [];
    this.#driven = [];

    let size = 0;
    for (const store of stores) {
      store.placeConnectors(size, used);
      size += store.slotCount;
    }
    this.bodySlots = size;
    for (const connector of used) {
      if (connector.slot >= 0) continue;
      connector.slot = size;
      size += connector.size;
      this.#placed.push(connector);
      if (connector.moves) this.#driven.push(connector);
    }

    this.#isTimeless = stores.every(({ isTimeless }) => isTimeless);
    const shared = soleStore(stores)?.shareConnectors?.(size);
    this.#isShared = shared !== undefined;
    this.x = shared?.x ?? new Float64Array(size);
    this.v = shared?.v ?? new Float64Array(size);
    this.a = new Float64Array(size);
    for (const connector of this.#placed) connector.read(this.x, this.v, this.a, connector.slot);
  }

  /** True where values of the stores' connectors are computed from the state, and depend on nothing else. */
  get isComputed(): boolean {
    return this.#isTimeless && !this.#isShared;
  }

  /** True for a connector whose motion is prescribed. */
  isDriven(connector: Connector): boolean {
    return connector.moves && connector.slot >= this.bodySlots;
  }

  /**
   * Updates the rates to the velocities `v`, at the coordinates of the last {@link refresh}, and
   * prescribed motions to the present time. Returns false, with nothing changed, where connectors of
   * bodies depend on time.
   */
  refreshRates(stores: readonly BodyStore[], v: Float64Array): boolean {
    if (!this.#isTimeless) return false;
    if (!this.#isShared) for (const store of stores) store.toConnectors(v, this.v);
    this.#readDriven();
    return true;
  }

  /** Updates the table to the present state and time. */
  refresh(stores: readonly BodyStore[]): void {
    if (!this.#isShared || !this.#isTimeless) for (const store of stores) store.writeConnectors(this);
    this.#readDriven();
  }

  #readDriven(): void {
    for (const connector of this.#driven) connector.read(this.x, this.v, this.a, connector.slot);
  }
}
