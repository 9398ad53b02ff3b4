import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { supportText } from '../../src/emit/c/files.js';
import { mathjs } from '../../src/mathjs.js';
import { between } from '../../src/primitives/interval.js';
import { PRIMITIVE_NAMES, primitiveOf, RUNTIME_FUNCTIONS, type PrimitiveName } from '../../src/primitives/index.js';
import { FUNCTIONS } from '../../src/reference/functions.js';
import { FUNCTION_NAMES } from '../../src/spec/language.js';
import { Graph } from '../../src/symbolic/graph.js';
import { partialDerivatives } from '../../src/symbolic/rules.js';
import { C_FUNCTIONS } from '../support/c-functions.js';
import { SAMPLES } from '../support/function-samples.js';

/** Places in the domain of a primitive; none if it has no samples. */
const placesOf = (name: PrimitiveName): readonly (readonly number[])[] =>
  Object.entries(SAMPLES)
    .find(([call]) => call.startsWith(`${name}(`))?.[1]
    .at.map(({ at }) => at) ?? [];

// Curves are tested with their formulas, in test/derive/curves.test.ts.
/** Functions of `Math` that are exact, or correctly rounded, everywhere. */
const EXACT = /^Math\.(?:abs|floor|max|min|sign|sqrt)$/;

describe.each(PRIMITIVE_NAMES.filter((name) => primitiveOf(name).ofCurve !== true))('the record of %s', (name) => {
  const primitive = primitiveOf(name);
  const { arity, parity, values = {}, range, evaluate, slopes } = primitive;
  const places = placesOf(name);

  it('has samples (test/support/function-samples.ts) and an independent reference (src/reference)', () => {
    expect(places.length).toBeGreaterThan(0);
    expect([...FUNCTIONS.keys()]).toContain(name);
  });

  it('has as many slopes as arguments, made of primitives', () => {
    const graph = new Graph();
    const call = graph.call(name, ...['u', 'w'].slice(0, arity).map((argument) => graph.variable(argument)));
    if (call.kind !== 'call') throw new Error('folded');
    expect(partialDerivatives(graph, call)).toHaveLength(arity);
  });

  it('has slopes of its own where mathjs has none, or says why', () => {
    const derivative = () => mathjs.derivative(`${name}(${['u', 'w'].slice(0, arity).join(', ')})`, 'u');
    if (slopes !== 'mathjs' && slopes.why === 'mathjs has none') expect(derivative).toThrow('Cannot process');
    else expect(derivative).not.toThrow();
  });

  it('names functions of targets that compute the same', () => {
    if (!('names' in primitive)) return;
    const { javascript } = primitive.names;
    // Others have other bits on other machines.
    if (javascript.startsWith('Math.')) expect(javascript).toMatch(EXACT);
    const text = /^\W/.test(javascript) ? `x ${javascript} y` : `${javascript}(x, y)`;
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the names are those of the table
    const make = new Function(...RUNTIME_FUNCTIONS.keys(), `return (x, y) => ${text};`) as (
      ...functions: unknown[]
    ) => typeof evaluate;
    const called = make(...RUNTIME_FUNCTIONS.values());
    for (const place of places) expect(called(...place)).toBe(evaluate(...place));
  });

  it("names a function of C's library, or of the header, of as many arguments", () => {
    if (!('names' in primitive)) return;
    const { c } = primitive.names;
    const parameters = ['double \\w+', 'double \\w+'].slice(0, arity).join(', ');
    if (!C_FUNCTIONS[arity].includes(c))
      expect(supportText()).toMatch(new RegExp(`^static inline double ${c}\\(${parameters}\\) \\{`, 'm'));
  });

  it('has the parity, the values and the range that it states', () => {
    for (const [at, value] of Object.entries(values)) expect(evaluate(Number(at))).toBe(value);
    for (const place of places) {
      const value = evaluate(...place);
      const mirrored = evaluate(...place.map((argument) => -argument));
      if (parity !== undefined) expect(mirrored - (parity === 'odd' ? -value : value)).toBe(0);
      if (range === undefined) continue;
      const { low, high, nonzero } =
        typeof range === 'function' ? range(...place.map((argument) => between(argument, argument))) : range;
      expect(value).toBeGreaterThanOrEqual(low);
      expect(value).toBeLessThanOrEqual(high);
      if (nonzero) expect(value).not.toBe(0);
    }
  });
});

it('every function has its line in the documents', () => {
  const [, section] = readFileSync('docs/formulas.md', 'utf8').split('\n## Functions\n');
  const named = new Set(section!.split('\n## ')[0]!.match(/\w+/g));
  expect([...FUNCTION_NAMES].filter((name) => !named.has(name))).toEqual([]);
});
