import { describe, expect, test } from 'vitest';
import { compile } from 'holonomic/toolkit';
import {
  dormandPrince,
  gravity,
  rk4,
  velocityStep,
  World,
  type Integrator,
  type WorldWarning,
} from '../../../runtime/index.js';

const BASE = {
  summary: 'Keeps a point in a bowl with half axes of 2 m and 1 m.',
  space: 2,
  inputs: { p: 'point' },
  params: { mu: { default: 0.5, min: 0 } },
  where: { F: '1 - (p.x / 2)^2 - p.y^2', gradient: '[-p.x / 2, -2 * p.y]' },
} as const;
const ALONG = 'cross(normalize(gradient), ddt(p))';
const { Bowl } = compile('Bowl', {
  ...BASE,
  C: 'F / norm(gradient) >= 0',
  friction: { slip: ALONG, coefficient: 'mu' },
});
const { Steep } = compile('Steep', { ...BASE, C: 'F >= 0', friction: { slip: ALONG, coefficient: 'mu' } });
const { Skew } = compile('Skew', {
  ...BASE,
  C: 'F / norm(gradient) >= 0',
  friction: { slip: 'p.x', coefficient: 'mu' },
});

/** A world with a particle at rest at the angle `phi` from the bottom of a bowl. */
function rest(Class: typeof Bowl, phi: number, integrator: Integrator) {
  const heard: WorldWarning[] = [];
  const world = new World({
    space: 2,
    forces: [gravity([0, -9.81])],
    integrator,
    onWarning: (warning) => heard.push(warning),
  });
  const p = world.addParticle({ mass: 1, position: [2 * Math.sin(phi), -Math.cos(phi)] });
  world.add(new Class({ p }));
  world.run({ until: 0.5 });
  return { p, heard };
}

const INTEGRATORS: [string, Integrator][] = [
  ['velocityStep', velocityStep()],
  ['rk4', rk4()],
  ['dormandPrince', dormandPrince()],
];

describe.each(INTEGRATORS)('friction on an implicit curve, with %s', (_, integrator) => {
  // The curve rises by tan φ / 2, and what rests on it sticks where that is below the coefficient.
  test.each([
    [0.999, true],
    [1.001, false],
  ])('holds up to its coefficient: tan φ = %d', (tangent, sticks) => {
    const { p, heard } = rest(Bowl, Math.atan(tangent), integrator);
    expect(heard).toEqual([]);
    const speed = Math.hypot(...p.velocity);
    if (sticks) expect(speed).toBeLessThan(1e-9);
    else expect(speed).toBeGreaterThan(1e-3);
  });

  test('is told of where C is no distance, once for a class', () => {
    const { heard } = rest(Steep, 0.5, integrator);
    expect(heard.map(({ code, constraints }) => [code, ...constraints])).toEqual([['W_FRICTION', 'Steep #1']]);
    // ‖∇F‖² = sin² φ + 4 cos² φ
    const length = Math.sqrt(1 + 3 * Math.cos(0.5) ** 2);
    expect(heard[0]!.message).toContain(
      `with respect to p has length ${length.toPrecision(3)}, that of its slip 1, at an angle of 90 degrees.`,
    );
  });

  test('is told of where the slip is not along the curve', () => {
    const { heard } = rest(Skew, 0.5, integrator);
    // The tangent is (2 cos φ, sin φ).
    const angle = 90 - (Math.atan(Math.tan(0.5) / 2) * 180) / Math.PI;
    expect(heard[0]?.message).toContain(
      `length 1, that of its slip 1, at an angle of ${angle.toPrecision(3)} degrees.`,
    );
  });
});

test.each([
  ['p.y * (1 + p.x^2) >= 0', 'p.x', true],
  ['p.y >= 0', 'p.x + p.x^3', true],
  ['p.y >= 0', 'p.x', false],
])('a point that slides on %s with the slip %s is looked at again', (C, slip, isTold) => {
  const { Slide } = compile('Slide', {
    summary: 'Keeps a point above the x axis.',
    space: 2,
    inputs: { p: 'point' },
    C,
    friction: { slip, coefficient: 0.3 },
  });
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep(), onWarning: () => 0 });
  world.add(new Slide({ p: world.addParticle({ mass: 1, position: [0, 0], velocity: [3, 0] }) }));
  world.run({ until: 0.2, dt: 1 / 240 });
  expect(world.warnings.map(({ code }) => code)).toEqual(isTold ? ['W_FRICTION'] : []);
});

test('a contact whose slip is along the surface does not speak for others of its class', () => {
  const heard: WorldWarning[] = [];
  const onWarning = (warning: WorldWarning): unknown => heard.push(warning);
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep(), onWarning });
  // At the bottom of the bowl the x axis is along it.
  for (const phi of [0, 0.5, 0.4]) {
    const p = world.addParticle({ mass: 1, position: [2 * Math.sin(phi), -Math.cos(phi)] });
    world.add(new Skew({ p }));
  }
  world.run({ until: 0.1 });
  expect(heard.map(({ code, constraints }) => [code, ...constraints])).toEqual([['W_FRICTION', 'Skew #2']]);
});

test('a fast point that meets a curve from afar, and friction that depends on the direction, are no faults', () => {
  const heard: WorldWarning[] = [];
  const { Sheet } = compile('Sheet', {
    summary: 'Keeps a point above a grooved sheet.',
    space: 3,
    inputs: { p: 'point' },
    C: 'p.z >= 0',
    friction: { slip: ['p.x', '2 * p.y'], coefficient: 0.5 },
  });
  const onWarning = (warning: WorldWarning): unknown => heard.push(warning);
  const space = new World({ space: 3, forces: [gravity([0, 0, -9.81])], integrator: velocityStep(), onWarning });
  space.add(new Sheet({ p: space.addParticle({ mass: 1, position: [0, 0, 0], velocity: [1, 1, 0] }) }));
  space.run({ until: 0.1 });

  const plane = new World({ space: 2, integrator: velocityStep(), onWarning });
  const p = plane.addParticle({ mass: 1, position: [0, 0], velocity: [0, -20] });
  plane.add(new Bowl({ p }));
  plane.run({ until: 0.2, dt: 1 / 60 });
  expect(Math.abs(p.velocity[1])).toBeLessThan(1e-9);
  expect(heard).toEqual([]);
});
