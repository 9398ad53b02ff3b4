import type { SingularPolicy } from '../spec/constraint-spec.js';
import type { BoundsOf } from '../symbolic/bounds.js';
import { INVERSE_OF_RECIPROCAL, isInverseOfReciprocal } from '../symbolic/node.js';
import type { CallNode, Node, PrimitiveName } from '../symbolic/node.js';
import type { ProgramBuilder, Value } from './program.js';

/** Functions that are infinite at the rim of their domain. */
const INFINITE: ReadonlySet<PrimitiveName> = new Set([
  'log',
  'log2',
  'log10',
  'log1p',
  'atanh',
  'acoth',
  'asech',
  'acsch',
  'pow',
]);

/**
 * What a program computes at singular points.
 *
 * - `'regularize'` keeps it finite. Where a divisor is zero, its reciprocal is taken as 0: either the divisor is replaced by `∞`, or the
 *   reciprocal by 0. Away from there no bit of any result changes. What the graph proves never to be zero has no guard.
 * - `'throw'` sees to it that something is infinite or NaN there. Divisors and functions see to that by themselves; `sign x`, which is the slope of
 *   `|x|`, becomes `x / |x|`.
 */
export class Guards {
  readonly #builder: ProgramBuilder;
  readonly #bounds: BoundsOf | undefined;
  /** Set where singular points throw. */
  readonly #throwing: BoundsOf | undefined;

  /** Without bounds nothing is guarded. */
  constructor(builder: ProgramBuilder, bounds: BoundsOf | undefined, policy: SingularPolicy) {
    this.#builder = builder;
    this.#bounds = policy === 'throw' ? undefined : bounds;
    this.#throwing = policy === 'throw' ? bounds : undefined;
  }

  /** Whether a node is zero for some doubles, as far as is known. No double is a zero of the cosine. */
  mayVanish(node: Node): boolean {
    if (this.#bounds === undefined || (node.kind === 'call' && node.name === 'cos')) return false;
    return !this.#bounds.of(node).nonzero;
  }

  isNonnegative(node: Node): boolean {
    return this.#bounds !== undefined && this.#bounds.of(node).low >= 0;
  }

  /** Whether a root of this is wanted where the radicand is negative by rounding. */
  isRim(radicand: Node): boolean {
    return this.#bounds?.rims.has(radicand) === true && this.#bounds.of(radicand).low < 0;
  }

  /** `quantity > 0 ? value : instead`, or of a quantity of either sign `quantity === 0 ? instead : value`. */
  unlessZero(quantity: Value, isNonnegative: boolean, value: Value, instead: number): Value {
    const b = this.#builder;
    const zero = b.literal(0);
    return isNonnegative
      ? b.select(b.test('less', zero, quantity), value, b.literal(instead))
      : b.select(b.test('equal', quantity, zero), b.literal(instead), value);
  }

  /**
   * A call with a finite value at the rim of its function's domain: 0 for one that is infinite there; and for `acos` and `asin`, whose arguments
   * rounding may put beyond ±1, that at ±1.
   */
  call(node: CallNode, args: readonly Value[], value = this.#called(node, args)): Value {
    const b = this.#builder;
    if (this.#bounds === undefined) return value;
    const [argument] = node.args;
    const { low, high } = this.#bounds.of(argument!);
    if (node.name === 'acos' || node.name === 'asin') {
      const atMost = high > 1 ? b.call('min', b.literal(1), args[0]!) : args[0]!;
      return b.call(node.name, low < -1 ? b.call('max', b.literal(-1), atMost) : atMost);
    }
    if (!INFINITE.has(node.name) || !this.#isInfiniteSomewhere(node, low, high)) return value;
    // 1/x is infinite of either sign.
    if (node.name === 'asech' || node.name === 'acsch') return this.unlessZero(args[0]!, low >= 0, value, 0);
    const size = node.name === 'atanh' || node.name === 'acoth' ? b.call('abs', value) : value;
    const infinity = b.literal(node.name.startsWith('log') ? -Infinity : Infinity);
    const isInfinite = b.test('equal', size, infinity);
    // A power may overflow as well, which is no singular point.
    const isSingular =
      node.name === 'pow' ? b.test('and', b.test('equal', args[0]!, b.literal(0)), isInfinite) : isInfinite;
    return b.select(isSingular, b.literal(0), value);
  }

  /** A call as it stands: `acot x = atan(1/x)` and its kin. */
  #called({ name, args: nodes }: CallNode, args: readonly Value[]): Value {
    const b = this.#builder;
    if (name === 'sign' && this.#throwing?.of(nodes[0]!).nonzero === false)
      return b.binary('/', args[0]!, b.call('abs', args[0]!));
    if (!isInverseOfReciprocal(name)) return b.call(name, ...args);
    return b.call(INVERSE_OF_RECIPROCAL[name], b.binary('/', b.literal(1), args[0]!));
  }

  /** `acos(1 − z) = 2 asin √(z/2)`, given `z/2`; rounding may put that below 0 or beyond 1. */
  arcOfVersine({ args }: CallNode, half: Value): Value {
    const b = this.#builder;
    const { low, high } = this.#bounds?.of(args[0]!) ?? { low: -1, high: 1 };
    const atLeast = high > 1 ? b.call('max', b.literal(0), half) : half;
    const within = low < -1 ? b.call('min', b.literal(1), atLeast) : atLeast;
    return b.binary('*', b.literal(2), b.call('asin', b.call('sqrt', within)));
  }

  #isInfiniteSomewhere(node: CallNode, low: number, high: number): boolean {
    if (node.name === 'log1p') return low <= -1;
    if (node.name === 'atanh') return low <= -1 || high >= 1;
    if (node.name === 'acoth') return low <= 1 && high >= -1;
    if (node.name === 'pow' && this.#bounds!.of(node.args[1]!).low >= 0) return false;
    return this.mayVanish(node.args[0]!);
  }
}
