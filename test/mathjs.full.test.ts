import bundle from 'mathjs/lib/browser/math.js';
import type { BigNumber, MathJsInstance } from 'mathjs';
import { expect, test } from 'vitest';
import { createLibrary, library } from '../src/mathjs/library-browser.js';
import { PRIMITIVE_NAMES, primitiveOf } from '../src/primitives/index.js';

const valueOf = (math: MathJsInstance, name: string, ...at: string[]): string => {
  const functions = math as unknown as Record<string, (...values: BigNumber[]) => BigNumber>;
  return functions[name]!(...at.map((text) => math.bignumber(text))).toString();
};

const own = PRIMITIVE_NAMES.filter((name) => primitiveOf(name).reference === undefined);

test.each(own)('the part of mathjs that a page loads has %s', (name) => {
  const parts = createLibrary();
  const all = (bundle as unknown as { create: (factories: unknown) => MathJsInstance; all: unknown }).create(
    (bundle as unknown as { all: unknown }).all,
  );
  for (const math of [parts, all]) math.config({ number: 'BigNumber', precision: 64 });
  const at = ['0.3', '0.7'].slice(0, primitiveOf(name).arity);
  expect(valueOf(parts, name, ...at)).toBe(valueOf(all, name, ...at));
});

test('it differentiates as the whole does', () => {
  for (const name of PRIMITIVE_NAMES.filter((one) => primitiveOf(one).slopes === 'mathjs')) {
    const of = (math: MathJsInstance): string => math.derivative(`${name}(u)`, 'u', { simplify: false }).toString();
    expect(of(library)).toBe(of(bundle));
  }
});

test('it knows the units', () => {
  for (const unit of ['N m', 'kg m^2 / s', 'deg', 'rad/s'])
    expect(library.unit(unit).toString()).toBe(bundle.unit(unit).toString());
});
