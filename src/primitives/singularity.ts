import type { Interval } from './interval.js';

/**
 * The failure at a singular point: of the value itself, of a derivative that grows without bound or
 * has no limit, or only of the equality of the derivatives from either side.
 */
export type SingularityKind = 'value undefined' | 'derivative undefined' | 'kink' | 'jump';

/** Arguments at which a primitive is not smooth, and the policy there. */
export interface Singularity {
  readonly kind: SingularityKind;
  /**
   * The place. A number, or a zero of another primitive: the first argument is that. `'origin'`:
   * all arguments are 0. `'tie'`: two arguments are equal. `'cut'`: the first is 0 and the second
   * negative. `'whole'`: the argument is any whole number. A kink at 0, and a cut, require first
   * arguments of either sign.
   */
  readonly at: -1 | 0 | 1 | '±1' | 'whole' | 'origin' | 'tie' | 'cut' | { readonly zeroOf: 'cos' };
  /**
   * The neighbouring arguments without a value: below the number, beyond the number (`±1`: outside
   * the interval), or between the two.
   */
  readonly noValue?: 'below' | 'beyond' | 'between';
  /** True where rounding may lead beyond `±1`, so that the value at `±1` is taken there. */
  readonly clamped?: true;
  /**
   * The value that a class takes there, as the rest of a sentence. Under the policy `'throw'`,
   * evaluating it throws instead.
   */
  readonly taken: string;
  /** True if that holds under either policy. */
  readonly always?: true;
  /** The test by which lowering finds an infinite value, to put 0 in its place. */
  readonly infinite?: InfiniteValue;
}

/**
 * The tests for an infinite value. It is `−∞` and nowhere else; it is `∞` or `−∞` and nowhere else;
 * it is the value at the argument 0; or it is that of a power, which for other bases than 0 may
 * overflow.
 */
export type InfiniteValue = '-Infinity' | '±Infinity' | 'at zero' | 'power of zero';

export const SLOPES = 'its derivatives are taken as 0 there';
export const VALUE_AND_SLOPES = 'its value and derivatives are taken as 0 there';

/** Tests whether arguments within these intervals may be at a singular place. */
export function mayReach({ kind, at, noValue }: Singularity, args: readonly Interval[]): boolean {
  const { low, high, nonzero } = args[0]!;
  switch (at) {
    case 0:
      return !nonzero && (kind !== 'kink' || low < 0);
    case -1:
    case 1:
      return (noValue === 'beyond' || low <= at) && (noValue === 'below' || high >= at);
    case '±1':
      return noValue === 'between' ? low <= 1 && high >= -1 : low <= -1 || high >= 1;
    case 'whole':
      return Math.floor(high) > low || Number.isInteger(low);
    case 'origin':
      return args.every((arg) => !arg.nonzero);
    case 'cut':
      return low < 0 && high > 0 && args[1]!.low < 0;
    default:
      return true;
  }
}

/** Tests whether arguments within this interval may be where the function has no value. */
export function reachesBeyond({ at, noValue }: Singularity, { low, high }: Interval): boolean {
  if (at === '±1') return noValue === 'between' ? low < 1 && high > -1 : low < -1 || high > 1;
  return typeof at === 'number' && (noValue === 'below' ? low < at : high > at);
}
