import { deriveLibrary } from '../../bench/library.js';
import * as library from 'holonomic/library';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { World } from '../../runtime/index.js';
import { BASES, JOULE, METRE, NUMBER, over, RADIAN, SECOND, type Dimension } from '../../src/units/dimension.js';
import { parseUnit } from '../../src/units/parse-unit.js';
import { toNumber } from '../../src/symbolic/rational.js';
import { drawConfiguration } from '../../src/sampling/configuration.js';
import { drawCurve } from '../../src/sampling/sample-curves.js';
import { isCurveParameter } from '../../runtime/curves/curve-parameters.js';
import { scaledCurves } from '../support/scaled-curves.js';
import { seededRandom, uniform } from '../../src/sampling/random.js';
import { evaluateConstraint } from '../../runtime/index.js';
import { LIBRARY_BODIES, LIBRARY_TYPES } from '../support/library.js';
import { someOf } from '../support/scope.js';

/**
 * Factors of the base units. They test the check of units without using it. In a world where a
 * metre is longer, a second shorter and a kilogram heavier, all numbers change by factors. The
 * results of the emitted code must change by the factors of their units.
 */
type Scale = Readonly<Record<(typeof BASES)[number], number>>;

const UNSCALED = Object.fromEntries(BASES.map((base) => [base, 1])) as Scale;

const factorOf = (unit: Dimension, scale: Scale): number =>
  BASES.reduce((factor, base) => factor * scale[base] ** toNumber(unit[base]), 1);

// Powers of two, so that only functions and roots round.
const scales = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: -6, max: 6 })), fc.integer())
  .map(([mass, length, time, seed]) => ({
    seed: seed!,
    scale: {
      ...UNSCALED,
      mass: 2 ** mass,
      length: 2 ** length!,
      time: 2 ** time!,
    },
  }));

const dimensionOf = (text: string): Dimension => {
  const parsed = parseUnit(text);
  if (!('dimension' in parsed)) throw new Error(parsed.message);
  return parsed.dimension;
};

const derivations = new Map((await deriveLibrary()).constraints.map((one) => [one.className, one]));

/** Expects equal numbers but for rounding of roots and functions, and cancellation in sums. */
function expectScaled(actual: readonly number[], before: readonly number[], factor: number, what: string): void {
  const size = Math.max(1e-3, ...before.map(Math.abs)) * factor;
  actual.forEach((value, i) => {
    expect(
      Math.abs(value - before[i]! * factor) / size,
      `${what}[${i}]: ${value} is not ${factor} · ${before[i]}`,
    ).toBeLessThan(1e-7);
  });
}

describe.each(someOf(LIBRARY_TYPES, 40).map((type) => [type.name, type] as const))('%s', (name, type) => {
  const derivation = derivations.get(name);
  if (derivation === undefined) throw new Error(`no derivation of ${name}`);
  const { units } = derivation;

  test('has units for every row and every input', () => {
    expect(units.rows).toHaveLength(type.rows);
    expect(units.rows).not.toContain(undefined);
    expect(Object.keys(units.forces)).toEqual(type.inputs.map((input) => input.name));
  });

  test('changes by the factors of its units', () => {
    fc.assert(
      fc.property(scales, ({ scale, seed }) => {
        const before = evaluate(type, scale, seed, false);
        const after = evaluate(type, scale, seed, true);
        const second = factorOf(SECOND, scale);
        units.rows.forEach((row, r) => {
          const unit = factorOf(row!.value, scale);
          const isRate = type.levels?.[r] === 'velocity';
          const rate = isRate ? unit : unit / second;
          expectScaled([after.C[r]!], [before.C[r]!], unit, 'C');
          expectScaled([after.Cdot[r]!], [before.Cdot[r]!], rate, 'Cdot');
          expectScaled([after.gamma[r]!], [before.gamma[r]!], rate / second, 'gamma');
          for (const { name: input } of type.inputs) {
            // The unit of J is that of the force divided by that of lambda.
            const entry = over(units.forces[input]!, row!.lambda);
            expectScaled(after.J[input]![r]!, before.J[input]![r]!, factorOf(entry, scale), `J.${input}`);
          }
        });
      }),
      { numRuns: 20, seed: 1 },
    );
  });
});

function evaluate(
  type: ConstraintType,
  scale: Scale,
  seed: number,
  isScaled: boolean,
): ReturnType<typeof evaluateConstraint> {
  const draw = drawConfiguration(type, seededRandom(seed));
  const factor = (unit: Dimension): number => (isScaled ? factorOf(unit, scale) : 1);
  const second = factor(SECOND);
  let [i, j] = [0, 0];
  const inputs = type.inputs.map(({ name, kind, size, unit }) => {
    const by = factor(
      unit === undefined ? { point: METRE, direction: NUMBER, scalar: RADIAN }[kind] : dimensionOf(unit),
    );
    const value = draw.x.slice(i, i + size).map((x) => x * by);
    const velocity = draw.v.slice(i, (i += size)).map((v) => (v * by) / second);
    return [name, { value, velocity }];
  });
  const params = type.params.map((param) => {
    const { name, kind, size, unit = '1', of = '1' } = param;
    const by = factor(dimensionOf(unit));
    const drawn = draw.p.slice(j, (j += size));
    if (isCurveParameter(param)) return [name, scaledCurves(param, drawn, factor(dimensionOf(of)), by)];
    const values = drawn.map((p) => p * by);
    return [name, kind === 'scalar' ? values[0]! : values];
  });
  return evaluateConstraint(
    { type },
    {
      inputs: Object.fromEntries(inputs) as Parameters<typeof evaluateConstraint>[1]['inputs'],
      params: Object.fromEntries(params) as Record<string, number>,
      time: draw.t * second,
    },
  );
}

type BodyClass = new (params: object, coordinates: object, rates: object) => Parameters<World['addBody']>[0];

test.each(LIBRARY_BODIES.map((type) => [type.name, type] as const))(
  '%s changes by the factors of its units',
  (name, type) => {
    const Class = (library as unknown as Readonly<Record<string, BodyClass>>)[name]!;
    const read = (
      scale: Scale,
      seed: number,
      isScaled: boolean,
    ): { kinetic: number; potential: number; points: number[][] } => {
      const random = seededRandom(seed);
      const factor = (unit: Dimension): number => (isScaled ? factorOf(unit, scale) : 1);
      const draw = (key: string, low = 0.5, high = 1): number =>
        uniform(random, ...(type.formula.sample[key] ?? ([low, high] as const)));
      const by = ({ unit = '1' }: { unit?: string }): number => factor(dimensionOf(unit));
      const params = Object.fromEntries(
        type.params.map((param) => {
          if (!isCurveParameter(param)) return [param.name, draw(param.name) * by(param)];
          const handles = Array.from({ length: param.size }, () => drawCurve(param.period, [0.5, 1], random));
          return [param.name, scaledCurves(param, handles, factor(dimensionOf(param.of ?? '1')), by(param))];
        }),
      );
      const coordinates = Object.fromEntries(type.coordinates.map((one) => [one.name, draw(one.name) * by(one)]));
      const rates = Object.fromEntries(
        type.coordinates.map((one) => [one.name, (draw('') * by(one)) / factor(SECOND)]),
      );
      const world = new World({ space: type.space });
      const body = world.addBody(new Class(params, coordinates, rates) as never) as unknown as {
        points: Readonly<Record<string, { position: ArrayLike<number> }>>;
      };
      const { kinetic, potential } = world.energy();
      return { kinetic, potential, points: Object.values(body.points).map(({ position }) => Array.from(position)) };
    };
    fc.assert(
      fc.property(scales, ({ scale, seed }) => {
        const [before, after] = [read(scale, seed, false), read(scale, seed, true)];
        expectScaled([after.kinetic], [before.kinetic], factorOf(JOULE, scale), 'kinetic energy');
        expectScaled([after.potential], [before.potential], factorOf(JOULE, scale), 'potential energy');
        before.points.forEach((point, i) => {
          expectScaled(after.points[i]!, point, factorOf(METRE, scale), 'position');
        });
      }),
      { numRuns: 20, seed: 1 },
    );
  },
);
