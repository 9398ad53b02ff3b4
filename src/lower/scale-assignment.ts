import type { ScaleChoices } from './scale-choices.js';
import { ScaleSolutions, type Operator, type Steps } from './scale-solutions.js';
import type { ScaledRef } from './scaled-cores.js';
import { WantedScales } from './wanted-scales.js';

const MAX_ROUNDS = 8;
/** Of equally long programs the one with fewer unusual scales: it reads better. */
const DISLIKE = 1e-5;
/** Rather a quantity with many users is scaled than one with few: others of them may take it, too. */
const PREFERENCE = 1e-3;
/** The scale of a core that is not yet chosen. */
const NONE = 0;

export interface AssignmentOptions {
  /** Whether those with many users are preferred to be scaled. */
  readonly prefersUsed: boolean;
  /** Whether cores with one user may also be computed as they stand and scaled later, not only at the scale that it wants. */
  readonly scalesLater: boolean;
}

/** Scales of all cores, and which scales of each core its users want. At first each core is computed as it stands. */
export class ScaleAssignment {
  readonly #choices: ScaleChoices;
  readonly #preference: number;
  readonly #scalesLater: boolean;
  /** How each core is computed: at which scale of its own, and of its operands. */
  readonly #own: Float64Array;
  readonly #a: Float64Array;
  readonly #operator: Operator[];
  readonly #wanted: WantedScales;
  /** Those of the cone that is being decided. */
  readonly #solutions: ScaleSolutions;
  /** Scales of first operands that are being tried, up to `#triedEnd`: those for users before those for their operands. */
  readonly #tried: number[] = [];
  #triedEnd = 0;
  /** What the cone was that is being reconsidered. */
  readonly #oldOwn: Float64Array;
  readonly #oldA: Float64Array;
  readonly #oldOperator: Operator[] = [];

  /** Once no `steps` are left, operands are taken as they stand. */
  constructor(
    choices: ScaleChoices,
    fixed: readonly ScaledRef[],
    { prefersUsed, scalesLater }: AssignmentOptions,
    steps: Steps,
  ) {
    const { size, kind, isFree } = choices;
    this.#choices = choices;
    this.#preference = prefersUsed ? PREFERENCE : 0;
    this.#scalesLater = scalesLater;
    this.#own = new Float64Array(size).fill(NONE);
    this.#a = new Float64Array(size);
    this.#oldOwn = new Float64Array(size);
    this.#oldA = new Float64Array(size);
    this.#operator = kind.map((one) => (one === 'product' ? '*' : one === 'quotient' ? '/' : '+'));
    this.#wanted = new WantedScales(choices.uses);
    this.#solutions = new ScaleSolutions(size, steps);
    for (const { core, scale } of fixed) this.#wanted.add(core.id, scale);
    for (let core = 0; core < size; core++) if (isFree[core] === 1) this.#choose(core, 1, 1, this.#operator[core]!);
  }

  /** The scale at which a core is computed; 1 for one that has no scale to choose. */
  scaleOf(core: number): number {
    return this.#own[core] === NONE ? 1 : this.#own[core]!;
  }

  /** At which scale a core takes its first operand. */
  scaleOfA(core: number): number {
    return this.#a[core]!;
  }

  /** At which scale a core takes its second operand: that which goes with its own and with that of its first operand. */
  scaleOfB(core: number): number {
    const own = this.#own[core]!;
    switch (this.#operator[core]!) {
      case '+':
      case '-reversed':
        return own * this.#choices.ratio[core]!;
      case '-':
        return -own * this.#choices.ratio[core]!;
      case '*':
        return own / this.#a[core]!;
      case '/':
        return this.#a[core]! / own;
    }
  }

  operatorOf(core: number): Operator {
    return this.#operator[core]!;
  }

  /** Operations of the whole program. */
  cost(): number {
    let sum = 0;
    for (let core = 0; core < this.#choices.size; core++) sum += this.#costOf(core);
    return sum;
  }

  /** From users to operands: each core at a scale that is wanted of it. */
  assignFromUsers(): this {
    const { size, isFree, heads } = this.#choices;
    for (let core = 0; core < size; core++) if (isFree[core] === 1) this.#unchoose(core);
    for (const head of heads.toReversed()) this.#decide(head);
    return this;
  }

  /** Changes one head at a time while that makes the program shorter. */
  improve(): this {
    const { heads } = this.#choices;
    const fromUsers = heads.toReversed();
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = this.cost();
      for (const head of round % 2 === 0 ? fromUsers : heads) this.#reconsider(head);
      if (this.cost() >= before || this.#solutions.isExhausted) break;
    }
    return this;
  }

  #reconsider(head: number): void {
    const cone = this.#choices.cones[head]!;
    const was = this.#costOfAffected(head);
    if (was === this.#choices.leastCost[head]) return;
    for (const core of cone) {
      this.#oldOwn[core] = this.#own[core]!;
      this.#oldA[core] = this.#a[core]!;
      this.#oldOperator[core] = this.#operator[core]!;
      this.#unchoose(core);
    }
    this.#decide(head);
    if (this.#costOfAffected(head) <= was) return;
    for (const core of cone) this.#unchoose(core);
    for (const core of cone) this.#choose(core, this.#oldOwn[core]!, this.#oldA[core]!, this.#oldOperator[core]!);
  }

  /** Computes a head at the scale that costs least of those that are wanted of it, and what only it uses. */
  #decide(head: number): void {
    const { start, count, scale } = this.#wanted;
    const { cost } = this.#solutions;
    this.#solutions.restart(this.#choices.cones[head]!);
    let best = -1;
    const end = start[head]! + count[head]!;
    for (let k = start[head]!; k < end; k++) {
      const solution = this.#solve(head, scale[k]!);
      if (best < 0 || cost[solution]! < cost[best]!) best = solution;
    }
    this.#apply(head, best);
  }

  #apply(core: number, solution: number): void {
    const { isSingle, a, b } = this.#choices;
    const solutions = this.#solutions;
    this.#choose(core, solutions.own[solution]!, solutions.a[solution]!, solutions.operator[solution]!);
    const ofB = this.scaleOfB(core);
    if (isSingle[a[core]!] === 1) this.#apply(a[core]!, solutions.find(a[core]!, solutions.a[solution]!));
    if (isSingle[b[core]!] === 1) this.#apply(b[core]!, solutions.find(b[core]!, ofB));
  }

  #choose(core: number, own: number, a: number, operator: Operator): void {
    this.#own[core] = own;
    this.#a[core] = a;
    this.#operator[core] = operator;
    this.#wanted.add(this.#choices.a[core]!, a);
    this.#wanted.add(this.#choices.b[core]!, this.scaleOfB(core));
  }

  #unchoose(core: number): void {
    this.#wanted.remove(this.#choices.a[core]!, this.#a[core]!);
    this.#wanted.remove(this.#choices.b[core]!, this.scaleOfB(core));
    this.#own[core] = NONE;
  }

  #costOfAffected(head: number): number {
    let sum = 0;
    for (const core of this.#choices.affected[head]!) sum += this.#costOf(core);
    return sum;
  }

  /** Operations that compute a core at all wanted scales. */
  #costOf(core: number): number {
    const kind = this.#choices.kind[core]!;
    if (kind === 'literal') return 0;
    const others = this.#wanted.count[core]! - (this.#wanted.find(core, this.scaleOf(core)) < 0 ? 0 : 1);
    return kind === 'load' ? others : others + 1;
  }

  /** A core at a scale: computed at that one, or as it stands and multiplied later. Returns the solution. */
  #solve(core: number, scale: number): number {
    const known = this.#solutions.find(core, scale);
    if (known >= 0) return known;
    const isSum = this.#choices.kind[core] === 'sum';
    const solution = isSum ? this.#solveSum(core, scale) : this.#solveProduct(core, scale);
    if (this.#scalesLater && scale !== 1) this.#solutions.scaleLater(solution, this.#solve(core, 1));
    return solution;
  }

  /** `a + r·b`, `a − (−r)·b` or `r·b − (−a)`, whatever costs least. */
  #solveSum(core: number, scale: number): number {
    const { a, b, ratio } = this.#choices;
    const scaleOfB = scale * ratio[core]!;
    const ofA = this.#costOfOperand(a[core]!, scale);
    const ofB = this.#costOfOperand(b[core]!, scaleOfB);
    const sum = 1 + ofA + ofB;
    const difference = 1 + ofA + this.#costOfOperand(b[core]!, -scaleOfB);
    const reversed = 1 + this.#costOfOperand(a[core]!, -scale) + ofB;
    if (sum <= difference && sum <= reversed) return this.#solutions.add(core, scale, sum, scale, '+');
    return difference <= reversed
      ? this.#solutions.add(core, scale, difference, scale, '-')
      : this.#solutions.add(core, scale, reversed, -scale, '-reversed');
  }

  /** A product or a quotient, with the first operand at a scale that somebody wants or that the second one has. */
  #solveProduct(core: number, scale: number): number {
    const { a, b, kind } = this.#choices;
    const isProduct = kind[core] === 'product';
    const start = this.#triedEnd;
    this.#tryOperandScales(core, scale);
    const end = this.#triedEnd;
    let best = NaN;
    let cost = Infinity;
    for (let k = start; k < end; k++) {
      const ofA = this.#tried[k]!;
      const ofB = isProduct ? scale / ofA : ofA / scale;
      const candidate = 1 + this.#costOfOperand(a[core]!, ofA) + this.#costOfOperand(b[core]!, ofB);
      if (candidate >= cost) continue;
      best = ofA;
      cost = candidate;
    }
    this.#triedEnd = start;
    return this.#solutions.add(core, scale, cost, best, isProduct ? '*' : '/');
  }

  #costOfOperand(core: number, scale: number): number {
    const { kind, isSingle, isFree, uses } = this.#choices;
    if (kind[core] === 'literal') return 0;
    const dislike = scale === 1 ? 0 : scale > 0 ? DISLIKE : 2 * DISLIKE;
    if (isSingle[core] === 1) return this.#solutions.cost[this.#solve(core, scale)]! + dislike;
    // What is not yet chosen can still be computed at any scale, if nobody wants another.
    const own = isFree[core] === 1 ? this.#own[core]! : 1;
    const isThere =
      scale === own || this.#wanted.find(core, scale) >= 0 || (own === NONE && this.#wanted.count[core] === 0);
    return (isThere ? 0 : 1 - this.#preference * uses[core]!) + dislike;
  }

  /** Scales at which the first operand of a product or quotient may be taken. */
  #tryOperandScales(core: number, scale: number): void {
    const { a, b, kind } = this.#choices;
    const { scale: wanted, start, count } = this.#wanted;
    const ofA = a[core]!;
    const ofB = b[core]!;
    const isProduct = kind[core] === 'product';
    const from = this.#triedEnd;
    this.#try(from, 1);
    if (this.#solutions.isExhausted) return;
    this.#try(from, scale);
    for (let k = start[ofA]!; k < start[ofA]! + count[ofA]!; k++) this.#try(from, wanted[k]!);
    if (this.#own[ofA] !== NONE) this.#try(from, this.#own[ofA]!);
    for (let k = start[ofB]!; k < start[ofB]! + count[ofB]!; k++)
      this.#try(from, isProduct ? scale / wanted[k]! : scale * wanted[k]!);
    if (this.#own[ofB] !== NONE) this.#try(from, isProduct ? scale / this.#own[ofB]! : scale * this.#own[ofB]!);
  }

  /** Adds a scale to those that are tried, if it is not among those from `from` on. */
  #try(from: number, scale: number): void {
    for (let k = from; k < this.#triedEnd; k++) if (this.#tried[k] === scale) return;
    this.#tried[this.#triedEnd++] = scale;
  }
}
