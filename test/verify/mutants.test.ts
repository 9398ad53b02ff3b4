import { describe, expect, it } from 'vitest';
import { formatReport, verify, verifyType, type VerificationReport } from '../../src/verify/index.js';
import type { Quantity } from '../../src/verify/evaluation.js';
import { ALL, arcAngle, coincident, distance, piecewise, rotatingWire, slider } from './fixtures/constraints.js';
import { typeOf, type Fixture, type Reader, type Values } from './fixtures/types.js';

const OPTIONS = { samples: 20, referenceSamples: 5, seed: 7 };

describe('a correct class', () => {
  it.each(ALL)('$name passes', (fixture) => {
    const report = verifyType(typeOf(fixture), { samples: 100 });
    expect(report.pass, formatReport(report)).toBe(true);
    expect(report.warnings).toEqual([]);
  });

  it.each([2, 3, 4, 5])('passes with seed %i', (seed) => {
    for (const fixture of ALL) {
      const report = verifyType(typeOf(fixture), { samples: 50, referenceSamples: 20, seed });
      expect(report.pass, formatReport(report)).toBe(true);
    }
  });

  it('is accepted as a class that carries its type', () => {
    class Distance2D {
      static readonly type = typeOf(distance);
      readonly length = 1;
    }
    expect(verify(Distance2D, OPTIONS)).toEqual(verify(Distance2D.type, OPTIONS));
  });

  it('has its derivative confirmed by mathjs where that is possible', () => {
    expect(verifyType(typeOf(rotatingWire), OPTIONS).quantities.J.thirdOpinion).toMatchObject({
      pass: true,
      compared: 10,
    });
    expect(verifyType(typeOf(distance), OPTIONS).quantities.J.thirdOpinion).toBeUndefined();
  });
});

interface Mutant {
  readonly what: string;
  readonly of: Fixture;
  readonly change: (values: Values, at: Reader) => void;
  /** The quantity, and the entry where only one is wrong. */
  readonly quantity: Quantity;
  readonly row?: number;
  readonly input?: string;
  readonly component?: number;
}

const negated = (values: number[], k: number): void => {
  values[k] = -values[k]!;
};
const scaled = (values: number[], k: number, by: number): void => {
  values[k] = values[k]! * by;
};
const swapped = (values: number[], i: number, j: number): void => {
  [values[i], values[j]] = [values[j]!, values[i]!];
};

/** A wrong sign in every single output of a class. */
function wrongSigns(of: Fixture): Mutant[] {
  const type = typeOf(of);
  const width = type.inputs.reduce((sum, { size }) => sum + size, 0);
  const rows = Array.from({ length: type.rows }, (_, row) => row);
  const places = type.inputs.flatMap(({ name, size }) =>
    Array.from({ length: size }, (_, component) => ({ input: name, component })),
  );
  const sampled = of.evaluate({
    x: Array.from({ length: width }, (_, k) => 0.3 + 0.17 * k * k),
    v: Array.from({ length: width }, (_, k) => 0.7 - 0.23 * k * k),
    p: [1.1],
    t: 0.4,
  });
  return rows.flatMap((row): Mutant[] => [
    ...(['C', 'Cdot', 'gamma'] as const)
      .filter((quantity) => sampled[quantity][row] !== 0)
      .map((quantity) => ({
        what: `−${quantity}[${row}]`,
        of,
        change: (v: Values) => {
          negated(v[quantity], row);
        },
        quantity,
        row,
      })),
    ...(['J', 'Jdot'] as const).flatMap((quantity) =>
      places.flatMap((place, k) =>
        sampled[quantity][row]![k] === 0
          ? []
          : [
              {
                what: `−${quantity}[${row}][${k}]`,
                of,
                change: (v: Values) => {
                  negated(v[quantity][row]!, k);
                },
                quantity,
                row,
                ...place,
              },
            ],
      ),
    ),
  ]);
}

const MUTANTS: readonly Mutant[] = [
  ...ALL.flatMap(wrongSigns),
  {
    what: 'gamma without its rate term',
    of: distance,
    change: (values, { x, v }) => {
      const [dx, dy, ux, uy] = [x[0]! - x[2]!, x[1]! - x[3]!, v[0]! - v[2]!, v[1]! - v[3]!];
      values.gamma[0] = (ux * ux + uy * uy) / Math.hypot(dx, dy);
    },
    quantity: 'gamma',
    row: 0,
  },
  {
    // The article's error: C̈ = J v̇ + Jdot v + ∂²C/∂t² holds the mixed derivative once.
    what: 'gamma with the mixed time term once',
    of: rotatingWire,
    change: (values, { x, v, p, t }) => {
      const [s, c, w] = [Math.sin(p[0]! * t), Math.cos(p[0]! * t), p[0]!];
      values.gamma[0] = w * (v[0]! * c + v[1]! * s) - w * w * (x[0]! * s - x[1]! * c);
    },
    quantity: 'gamma',
    row: 0,
  },
  {
    what: 'Cdot without ∂C/∂t',
    of: rotatingWire,
    change: (values, { v }) => {
      values.Cdot[0] = values.J[0]![0]! * v[0]! + values.J[0]![1]! * v[1]!;
    },
    quantity: 'Cdot',
    row: 0,
  },
  {
    what: 'J with two entries swapped',
    of: distance,
    change: (values) => {
      swapped(values.J[0]!, 0, 1);
    },
    quantity: 'J',
    row: 0,
    input: 'a',
  },
  {
    what: 'J with its rows swapped',
    of: coincident,
    change: (values) => {
      values.J.reverse();
    },
    quantity: 'J',
  },
  {
    what: 'Jdot with inputs exchanged',
    of: slider,
    change: (values) => {
      const [row] = values.Jdot as [number[], number[]];
      values.Jdot[0] = [...row.slice(6), ...row.slice(3, 6), ...row.slice(0, 3)];
    },
    quantity: 'Jdot',
    row: 0,
  },
  {
    what: 'Jdot transposed',
    of: {
      ...coincident,
      name: 'Quadratic',
      C: ['[a.x * b.y, b.x * b.y]'],
      inputs: { a: 'point', b: 'point' },
      evaluate: quadratic,
    },
    change: (values) => {
      // Its last two columns form a square.
      const [first, second] = values.Jdot as [number[], number[]];
      [first[3], second[2]] = [second[2]!, first[3]!];
    },
    quantity: 'Jdot',
  },
  {
    what: 'C off by 1e-9',
    of: distance,
    change: (v) => {
      scaled(v.C, 0, 1 + 1e-9);
    },
    quantity: 'C',
    row: 0,
  },
  {
    what: 'Cdot off by 1e-9',
    of: slider,
    change: (v) => {
      scaled(v.Cdot, 1, 1 + 1e-9);
    },
    quantity: 'Cdot',
    row: 1,
  },
  {
    what: 'J off by 1e-9',
    of: distance,
    change: (v) => {
      scaled(v.J[0]!, 2, 1 + 1e-9);
    },
    quantity: 'J',
    row: 0,
    input: 'b',
    component: 0,
  },
  {
    what: 'gamma off by 1e-9',
    of: arcAngle,
    change: (v) => {
      scaled(v.gamma, 0, 1 + 1e-9);
    },
    quantity: 'gamma',
    row: 0,
  },
  {
    what: 'Jdot off by 1e-9',
    of: slider,
    change: (v) => {
      scaled(v.Jdot[0]!, 8, 1 + 1e-9);
    },
    quantity: 'Jdot',
    row: 0,
    input: 'u',
    component: 2,
  },
  {
    what: 'J off by 1e-13',
    of: arcAngle,
    change: (v) => {
      scaled(v.J[0]!, 0, 1 + 1e-13);
    },
    quantity: 'J',
    row: 0,
    input: 's',
  },
  {
    what: 'J wrong in one branch',
    of: piecewise,
    change: (v, { x }) => {
      if (x[0]! > 1) v.J[0]![0] = 2 * x[0]!;
    },
    quantity: 'J',
    row: 0,
    input: 's',
  },
  {
    what: 'gamma wrong in one branch',
    of: piecewise,
    change: (v, { x }) => {
      if (x[0]! > 1) v.gamma[0] = 1;
    },
    quantity: 'gamma',
    row: 0,
  },
  {
    what: 'an entry that is never written',
    of: distance,
    change: (v) => {
      v.J[0]![3] = NaN;
    },
    quantity: 'J',
    row: 0,
    input: 'b',
    component: 1,
  },
  {
    what: 'an entry that should be zero',
    of: coincident,
    change: (v) => {
      v.J[1]![0] = 1e-12;
    },
    quantity: 'J',
    row: 1,
    input: 'a',
    component: 0,
  },
  {
    what: 'gamma of a linear constraint',
    of: coincident,
    change: (v) => {
      v.gamma[1] = 1e-12;
    },
    quantity: 'gamma',
    row: 1,
  },
];

/** `a.x b.y`, `b.x b.y`. */
function quadratic({ x, v }: Reader): Values {
  const [ax, , bx, by] = x as [number, number, number, number];
  const [vax, , vbx, vby] = v as [number, number, number, number];
  return {
    C: [ax * by, bx * by],
    Cdot: [vax * by + ax * vby, vbx * by + bx * vby],
    gamma: [2 * vax * vby, 2 * vbx * vby],
    J: [
      [by, 0, 0, ax],
      [0, 0, by, bx],
    ],
    Jdot: [
      [vby, 0, 0, vax],
      [0, 0, vby, vbx],
    ],
  };
}

describe('a formula that loses digits as it is written', () => {
  /** `acos(1 − s)`: well-conditioned in `s`, not in the rounding of `1 − s`. */
  const versine: Fixture = {
    name: 'Versine',
    inputs: { s: 'scalar' },
    C: ['acos(1 - s)'],
    sample: { s: [2e-3, 5e-2] },
    evaluate: ({ x, v }) => {
      const [c, ds] = [1 - x[0]!, v[0]!];
      const q = 1 / (Math.sqrt(1 - c * c) || Infinity);
      const slope = -c * q * q * q * ds;
      return {
        C: [Math.acos(Math.max(-1, Math.min(1, c)))],
        Cdot: [q * ds],
        gamma: [slope * ds],
        J: [[q]],
        Jdot: [[slope]],
      };
    },
  };

  it('is not held against the class', () => {
    const report = verifyType(typeOf(versine), { samples: 30 });
    expect(report.quantities.J.reference, formatReport(report)).toMatchObject({ pass: true });
    expect(report.pass, formatReport(report)).toBe(true);
  });

  it('hides no error beyond that', () => {
    const wrong = typeOf(versine, (values) => {
      scaled(values.J[0]!, 0, 1 + 1e-11);
    });
    expect(verifyType(wrong, { samples: 30 }).quantities.J.reference?.pass).toBe(false);
  });
});

describe('a mutant', () => {
  it.each(MUTANTS.map((mutant) => ({ ...mutant, name: `${mutant.of.name}: ${mutant.what}` })))(
    '$name fails',
    (mutant) => {
      const report = verifyType(typeOf(mutant.of, mutant.change), OPTIONS);
      expect(report.pass).toBe(false);
      expect(report.quantities[mutant.quantity].pass, formatReport(report)).toBe(false);
      const expected = Object.fromEntries(
        (['row', 'input', 'component'] as const).flatMap((key) =>
          mutant[key] === undefined ? [] : [[key, mutant[key]]],
        ),
      );
      for (const place of blamed(report, mutant.quantity)) expect(place, formatReport(report)).toMatchObject(expected);
      // A fault of one kernel output is not held against the others: C alone is what all is derived from.
      if (mutant.quantity !== 'C')
        for (const [quantity, { pass }] of Object.entries(report.quantities))
          if (quantity !== mutant.quantity) expect(pass, `${quantity}\n${formatReport(report)}`).toBe(true);
    },
  );

  it('is caught by the differences alone and by the 64 digits alone', () => {
    const mutant = typeOf(rotatingWire, (v) => {
      negated(v.gamma, 0);
    });
    const { differences, reference } = verifyType(mutant, OPTIONS).quantities.gamma;
    expect(differences.map(({ pass }) => pass)).toEqual([false, false]);
    expect(reference?.pass).toBe(false);
    const withoutReference = verifyType(mutant, { ...OPTIONS, referenceSamples: 0 });
    expect(withoutReference.quantities.gamma.pass).toBe(false);
    expect(withoutReference.quantities.gamma.reference).toBeUndefined();
  });

  it('that mixes up the strides of a batch fails, though right for single constraints', () => {
    const right = typeOf(distance);
    const report = verifyType(
      {
        ...right,
        kernel: (count, slots, x, v, p, t, C, Cdot, J, gamma) => {
          right.kernel(count, slots, x, v, p, t, C, Cdot, J, gamma);
          if (count > 1) J.copyWithin(4, 0, 4);
        },
      },
      OPTIONS,
    );
    expect(report.quantities.J.pass).toBe(false);
  });

  it('whose formula says something else fails in C', () => {
    const report = verifyType(typeOf({ ...distance, C: ['norm(a + b) == length'] }), OPTIONS);
    expect(report.quantities.C.reference?.pass).toBe(false);
  });
});

/** The places that the failed checks of a quantity name. */
function blamed(report: VerificationReport, quantity: Quantity): unknown[] {
  const { differences, reference, thirdOpinion } = report.quantities[quantity];
  const places = [
    ...differences.filter(({ pass, inherited }) => !pass && inherited !== true).map(({ worst }) => worst?.at),
    ...[reference, thirdOpinion].filter((check) => check?.pass === false).map((check) => check?.at),
  ];
  expect(places.length).toBeGreaterThan(0);
  return places;
}
