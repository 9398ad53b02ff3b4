import { describe, expect, it } from 'vitest';
import { exact, type BigNumber } from '../../src/reference/big.js';
import { curve, evaluateConstraint, evaluateEnergy, World } from '../../runtime/index.js';
import { compile, diagnose, explain, verify } from '../../src/toolkit.js';
import type { ConstraintSpec } from '../../src/spec/constraint-spec.js';

const TURN = 2 * Math.PI;
const CAM = {
  summary: 'A follower rides on a cam.',
  space: 2,
  inputs: { lift: { kind: 'scalar', unit: 'm' }, angle: 'scalar' },
  params: { profile: { kind: 'curve', periodic: '2 * pi', unit: 'm', of: 'rad' } },
  C: 'lift == profile(angle)',
} as const satisfies ConstraintSpec;

/** The samples of `f` at `count` arguments from 0 to `end`. */
const sampled = (f: (s: number) => number, end: number, count: number): [number, number][] =>
  Array.from({ length: count + 1 }, (_, i) => [(end * i) / count, f((end * i) / count)]);

const harmonic = curve({ points: sampled((s) => 0.1 * Math.sin(s), TURN, 128), periodic: true });

describe('a curve in a formula', () => {
  it('has the derivatives of the function that it interpolates', () => {
    const { CamFollower } = compile('CamFollower', CAM);
    const { C, Cdot, gamma, J, Jdot } = evaluateConstraint(CamFollower, {
      inputs: { lift: { value: 0.2, velocity: 1 }, angle: { value: 1, velocity: 2 } },
      params: { profile: harmonic },
    });
    expect(C[0]).toBeCloseTo(0.2 - 0.1 * Math.sin(1), 12);
    expect(Cdot[0]).toBeCloseTo(1 - 0.2 * Math.cos(1), 10);
    expect(gamma[0]).toBeCloseTo(0.4 * Math.sin(1), 8);
    expect(J['angle']![0]![0]).toBeCloseTo(-0.1 * Math.cos(1), 10);
    expect(Jdot['angle']![0]![0]).toBeCloseTo(0.2 * Math.sin(1), 8);
  });

  it('of samples of a cubic is the class of the formula of the cubic', () => {
    const f = (s: number): number => 0.3 - s + 0.7 * s ** 2 - 0.2 * s ** 3;
    const inputs = { lift: 'scalar', angle: 'scalar' } as const;
    const byPoints = compile('ByPoints', { ...CAM, inputs, params: { f: { kind: 'curve' } }, C: 'lift == f(angle)' });
    const byFormula = compile('ByFormula', {
      summary: 'A cubic.',
      space: 2,
      inputs,
      C: 'lift == 0.3 - angle + 0.7 angle^2 - 0.2 angle^3',
    });
    const [a, b] = [byPoints.ByPoints, byFormula.ByFormula];
    for (const points of [sampled(f, 2, 3), sampled(f, 2, 5)]) {
      const profile = curve({ points, degree: 3 });
      for (const value of [0, 0.1, 0.5, 0.77, 1.99, 2]) {
        const state = { lift: { value: 0.3, velocity: -1 }, angle: { value, velocity: 0.7 } };
        const [one, other] = [
          evaluateConstraint(a, { inputs: state, params: { f: profile } }),
          evaluateConstraint(b, { inputs: state }),
        ];
        for (const of of ['C', 'Cdot', 'gamma'] as const)
          expect(Math.abs(one[of][0]! - other[of][0]!)).toBeLessThan(1e-14);
        expect(Math.abs(one.J['angle']![0]![0]! - other.J['angle']![0]![0]!)).toBeLessThan(1e-14);
      }
    }
  });

  it.each([3, 5] as const)('of degree %i agrees with 64 digits on both sides of knots, and of the seam', (degree) => {
    const [turn, count] = [2 * Math.PI, 24];
    const arguments_ = Array.from({ length: count }, (_, i) => (turn * i) / count);
    const profile = curve({
      points: arguments_.map((s) => [s, 0.05 * (1 - Math.cos(s))]),
      periodic: turn,
      degree,
    });
    const width = turn / count;
    /** A derivative of the polynomial that holds at `near`, at another argument, at 64 digits. */
    const atDigits = (near: number, s: number, order: number): BigNumber => {
      const { coefficients, origin, turns } = profile.pieceAt(near);
      const u = exact(s).minus(exact(turns).times(exact(turn))).minus(exact(origin)); // prettier-ignore
      let sum = exact(0);
      for (let k = 5; k >= order; k--) {
        let factor = 1;
        for (let i = 0; i < order; i++) factor *= k - i;
        sum = sum.times(u).plus(exact(coefficients[k]!).times(factor));
      }
      return sum;
    };
    const orders = degree === 3 ? [0, 1, 2] : [0, 1, 2, 3];
    for (const knot of [...arguments_, turn, 3 * turn]) {
      // So far from the knot that rounding of whole turns leaves it on its side.
      const sides = [knot - 1e-14 * (1 + knot), knot + 1e-14 * (1 + knot)] as const;
      for (const order of orders) {
        // Rounding of coefficients and sums, in units of the size of derivatives on a piece.
        const within = (1e-13 * 0.05) / width ** order;
        const [left, right] = sides.map((side) => atDigits(side, knot, order));
        expect(left!.minus(right!).abs().toNumber()).toBeLessThan(within);
        for (const side of sides) {
          const value = order === 0 ? profile.value(side) : profile.derivative(side, order as 1 | 2 | 3);
          expect(
            Math.abs(
              exact(value)
                .minus(atDigits(side, side, order))
                .toNumber(),
            ),
          ).toBeLessThan(within);
        }
      }
    }
  });

  it.each<[string, ConstraintSpec]>([
    ['alone', CAM],
    [
      'of a composed argument, twice',
      {
        ...CAM,
        inputs: { p: 'point' },
        params: { f: { kind: 'curve' } },
        C: ['p.y == f(p.x^2) * sin(f(p.x))', 'p.x == f(f(p.y)) + t'],
      },
    ],
    [
      'as a rate',
      { ...CAM, C: 'ddt(lift) == ddt(profile(2 angle)) + t * profile(angle)', params: { profile: { kind: 'curve' } } },
    ],
    [
      'of any period, under where',
      {
        ...CAM,
        params: { profile: { kind: 'curve', periodic: true }, gain: 'scalar' },
        where: { h: 'gain * profile(angle)' },
        C: 'lift == h + h^2',
      },
    ],
  ])('%s is proven against differences and 64 digits', (_, spec) => {
    const report = verify(Object.values(compile('Proven', spec))[0]!, { samples: 40 });
    expect(report.pass).toBe(true);
  });

  it('gives an energy its gradient and Hessian', () => {
    const { Hill } = compile('Hill', {
      kind: 'energy',
      summary: 'A potential by points.',
      space: 2,
      inputs: { x: 'scalar' },
      params: { height: { kind: 'curve' } },
      V: 'height(x)',
    });
    const { V, gradient, hessian } = evaluateEnergy(Hill, {
      inputs: { x: { value: 1 } },
      params: { height: harmonic },
    });
    expect(V).toBeCloseTo(0.1 * Math.sin(1), 12);
    expect(gradient['x']![0]).toBeCloseTo(0.1 * Math.cos(1), 10);
    expect(hessian['x']!['x']![0]![0]).toBeCloseTo(-0.1 * Math.sin(1), 8);
  });

  it('gives a body its mass matrix and force', () => {
    const { Bead } = compile('Bead', {
      kind: 'body',
      summary: 'A bead on a wire.',
      space: 2,
      coordinates: { s: {} },
      params: { height: { kind: 'curve' }, mass: 'scalar' },
      points: { bead: { at: '[s, height(s)]', mass: 'mass' } },
    });
    const world = new World({ space: 2 });
    const bead = world.addBody(new Bead({ height: harmonic, mass: 2 }, { s: 1 }, { s: 3 }));
    // T = m/2 ẋ² (1 + f'²)
    expect(world.energy().kinetic).toBeCloseTo(9 * (1 + (0.1 * Math.cos(1)) ** 2), 9);
    expect(bead.params['height']).toBe(harmonic);
  });

  it('is written with its derivatives', () => {
    const written = explain('CamFollower', CAM);
    expect(written).toContain("J_angle = −profile'(angle)");
    expect(written).toContain("gamma = −profile''(angle)·angleDot²");
    expect(written).toContain('profile: curve; in m; of an argument in rad');
    expect(explain('CamFollower', CAM, 'tex')).toContain("\\mathrm{profile}''\\left(\\mathrm{angle}\\right)");
  });
});

describe('mistakes about curves', () => {
  const of = (changes: object): string[] =>
    diagnose({ ...CAM, ...changes }).map(
      ({ code, field, message, hint }) => `${code} ${field ?? ''}: ${message} (${hint ?? ''})`,
    );

  it.each<[object, string]>([
    [{ C: 'lift == profile' }, 'E_FUNCTION_AS_VALUE C: The curve "profile" needs an argument. (write profile(s))'],
    [
      { C: 'lift == profile(angle, 2)' },
      'E_ARGUMENT_COUNT C: The curve "profile" takes 1 argument, not 2. (write profile(s))',
    ],
    [
      { C: 'lift == profile([angle, 0])' },
      'E_ARGUMENT_SHAPE C: The curve "profile" takes a scalar, not a vector of 2 components. (take a component of it, or its norm)',
    ],
    [{ C: 'lift == profil(angle)' }, 'E_UNKNOWN_FUNCTION'],
    [{ C: 'lift == angle * 1' }, 'E_UNUSED_PARAM params.profile'],
    [
      { C: 'lift == profile(lift) + profile(angle)' },
      'E_UNIT_ARGUMENT C: The argument of the curve "profile" is a length (m)',
    ],
    [{ C: 'lift == 2 * angle + profile(angle)' }, 'E_UNIT'],
    [{ params: { profile: { kind: 'curve', of: 'radish' } } }, 'E_UNIT params.profile.of'],
    [
      { params: { profile: { kind: 'curve', periodic: 'full' } } },
      'E_PARAM_RANGE params.profile.periodic: The period of a curve cannot be "full".',
    ],
    [{ params: { profile: { kind: 'curve', periodic: -1 } } }, 'E_PARAM_RANGE params.profile.periodic'],
    [
      { params: { profile: { kind: 'curve', periodic: false } } },
      'E_SPEC_TYPE params.profile.periodic: "params.profile.periodic" must be true, or the period: \'2 * pi\' or a number',
    ],
    [{ params: { profile: { kind: 'curve', min: 0 } } }, 'E_SPEC_UNKNOWN_FIELD'],
    [{ params: { profile: 'curve' } }, 'E_SPEC_TYPE'],
    [
      { restitution: 'profile', C: 'lift >= profile(angle)' },
      'E_FRICTION restitution: There is no scalar parameter "profile".',
    ],
  ])('%j', (changes, message) => {
    expect(of(changes).join('\n')).toContain(message);
  });

  it('are told where a constraint is made', () => {
    const { CamFollower } = compile('CamFollower', CAM);
    const world = new World({ space: 2 });
    const [lift, angle] = [world.ground.scalar(0), world.ground.scalar(1)];
    const make = (profile: unknown) => () => new CamFollower({ lift, angle, profile });
    expect(make(undefined)).toThrow(
      "CamFollower needs the parameter 'profile'. Give a curve: curve({ points: [[0, 0], [1, 2], …] })",
    );
    expect(
      make([
        [0, 0],
        [1, 1],
      ]),
    ).toThrow("Parameter 'profile' of CamFollower is [[…], […]], not a curve.");
    expect(
      make(
        curve({
          points: [
            [0, 0],
            [1, 1],
          ],
        }),
      ),
    ).toThrow('is not periodic. Give its curve periodic: 6.283185307179586.');
    expect(
      make(
        curve({
          points: [
            [0, 0],
            [1, 1],
            [2, 0],
          ],
          periodic: 3,
        }),
      ),
    ).toThrow('has the period 3, not 6.28');
    expect(
      make(
        curve({
          points: [
            [0, 0],
            [1, 1],
            [2, 0],
          ],
          periodic: TURN,
          degree: 1,
        }),
      ),
    ).toThrow('has corners, where velocities and forces would jump');
    expect(make(harmonic)).not.toThrow();
  });
});
