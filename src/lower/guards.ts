import { isTargetFunction, PRIMITIVES, primitiveOf } from '../primitives/index.js';
import { mayReach, type InfiniteValue, type Singularity } from '../primitives/singularity.js';
import type { SingularPolicy } from '../spec/constraint-spec.js';
import type { BoundsOf } from '../symbolic/bounds.js';
import type { CallNode, Node } from '../symbolic/node.js';
import type { ProgramBuilder, Value } from './program.js';

/**
 * The rules for what a program computes at singular points.
 *
 * - `'regularize'` keeps it finite. Where a divisor is zero, its reciprocal is taken as 0: either
 *   the divisor is replaced by `∞`, or the reciprocal by 0. Elsewhere no bit of any result changes.
 *   A divisor that the graph proves never to be zero has no guard.
 * - `'throw'` ensures that some result is infinite or NaN there. Divisors and functions are so by
 *   themselves; `sign x`, which is the slope of `|x|`, becomes `x / |x|`.
 */
export class Guards {
  readonly #builder: ProgramBuilder;
  readonly #bounds: BoundsOf | undefined;
  /** Bounds, set where singular points throw. */
  readonly #throwing: BoundsOf | undefined;

  /** Creates the guards. Without bounds nothing is guarded. */
  constructor(builder: ProgramBuilder, bounds: BoundsOf | undefined, policy: SingularPolicy) {
    this.#builder = builder;
    this.#bounds = policy === 'throw' ? undefined : bounds;
    this.#throwing = policy === 'throw' ? bounds : undefined;
  }

  /** Tests whether a node is zero for some doubles, as far as is known. */
  mayVanish(node: Node): boolean {
    if (this.#bounds === undefined || (node.kind === 'call' && primitiveOf(node.name).missesZeros)) return false;
    return !this.#bounds.of(node).nonzero;
  }

  isNonnegative(node: Node): boolean {
    return this.#bounds !== undefined && this.#bounds.of(node).low >= 0;
  }

  /** Tests for a radicand that is negative only by rounding, so that its root counts as 0. */
  isArcRadicand(radicand: Node): boolean {
    return this.#bounds?.arcRadicands.has(radicand) === true && this.#bounds.of(radicand).low < 0;
  }

  /**
   * `quantity > 0 ? value : instead`, or of a quantity of either sign
   * `quantity === 0 ? instead : value`.
   */
  unlessZero(quantity: Value, isNonnegative: boolean, value: Value, instead: number): Value {
    const b = this.#builder;
    const zero = b.literal(0);
    return isNonnegative
      ? b.select(b.test('less', zero, quantity), value, b.literal(instead))
      : b.select(b.test('equal', quantity, zero), b.literal(instead), value);
  }

  /**
   * A call with a finite value at the boundary of its function's domain. A value that is infinite
   * there is taken as 0. An argument that rounding may put beyond ±1 is taken as ±1.
   */
  call(node: CallNode, args: readonly Value[], value = this.#called(node, args)): Value {
    if (this.#bounds === undefined) return value;
    const { singular = [] } = primitiveOf(node.name);
    if (singular.some(({ clamped }) => clamped)) return this.#called(node, [this.#clamped(node.args[0]!, args[0]!)]);
    const infinite = singular.find((place) => place.infinite !== undefined && this.#reaches(node, place))?.infinite;
    return infinite === undefined ? value : this.#finite(infinite, node, args, value);
  }

  /** The argument, or the nearest number within ±1. */
  #clamped(argument: Node, value: Value): Value {
    const b = this.#builder;
    const { low, high } = this.#bounds!.of(argument);
    const atMost = high > 1 ? b.call('min', b.literal(1), value) : value;
    return low < -1 ? b.call('max', b.literal(-1), atMost) : atMost;
  }

  #reaches({ args }: CallNode, place: Singularity): boolean {
    const intervals = args.map((arg) => this.#bounds!.of(arg));
    if (place.infinite === 'power of zero' && intervals[1]!.low >= 0) return false;
    return place.at === 0 ? this.mayVanish(args[0]!) : mayReach(place, intervals);
  }

  /** A value, or 0 where it is infinite. */
  #finite(infinite: InfiniteValue, { args: [argument] }: CallNode, args: readonly Value[], value: Value): Value {
    const b = this.#builder;
    const zero = b.literal(0);
    switch (infinite) {
      case 'at zero':
        // 1/x is infinite of either sign.
        return this.unlessZero(args[0]!, this.isNonnegative(argument!), value, 0);
      case '-Infinity':
        return b.select(b.test('equal', value, b.literal(-Infinity)), zero, value);
      case '±Infinity':
        return b.select(b.test('equal', b.call('abs', value), b.literal(Infinity)), zero, value);
      case 'power of zero': {
        // A power may overflow as well, which is no singular point.
        const isInfinite = b.test('equal', value, b.literal(Infinity));
        return b.select(b.test('and', b.test('equal', args[0]!, zero), isInfinite), zero, value);
      }
    }
  }

  /**
   * A call without guards; `acot x = atan(1/x)`, and likewise for the other inverses of
   * reciprocals.
   */
  #called({ name, args: nodes }: CallNode, args: readonly Value[]): Value {
    const b = this.#builder;
    if (name === 'sign' && this.#throwing?.of(nodes[0]!).nonzero === false)
      return b.binary('/', args[0]!, b.call('abs', args[0]!));
    if (isTargetFunction(name)) return b.call(name, ...args);
    return b.call(PRIMITIVES[name].ofReciprocal, b.binary('/', b.literal(1), args[0]!));
  }

  /** `acos(1 − z) = 2 asin √(z/2)`, given `z/2`; rounding may put that below 0 or beyond 1. */
  arcOfVersine({ args }: CallNode, half: Value): Value {
    const b = this.#builder;
    const { low, high } = this.#bounds?.of(args[0]!) ?? { low: -1, high: 1 };
    const atLeast = high > 1 ? b.call('max', b.literal(0), half) : half;
    const within = low < -1 ? b.call('min', b.literal(1), atLeast) : atLeast;
    return b.binary('*', b.literal(2), b.call('asin', b.call('sqrt', within)));
  }
}
