import {
  Coincident2D,
  Coincident3D,
  Distance2D,
  Distance3D,
  PointOnLine2D,
  PointOnLine3D,
  PointOnPlane,
} from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import { describe, expect, it } from 'vitest';
import type { Constraint, PointConnector } from '../../../../runtime/index.js';
import { joinBody, removeConstraint } from '../../../../runtime/world/add-and-remove.js';
import { RigidBody2D } from '../../../../runtime/model/bodies/rigid-body-2d.js';
import { RigidBody3D } from '../../../../runtime/model/bodies/rigid-body-3d.js';
import { BeadOnParabola } from '../../fixtures/bodies/bead-on-parabola.js';
import { Composed, derivative } from '../../fixtures/bodies/composed.js';
import { HandWrittenPendulum } from '../../fixtures/bodies/pendulum.js';
import { PolarParticle } from '../../fixtures/bodies/polar-particle.js';
import { random } from '../../fixtures/oracle.js';

const { Gear } = compile('Gear', {
  summary: 'Turns two angles at a fixed ratio, one of them with a slip that depends on its size.',
  space: 2,
  inputs: { a: 'scalar', b: 'scalar' },
  C: 'a + 2 * b + sin(a)',
});
const { Aligned } = compile('Aligned', {
  summary: 'Holds the angle between two directions.',
  space: 3,
  inputs: { u: 'direction', w: 'direction' },
  C: 'dot(u, w) == 0.3',
});

/** Makes everything that can be joined in a planar world, at a random pose and in motion. */
function planar(seed: number) {
  const composed = new Composed(2);
  const { structure, ground } = composed;
  const next = random(seed);
  const vector = (): number[] => [2 * next(), 2 * next()];
  const rigid = (): RigidBody2D => {
    const body = new RigidBody2D({
      mass: 1.5 + next(),
      inertia: 1.2 + next(),
      position: vector(),
      angle: 3 * next(),
      velocity: vector(),
      angularVelocity: 2 * next(),
    });
    joinBody(structure, body);
    return body;
  };
  const particle = (): PointConnector => structure.addParticle({ mass: 1, position: vector(), velocity: vector() });
  const pendulum = new HandWrittenPendulum({ length: 1.5 + next(), mass: 1 }, { theta: next() }, { theta: 2 * next() });
  const polar = new PolarParticle({ mass: 2 }, { r: 2 + next(), phi: 3 * next() }, { r: next(), phi: next() });
  const [one, two] = [rigid(), rigid()];
  joinBody(structure, pendulum);
  joinBody(structure, polar);
  const point = (body: RigidBody2D): PointConnector => body.point(vector());
  const ends: Record<string, () => PointConnector> = {
    particle,
    body: () => point(one),
    other: () => point(two),
    parametric: () => pendulum.points.bob,
    polar: () => polar.points.place,
    ground: () => ground.point(vector()),
  };
  return { composed, ends, one, two, pendulum, polar, ground, vector };
}

function spatial(seed: number) {
  const composed = new Composed(3);
  const { structure, ground } = composed;
  const next = random(seed);
  const vector = (): number[] => [2 * next(), 2 * next(), 2 * next()];
  const unit = (): number[] => {
    const u = vector();
    return u.map((entry) => entry / Math.hypot(...u));
  };
  const rigid = (): RigidBody3D => {
    const body = new RigidBody3D({
      mass: 1.5 + next(),
      inertia: [
        [2, 0.2 * next(), 0.2 * next()],
        [0, 2.5, 0.2 * next()],
        [0, 0, 3],
      ].map((row, i, rows) => row.map((_, j) => rows[Math.min(i, j)]![Math.max(i, j)]!)),
      position: vector(),
      orientation: [next(), ...vector()],
      velocity: vector(),
      angularVelocity: vector(),
    });
    joinBody(structure, body);
    return body;
  };
  const bead = new BeadOnParabola({ mass: 1, k: 0.7, stiffness: 3 }, { u: next() }, { u: 2 * next() });
  const [one, two] = [rigid(), rigid()];
  joinBody(structure, bead);
  const ends: Record<string, () => PointConnector> = {
    particle: () => structure.addParticle({ mass: 1, position: vector(), velocity: vector() }),
    body: () => one.point(vector()),
    other: () => two.point(vector()),
    parametric: () => bead.points.bead,
    ground: () => ground.point(vector()),
  };
  return { composed, ends, one, two, bead, ground, vector, unit };
}

/** Expects entries to be close, relative to the largest entry or 1. */
function expectClose(actual: readonly number[], expected: readonly number[], what: string, tolerance: number): void {
  const scale = Math.max(1, ...expected.map(Math.abs));
  actual.forEach((entry, i) => {
    expect(Math.abs(entry - expected[i]!) / scale, `${what}[${i}] = ${entry}, but ${expected[i]!}`).toBeLessThan(
      tolerance,
    );
  });
  expect(actual.length).toBe(expected.length);
}

/** Compares `J B` and `gamma` of a whole system with differences of `C` and `Cdot`. */
function prove(composed: Composed): void {
  const J = composed.jacobian();
  const { Cdot, gamma } = composed.evaluate();
  const { v } = composed.structure.state;
  expect(J.flat().some((entry) => Math.abs(entry) > 0.01)).toBe(true);
  for (let j = 0; j < v.length; j++) {
    const unit = new Float64Array(v.length);
    unit[j] = 1;
    const column = derivative(composed.along(unit, () => composed.evaluate().C));
    expectClose(
      J.map((row) => row[j]!),
      column,
      `column ${j} of J`,
      DIFFERENCE,
    );
  }
  const JV = J.map((row) => row.reduce((sum, entry, j) => sum + entry * v[j]!, 0));
  expectClose(Cdot, JV, 'Cdot', 1e-13);
  // The velocities keep their entries while the coordinates follow them: that is zero acceleration.
  const rates = derivative(composed.along(v.slice(), () => composed.evaluate().Cdot));
  expectClose(gamma, rates, 'gamma', DIFFERENCE);
}

/** Error of extrapolated differences where a rod is short. */
const DIFFERENCE = 2e-9;
const SEEDS = [1, 2, 3, 4, 5, 6];

describe('a rod, written once', () => {
  const pairs = [
    ['particle', 'particle'],
    ['particle', 'body'],
    ['body', 'other'],
    ['body', 'ground'],
    ['body', 'parametric'],
    ['parametric', 'particle'],
    ['ground', 'parametric'],
  ] as const;

  it.each([...pairs, ['polar', 'body'], ['parametric', 'polar']] as const)('joins %s and %s in the plane', (a, b) => {
    for (const seed of SEEDS) {
      const { composed, ends } = planar(seed);
      composed.add(new Distance2D({ a: ends[a]!(), b: ends[b]!(), length: 1 }));
      prove(composed);
    }
  });

  it.each(pairs)('joins %s and %s in space', (a, b) => {
    for (const seed of SEEDS) {
      const { composed, ends } = spatial(seed);
      composed.add(new Distance3D({ a: ends[a]!(), b: ends[b]!(), length: 1 }));
      prove(composed);
    }
  });
});

/**
 * Makes a network of all kinds of connectors of all kinds of bodies: several on each, some shared,
 * some on both ends.
 */
function network(space: 2 | 3, seed: number): Composed {
  if (space === 2) {
    const { composed, ends, one, two, pendulum, polar, ground, vector } = planar(seed);
    const shared = one.point([0.3, -0.2]);
    const same = one.point([0.3, -0.2]);
    const joints: Constraint[] = [
      new Coincident2D({ a: shared, b: two.point([1, 0.5]) }),
      new Distance2D({ a: same, b: pendulum.points.bob, length: 1 }),
      new Distance2D({ a: polar.points.place, b: shared, length: 1 }),
      new PointOnLine2D({ p: ends['particle']!(), origin: two.point(vector()), normal: one.direction([0.6, -0.8]) }),
      new PointOnLine2D({ p: two.point(vector()), origin: one.point(vector()), normal: two.direction([0, 1]) }),
      new PointOnLine2D({ p: pendulum.points.bob, origin: ground.point([1, 1]), normal: ground.direction([1, 2]) }),
      new Gear({ a: one.angle, b: pendulum.scalars.theta }),
      new Gear({ a: polar.scalars.phi, b: polar.scalars.r }),
      new Gear({ a: one.angle, b: one.angle }),
      new Gear({ a: two.angle, b: ground.scalar(1) }),
    ];
    for (const joint of joints) composed.add(joint);
    return composed;
  }
  const { composed, ends, one, two, bead, ground, vector, unit } = spatial(seed);
  const axis = one.direction(unit());
  const joints: Constraint[] = [
    new Coincident3D({ a: one.point(vector()), b: two.point(vector()) }),
    new Coincident3D({ a: bead.points.bead, b: two.point(vector()) }),
    new PointOnPlane({ p: ends['particle']!(), origin: one.point(vector()), normal: axis }),
    new PointOnLine3D({ p: bead.points.bead, origin: two.point(vector()), u: two.direction(unit()), w: axis }),
    new PointOnPlane({ p: one.point(vector()), origin: one.point(vector()), normal: two.direction(unit()) }),
    new Aligned({ u: axis, w: two.direction(unit()) }),
    new Aligned({ u: two.direction(unit()), w: ground.direction(unit()) }),
  ];
  for (const joint of joints) composed.add(joint);
  return composed;
}

describe('a network of all kinds of connectors', () => {
  it.each([2, 3] as const)('has the Jacobian and gamma of its differences in %iD', (space) => {
    for (const seed of SEEDS) prove(network(space, seed));
  });

  it.each([2, 3] as const)(
    'has an assembled matrix equal to its products, and to J W Jᵀ of its parts, in %iD',
    (space) => {
      for (const seed of SEEDS) {
        const composed = network(space, seed);
        const equations = composed.equations();
        const { size } = equations;
        const matrix = equations.matrix;
        const { start, row } = matrix.pattern;
        const values = new Float64Array(row.length);
        matrix.writer(Int32Array.from(row.keys())).write(values);
        const A = Array.from({ length: size }, () => new Array<number>(size).fill(0));
        for (let j = 0; j < size; j++) {
          for (let e = start[j]!; e < start[j + 1]!; e++) A[row[e]!]![j] = A[j]![row[e]!] = values[e]!;
        }
        const J = composed.jacobian();
        const { stores, state } = composed.structure;
        for (let i = 0; i < size; i++) {
          const unit = new Float64Array(size);
          const column = new Float64Array(size);
          unit[i] = 1;
          equations.multiply(unit, column);
          expectClose(A[i]!, [...column], `row ${i} of A`, 1e-13);

          const force = Float64Array.from(J[i]!);
          const acceleration = new Float64Array(state.v.length);
          for (const store of stores) store.applyInverseMass(force, acceleration);
          const product = J.map((entries) => entries.reduce((sum, entry, j) => sum + entry * acceleration[j]!, 0));
          expectClose(A[i]!, product, `row ${i} of J W Jᵀ`, 1e-13);

          equations.multipliers.set(unit);
          const direct = equations.accelerations.fill(0);
          equations.addConstraintAccelerations();
          expectClose([...direct], [...acceleration], `W Jᵀ e${i}`, 1e-13);
        }
      }
    },
  );
});

describe('connectors', () => {
  it('share their place in the table where they are equal', () => {
    const { composed, one, two, ground } = planar(1);
    const ends = [one.point([1, 0]), one.point([1, 0]), one.point([0, 1]), two.point([1, 0])];
    for (const a of ends) composed.add(new Distance2D({ a, b: ground.point([0, 0]), length: 1 }));
    composed.evaluate();
    expect(ends[0]!.slot).toBe(ends[1]!.slot);
    expect(new Set(ends.map(({ slot }) => slot)).size).toBe(3);
    prove(composed);
  });

  it('lose their place when no constraint uses them any more', () => {
    const { composed, one, ground } = planar(1);
    const end = one.point([1, 0]);
    const rod = composed.add(new Distance2D({ a: end, b: ground.point([0, 0]), length: 1 }));
    composed.evaluate();
    expect(end.slot).toBeGreaterThanOrEqual(0);
    removeConstraint(composed.structure, rod);
    composed.evaluate();
    expect(end.slot).toBe(-1);
  });
});
