import { expect, it } from 'vitest';
import { cardHouse, radians, rollingTest, tower } from '../fixtures/contact/scenes.js';
import { add } from '../fixtures/contact/rotation.js';
import { mean, run } from '../fixtures/contact/stepping.js';

it('holds a tower of ten boxes on a slope for ten seconds', () => {
  const { bodies, rows, g } = tower(10, { theta: radians(10) });
  const start = bodies.map(({ x }) => x);
  let fastest = 0;
  const { factorizations, converged } = run(bodies, rows, 2400, {
    g,
    onStep: (_, system) => {
      fastest = Math.max(fastest, ...system.velocities().map(Math.abs));
    },
  });
  expect(converged).toBe(true);
  expect(mean(factorizations)).toBeLessThanOrEqual(0.5);
  expect(Math.max(...factorizations.slice(1))).toBeLessThanOrEqual(1);
  expect(fastest).toBeLessThanOrEqual(2e-12);
  for (const [k, { x }] of bodies.entries()) expect(Math.hypot(...add(x, start[k]!, -1))).toBeLessThanOrEqual(1e-12);
});

it.each([
  [0.6, 95, 1.2],
  [0.1, 95, 1.5],
])('follows a house of cards that collapses, µ %f', (mu, warm, most) => {
  const { bodies, rows } = cardHouse(3, mu);
  const { factorizations, residuals, converged } = run(bodies, rows, 100);
  expect(converged).toBe(true);
  expect(Math.max(...residuals)).toBeLessThanOrEqual(1e-12);
  expect(factorizations.filter((count) => count <= 5).length).toBeGreaterThanOrEqual(warm);
  expect(mean(factorizations)).toBeLessThanOrEqual(most);
});

it.each([
  ['sticks', 20, 10, 0.5],
  ['slides', 10, 30, 0.3],
])('a tower that %s is solved in each of 60 steps: %i boxes at %i°, µ %f', (_, n, angle, mu) => {
  const { bodies, rows, g } = tower(n, { theta: radians(angle), mu });
  const { factorizations, converged } = run(bodies, rows, 60, { g });
  expect(converged).toBe(true);
  expect(mean(factorizations)).toBeLessThanOrEqual(10);
});

it('rolls balls on a box for a second', () => {
  const { bodies, rows, g } = rollingTest();
  const { factorizations, converged } = run(bodies, rows, 1000, { g, h: 1e-3 });
  expect(converged).toBe(true);
  expect(mean(factorizations)).toBeLessThanOrEqual(1.1);
  bodies.forEach(({ v }, k) => {
    expect(Math.hypot(v[0], v[1])).toBeCloseTo(k === 0 ? 0.7385 : 0.211, 12);
  });
});
