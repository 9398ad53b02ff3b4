import { copy } from '../../base/vector.js';
import type { ConnectorValues } from '../connector.js';
import type { BodyConnector } from './body-connectors.js';
import type { BodyType } from './body-type.js';

/** The connectors of one type that are in use, the arguments of one call of its kernel. */
interface ConnectorBatch {
  readonly type: number;
  readonly bodies: Int32Array;
  readonly locals: Float64Array;
  readonly slots: Int32Array;
  readonly B: Float64Array;
}

/** A connector in use, before it has a slot. Equal connectors share one. */
interface Place {
  readonly body: number;
  readonly local: Float64Array;
  slot: number;
}

/**
 * The connectors of a store that constraints use, type by type, and their Jacobians. Row `e` of `B`
 * belongs to entry `slotOffset + e` of the connector table. The blocks that kernels write are thus
 * the rows of one matrix.
 */
export class PlacedConnectors {
  /** Entries in the connector table. */
  size = 0;
  /** Body that carries each entry, and size of its connector. */
  bodyOf: Int32Array = new Int32Array(0);
  sizeOf: Int32Array = new Int32Array(0);
  /** Jacobian, `size × nv`, each row over the velocities of the body that carries the entry. */
  B: Float64Array = new Float64Array(0);

  readonly #type: BodyType;
  readonly #nv: number;
  #batches: readonly ConnectorBatch[] = [];
  #connectors: readonly BodyConnector[] = [];

  constructor(type: BodyType, nv: number) {
    this.#type = type;
    this.#nv = nv;
  }

  /** Gives slots from `offset` on to `connectors`, and resets the slots of earlier ones. */
  place(connectors: readonly BodyConnector[], offset: number): void {
    for (const connector of this.#connectors) connector.slot = -1;
    this.#connectors = connectors;

    const { connectors: types } = this.#type;
    const places = types.map((): Place[] => []);
    const known = types.map((): Map<string, Place>[] => []);
    const placeOf = connectors.map(({ typeIndex, binding, local, localKey }) => {
      const body = binding.index;
      const onBody = (known[typeIndex]![body] ??= new Map<string, Place>());
      let place = onBody.get(localKey);
      if (!place) {
        onBody.set(localKey, (place = { body, local, slot: -1 }));
        places[typeIndex]!.push(place);
      }
      return place;
    });

    this.size = 0;
    places.forEach((list, type) => (this.size += list.length * types[type]!.size));
    this.bodyOf = new Int32Array(this.size);
    this.sizeOf = new Int32Array(this.size);
    this.B = new Float64Array(this.size * this.#nv);
    let start = 0;
    const batches: ConnectorBatch[] = [];
    places.forEach((list, type) => {
      if (list.length === 0) return;
      const { size, localSize } = types[type]!;
      let end = start;
      for (const place of list) {
        place.slot = offset + end;
        for (let c = 0; c < size; c++) this.bodyOf[end++] = place.body;
      }
      this.sizeOf.fill(size, start, end);
      batches.push({
        type,
        bodies: Int32Array.from(list, ({ body }) => body),
        locals: localsOf(list, localSize),
        slots: Int32Array.from(list, ({ slot }) => slot),
        B: this.B.subarray(start * this.#nv, end * this.#nv),
      });
      start = end;
    });
    this.#batches = batches;
    connectors.forEach((connector, i) => (connector.slot = placeOf[i]!.slot));
  }

  /**
   * Writes values, rates, accelerations at zero `v̇` and Jacobians, from coordinates, velocities
   * and parameters of the store.
   */
  write(table: ConnectorValues, q: Float64Array, v: Float64Array, p: Float64Array, t: number): void {
    for (const { type, bodies, locals, slots, B } of this.#batches) {
      const { kernel } = this.#type.connectors[type]!;
      kernel(bodies.length, bodies, locals, q, v, p, t, slots, table.x, table.v, table.a, B);
    }
  }
}

/** The places on bodies, `size` numbers each, one after the other. */
function localsOf(places: readonly Place[], size: number): Float64Array {
  const locals = new Float64Array(places.length * size);
  for (const [k, { local }] of places.entries()) copy(local, 0, locals, k * size, size);
  return locals;
}
