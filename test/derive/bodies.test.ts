import { describe, expect, it } from 'vitest';
import { rigidBody3DType } from '../../runtime/model/bodies/generated/rigid-body-3d.js';
import { Pendulum, SliderCrank as SliderCrankSpec, SprungPendulum } from '../../constraints-spec/bodies.js';
import { derive } from '../../src/kinds/derive.js';
import { deriveBody } from '../../src/derive/derive-body.js';
import { RIGID_BODY_2D, RIGID_BODY_3D } from '../../src/bodies/rigid-bodies.js';
import { compile } from '../../src/toolkit.js';
import { describeSingularPoint } from '../../src/derive/singular-points.js';
import { drawBodyConfiguration, type BodyConfiguration } from '../../src/sampling/body-configuration.js';
import { BodyEvaluator } from '../../src/sampling/body-evaluation.js';
import { seededRandom } from '../../src/sampling/random.js';
import { Pendulum as EmittedPendulum, SliderCrank } from '../../generated/bodies.js';

describe('derivation of bodies', () => {
  it('finds that the mass of a pendulum does not depend on its angle', () => {
    const { constantMass, operations } = derive('Pendulum', Pendulum).spaces[2]!;
    expect(constantMass).toBe(true);
    // m l², derived on paper
    expect(operations.dynamics.total).toBe(2);
    expect(derive('SprungPendulum', SprungPendulum).spaces[2]!.constantMass).toBe(false);
  });

  it('needs no more operations for a rigid body than an expert', () => {
    const plane = deriveBody(RIGID_BODY_2D).operations;
    // sin, cos; u: 6; x, ẋ: 2 each and 2 for θ̇u; bias: 2 and 2 signs; B: a sign
    expect(plane.connectors['point']!.total).toBeLessThanOrEqual(19);
    expect(plane.dynamics.total).toBe(0);
    const space = deriveBody(RIGID_BODY_3D).operations;
    // u = r + 2 (w c + q × c): 30; ω × u and ω × (ω × u): 9 each; x, ẋ: 3 each; B: 3 signs
    expect(space.connectors['point']!.total).toBeLessThanOrEqual(57);
    // R: 27; R I and its product with Rᵀ: 45 and 30; L: 15; ω × L: 9; of which none more
    expect(space.dynamics.total).toBeLessThanOrEqual(129);
  });

  it("moves a spatial body's kinetic energy as ½ m v² + ½ ω·R I Rᵀ ω, and turns it by −ω × R I Rᵀ ω", () => {
    // A quarter turn about z: body x is world y.
    const s = Math.SQRT1_2;
    const q = Float64Array.of(0, 0, 0, s, 0, 0, s);
    const v = Float64Array.of(1, 2, 3, 4, 5, 6);
    const p = Float64Array.of(2, 10, 20, 30, 0, 0, 0);
    const [M, Q, E] = [new Float64Array(36), new Float64Array(6), new Float64Array(2)];
    rigidBody3DType.dynamics(1, q, v, p, 0, M, Q);
    rigidBody3DType.energy(1, q, v, p, 0, E);
    // In world axes the moments are 20, 10, 30.
    [2, 2, 2, 20, 10, 30].forEach((moment, i) => {
      expect(M[7 * i]).toBeCloseTo(moment, 12);
    });
    expect(E[0]).toBeCloseTo(0.5 * 2 * 14 + 0.5 * (20 * 16 + 10 * 25 + 30 * 36), 10);
    const L = [80, 50, 180];
    expect(Q[3]).toBeCloseTo(-(5 * L[2]! - 6 * L[1]!), 10);
    expect(Q[4]).toBeCloseTo(-(6 * L[0]! - 4 * L[2]!), 10);
    expect(Q[5]).toBeCloseTo(-(4 * L[1]! - 5 * L[0]!), 10);
  });
});

describe('compile', () => {
  it('makes the class that is emitted', () => {
    const Compiled = compile('Pendulum', Pendulum)['Pendulum']!;
    expect(Compiled.name).toBe('Pendulum');
    const [M, Q] = [new Float64Array(1), new Float64Array(1)];
    const state = [Float64Array.of(0.3), Float64Array.of(2), Float64Array.of(3, 5)] as const;
    Compiled.type.dynamics(1, ...state, 0, M, Q);
    expect([M[0], Q[0]]).toEqual([45, 0]);
    const emitted = new Float64Array(1);
    EmittedPendulum.type.dynamics(1, ...state, 0, emitted, Q);
    expect(emitted).toEqual(M);
    expect(new Compiled({ length: 3, mass: 5 }, { theta: 0.3 }).coordinates['theta']).toBe(0.3);
  });
});

describe('a body at a singular point of its formulas', () => {
  const { type } = SliderCrank;
  /**
   * A crank with a rod of the same length, or a shorter one: at the top the sine of the rod's angle
   * is 1, or more.
   */
  const at = (rod: number): BodyConfiguration => ({
    ...drawBodyConfiguration(type, seededRandom(1)),
    x: [Math.PI / 2],
    v: [0.7],
    p: type.params.map(({ name }) => (name === 'rod' ? rod : 1)),
  });

  it('is finite, as its comment says, and has no value beyond', () => {
    for (const [name, values] of Object.entries(new BodyEvaluator(type).at(at(1))))
      expect([...values].every(Number.isFinite), `${name}: ${values.join()}`).toBe(true);
    const beyond = Object.values(new BodyEvaluator(type).at(at(0.5)));
    expect(beyond.some((values) => values.some(Number.isNaN))).toBe(true);
  });

  it('refuses to divide by a parameter that is zero, and names its singular points', () => {
    const derivation = derive('SliderCrank', SliderCrankSpec).spaces[2]!;
    expect(derivation.params.filter(({ nonzero }) => nonzero).map(({ name }) => name)).toEqual(['rod']);
    expect(derivation.singular.map(describeSingularPoint)).toEqual([
      'Singular where crank / rod * sin(phi) = ±1: its derivatives are taken as 0 there, and beyond it has no value.',
    ]);
    const params = { crank: 1, crankInertia: 1, rodMass: 1, rodInertia: 1, pistonMass: 1 };
    expect(() => new SliderCrank({ ...params, rod: 0 }, { phi: 0 })).toThrow(/rod/);
  });
});
