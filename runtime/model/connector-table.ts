import type { BodyFamily } from './body-store.js';
import type { Connector } from './connector.js';
import { plainFamily } from './plain-store.js';

/**
 * Value, rate and acceleration at zero generalized acceleration of every connector in use, at the connector's slot: what kernels read.
 * The families' own connectors come first, in the order of the families, then ground, handles and whatever else constraints refer to.
 */
export class ConnectorTable {
  /** Values and rates: in a world of particles the state itself, and what lies behind it. */
  x: Float64Array = new Float64Array(0);
  v: Float64Array = new Float64Array(0);
  a: Float64Array = new Float64Array(0);

  #placed: Connector[] = [];
  #moving: Connector[] = [];

  /** Places the families' connectors and those of `used` that no family places, and sets their slots. */
  rebuild(families: readonly BodyFamily[], used: ReadonlySet<Connector>): void {
    for (const connector of this.#placed) connector.slot = -1;
    this.#placed = [];
    this.#moving = [];

    let size = 0;
    for (const family of families) {
      family.placeConnectors(size, used);
      size += family.slotCount;
    }
    for (const connector of used) {
      if (connector.slot >= 0) continue;
      connector.slot = size;
      size += connector.size;
      this.#placed.push(connector);
      if (connector.moves) this.#moving.push(connector);
    }

    const shared = plainFamily(families)?.shareConnectors?.(size);
    this.x = shared?.x ?? new Float64Array(size);
    this.v = shared?.v ?? new Float64Array(size);
    this.a = new Float64Array(size);
    for (const connector of this.#placed) connector.read(this.x, this.v, this.a, connector.slot);
  }

  /** Brings the table up to date with the state and the time. */
  refresh(families: readonly BodyFamily[]): void {
    for (const family of families) family.writeConnectors(this);
    for (const connector of this.#moving) {
      connector.read(this.x, this.v, this.a, connector.slot);
    }
  }
}
