import type { Core, ScaledCores } from './scaled-cores.js';

/** A few scales, each with how often it is wanted; in the order in which they came. */
export class WantedScales {
  readonly scales: number[] = [];
  readonly #counts: number[] = [];

  change(scale: number, by: 1 | -1): void {
    const at = this.scales.indexOf(scale);
    if (at < 0) {
      this.scales.push(scale);
      this.#counts.push(by);
    } else if ((this.#counts[at]! += by) === 0) {
      this.scales.splice(at, 1);
      this.#counts.splice(at, 1);
    }
  }
}

/** What there is to choose in a program: the same for all attempts to choose well. */
export class ScaleChoices {
  readonly list: readonly Core[];
  /** How many cores each is an operand of, by id. What has a user with a given scale counts as used more than once. */
  readonly uses: Int32Array;
  /** Cores with several users or none: each is chosen together with all that only it uses. */
  readonly heads: readonly Core[];
  readonly #isSingle: Uint8Array;
  /** By id of a head: itself and what only it uses, operands after users; and these with all their operands. */
  readonly #cones: (readonly Core[])[] = [];
  readonly #affected: (readonly Core[])[] = [];
  readonly #leastCost: number[] = [];

  constructor({ list, fixed }: ScaledCores) {
    this.list = list;
    this.uses = new Int32Array(list.length);
    for (const { core } of fixed) this.uses[core.id]! += 2;
    for (const { a, b } of list) for (const core of [a, b]) if (core !== undefined) this.uses[core.id]! += 1;
    this.#isSingle = Uint8Array.from(list, (core) => (isFree(core) && this.uses[core.id] === 1 ? 1 : 0));
    this.heads = list.filter((core) => isFree(core) && !this.isSingle(core));
    for (const head of this.heads) {
      const cone = this.#coneOf(head);
      this.#cones[head.id] = cone;
      const affected = [...new Set(cone.flatMap((core) => [core, core.a!, core.b!]))];
      this.#affected[head.id] = affected;
      this.#leastCost[head.id] = affected.filter(({ kind }) => kind !== 'literal' && kind !== 'load').length;
    }
  }

  /** Whether one other core, and nothing else, uses a core, which is chosen together with that. */
  isSingle(core: Core): boolean {
    return this.#isSingle[core.id] === 1;
  }

  cone(head: Core): readonly Core[] {
    return this.#cones[head.id]!;
  }

  affectedBy(head: Core): readonly Core[] {
    return this.#affected[head.id]!;
  }

  /** What those of {@link affectedBy} cost if each is computed once. */
  leastCost(head: Core): number {
    return this.#leastCost[head.id]!;
  }

  #coneOf(head: Core): Core[] {
    return [head, ...[head.a!, head.b!].flatMap((operand) => (this.isSingle(operand) ? this.#coneOf(operand) : []))];
  }
}

/** Whether the scale of a core can be chosen. */
export const isFree = ({ kind }: Core): boolean => kind === 'sum' || kind === 'product' || kind === 'quotient';
