import { Coincident2D, Distance2D, Gear, Hinge, Weld2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  assemble,
  Constraint,
  conjugateGradient,
  dormandPrince,
  evaluateConstraint,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  writeConstantEntries,
  type ConstraintType,
  type RigidBody2D,
} from '../../../runtime/index.js';

describe('writeConstantEntries', () => {
  it('writes the entries of each constraint of a batch, and no others', () => {
    const J = new Float64Array(2 * 75);
    writeConstantEntries(Hinge.type, 2, J);
    for (const block of [J.subarray(0, 75), J.subarray(75)]) {
      // a − b in the first three rows; the kernel writes the last two, by axis and either
      // direction.
      expect([...block.subarray(0, 15)]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
      expect([...block.subarray(15, 30)]).toEqual([-1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0]);
      expect([...block.subarray(30)]).toEqual(Array.from({ length: 45 }, () => 0));
    }
  });

  it('leaves to kernels what depends on parameters, which may be set between steps', () => {
    expect(Gear.type.constantJ).toEqual({ a: [[0, 0, 1]] });
    const inputs = { a: { value: 0 }, b: { value: 0 } };
    for (const ratio of [3, -2])
      expect(evaluateConstraint(Gear, { inputs, params: { ratio } }).J).toEqual({ a: [[1]], b: [[-ratio]] });
  });

  it('does nothing where kernels write all', () => {
    const J = new Float64Array(4).fill(NaN);
    writeConstantEntries(Distance2D.type, 1, J);
    expect(Distance2D.type.constantJ).toBeUndefined();
    expect([...J]).toEqual([NaN, NaN, NaN, NaN]);
  });
});

/** Makes the same constraint with a kernel that writes all of `J` at each evaluation. */
function eager(type: ConstraintType): ConstraintType {
  return {
    ...type,
    constantJ: {},
    kernel: (count, slots, x, v, p, t, C, Cdot, J, gamma) => {
      writeConstantEntries(type, count, J);
      type.kernel(count, slots, x, v, p, t, C, Cdot, J, gamma);
    },
  };
}
const EAGER = new Map([Coincident2D, Gear, Weld2D].map(({ type }) => [type, eager(type)]));

const INTEGRATORS = { semiImplicitEuler, rk4, rattle, velocityStep, dormandPrince };

/**
 * Runs two welded bodies that turn about a pin and drive a third, while constraints are added and
 * removed, a parameter is set and a snapshot restored.
 */
function courseOf(
  typeOf: (type: ConstraintType) => ConstraintType,
  integrator: keyof typeof INTEGRATORS,
  solver?: ReturnType<typeof conjugateGradient>,
): { readonly q: readonly number[]; readonly forces: readonly number[]; readonly residual: number } {
  const world = new World({
    space: 2,
    forces: [gravity([0, -9.81])],
    integrator: INTEGRATORS[integrator](),
    ...(solver && { solver }),
  });
  const make = (type: ConstraintType, options: object): Constraint<{ a: object }, { ratio: number }> =>
    new Constraint(typeOf(type), options);
  const bodyAt = (x: number, mass: number): RigidBody2D => world.addBody({ mass, inertia: 0.3, position: [x, 0] });
  const [arm, tip, wheel] = [bodyAt(0.5, 1), bodyAt(1.5, 2), bodyAt(2.5, 3)];
  const pin = make(Coincident2D.type, { a: arm.point([-0.5, 0]), b: world.ground.point([0, 0]) });
  const weld = { a: arm.point([0.5, 0]), b: tip.point([-0.5, 0]), alpha: arm.angle, beta: tip.angle };
  const axle = make(Coincident2D.type, { a: wheel.point([0, 0]), b: world.ground.point([2.5, 0]) });
  world.add(pin);
  const joint = world.add(make(Weld2D.type, weld));
  world.add(axle);
  const gear = world.add(make(Gear.type, { a: arm.angle, b: wheel.angle, ratio: 1 }));
  const steps = (count: number): void => {
    for (let k = 0; k < count; k++) world.step(1 / 100);
  };
  steps(10);
  const saved = world.snapshot();
  steps(5);
  world.restore(saved);
  world.remove(joint);
  steps(3);
  world.add(make(Weld2D.type, { ...weld, angle: arm.angle.value - tip.angle.value }));
  world.remove(gear);
  const other = world.add(make(Gear.type, { a: wheel.angle, b: arm.angle, ratio: -2 }));
  other.params.ratio = -1;
  assemble(world);
  steps(10);
  return { q: [...world.snapshot().q], forces: [...pin.forceOn('a')], residual: world.residual().velocity };
}

describe('a world whose constant entries are written once', () => {
  it.each(Object.keys(INTEGRATORS) as (keyof typeof INTEGRATORS)[])(
    'moves as if they were written at each evaluation: %s',
    (integrator) => {
      for (const solver of [undefined, conjugateGradient()]) {
        const own = courseOf((type) => type, integrator, solver);
        expect(own).toEqual(courseOf((type) => EAGER.get(type)!, integrator, solver));
        expect(own.residual).toBeLessThan(0.1);
        expect(Math.hypot(...own.forces)).toBeGreaterThan(1);
      }
    },
  );
});
