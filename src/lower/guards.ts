import { isTargetFunction, PRIMITIVES, primitiveOf } from '../primitives/index.js';
import { mayReach, type InfiniteValue, type Singularity } from '../primitives/singularity.js';
import type { SingularPolicy } from '../spec/constraint-spec.js';
import type { BoundsOf } from '../symbolic/bounds.js';
import type { CallNode, Node } from '../symbolic/node.js';
import type { ProgramBuilder, Value } from './program.js';

/**
 * Distance beyond ±1 that rounding may lead a cosine, of which `acos` and `asin` then take the value
 * at ±1. A cosine of computed unit vectors is off by a few 1e-16, one that sums up hundreds of terms
 * by 1e-13. A motion that leaves the domain is farther out after a step, or at the next one.
 */
const BEYOND_ONE = 1e-12;

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

  /**
   * The radicand of a square root. That of the slope of an arc is taken as 0 where only rounding has
   * made it negative: `1 − u²` is at least `−2ε` for `|u| ≤ 1 + ε`.
   */
  radicand(node: Node, value: Value): Value {
    if (this.#bounds?.arcRadicands.has(node) !== true || this.#bounds.of(node).low >= 0) return value;
    return this.#within(value, 0, undefined, 2 * BEYOND_ONE);
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
   * there is taken as 0. An argument that only rounding has put beyond ±1 is taken as ±1.
   */
  call(node: CallNode, args: readonly Value[], value = this.#called(node, args)): Value {
    if (this.#bounds === undefined) return value;
    const { singular = [] } = primitiveOf(node.name);
    if (singular.some(({ clamped }) => clamped)) return this.#called(node, [this.#clamped(node.args[0]!, args[0]!)]);
    const infinite = singular.find((place) => place.infinite !== undefined && this.#reaches(node, place))?.infinite;
    return infinite === undefined ? value : this.#finite(infinite, node, args, value);
  }

  /** The argument, or the nearest number within ±1 if that is within {@link BEYOND_ONE}. */
  #clamped(argument: Node, value: Value): Value {
    const { low, high } = this.#bounds!.of(argument);
    return this.#within(value, low < -1 ? -1 : undefined, high > 1 ? 1 : undefined, BEYOND_ONE);
  }

  /**
   * A value that is not less than `low` nor greater than `high`. It is the bound where it is beyond
   * by up to `rounding`, and stays what it is farther out, so that a function has no value there.
   */
  #within(value: Value, low: number | undefined, high: number | undefined, rounding: number): Value {
    const b = this.#builder;
    const above = low === undefined ? undefined : b.test('less', b.literal(low - rounding), value);
    const below = high === undefined ? undefined : b.test('less', value, b.literal(high + rounding));
    const isNear = above && below ? b.test('and', above, below) : (above ?? below);
    if (isNear === undefined) return value;
    const atMost = high === undefined ? value : b.call('min', b.literal(high), value);
    return b.select(isNear, low === undefined ? atMost : b.call('max', b.literal(low), atMost), value);
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
    // z/2 = (1 − x)/2 is beyond its bounds by half of what x is.
    const within = this.#within(half, high > 1 ? 0 : undefined, low < -1 ? 1 : undefined, BEYOND_ONE / 2);
    return b.binary('*', b.literal(2), b.call('asin', b.call('sqrt', within)));
  }
}
