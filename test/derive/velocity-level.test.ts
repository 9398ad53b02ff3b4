import { describe, expect, it } from 'vitest';
import { evaluateConstraint } from '../../runtime/index.js';
import { compile, derive, explain } from '../../src/toolkit.js';

const skate = {
  summary: 'A skate.',
  space: 2,
  inputs: { a: 'point', theta: 'scalar' },
  where: { s: 'sin(theta)', c: 'cos(theta)' },
  C: 'ddt(a.x) * s - ddt(a.y) * c',
} as const;

describe('a row at velocity level', () => {
  it('is φ, with J = ∂φ/∂ẋ and gamma the rest of φ̇', () => {
    const [theta, omega, vx, vy] = [0.7, 1.3, -0.4, 2.1];
    const { Skate } = compile('Skate', skate);
    expect(Skate.type.levels).toEqual(['velocity']);
    const { C, Cdot, J, gamma, Jdot } = evaluateConstraint(Skate, {
      inputs: { a: { value: [5, 6], velocity: [vx, vy] }, theta: { value: theta, velocity: omega } },
    });
    const [s, c] = [Math.sin(theta), Math.cos(theta)];
    expect(C).toEqual([0]);
    expect(Cdot[0]).toBeCloseTo(vx * s - vy * c, 15);
    expect(J).toEqual({ a: [[s, -c]], theta: [[0]] });
    expect(gamma[0]).toBeCloseTo(omega * (vx * c + vy * s), 14);
    // dJ/dt, and not ∂φ/∂x, which is zero by a.
    expect(Jdot['a']![0]![0]).toBeCloseTo(omega * c, 15);
    expect(Jdot['a']![0]![1]).toBeCloseTo(omega * s, 15);
  });

  it('has the bias of what drives it', () => {
    const { Motor } = compile('Motor', {
      summary: 'A motor at changing speed.',
      space: 2,
      inputs: { theta: 'scalar' },
      params: { speed: 'scalar' },
      C: 'ddt(theta) == speed * sin(t)',
    });
    const { Cdot, gamma, J } = evaluateConstraint(Motor, {
      inputs: { theta: { value: 1, velocity: 3 } },
      params: { speed: 2 },
      time: 0.5,
    });
    expect(Cdot[0]).toBeCloseTo(3 - 2 * Math.sin(0.5), 15);
    expect(gamma[0]).toBeCloseTo(-2 * Math.cos(0.5), 15);
    expect(J['theta']).toEqual([[1]]);
  });

  it('adds the connectors own accelerations to gamma', () => {
    const { Skate } = compile('Skate', skate);
    const at = (acceleration: readonly number[]) =>
      evaluateConstraint(Skate, {
        inputs: { a: { value: [0, 0], velocity: [1, 2], acceleration }, theta: { value: 0.3, velocity: 1 } },
      }).gamma[0]!;
    expect(at([3, 4]) - at([0, 0])).toBeCloseTo(3 * Math.sin(0.3) - 4 * Math.cos(0.3), 14);
  });

  it('may be nonlinear in the rates', () => {
    const { Cruise } = compile('Cruise', {
      summary: 'Keeps the speed of a point.',
      space: 2,
      inputs: { p: 'point' },
      params: { speed: { unit: 'm/s', min: 0 } },
      C: 'norm(ddt(p)) == speed',
    });
    const { Cdot, J, gamma } = evaluateConstraint(Cruise, {
      inputs: { p: { value: [1, 1], velocity: [3, 4] } },
      params: { speed: 2 },
    });
    expect(Cdot).toEqual([3]);
    expect(J['p']![0]![0]).toBeCloseTo(0.6, 15);
    expect(J['p']![0]![1]).toBeCloseTo(0.8, 15);
    expect(gamma).toEqual([0]);
  });

  it('stands beside rows at position level', () => {
    const wheel = {
      summary: 'A wheel on the x axis.',
      space: 2,
      inputs: { p: 'point', theta: 'scalar' },
      params: { radius: { unit: 'm' } },
      C: ['p.y == radius', 'ddt(p.x + radius * theta)'],
    } as const;
    const { Wheel } = compile('Wheel', wheel);
    expect(Wheel.type.levels).toEqual(['position', 'velocity']);
    const { C, Cdot, J, gamma } = evaluateConstraint(Wheel, {
      inputs: { p: { value: [7, 2], velocity: [1, 0.5] }, theta: { value: 9, velocity: 3 } },
      params: { radius: 1.5 },
    });
    expect(C).toEqual([0.5, 0]);
    expect(Cdot).toEqual([0.5, 1 + 1.5 * 3]);
    expect(J).toEqual({
      p: [
        [0, 1],
        [1, 0],
      ],
      theta: [[0], [1.5]],
    });
    expect(gamma).toEqual([0, 0]);
  });

  it('costs no more than a hand-written skate: 10 operations', () => {
    // sin, cos; two products and a difference; −c; θ̇ (ẋ c + ẏ s)
    expect(derive('Skate', skate).spaces[2]!.operations.kernel.total).toBeLessThanOrEqual(10);
  });
});

describe('its explanation', () => {
  it('says what is held, in every format', () => {
    const text = explain('Skate', skate).normalize('NFC');
    expect(text).toContain('phi, held at zero at velocity level\n  phi = aDot_x·s − aDot_y·c');
    expect(text).toContain('J = ∂phi/∂ẋ\n  J_a = [s, −c]');
    expect(text).toContain('gamma, the rest of dphi/dt\n');
    expect(text).not.toMatch(/^C/m);
    expect(explain('Skate', skate, 'tex')).toContain('\\phi &= \\dot{a}_{x} \\, s - \\dot{a}_{y} \\, c');
    expect(explain('Skate', skate, 'html')).toContain('<h3>phi, held at zero at velocity level</h3>');
    const [data] = JSON.parse(explain('Skate', skate, 'json')) as [Record<string, unknown>];
    expect(data['levels']).toEqual(['velocity']);
    expect(data['text']).toMatchObject({ C: [], Cdot: [], phi: [{ symbol: 'phi' }] });
  });
});
