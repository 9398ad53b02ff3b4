import type { Interval } from './interval.js';

/**
 * What fails at a singular point: the value itself, a derivative that grows without bound or has no
 * limit, or only the equality of the derivatives from either side.
 */
export type SingularityKind = 'value undefined' | 'derivative undefined' | 'kink' | 'jump';

/** Arguments at which a primitive is not smooth, and what is done there. */
export interface Singularity {
  readonly kind: SingularityKind;
  /**
   * The first argument is that number, or a zero of another primitive; `'origin'`: all arguments
   * are 0; `'tie'`: two arguments are equal. A kink at 0 needs arguments of either sign.
   */
  readonly at: -1 | 0 | 1 | '±1' | 'origin' | 'tie' | { readonly zeroOf: 'cos' };
  /**
   * Where next to it there is no value: below the number, beyond the number (`±1`: outside the
   * interval), or between the two.
   */
  readonly noValue?: 'below' | 'beyond' | 'between';
  /** True where rounding may lead beyond `±1`, so that the value there is that at `±1`. */
  readonly clamped?: true;
  /**
   * What a class takes there, as the rest of a sentence. Under the policy to throw, evaluating it
   * throws instead.
   */
  readonly taken: string;
  /** True where that is taken under either policy. */
  readonly always?: true;
  /** How lowering finds an infinite value, to put 0 in its place. */
  readonly infinite?: InfiniteValue;
}

/**
 * The value is `−∞` and nowhere else; it is `∞` or `−∞` and nowhere else; it is what the argument 0
 * gives; or it is that of a power, which for other bases than 0 may overflow.
 */
export type InfiniteValue = '-Infinity' | '±Infinity' | 'at zero' | 'power of zero';

export const SLOPES = 'its derivatives are taken as 0 there';
export const VALUE_AND_SLOPES = 'its value and derivatives are taken as 0 there';

/** Whether arguments within these intervals may be at a singular place. */
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
    case 'origin':
      return args.every((arg) => !arg.nonzero);
    default:
      return true;
  }
}

/** Whether arguments within this interval may be where there is no value. */
export function reachesBeyond({ at, noValue }: Singularity, { low, high }: Interval): boolean {
  if (at === '±1') return noValue === 'between' ? low < 1 && high > -1 : low < -1 || high > 1;
  return typeof at === 'number' && (noValue === 'below' ? low < at : high > at);
}
