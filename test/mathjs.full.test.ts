import bundle from 'mathjs/lib/browser/math.js';
import type { BigNumber, MathJsInstance } from 'mathjs';
import { expect, test } from 'vitest';
import { createLibrary, library } from '../src/mathjs/library-browser.js';
import { PRIMITIVE_NAMES, primitiveOf } from '../src/primitives/index.js';

const createWhole = (): MathJsInstance => {
  const { create, all } = bundle as unknown as { create: (factories: unknown) => MathJsInstance; all: unknown };
  return create(all);
};

const valueOf = (math: MathJsInstance, name: string, ...at: string[]): string => {
  const functions = math as unknown as Record<string, (...values: BigNumber[]) => BigNumber>;
  return functions[name]!(...at.map((text) => math.bignumber(text))).toString();
};

const own = PRIMITIVE_NAMES.map((name) => [name, primitiveOf(name)] as const).flatMap(
  ([name, { reference, ofCurve }]) => (reference === undefined && ofCurve !== true ? [name] : []),
);

test.each(own)('the part of mathjs that a page loads has %s', (name) => {
  const parts = createLibrary();
  const all = createWhole();
  for (const math of [parts, all]) math.config({ number: 'BigNumber', precision: 64 });
  const at = ['0.3', '0.7'].slice(0, primitiveOf(name).arity);
  expect(valueOf(parts, name, ...at)).toBe(valueOf(all, name, ...at));
});

/** Parts of the language, each in a formula of its own. */
const FORMULAS = [
  'norm(a - b) == length',
  'a.x * b[2] - 2.5e-3 * [x, y, 0][1] ^ -2',
  '0 <= cross(u, [[1, 2], [3, 4]] * w) <= 1e400',
  't > 0 and not (x == 1) ? -sin(2 pi t)! : ddt(theta) mod 3',
  "transpose(A)' * 0.1 + 12345678901234567890",
];

test('it reads formulas as the whole does', () => {
  const decimals = [createLibrary(), createWhole()];
  for (const math of decimals) math.config({ number: 'BigNumber', precision: 64 });
  for (const [part, whole] of [[library, bundle], decimals] as const)
    for (const formula of FORMULAS)
      expect(JSON.stringify(part.parse(formula))).toBe(JSON.stringify(whole.parse(formula)));
});

test('it differentiates as the whole does', () => {
  const own = PRIMITIVE_NAMES.filter((one) => primitiveOf(one).slopes === 'mathjs').map((name) => `${name}(u)`);
  for (const formula of [...own, 'sin(2 u)^3 / (1 + u)', 'u^u - w u', 'sqrt(u w)', 'log(u, 3) * abs(-u)']) {
    const of = (math: MathJsInstance): string => math.derivative(formula, 'u', { simplify: false }).toString();
    expect(of(library)).toBe(of(bundle));
  }
});

interface UnitParts {
  readonly value: unknown;
  readonly dimensions: readonly number[];
  readonly units: readonly { readonly unit: { readonly name: string; readonly offset: number } }[];
}

test('it knows the units', () => {
  const { UNITS } = (bundle as unknown as { readonly Unit: { readonly UNITS: object } }).Unit;
  // Reactive power is an imaginary number of watts.
  const names = Object.keys(UNITS).filter((name) => name !== 'VAR');
  expect(names.length).toBeGreaterThan(200);
  const written = ['N m', 'kg m^2 / s', 'rad/s', '1/m', 'm^2/s^-1.5', 'km/hour', 'mm', '1/(kg m)', 'm^0'];
  const of = (math: MathJsInstance, text: string): unknown[] =>
    [math.unit(text), math.unit(1, text)].map((unit) => {
      const { value, dimensions, units } = unit as unknown as UnitParts;
      return [String(value), dimensions, units.map(({ unit: { name, offset } }) => [name, String(offset)])];
    });
  for (const text of [...names.flatMap((name) => [name, `1/${name}`, `m ${name}^2`]), ...written])
    expect(of(library, text), text).toEqual(of(bundle, text));
  for (const text of ['m^', 'm**2', 'kg (m', 'foo', '1/VAR']) expect(() => library.unit(text)).toThrow();
});
