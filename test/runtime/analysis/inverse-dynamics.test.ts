import { inverseDynamics } from 'holonomic/analysis';
import { Hinge } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { dormandPrince, gravity, hingeAngle, hingeInputs, World } from '../../../runtime/index.js';
import { CRANK, PIN_MASS, PISTON_MASS, pistonMotion, ROD, sliderCrank } from '../../support/slider-crank.js';

const G = 9.81;
const OMEGA = 6;

/** The torque that keeps the crank at a constant speed: inertia of the piston, weight of the pin. */
function torqueAt(theta: number): number {
  const { slope, bend } = pistonMotion(theta);
  return PISTON_MASS * bend * OMEGA * OMEGA * slope + PIN_MASS * G * CRANK * Math.cos(theta);
}

const constantSpeed = (mechanism: ReturnType<typeof sliderCrank>): ReturnType<typeof inverseDynamics> =>
  inverseDynamics(mechanism.world, {
    motion: [{ of: mechanism.angle, acceleration: 0 }],
    actuators: [mechanism.angle],
  });

/** An arm that hangs from a hinge of space, with the inertia 0.6 about that, turned by an angle. */
function hangingArm(phi: number) {
  const world = new World({ space: 3, forces: [gravity([0, -G, 0])] });
  const arm = world.addBody({ mass: 2, inertia: [0.3, 0.2, 0.1], position: [0, -0.5, 0] });
  const { joint, turn } = hingeInputs({ a: arm, b: world.ground, at: [0, 0, 0], axis: [0, 0, 1] });
  world.add(new Hinge(joint));
  arm.position.set([0.5 * Math.sin(phi), -0.5 * Math.cos(phi), 0]);
  arm.orientation.set([Math.cos(phi / 2), 0, 0, Math.sin(phi / 2)]);
  return { world, arm, angle: hingeAngle(turn) };
}

describe('inverseDynamics', () => {
  it('finds the torque of a slider-crank at constant speed and its power, and the force in its rod', () => {
    for (let k = 0; k < 36; k++) {
      const theta = (k * Math.PI) / 18 + 0.01;
      const mechanism = sliderCrank(theta, OMEGA, [gravity([0, -G])]);
      const { forces, unreachable } = constantSpeed(mechanism);
      expect(unreachable).toEqual([]);
      const scale = PISTON_MASS * OMEGA * OMEGA * CRANK * CRANK;
      expect(Math.abs(forces[0]![0]! - torqueAt(theta)) / scale).toBeLessThan(1e-12);
      // What the torque gives goes into the piston and against weight.
      const { slope, bend } = pistonMotion(theta);
      const power = PISTON_MASS * bend * OMEGA ** 2 * slope * OMEGA + PIN_MASS * G * CRANK * Math.cos(theta) * OMEGA;
      expect(Math.abs(forces[0]![0]! * OMEGA - power) / (scale * OMEGA)).toBeLessThan(1e-12);
      // Along the rod, whose component in x moves the piston.
      const cosine = Math.sqrt(1 - ((CRANK * Math.sin(theta)) / ROD) ** 2);
      expect(mechanism.rod.forceOn('b')[0] / (PISTON_MASS * bend * OMEGA ** 2)).toBeCloseTo(1, 11);
      expect(Math.hypot(...mechanism.rod.forceOn('b')) * cosine).toBeCloseTo(
        Math.abs(PISTON_MASS * bend * OMEGA ** 2),
        9,
      );
    }
  });

  it('gives back the motion when its torques drive the mechanism', () => {
    // The torque as a Fourier series of the angle, from 64 places.
    const n = 64;
    const samples = Array.from({ length: n }, (_, k) => {
      const mechanism = sliderCrank((2 * Math.PI * k) / n, OMEGA, [gravity([0, -G])]);
      return constantSpeed(mechanism).forces[0]![0]!;
    });
    const series = Array.from({ length: n / 2 }, (_, m) => {
      let [c, s] = [0, 0];
      samples.forEach((value, k) => {
        c += (value * Math.cos((2 * Math.PI * k * m) / n) * (m === 0 ? 1 : 2)) / n;
        s += (value * Math.sin((2 * Math.PI * k * m) / n) * 2) / n;
      });
      return [c, s] as const;
    });
    const mechanism = sliderCrank(0, OMEGA, [gravity([0, -G])], dormandPrince({ rtol: 1e-12, atol: 1e-13 }));
    mechanism.world.addForce({
      apply: () => {
        const theta = mechanism.angle.value - Math.PI / 2;
        mechanism.angle.applyForce(
          series.reduce((sum, [c, s], m) => sum + c * Math.cos(m * theta) + s * Math.sin(m * theta), 0),
        );
      },
    });
    const until = (2 * Math.PI) / OMEGA;
    mechanism.world.run({ until });
    expect(Math.abs(mechanism.angle.value - Math.PI / 2 - OMEGA * mechanism.world.time)).toBeLessThan(1e-9);
    expect(Math.abs(mechanism.angle.rate / OMEGA - 1)).toBeLessThan(1e-9);
  });

  it('shares what several actuators can do, and names what none reaches', () => {
    const world = new World({ space: 2, forces: [gravity([0, -G])] });
    const body = world.addBody({ mass: 2, inertia: 0.5, position: [0, 0] });
    const [left, right] = [-1, 1].map((x) => body.point([x, 0]));
    const { forces, unreachable } = inverseDynamics(world, {
      motion: [
        { of: body.point([0, 0]), acceleration: [1, 3] },
        { of: body.angle, acceleration: 0 },
      ],
      actuators: [left!, right!],
    });
    for (const force of forces) {
      expect(force[0]).toBeCloseTo(1, 13);
      expect(force[1]).toBeCloseTo(3 + G, 13);
    }
    expect(unreachable).toEqual([]);
    const alone = inverseDynamics(world, {
      motion: [{ of: body.point([0, 0]), acceleration: [1, 3] }],
      actuators: [body.angle],
    });
    expect(alone.unreachable).toHaveLength(1);
    expect(alone.unreachable[0]!.error[1]).toBeCloseTo(3 + G, 13);
    const none = inverseDynamics(world, { motion: [{ of: body.angle, acceleration: 2 }], actuators: [] });
    expect(none).toMatchObject({ forces: [] });
    expect(none.unreachable[0]!.error[0]).toBeCloseTo(2, 14);
  });

  it('turns hinges of space, and knows how their angles accelerate', () => {
    const { world, arm, angle } = hangingArm(0.4);
    const { forces } = inverseDynamics(world, { motion: [{ of: angle, acceleration: 3 }], actuators: [angle] });
    // I φ̈ + m g l sin φ
    expect(forces[0]![0]).toBeCloseTo(0.6 * 3 + 2 * G * 0.5 * Math.sin(0.4), 12);
    expect(arm.angularVelocity).toEqual(new Float64Array(3));
    // A ball that turns evenly about an axis aslant to the hinge.
    const free = new World({ space: 3, integrator: dormandPrince({ rtol: 1e-11, atol: 1e-12 }) });
    const ball = free.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], angularVelocity: [0.7, -0.4, 0.9] });
    const { turn } = hingeInputs({ a: ball, b: free.ground, at: [0, 0, 0], axis: [0, 0, 1] });
    const seen = hingeAngle(turn);
    const rates = [0.3, 0.3005, 0.301].map((until, k) => {
      free.run({ until });
      if (k !== 1) return seen.rate;
      const { unreachable } = inverseDynamics(free, { motion: [{ of: seen, acceleration: 0 }], actuators: [] });
      return -unreachable[0]!.error[0]!;
    });
    expect(rates[1]).toBeCloseTo((rates[2]! - rates[0]!) / 1e-3, 6);
  });

  it('checks what it is given', () => {
    const { world, angle, piston } = sliderCrank(0.3, 1);
    const other = sliderCrank(0.3, 1);
    const call = (motion: unknown, actuators: unknown) => () =>
      inverseDynamics(world, { motion, actuators } as Parameters<typeof inverseDynamics>[1]);
    expect(call([{ of: other.angle, acceleration: 0 }], [angle])).toThrow(/of another world/);
    expect(call([{ of: piston, acceleration: 0 }], [angle])).toThrow(/E_VECTOR|acceleration in Motion #1/);
    expect(call([{ of: angle, acceleration: [0] }], [angle])).toThrow(/acceleration in Motion #1/);
    expect(call([{ of: angle, acceleration: 0 }], [{}])).toThrow(/Actuator #1/);
    expect(call(3, [angle])).toThrow(/motion/);
  });
});
