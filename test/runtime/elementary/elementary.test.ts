import { describe, expect, it } from 'vitest';
import { Hash } from '../../../runtime/base/hash.js';
import * as elementary from '../../../runtime/elementary/index.js';
import { referenceMathjs } from '../../../src/mathjs.js';
import { exact, type BigNumber } from '../../../src/reference/big.js';
import { ulp } from '../../../src/verify/ulp.js';
import { IS_FULL } from '../../support/scope.js';
import { ARGUMENTS, argumentsOf, functionOf, type ElementaryName } from './arguments.js';
import { HASHES } from './hashes.js';

const NAMES = Object.keys(ARGUMENTS) as ElementaryName[];

const SPECIAL = [
  ...[0, 5e-324, 1e-310, 2.2250738585072014e-308, 1e-300, 1e-20, 2 ** -27, 0.25, 0.5, 1 - 2 ** -53, 1, 1 + 2 ** -52],
  ...[1.5, 2, 3, 10, 100, 709.7, 710, 745, 746, 1e9, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 2 ** 66, 1e300, 1.7e308, Infinity],
].flatMap((x) => [x, -x]);

/** Values at 1,400 binary digits, from mpmath 1.3: `x`, sine, cosine, tangent. */
const ANGLES: readonly (readonly [number, number, number, number])[] = [
  [1e22, -0.8522008497671888, 0.523214785395139, -1.6287782256068988],
  [1e300, -0.8178819121159085, -0.5753861119575491, 1.4214488238747245],
  [1.7976931348623157e308, 0.004961954789184062, -0.9999876894265599, -0.004962015874444895],
  [5.319372648326541e255, 1, -4.687165924254628e-19, -2.133485385753704e18],
  [3.141592653589793, 1.2246467991473532e-16, -1, -1.2246467991473532e-16],
  [1.5707963267948966, 1, 6.123233995736766e-17, 1.633123935319537e16],
  [1647099.3291652855, -6.420676210313675e-11, 1, -6.420676210313675e-11],
  [800000, -0.2821662203333243, 0.959365532058978, -0.2941175296633211],
  [799999.9, -0.37653330338949526, 0.9264030825934219, -0.4064465139034382],
];

const within = (found: number, expected: number, ulps: number): boolean =>
  Object.is(found, expected) ||
  (found !== 0 && Math.sign(found) === Math.sign(expected) && Math.abs(found - expected) <= ulps * ulp(expected));

describe.each(NAMES)('%s', (name) => {
  const called = functionOf(name);
  const math = referenceMathjs() as unknown as Readonly<Record<string, (...args: BigNumber[]) => BigNumber>>;

  it('is within one unit in the last place of 64 digits', () => {
    let worst = 0;
    for (const args of argumentsOf(name, IS_FULL ? 2000 : 60)) {
      const value = math[name]!(...args.map(exact));
      const found = called(...args);
      const error = exact(found)
        .minus(value)
        .div(exact(ulp(value.toNumber())))
        .abs()
        .toNumber();
      worst = Math.max(worst, error);
    }
    expect(worst).toBeLessThan(1);
  }, 600_000);

  it('has the values of Math at zeros, infinities, subnormal numbers and ends of its domain', () => {
    const wrong: unknown[] = [];
    const compare = (...args: number[]): void => {
      const expected = Math[name as 'sin'](...(args as [number]));
      const found = called(...args);
      if (!within(found, expected, 2)) wrong.push([args, found, expected]);
    };
    for (const x of SPECIAL.concat(NaN)) {
      if (called.length === 1) compare(x);
      else for (const y of SPECIAL.concat(NaN, 0.3, -7)) compare(x, y);
    }
    expect(wrong).toEqual([]);
  });

  it('has the same bits on every platform', () => {
    const hash = new Hash();
    for (const args of argumentsOf(name, 1000)) hash.add(called(...args));
    expect(hash.digest()).toBe(HASHES[name]);
  });
});

it.each(ANGLES)('reduces %d by as many digits of π as it takes', (x, sine, cosine, tangent) => {
  for (const sign of [1, -1]) {
    expect(within(elementary.sin(sign * x), sign * sine, 1)).toBe(true);
    expect(within(elementary.cos(sign * x), cosine, 1)).toBe(true);
    expect(within(elementary.tan(sign * x), sign * tangent, 1)).toBe(true);
  }
});
