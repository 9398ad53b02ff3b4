import { describe, expect, it } from 'vitest';
import type { BodyType } from '../../runtime/model/bodies/body-type.js';
import { compile } from '../../src/kinds/compile.js';
import type { BodySpec } from '../../src/spec/body-spec.js';
import { BodyEvaluator } from '../../src/sampling/body-evaluation.js';
import { verifyBodyType } from '../../src/verify/body/verify-body.js';
import { RUNTIME_FUNCTIONS } from '../../src/primitives/index.js';
import { formatReport } from '../../src/verify/index.js';
import { mutantsOf } from '../mutation/mutants.js';
import { someOf } from '../support/scope.js';

const OPTIONS = { samples: 6, seed: 3 } as const;

/** Makes a body: a mass at `at` in the plane, with coordinates `x` and `y`, and a potential. */
const typeOf = (at: string, energy?: string): BodyType => {
  const spec: BodySpec = {
    summary: 'A mass.',
    space: 2,
    coordinates: { x: {}, y: {} },
    points: { p: { at, mass: '2' } },
    ...(energy !== undefined && { energy }),
  };
  return compile('Mass', spec)['Mass']!.type;
};

const singularOf = (type: BodyType): ReturnType<typeof verifyBodyType>['singular'] =>
  verifyBodyType(type, OPTIONS).singular;

/** Bodies that are singular by their place or their potential, with the number of such points. */
const BODIES: readonly (readonly [at: string, energy: string | undefined, known: number])[] = [
  ['[x, y]', 'norm([x, y])', 1],
  ['[x, y]', '5 * (norm([x, y]) - 1)^2', 1],
  ['[x, y]', '3 / norm([x, y])', 2],
  ['[x, y]', 'log(x^2 + y^2)', 1],
  ['[x, y]', 'abs(x - y)', 1],
  ['[x + abs(y), y]', undefined, 1],
  ['[x, y + norm([x, y])]', undefined, 1],
  ['[x, y + atan2(y, x)]', undefined, 1],
  ['[x + cbrt(y), y]', '9.81 * y', 1],
  ['[x, y + x / y]', undefined, 1],
];

const WHOLE = [-1, 0, 1];

/** Returns all that a body computes at whole numbers, among them its singular points. */
const outputsOf = (type: BodyType): number[] => {
  const evaluator = new BodyEvaluator(type);
  return WHOLE.flatMap((x) =>
    WHOLE.flatMap((y) => {
      const at = evaluator.at({ x: [x, y], v: [0.7, -0.4], p: [], t: 0, local: [] });
      return Object.values(at).flatMap((values) => [...values]);
    }),
  );
};
const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((value, k) => Math.abs(value - b[k]!) <= 1e-9 * Math.max(1, Math.abs(b[k]!)));

describe('verification of bodies at singular points', () => {
  it.each(BODIES)('at %s with the potential %s it has what the policy states', (at, energy, known) => {
    const report = verifyBodyType(typeOf(at, energy), OPTIONS);
    expect(report.singular, formatReport(report)).toMatchObject({ pass: true, known, faults: [] });
    expect(report.singular!.compared).toBeGreaterThan(0);
    expect(report.pass, formatReport(report)).toBe(true);
  });

  it.each(
    someOf(
      BODIES.filter(([at, energy]) => !`${at} ${energy}`.includes('abs')),
      3,
    ),
  )('at %s with the potential %s, a fault in any guard is found', (at, energy) => {
    const right = typeOf(at, energy);
    const [connector] = right.connectors as [BodyType['connectors'][number]];
    const functions: readonly (readonly [string, (f: never) => BodyType])[] = [
      [right.weight.toString(), (weight) => ({ ...right, weight })],
      // Where the place itself is singular, its products are not determined.
      ...(at === '[x, y]'
        ? [
            [right.dynamics.toString(), (dynamics: never) => ({ ...right, dynamics })] as const,
            [right.energy.toString(), (potential: never) => ({ ...right, energy: potential })] as const,
          ]
        : []),
      // So is the bias of an angle, a product of its slopes.
      ...(at.includes('atan2')
        ? []
        : [
            [
              connector.kernel.toString(),
              (kernel: never) => ({ ...right, connectors: [{ ...connector, kernel }] }),
            ] as const,
          ]),
    ];
    const guards = functions.flatMap(([text, withFunction]) =>
      mutantsOf(`const mutant = ${text};`)
        .filter(({ inGuard }) => inGuard)
        .map(({ code, description }) => ({ description, type: withFunction(run(code) as never) })),
    );
    // Some guards replace a divisor of 0 by anything.
    const faults = guards.filter(({ type }) => !isSame(outputsOf(type), outputsOf(right)));
    expect(faults.length).toBeGreaterThan(0);
    const survivors = faults.filter(({ type }) => verifyBodyType(type, OPTIONS).pass);
    expect(survivors.map(({ description }) => description)).toEqual([]);
  });

  it('finds each quantity wrong there, though finite', () => {
    const right = typeOf('[x + abs(y), y]', 'norm([x, y])');
    const atOrigin = (q: Float64Array): boolean => q.slice(-2).every((value) => value === 0);
    const wrong: readonly (readonly [string, BodyType])[] = [
      [
        'V',
        {
          ...right,
          energy: (count, q, v, p, t, E) => {
            right.energy(count, q, v, p, t, E);
            if (atOrigin(q)) E[2 * count - 1]! += 1;
          },
        },
      ],
      [
        'moment',
        {
          ...right,
          weight: (count, q, p, t, moment, weight) => {
            right.weight(count, q, p, t, moment, weight);
            if (atOrigin(q)) moment[2 * count - 1]! += 1;
          },
        },
      ],
      [
        'M',
        {
          ...right,
          dynamics: (count, q, v, p, t, M, Q) => {
            right.dynamics(count, q, v, p, t, M, Q);
            if (atOrigin(q)) M[4 * count - 1] = Infinity;
          },
        },
      ],
    ];
    expect(singularOf(right)!.faults).toEqual([]);
    for (const [quantity, type] of wrong) {
      const report = verifyBodyType(type, OPTIONS);
      expect(report.pass).toBe(false);
      expect(Object.values(report.quantities).every(({ pass }) => pass)).toBe(true);
      expect(report.singular!.faults[0]!.reason).toMatch(new RegExp(`^${quantity} not`));
      expect(report.singular!.faults[0]!.configuration.inputs).toMatchObject({ x: [0], y: [0] });
      expect(formatReport(report)).toContain(`${quantity} not`);
    }
  });

  it('asks nothing outside of the domain, and names samples that are near', () => {
    expect(singularOf(typeOf('[x, y]', 'sqrt(x) + log(y)'))).toMatchObject({ pass: true, faults: [] });
    const type = typeOf('[x, y]', 'norm([x, y])');
    const { warnings } = verifyBodyType(
      { ...type, formula: { ...type.formula, sample: { x: [0, 1e-4], y: [0, 1e-4] } } },
      OPTIONS,
    );
    expect(warnings).toContainEqual(expect.stringContaining('Near singular points'));
    expect(verifyBodyType(type, OPTIONS).warnings).toEqual([]);
  });
});

const run = (code: string): unknown =>
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- our own emission with one guard changed
  new Function(...RUNTIME_FUNCTIONS.keys(), `${code}\nreturn mutant;`)(...RUNTIME_FUNCTIONS.values());
