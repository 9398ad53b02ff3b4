import { describe, expect, it } from 'vitest';
import { dormandPrince, gravity, World } from '../../runtime/index.js';
import { SpecError } from '../../src/diagnostics/index.js';
import type { BodyConfiguration } from '../../src/sampling/body-configuration.js';
import { BodyEvaluator, type BodyEvaluation } from '../../src/sampling/body-evaluation.js';
import { compile, derive, explain, verify } from '../../src/toolkit.js';

const COMMON = { summary: 'A body.' } as const;
const kg = { unit: 'kg', min: 0 };
const m = { unit: 'm', min: 0 };
const rad = { unit: 'rad' };

const SphericalPendulum = {
  ...COMMON,
  space: 3,
  coordinates: { theta: rad, phi: rad },
  params: { mass: kg, length: m, g: { unit: 'm/s^2' } },
  points: {},
  kinetic: 'mass * length^2 / 2 * (ddt(theta)^2 + sin(theta)^2 * ddt(phi)^2)',
  energy: '-mass * g * length * cos(theta)',
} as const;

/** The same as a mass at a point, in the plane of `theta = 0` downwards. */
const BobInSpace = {
  ...COMMON,
  space: 3,
  coordinates: { theta: rad, phi: rad },
  params: { mass: kg, length: m },
  where: { s: 'length * sin(theta)' },
  points: { bob: { at: '[s * cos(phi), s * sin(phi), -length * cos(theta)]', mass: 'mass' } },
} as const;

const Oscillator = {
  ...COMMON,
  space: 2,
  coordinates: { x: { unit: 'm' } },
  params: { mass: kg, stiffness: { unit: 'N/m' }, damping: { unit: 'N s/m' } },
  points: { block: { at: '[x, 0]', mass: 'mass' } },
  energy: 'stiffness / 2 * x^2',
  dissipation: 'damping / 2 * ddt(x)^2',
} as const;

const Rod = {
  ...COMMON,
  space: 3,
  coordinates: { theta: rad, phi: rad },
  params: { mass: kg, length: m },
  where: { d: '[sin(theta) * cos(phi), sin(theta) * sin(phi), -cos(theta)]' },
  points: { centre: { at: 'length / 2 * d', mass: 'mass' } },
  directions: { along: { of: 'd', inertia: 'mass * length^2 / 12' } },
} as const;

/** A symmetric top by Euler angles, its point fixed: the second moments of a body with `I1 I1 I3`. */
const Top = {
  ...COMMON,
  space: 3,
  coordinates: { phi: rad, theta: rad, psi: rad },
  params: { I1: { unit: 'kg m^2', min: 0 }, I3: { unit: 'kg m^2', min: 0 } },
  where: {
    a: '[cos(phi), sin(phi), 0]',
    b: '[-cos(theta) * sin(phi), cos(theta) * cos(phi), sin(theta)]',
  },
  points: {},
  directions: {
    ex: { of: 'cos(psi) * a + sin(psi) * b', inertia: 'I3 / 2' },
    ey: { of: 'cos(psi) * b - sin(psi) * a', inertia: 'I3 / 2' },
    axle: { of: '[sin(theta) * sin(phi), -sin(theta) * cos(phi), cos(theta)]', inertia: 'I1 - I3 / 2' },
  },
} as const;

/** A crank whose mechanism gives it an inertia that depends on its angle. */
const Crank = {
  ...COMMON,
  space: 2,
  coordinates: { phi: rad },
  params: { J0: { unit: 'kg m^2' }, J1: { unit: 'kg m^2' } },
  points: {},
  kinetic: '(J0 + J1 * cos(2 * phi)) / 2 * ddt(phi)^2',
} as const;

function evaluate(spec: object, x: number[], v: number[], p: number[], t = 0): BodyEvaluation {
  const compiled = compile('Body', spec as never).Body as unknown as {
    type: ConstructorParameters<typeof BodyEvaluator>[0];
  };
  const at: BodyConfiguration = { x, v, p, t, local: [] };
  return new BodyEvaluator(compiled.type).at(at);
}

const close = (actual: ArrayLike<number>, expected: readonly number[]): void => {
  expect(actual.length).toBe(expected.length);
  expected.forEach((value, i) => {
    expect(actual[i]).toBeCloseTo(value, 12);
  });
};

describe('a kinetic energy that is given as such', () => {
  const [theta, phi, omega, spin] = [0.7, 1.1, 0.4, -1.3];
  const [mass, length, g] = [2, 1.5, 9.81];

  it('is that of a spherical pendulum', () => {
    const { M, Q, T, V } = evaluate(SphericalPendulum, [theta, phi], [omega, spin], [mass, length, g]);
    const [s, c, l2] = [Math.sin(theta), Math.cos(theta), mass * length ** 2];
    close(M!, [l2, 0, 0, l2 * s * s]);
    close(Q!, [l2 * s * c * spin ** 2 - mass * g * length * s, -2 * l2 * s * c * omega * spin]);
    close(T!, [(l2 / 2) * (omega ** 2 + s * s * spin ** 2)]);
    close(V!, [-mass * g * length * c]);
  });

  it('moves it like a mass at a point', () => {
    const end = (spec: object, params: object, forces: ReturnType<typeof gravity>[]): number[] => {
      const Body = compile('Body', spec as never).Body as unknown as new (
        params: object,
        coordinates: object,
        rates: object,
      ) => { coordinates: { theta: number; phi: number } };
      const world = new World({ space: 3, forces, integrator: dormandPrince({ rtol: 1e-11, atol: 1e-12 }) });
      const body = new Body(params, { theta, phi }, { theta: omega, phi: spin });
      world.addBody(body as never);
      world.run({ until: 2 });
      return [body.coordinates.theta, body.coordinates.phi];
    };
    const given = end(SphericalPendulum, { mass, length, g }, []);
    const bob = end(BobInSpace, { mass, length }, [gravity([0, 0, -g])]);
    expect(Math.abs(given[0]! - bob[0]!)).toBeLessThan(1e-8);
    expect(Math.abs(given[1]! - bob[1]!)).toBeLessThan(1e-8);
  });

  it('gives a mass matrix that depends on a coordinate', () => {
    const [J0, J1, angle, rate] = [2, 0.5, 0.9, 3];
    const { M, Q } = evaluate(Crank, [angle], [rate], [J0, J1]);
    close(M!, [J0 + J1 * Math.cos(2 * angle)]);
    // J φ̈ = −½ J′ φ̇²
    close(Q!, [J1 * Math.sin(2 * angle) * rate ** 2]);
  });

  it('adds to that of masses, and takes rates of quantities and of time', () => {
    const spec = {
      ...COMMON,
      space: 2,
      coordinates: { x: { unit: 'm' } },
      params: { mass: kg, w: { unit: '1/s' }, a: m },
      where: { rotor: 'x + a * sin(w * t)' },
      points: { cart: { at: '[x, 0]', mass: 'mass' } },
      kinetic: 'mass * ddt(rotor)^2',
    };
    const [rate, w, a, t] = [0.3, 2, 0.1, 0.4];
    const { M, Q, T } = evaluate(spec, [1], [rate], [1, w, a], t);
    close(M!, [3]);
    // d/dt ∂K/∂ẋ = 2 (ẍ − a w² sin w t)
    close(Q!, [2 * a * w * w * Math.sin(w * t)]);
    close(T!, [rate ** 2 / 2 + (rate + a * w * Math.cos(w * t)) ** 2]);
  });
});

it('damps an oscillator by a dissipation function', () => {
  const Body = compile('Oscillator', Oscillator).Oscillator;
  const world = new World({ space: 2, integrator: dormandPrince({ rtol: 1e-10, atol: 1e-12 }) });
  const [mass, stiffness, damping] = [2, 50, 1.2];
  const body = world.addBody(new Body({ mass, stiffness, damping }, { x: 0.3 }));
  world.run({ until: 1.7 });
  const decay = damping / (2 * mass);
  const omega = Math.sqrt(stiffness / mass - decay ** 2);
  const expected = 0.3 * Math.exp(-decay * 1.7) * (Math.cos(omega * 1.7) + (decay / omega) * Math.sin(omega * 1.7));
  expect(Math.abs((body.coordinates as { x: number }).x - expected)).toBeLessThan(1e-8);
});

describe('a body with an inertia in space', () => {
  it('is a rod by the second moment along it', () => {
    const [theta, phi, omega, spin, mass, length] = [0.7, 1.1, 0.4, -1.3, 2, 1.5];
    const { M, Q, weight } = evaluate(Rod, [theta, phi], [omega, spin], [mass, length]);
    const [s, c, I] = [Math.sin(theta), Math.cos(theta), (mass * length ** 2) / 3];
    close(M!, [I, 0, 0, I * s * s]);
    close(Q!, [I * s * c * spin ** 2, -2 * I * s * c * omega * spin]);
    // The weight acts on the centre alone.
    close(weight!.subarray(4), [(mass * length * s) / 2, 0]);
  });

  it('is a symmetric top by three', () => {
    const [phi, theta, psi] = [0.3, 0.8, -1.2];
    const [phiDot, thetaDot, psiDot] = [0.7, -0.4, 5];
    const [I1, I3] = [3, 2];
    const { M, T } = evaluate(Top, [phi, theta, psi], [phiDot, thetaDot, psiDot], [I1, I3]);
    const [s, c] = [Math.sin(theta), Math.cos(theta)];
    close(M!, [I1 * s * s + I3 * c * c, 0, I3 * c, 0, I1, 0, I3 * c, 0, I3]);
    close(T!, [(I1 / 2) * (thetaDot ** 2 + phiDot ** 2 * s * s) + (I3 / 2) * (psiDot + phiDot * c) ** 2]);
  });
});

it.each(Object.entries({ SphericalPendulum, Oscillator, Rod, Top, Crank }))('%s is proven', (name, spec) => {
  const report = verify(compile(name, spec as never)[name]!, { samples: 10 });
  expect(report.pass).toBe(true);
  expect(explain(name, spec as never)).toContain(name);
});

it('finds a wrong force of a dissipation, and a wrong mass of a kinetic energy', () => {
  const wrong = (spec: object, change: (M: Float64Array, Q: Float64Array, nv: number) => void): string[] => {
    const { type } = compile('Body', spec as never).Body as unknown as {
      type: ConstructorParameters<typeof BodyEvaluator>[0];
    };
    const { dynamics, coordinates } = type;
    const faulty = {
      ...type,
      dynamics: (...[count, q, v, p, t, M, Q]: Parameters<typeof dynamics>) => {
        dynamics(count, q, v, p, t, M, Q);
        change(M, Q, coordinates.length);
      },
    };
    const { quantities } = verify({ type: faulty }, { samples: 5 });
    return Object.entries(quantities).flatMap(([name, { pass }]) => (pass ? [] : [name]));
  };
  expect(wrong(Oscillator, (_, Q) => (Q[1]! *= 1 + 1e-9))).toEqual(['Q']);
  expect(wrong(Crank, (M) => (M[1]! *= 1 + 1e-9))).toEqual(['M']);
  expect(wrong(SphericalPendulum, (_, Q) => (Q[2]! += 1e-9))).toEqual(['Q']);
});

describe('what is refused', () => {
  const body = (fields: object): object => ({
    ...COMMON,
    space: 2,
    coordinates: { x: { unit: 'm' } },
    params: { mass: kg },
    points: { block: { at: '[x, 0]' } },
    ...fields,
  });
  const faults = (fields: object): string[] => {
    try {
      derive('Body', body(fields) as never);
    } catch (error) {
      if (error instanceof SpecError) return error.diagnostics.map(({ code, field }) => `${code} ${field}`);
      throw error;
    }
    return [];
  };

  it.each([
    ['of third degree', { kinetic: 'mass * ddt(x)^3' }, ['E_UNIT_RESULT kinetic']],
    [
      'of third degree, without units',
      { params: { k: {} }, coordinates: { x: {} }, kinetic: 'k * ddt(x)^3' },
      ['E_BODY_SHAPE kinetic'],
    ],
    [
      'with a part of first degree',
      { params: { b: {} }, coordinates: { x: {}, y: {} }, kinetic: '(ddt(x)^2 + ddt(y)^2) / 2 + b * x * ddt(y)' },
      ['E_BODY_SHAPE kinetic'],
    ],
    ['nowhere positive', { kinetic: '-mass / 2 * ddt(x)^2' }, ['E_MASS kinetic']],
    ['a vector', { kinetic: 'mass * [ddt(x), 0]' }, ['E_BODY_SHAPE kinetic']],
    ['no energy', { kinetic: 'mass * ddt(x)' }, ['E_UNIT_RESULT kinetic']],
    ['nothing that moves', { points: {}, params: {}, energy: 'x * 0' }, ['E_MASSLESS coordinates.x']],
  ])('a kinetic energy %s', (_, fields, expected) => {
    expect(faults(fields)).toEqual(expected);
  });

  it('rates elsewhere, and a dissipation that is none', () => {
    const moving = { kinetic: 'mass / 2 * ddt(x)^2' };
    expect(faults(moving)).toEqual([]);
    expect(faults({ ...moving, energy: 'mass * ddt(x)^2' })).toEqual(['E_VELOCITY_LEVEL energy']);
    expect(faults({ ...moving, dissipation: 'mass * ddt(x)^2' })).toEqual(['E_UNIT_RESULT dissipation']);
    expect(faults({ ...moving, directions: { d: { of: '[cos(x), sin(x)]', inertia: 'x' } } })).toContain(
      'E_MASS directions.d.inertia',
    );
  });
});
