import { storageNeeds, type FrontStorage } from './front-storage.js';
import type { Fronts } from './fronts.js';
import type { Platform } from './front-module.js';

/**
 * Integers at the beginning of the memory of a factorization, in this order: the number of fronts,
 * and the addresses of arrays, in bytes. `diagonal` is where in `values` the diagonal begins.
 */
export const FRONT_HEADER = [
  'count',
  'firstColumn',
  'rowStart',
  'row',
  'relative',
  'panelStart',
  'updateStart',
  'entryStart',
  'place',
  'childStart',
  'child',
  'pivots',
  'values',
  'diagonal',
  'inverse',
  'z',
  'store',
  'products',
] as const;
export type HeaderName = (typeof FRONT_HEADER)[number];

/** Size of a page of memory, and the boundary at which arrays begin, in bytes. */
const PAGE = 65_536;
const BOUNDARY = 64;
/** Addresses in the module are signed integers. */
const MOST_BYTES = 2 ** 31 - PAGE;

/** The memory of one factorization: all that its module reads and writes. */
export interface FrontMemory {
  readonly memory: object;
  readonly storage: FrontStorage;
  /** The vector that a factorization substitutes, and another, with its address. */
  readonly z: Float64Array;
  readonly spare: Float64Array;
  readonly spareAddress: number;
}

/**
 * Lays out the arrays of a factorization one after another, in a memory that never grows, so that
 * no view on it is ever detached. Throws what the platform throws where it refuses the memory.
 */
export function frontMemory(fronts: Fronts, { Memory }: Platform): FrontMemory {
  const { lengths, updateStart } = storageNeeds(fronts);
  const size = fronts.order.length;
  let end = 4 * FRONT_HEADER.length;
  const reserve = (bytes: number): number => {
    const start = Math.ceil(end / BOUNDARY) * BOUNDARY;
    end = start + bytes;
    return start;
  };
  const { firstColumn, rowStart, row, relative, panelStart, entryStart, place, childStart, child } = fronts;
  const plan = { firstColumn, rowStart, row, relative, panelStart, updateStart, entryStart, place, childStart, child };
  const planned = Object.entries(plan).map(([name, array]) => ({ name, array, start: reserve(4 * array.length) }));
  const doubles = (length: number): { start: number; length: number } => ({ start: reserve(8 * length), length });
  const pivots = doubles(lengths.pivots);
  const values = doubles(lengths.values);
  const inverse = doubles(lengths.inverse);
  const z = doubles(size);
  const spare = doubles(size);
  const products = doubles(lengths.products);
  const store = doubles(lengths.store);
  if (end > MOST_BYTES) throw new RangeError(`Fronts of ${end} bytes have no room in one memory.`);

  const pages = Math.ceil(end / PAGE);
  const memory = new Memory({ initial: pages, maximum: pages });
  const { buffer } = memory;
  const addresses: Readonly<Record<HeaderName, number>> = {
    ...(Object.fromEntries(planned.map(({ name, start }) => [name, start])) as Record<keyof typeof plan, number>),
    count: fronts.count,
    pivots: pivots.start,
    values: values.start,
    diagonal: values.start + 8 * (lengths.values - size),
    inverse: inverse.start,
    z: z.start,
    store: store.start,
    products: products.start,
  };
  new Int32Array(buffer, 0, FRONT_HEADER.length).set(FRONT_HEADER.map((name) => addresses[name]));
  for (const { array, start } of planned) new Int32Array(buffer, start, array.length).set(array);
  const view = ({ start, length }: { start: number; length: number }): Float64Array =>
    new Float64Array(buffer, start, length);
  return {
    memory,
    storage: {
      pivots: view(pivots),
      values: view(values),
      inverse: view(inverse),
      store: view(store),
      products: view(products),
      updateStart,
    },
    z: view(z),
    spare: view(spare),
    spareAddress: spare.start,
  };
}
