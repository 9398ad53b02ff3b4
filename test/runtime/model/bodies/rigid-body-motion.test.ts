import { Coincident3D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { gravity, semiImplicitEuler, World, type RigidBody3D } from '../../../../runtime/index.js';
import { largestDifference } from '../../fixtures/oracle.js';
import { readReference } from '../../fixtures/reference.js';
import { inFull, IS_FULL } from '../../../support/scope.js';

type Triple = readonly [number, number, number];

const cross = (a: ArrayLike<number>, b: ArrayLike<number>): Triple => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];

/** Computes `R a` by `a + 2 u × (w a + u × a)` with the quaternion `(w, u)`. */
function rotate([w, ...u]: readonly number[], a: ArrayLike<number>): Triple {
  const inner = cross(u, a).map((entry, i) => entry + w! * a[i]!);
  const outer = cross(u, inner);
  return [a[0]! + 2 * outer[0], a[1]! + 2 * outer[1], a[2]! + 2 * outer[2]];
}

const inverse = ([w, x, y, z]: readonly number[]): number[] => [w!, -x!, -y!, -z!];

/** Returns the angular velocity in body axes. */
const inBody = (body: RigidBody3D): Triple => rotate(inverse([...body.orientation]), body.angularVelocity);

/** Returns the angular momentum about the centre of mass, in world axes. */
function angularMomentum(body: RigidBody3D, moments: Triple): Triple {
  const omega = inBody(body);
  return rotate([...body.orientation], [moments[0] * omega[0], moments[1] * omega[1], moments[2] * omega[2]]);
}

describe('a body without forces', () => {
  const moments: Triple = [1, 2, 3];
  const angularVelocity = [0.1, 2, 0.1];

  it('tumbles about its middle axis as Jacobi has it', () => {
    const { states } = readReference('free_rigid_body');
    const world = new World({ space: 3 });
    const body = world.addBody({ mass: 1, inertia: moments, position: [0, 0, 0], angularVelocity });
    for (const state of states) {
      world.run({ until: state.t, dt: 1 / 1000 });
      expect(largestDifference(body.orientation, state.q.slice(3)), `orientation at ${state.t} s`).toBeLessThan(1e-9);
      expect(largestDifference(inBody(body), state.v.slice(3)), `angular velocity at ${state.t} s`).toBeLessThan(2e-9);
    }
    expect(states.length).toBeGreaterThan(3);
  });

  inFull('keeps energy and angular momentum to 1e-9 over 100 s', () => {
    const world = new World({ space: 3 });
    const body = world.addBody({
      mass: 2,
      inertia: moments,
      position: [1, 2, 3],
      velocity: [0.1, -0.2, 0.3],
      angularVelocity,
    });
    const energy = world.energy().total;
    const momentum = angularMomentum(body, moments);
    let turned = 0;
    world.run({
      until: 100,
      dt: 1 / 1000,
      onStep: () => {
        if (inBody(body)[1] < 0) turned++;
        const norm = body.orientation.reduce((sum, entry) => sum + entry * entry, 0);
        if (Math.abs(norm - 1) > 1e-15) throw new Error(`‖q‖² = ${norm}`);
      },
    });
    expect(turned).toBeGreaterThan(1000);
    expect(Math.abs(world.energy().total / energy - 1)).toBeLessThan(1e-9);
    expect(largestDifference(angularMomentum(body, moments), momentum)).toBeLessThan(1e-9);
    expect(largestDifference(body.position, [11, -18, 33])).toBeLessThan(1e-9);
  });

  it('tumbles alike, whatever frame its inertia is given in', () => {
    // The same body with its axes turned by a quarter about z: Ixx and Iyy change places.
    const half = Math.SQRT1_2;
    const world = new World({ space: 3 });
    const one = world.addBody({ mass: 1, inertia: [1, 2, 2.5], position: [0, 0, 0], angularVelocity: [0.3, 2, 1] });
    const other = world.addBody({
      mass: 1,
      inertia: [
        [2, 0, 0],
        [0, 1, 0],
        [0, 0, 2.5],
      ],
      position: [0, 0, 0],
      orientation: [half, 0, 0, -half],
      angularVelocity: [0.3, 2, 1],
    });
    const tilted = world.addBody({
      mass: 1,
      inertia: [
        [1.5, 0.5, 0],
        [0.5, 1.5, 0],
        [0, 0, 2.5],
      ],
      position: [0, 0, 0],
      // Principal axes at 45°: (1, −1, 0) with 1 and (1, 1, 0) with 2. Turned by 45° they are those
      // of the first.
      orientation: [Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)],
      angularVelocity: [0.3, 2, 1],
    });
    world.run({ until: 2, dt: 1 / 500 });
    expect(largestDifference(one.angularVelocity, [0.3, 2, 1])).toBeGreaterThan(0.1);
    expect(largestDifference(other.angularVelocity, one.angularVelocity)).toBeLessThan(1e-10);
    expect(largestDifference(tilted.angularVelocity, one.angularVelocity)).toBeLessThan(1e-10);
  });

  inFull('keeps its quaternion unit to rounding with large steps', () => {
    const world = new World({ space: 3, integrator: semiImplicitEuler() });
    const body = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], angularVelocity: [3, 2, 1] });
    let worst = 0;
    for (let i = 0; i < (IS_FULL ? 400_000 : 200_000); i++) {
      world.step(0.01);
      worst = Math.max(worst, Math.abs(Math.hypot(...body.orientation) - 1));
    }
    expect(worst).toBeLessThan(5e-16);
  });
});

describe('a spinning top', () => {
  it('precesses at the rate of theory, without nutation', () => {
    const [mass, length, g, I1, I3] = [2, 0.4, 9.81, 0.2, 0.3];
    const [tilt, precession] = [0.6, 1.7];
    // Steady precession at Ω: I1' Ω² cos θ − I3 ω3 Ω + m g l = 0, with I1' about the tip and ω3 the
    // whole spin about the axis.
    const aboutTip = I1 + mass * length ** 2;
    const spin = (aboutTip * precession ** 2 * Math.cos(tilt) + mass * g * length) / (I3 * precession);
    const axis = [Math.sin(tilt), 0, Math.cos(tilt)];
    // ω = Ω z + (ω3 − Ω cos θ) axis
    const own = spin - precession * Math.cos(tilt);
    const angularVelocity = [own * axis[0]!, 0, own * axis[2]! + precession];
    const position = axis.map((entry) => length * entry);

    const world = new World({ space: 3, forces: [gravity([0, 0, -g])] });
    const top = world.addBody({
      mass,
      inertia: [I1, I1, I3],
      position,
      orientation: [Math.cos(tilt / 2), 0, Math.sin(tilt / 2), 0],
      angularVelocity,
      velocity: cross(angularVelocity, position),
    });
    const tip = world.add(new Coincident3D({ a: top.point([0, 0, -length]), b: world.ground.point([0, 0, 0]) }));
    expect(world.degreesOfFreedom()).toBe(3);
    const energy = world.energy().total;
    const figure = top.direction([0, 0, 1]);
    expect(largestDifference(figure.direction, axis)).toBeLessThan(1e-15);
    for (const t of [0.5, 1, 2]) {
      world.run({ until: t, dt: 1 / 2000 });
      const angle = precession * t;
      const expected = [Math.sin(tilt) * Math.cos(angle), Math.sin(tilt) * Math.sin(angle), Math.cos(tilt)];
      expect(largestDifference(figure.direction, expected)).toBeLessThan(1e-7);
    }
    expect(Math.abs(world.energy().total - energy)).toBeLessThan(1e-6);
    // The tip bears the weight and what turns the centre of mass: N = m g upwards, m Ω² l sin θ
    // inwards.
    world.evaluate();
    const [x, y, z] = tip.forceOn('a') as unknown as Triple;
    expect(z).toBeCloseTo(mass * g, 5);
    expect(Math.hypot(x, y)).toBeCloseTo(mass * precession ** 2 * length * Math.sin(tilt), 5);
  });
});
