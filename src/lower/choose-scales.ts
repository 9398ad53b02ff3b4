import { countOperations } from './count.js';
import { ProgramBuilder, type Value } from './program.js';
import { ScaledCores, type Core, type ScaledRef } from './scaled-cores.js';

/** What a program computes, and what became of the values of the program before. */
export interface Rewritten {
  readonly outputs: readonly Value[];
  /** The new value of an old one, if it is still computed. */
  readonly valueOf: (old: Value) => Value | undefined;
}

/**
 * Signs and powers of two where they cost least. `2·(a·b + c·d)` is `a·(2b) + c·(2d)`: where doubled quantities are wanted in several places, it is worth to
 * double what they are made of. Every quantity is computed at one scale `±2ᵏ`, chosen by what its users want, and multiplied for users that want another.
 * Such factors are exact, so every result has the same bits as before. A program that does not get shorter stays as it is.
 */
export function chooseScales(outputs: readonly Value[]): Rewritten {
  const cores = new ScaledCores(outputs);
  const candidates = [
    new Assignment(cores, 0).assignFromUsers(),
    new Assignment(cores, PREFERENCE).assignFromUsers(),
    new Assignment(cores, PREFERENCE),
    new Assignment(cores, 0, 'scaled later').assignFromUsers(),
    new Assignment(cores, PREFERENCE, 'scaled later').assignFromUsers(),
    new Assignment(cores, PREFERENCE, 'scaled later'),
  ].map((candidate) => candidate.improve());
  const best = candidates.reduce((a, b) => (b.cost() < a.cost() ? b : a)).build(outputs);
  const isShorter = countOperations(best.outputs).total < countOperations(outputs).total;
  return isShorter ? best : { outputs, valueOf: (old) => old };
}

/** How a core is computed: at which scale of its own, and of its operands. `sum`: `+`, `a − b` or `b − a` of these. */
interface Choice {
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

/** The least that a core costs at a scale, with everything that only it uses, and how. */
interface Solution {
  readonly cost: number;
  readonly choice: Choice;
}
type Solutions = Map<Core, Map<number, Solution>>;

/** Scales of all cores, and which scales of each core its users want. */
class Assignment {
  readonly #cores: ScaledCores;
  readonly #choices = new Map<Core, Choice>();
  readonly #wanted = new Map<Core, Map<number, number>>();
  /** Cores with several users or none: each is chosen together with all that only it uses. */
  readonly #heads: readonly Core[];
  readonly #single: ReadonlySet<Core>;
  readonly #uses: ReadonlyMap<Core, number>;

  readonly #preference: number;
  readonly #scalesLater: boolean;

  /** Cores with one user are computed at the scale that it wants, or also as they stand and scaled later, whatever costs less. */
  constructor(cores: ScaledCores, preference: number, single: 'at once' | 'scaled later' = 'at once') {
    this.#cores = cores;
    this.#preference = preference;
    this.#scalesLater = single === 'scaled later';
    for (const core of cores.list) this.#wanted.set(core, new Map());
    for (const { core, scale } of cores.fixed) this.#want(core, scale, 1);
    this.#uses = countUses(cores);
    this.#single = new Set(cores.list.filter((core) => isFree(core) && this.#uses.get(core) === 1));
    this.#heads = cores.list.filter((core) => isFree(core) && !this.#single.has(core));
    for (const core of cores.list) if (isFree(core)) this.#choose(core, choicesAt(core, 1, [1])[0]!);
  }

  /** Operations, of the whole program or of some cores. */
  cost(cores: Iterable<Core> = this.#cores.list): number {
    let sum = 0;
    for (const core of cores) sum += this.#costOf(core, this.#choices.get(core)?.scale);
    return sum;
  }

  /** From users to operands: each core at a scale that is wanted of it. */
  assignFromUsers(): this {
    for (const core of this.#cores.list) if (isFree(core)) this.#unchoose(core);
    for (const head of this.#heads.toReversed()) this.#decide(head);
    return this;
  }

  /** Changes one head at a time while that makes the program shorter. */
  improve(): this {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = this.cost();
      for (const head of round % 2 === 0 ? this.#heads.toReversed() : this.#heads) {
        const cone = this.#cone(head);
        const old = cone.map((core) => [core, this.#choices.get(core)!] as const);
        const affected = new Set(cone.flatMap((core) => [core, core.a!, core.b!]));
        const was = this.cost(affected);
        for (const [core] of old) this.#unchoose(core);
        this.#decide(head);
        if (this.cost(affected) <= was) continue;
        for (const [core] of old) this.#unchoose(core);
        for (const [core, choice] of old) this.#choose(core, choice);
      }
      if (this.cost() >= before) break;
    }
    return this;
  }

  /** A head and what only it uses. */
  #cone(head: Core): Core[] {
    return [head, ...[head.a!, head.b!].flatMap((operand) => (this.#single.has(operand) ? this.#cone(operand) : []))];
  }

  #want(core: Core, scale: number, change: 1 | -1): void {
    const wanted = this.#wanted.get(core)!;
    const count = (wanted.get(scale) ?? 0) + change;
    if (count === 0) wanted.delete(scale);
    else wanted.set(scale, count);
  }

  /** Computes a head at the scale that costs least of those that are wanted of it, and what only it uses. */
  #decide(head: Core): void {
    const known: Solutions = new Map();
    let best: Solution | undefined;
    for (const scale of this.#wanted.get(head)!.keys()) {
      const solution = this.#solve(head, scale, known);
      if (best === undefined || solution.cost < best.cost) best = solution;
    }
    const apply = (core: Core, choice: Choice): void => {
      this.#choose(core, choice);
      if (this.#single.has(core.a!)) apply(core.a!, known.get(core.a!)!.get(choice.a)!.choice);
      if (this.#single.has(core.b!)) apply(core.b!, known.get(core.b!)!.get(choice.b)!.choice);
    };
    apply(head, best!.choice);
  }

  #choose(core: Core, choice: Choice): void {
    this.#choices.set(core, choice);
    this.#want(core.a!, choice.a, 1);
    this.#want(core.b!, choice.b, 1);
  }

  #unchoose(core: Core): void {
    const choice = this.#choices.get(core)!;
    this.#choices.delete(core);
    this.#want(core.a!, choice.a, -1);
    this.#want(core.b!, choice.b, -1);
  }

  /** Operations that compute a core at all wanted scales. */
  #costOf(core: Core, own: number | undefined): number {
    if (core.kind === 'literal') return 0;
    const wanted = this.#wanted.get(core)!;
    const others = wanted.size - (wanted.has(own ?? 1) ? 1 : 0);
    return core.kind === 'load' ? others : others + 1;
  }

  /** A core at a scale: computed at that one, or as it stands and multiplied later. */
  #solve(core: Core, scale: number, known: Solutions): Solution {
    let best = known.get(core)?.get(scale);
    if (best !== undefined) return best;
    best = this.#computeAt(core, scale, known);
    const asItStands = scale === 1 || !this.#scalesLater ? best : this.#solve(core, 1, known);
    if (asItStands.cost + 1 < best.cost) best = { cost: asItStands.cost + 1, choice: asItStands.choice };
    let solutions = known.get(core);
    if (solutions === undefined) known.set(core, (solutions = new Map<number, Solution>()));
    solutions.set(scale, best);
    return best;
  }

  #computeAt(core: Core, scale: number, known: Solutions): Solution {
    let best: Solution | undefined;
    for (const choice of choicesAt(core, scale, this.#operandScales(core, scale))) {
      const cost = 1 + this.#costOfOperand(core.a!, choice.a, known) + this.#costOfOperand(core.b!, choice.b, known);
      if (best === undefined || cost < best.cost) best = { cost, choice };
    }
    return best!;
  }

  #costOfOperand(core: Core, scale: number, known: Solutions): number {
    if (core.kind === 'literal') return 0;
    const dislike = scale === 1 ? 0 : scale > 0 ? DISLIKE : 2 * DISLIKE;
    if (this.#single.has(core)) return this.#solve(core, scale, known).cost + dislike;
    const wanted = this.#wanted.get(core)!;
    const own = this.#choices.get(core)?.scale ?? (isFree(core) ? undefined : 1);
    const isThere = wanted.has(scale) || scale === own || (own === undefined && wanted.size === 0);
    return (isThere ? 0 : 1 - this.#preference * this.#uses.get(core)!) + dislike;
  }

  /** Scales at which the first operand of a product or quotient may be taken. */
  #operandScales({ kind, a, b }: Core, scale: number): number[] {
    if (kind === 'sum') return [];
    const scales = new Set([1, scale]);
    for (const at of this.#scalesOf(a!)) scales.add(at);
    for (const at of this.#scalesOf(b!)) scales.add(kind === 'product' ? scale / at : scale * at);
    return [...scales];
  }

  *#scalesOf(core: Core): Iterable<number> {
    yield* this.#wanted.get(core)!.keys();
    const own = this.#choices.get(core)?.scale;
    if (own !== undefined) yield own;
  }

  build(outputs: readonly Value[]): Rewritten {
    const builder = new ProgramBuilder();
    const made = new Map<Core, Map<number, Value>>();
    const at = (core: Core, scale: number): Value => {
      const known = made.get(core)!;
      let value = known.get(scale);
      if (value === undefined) {
        const own = this.#choices.get(core)?.scale ?? 1;
        value = multiplied(builder, scale / own, known.get(own)!);
        known.set(scale, value);
      }
      return value;
    };
    const ref = ({ core, scale }: ScaledRef): Value => at(core, scale);
    for (const core of this.#cores.list) {
      const choice = this.#choices.get(core);
      made.set(core, new Map());
      const value =
        choice === undefined
          ? this.#cores.copyFixed(builder, core, ref)
          : operate(builder, choice.operator, at(core.a!, choice.a), at(core.b!, choice.b));
      made.get(core)!.set(choice?.scale ?? 1, value);
    }
    const refs = this.#cores.refs;
    return {
      outputs: outputs.map((output) => ref(refs.get(output)!)),
      valueOf: (old) => {
        const known = refs.get(old);
        return known && made.get(known.core)!.get(known.scale);
      },
    };
  }
}

/** How many cores each is an operand of. What has a user with a given scale counts as used more than once. */
function countUses({ list, fixed }: ScaledCores): Map<Core, number> {
  const uses = new Map<Core, number>();
  const use = (core: Core, times: number): void => void uses.set(core, (uses.get(core) ?? 0) + times);
  for (const { core } of fixed) use(core, 2);
  for (const { a, b } of list) for (const core of [a, b]) if (core !== undefined) use(core, 1);
  return uses;
}

/** Whether the scale of a core can be chosen. */
const isFree = ({ kind }: Core): boolean => kind === 'sum' || kind === 'product' || kind === 'quotient';

/** All ways to compute a core at a scale; `operandScales` are those of a product's or quotient's first operand. */
function choicesAt({ kind, ratio }: Core, scale: number, operandScales: readonly number[]): Choice[] {
  if (kind === 'sum') {
    const [a, b] = [scale, scale * ratio!];
    return [
      { scale, a, b, operator: '+' },
      { scale, a, b: -b, operator: '-' },
      { scale, a: -a, b, operator: '-reversed' },
    ];
  }
  return operandScales.map((a) =>
    kind === 'product' ? { scale, a, b: scale / a, operator: '*' } : { scale, a, b: a / scale, operator: '/' },
  );
}

function operate(builder: ProgramBuilder, operator: Choice['operator'], a: Value, b: Value): Value {
  return operator === '-reversed' ? builder.binary('-', b, a) : builder.binary(operator, a, b);
}

/** `±2ᵏ · value` */
function multiplied(builder: ProgramBuilder, scale: number, value: Value): Value {
  if (value.kind === 'literal') return builder.literal(scale * value.value);
  return scale === -1 ? builder.negate(value) : builder.binary('*', builder.literal(scale), value);
}
