import { isFree, WantedScales, type ScaleChoices } from './scale-choices.js';
import type { Core, ScaledRef } from './scaled-cores.js';

/** How a core is computed: at which scale of its own, and of its operands. `sum`: `+`, `a − b` or `b − a` of these. */
export interface Choice {
  readonly scale: number;
  readonly a: number;
  readonly b: number;
  readonly operator: '+' | '-' | '-reversed' | '*' | '/';
}

const MAX_ROUNDS = 8;
/** Of equally long programs the one with fewer unusual scales: it reads better. */
const DISLIKE = 1e-5;
/** Rather a quantity with many users is scaled than one with few: others of them may take it, too. */
const PREFERENCE = 1e-3;

export interface AssignmentOptions {
  /** Whether those with many users are preferred to be scaled. */
  readonly prefersUsed: boolean;
  /** Whether cores with one user may also be computed as they stand and scaled later, not only at the scale that it wants. */
  readonly scalesLater: boolean;
}

/** The least that a core costs at a scale, with everything that only it uses, and how. */
interface Solution {
  readonly scale: number;
  readonly cost: number;
  readonly choice: Choice;
}

/** Scales of all cores, and which scales of each core its users want. At first each core is computed as it stands. */
export class ScaleAssignment {
  readonly #choices: ScaleChoices;
  readonly #preference: number;
  readonly #scalesLater: boolean;
  // By id of the core.
  readonly #chosen: (Choice | undefined)[] = [];
  readonly #wanted: readonly WantedScales[];
  /** Those of the cone that is being decided. */
  readonly #solutions: Solution[][];

  constructor(choices: ScaleChoices, fixed: readonly ScaledRef[], { prefersUsed, scalesLater }: AssignmentOptions) {
    const { list } = choices;
    this.#choices = choices;
    this.#preference = prefersUsed ? PREFERENCE : 0;
    this.#scalesLater = scalesLater;
    this.#wanted = list.map(() => new WantedScales());
    this.#solutions = list.map(() => []);
    for (const { core, scale } of fixed) this.#wanted[core.id]!.change(scale, 1);
    for (const core of list) if (isFree(core)) this.#choose(core, asItStands(core));
  }

  /** How a core is computed; nothing for one that has no scale to choose. */
  choiceOf(core: Core): Choice | undefined {
    return this.#chosen[core.id];
  }

  /** Operations, of the whole program or of some cores. */
  cost(cores: readonly Core[] = this.#choices.list): number {
    let sum = 0;
    for (const core of cores) sum += this.#costOf(core);
    return sum;
  }

  /** From users to operands: each core at a scale that is wanted of it. */
  assignFromUsers(): this {
    for (const core of this.#choices.list) if (isFree(core)) this.#unchoose(core);
    for (const head of this.#choices.heads.toReversed()) this.#decide(head);
    return this;
  }

  /** Changes one head at a time while that makes the program shorter. */
  improve(): this {
    const { heads } = this.#choices;
    const fromUsers = heads.toReversed();
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = this.cost();
      for (const head of round % 2 === 0 ? fromUsers : heads) this.#reconsider(head);
      if (this.cost() >= before) break;
    }
    return this;
  }

  #reconsider(head: Core): void {
    const cone = this.#choices.cone(head);
    const affected = this.#choices.affectedBy(head);
    const was = this.cost(affected);
    if (was === this.#choices.leastCost(head)) return;
    const old = cone.map((core) => this.#chosen[core.id]!);
    for (const core of cone) this.#unchoose(core);
    this.#decide(head);
    if (this.cost(affected) <= was) return;
    for (const core of cone) this.#unchoose(core);
    for (let k = 0; k < cone.length; k++) this.#choose(cone[k]!, old[k]!);
  }

  /** Computes a head at the scale that costs least of those that are wanted of it, and what only it uses. */
  #decide(head: Core): void {
    for (const { id } of this.#choices.cone(head)) this.#solutions[id]!.length = 0;
    let best: Solution | undefined;
    for (const scale of this.#wanted[head.id]!.scales) {
      const solution = this.#solve(head, scale);
      if (best === undefined || solution.cost < best.cost) best = solution;
    }
    this.#apply(head, best!.choice);
  }

  #apply(core: Core, choice: Choice): void {
    this.#choose(core, choice);
    if (this.#choices.isSingle(core.a!)) this.#apply(core.a!, this.#known(core.a!, choice.a)!.choice);
    if (this.#choices.isSingle(core.b!)) this.#apply(core.b!, this.#known(core.b!, choice.b)!.choice);
  }

  #choose(core: Core, choice: Choice): void {
    this.#chosen[core.id] = choice;
    this.#wanted[core.a!.id]!.change(choice.a, 1);
    this.#wanted[core.b!.id]!.change(choice.b, 1);
  }

  #unchoose(core: Core): void {
    const choice = this.#chosen[core.id]!;
    this.#chosen[core.id] = undefined;
    this.#wanted[core.a!.id]!.change(choice.a, -1);
    this.#wanted[core.b!.id]!.change(choice.b, -1);
  }

  /** Operations that compute a core at all wanted scales. */
  #costOf(core: Core): number {
    if (core.kind === 'literal') return 0;
    const { scales } = this.#wanted[core.id]!;
    const others = scales.length - (scales.includes(this.#chosen[core.id]?.scale ?? 1) ? 1 : 0);
    return core.kind === 'load' ? others : others + 1;
  }

  #known({ id }: Core, scale: number): Solution | undefined {
    for (const solution of this.#solutions[id]!) if (solution.scale === scale) return solution;
    return undefined;
  }

  /** A core at a scale: computed at that one, or as it stands and multiplied later. */
  #solve(core: Core, scale: number): Solution {
    const known = this.#known(core, scale);
    if (known !== undefined) return known;
    let best = core.kind === 'sum' ? this.#solveSum(core, scale) : this.#solveProduct(core, scale);
    if (this.#scalesLater && scale !== 1) {
      const { cost, choice } = this.#solve(core, 1);
      if (cost + 1 < best.cost) best = { scale, cost: cost + 1, choice };
    }
    this.#solutions[core.id]!.push(best);
    return best;
  }

  /** `a + r·b`, `a − (−r)·b` or `r·b − (−a)`, whatever costs least. */
  #solveSum(core: Core, scale: number): Solution {
    const [a, b] = [scale, scale * core.ratio!];
    const ofA = this.#costOfOperand(core.a!, a);
    const ofB = this.#costOfOperand(core.b!, b);
    const sum = 1 + ofA + ofB;
    const difference = 1 + ofA + this.#costOfOperand(core.b!, -b);
    const reversed = 1 + this.#costOfOperand(core.a!, -a) + ofB;
    if (sum <= difference && sum <= reversed) return { scale, cost: sum, choice: { scale, a, b, operator: '+' } };
    return difference <= reversed
      ? { scale, cost: difference, choice: { scale, a, b: -b, operator: '-' } }
      : { scale, cost: reversed, choice: { scale, a: -a, b, operator: '-reversed' } };
  }

  /** A product or a quotient, with the first operand at a scale that somebody wants or that the second one has. */
  #solveProduct(core: Core, scale: number): Solution {
    const isProduct = core.kind === 'product';
    let [best, cost] = [NaN, Infinity];
    for (const a of this.#operandScales(core, scale)) {
      const b = isProduct ? scale / a : a / scale;
      const candidate = 1 + this.#costOfOperand(core.a!, a) + this.#costOfOperand(core.b!, b);
      if (candidate < cost) [best, cost] = [a, candidate];
    }
    return { scale, cost, choice: productAt(core, scale, best) };
  }

  #costOfOperand(core: Core, scale: number): number {
    if (core.kind === 'literal') return 0;
    const dislike = scale === 1 ? 0 : scale > 0 ? DISLIKE : 2 * DISLIKE;
    if (this.#choices.isSingle(core)) return this.#solve(core, scale).cost + dislike;
    const { scales } = this.#wanted[core.id]!;
    const own = this.#ownScale(core);
    const isThere = scale === own || scales.includes(scale) || (own === undefined && scales.length === 0);
    return (isThere ? 0 : 1 - this.#preference * this.#choices.uses[core.id]!) + dislike;
  }

  /** At which scale a core is computed, if that is known. */
  #ownScale(core: Core): number | undefined {
    return isFree(core) ? this.#chosen[core.id]?.scale : 1;
  }

  /** Scales at which the first operand of a product or quotient may be taken. */
  #operandScales({ kind, a, b }: Core, scale: number): number[] {
    const found = scale === 1 ? [1] : [1, scale];
    for (const at of this.#scalesOf(a!)) if (!found.includes(at)) found.push(at);
    for (const other of this.#scalesOf(b!)) {
      const at = kind === 'product' ? scale / other : scale * other;
      if (!found.includes(at)) found.push(at);
    }
    return found;
  }

  #scalesOf({ id }: Core): readonly number[] {
    const { scales } = this.#wanted[id]!;
    const own = this.#chosen[id]?.scale;
    return own === undefined || scales.includes(own) ? scales : [...scales, own];
  }
}

/** A core with operands as they stand. */
function asItStands(core: Core): Choice {
  return core.kind === 'sum' ? { scale: 1, a: 1, b: core.ratio!, operator: '+' } : productAt(core, 1, 1);
}

/** A product or quotient at a scale, with the first operand at a scale. */
const productAt = ({ kind }: Core, scale: number, a: number): Choice =>
  kind === 'product' ? { scale, a, b: scale / a, operator: '*' } : { scale, a, b: a / scale, operator: '/' };
