import type { Graph } from '../symbolic/graph.js';
import type { Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import type { ConstantQuantity } from '../spec/language.js';
import { scalar, type Quantity } from './values.js';

/** The values of the names of a spec. A name that is known to be faulty has no value. */
export class Scope {
  // A map, not an object: names such as `constructor` are no quantities.
  readonly #quantities = new Map<string, Quantity | null>();

  /** Names in whose formulas inputs cancel. */
  readonly #lossy = new Set<string>();

  /** The handles of curves and paths: one, or one per component. */
  readonly #curves = new Map<string, readonly Node[]>();

  /** Defines a curve or a path, which formulas call. As a quantity, it has no value. */
  defineCurve(name: string, handles: readonly Node[]): void {
    this.#quantities.set(name, null);
    this.#curves.set(name, handles);
  }

  /** The handles of a curve or a path; undefined for other names. */
  curve(name: string): readonly Node[] | undefined {
    return this.#curves.get(name);
  }

  define(name: string, value: Quantity | null, isLossy = false): void {
    this.#quantities.set(name, value);
    if (isLossy) this.#lossy.add(name);
  }

  /** Tests whether inputs cancel in the formula of a name, or have the factor zero. */
  isLossy(name: string): boolean {
    return this.#lossy.has(name);
  }

  has(name: string): boolean {
    return this.#quantities.has(name);
  }

  get(name: string): Quantity | null {
    return this.#quantities.get(name) ?? null;
  }

  names(): Iterable<string> {
    return this.#quantities.keys();
  }
}

/** The constants of the language, and time. */
export function constantsOf(graph: Graph): Readonly<Record<ConstantQuantity, Quantity>> {
  const tau = graph.constant('tau');
  return {
    pi: scalar(graph.scale(Q.HALF, tau)),
    tau: scalar(tau),
    e: scalar(graph.constant('e')),
    t: scalar(graph.variable('t')),
  };
}
