import { Distance2D, Distance3D, Motor, Rope2D, Rope3D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  dormandPrince,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Integrator,
} from '../../../runtime/index.js';

const INTEGRATORS = [rk4, semiImplicitEuler, dormandPrince, rattle, velocityStep] as const;
const CODE = 'W_DRIVEN_PARAMETER';

const codesOf = ({ warnings }: World): string[] => warnings.map(({ code }) => code);

/** A load that hangs from the origin by a rod or a rope, 5 m long. */
function hanging(space: 2 | 3, isRope: boolean, integrator: Integrator = rk4()) {
  const along = (y: number): number[] => (space === 2 ? [0, y] : [0, y, 0]);
  const world = new World({ space, integrator, forces: [gravity(along(-9.81))], onWarning: () => undefined });
  const b = world.addParticle({ mass: 2, position: along(-5) });
  const Class = { 2: isRope ? Rope2D : Distance2D, 3: isRope ? Rope3D : Distance3D }[space];
  return { world, b, rope: world.add(new Class({ a: world.ground.point(along(0)), b, length: 5 })) };
}

describe.each([2, 3] as const)('a parameter that is changed before each step, in %iD', (space) => {
  it.each(INTEGRATORS.flatMap((make) => [false, true].map((isRope) => ({ make, isRope, name: make.name }))))(
    'is named, with handles as the remedy: $name, rope $isRope',
    ({ make, isRope }) => {
      const { world, rope } = hanging(space, isRope, make());
      for (let k = 0; k < 60; k++) {
        rope.params.length -= 1 / 60;
        world.step(1 / 60);
      }
      const told = world.warnings.filter(({ code }) => code === CODE);
      expect(told).toHaveLength(1);
      expect(told[0]!.message).toContain(`Parameter 'length' of ${rope.label} was changed before each of the last 50`);
      expect(told[0]!.message).toContain("inputs: { length: { kind: 'scalar', unit: 'm' } }");
      expect(told[0]!.message).toContain('world.handle(value)');
      expect(codesOf(world)).not.toContain('W_ILLEGAL_START');
    },
  );
});

describe('nothing is said of a parameter', () => {
  const drive = (
    change: (rope: Distance2D | Rope2D | Distance3D | Rope3D, k: number) => void,
    isRope = false,
  ): string[] => {
    const { world, rope } = hanging(2, isRope);
    for (let k = 0; k < 240; k++) {
      change(rope, k);
      world.step(1 / 240);
    }
    return codesOf(world);
  };

  it('that is changed once', () => {
    expect(drive((rope, k) => k === 40 && (rope.params.length = 4.99))).toEqual([]);
  });

  it('that a slider changes in each frame of four steps', () => {
    expect(drive((rope, k) => k % 4 === 0 && (rope.params.length -= 1e-3))).toEqual([]);
  });

  it('that a slider drags for some tenths of a second', () => {
    expect(drive((rope, k) => k % 100 < 40 && (rope.params.length -= 1e-3))).toEqual([]);
  });

  it('that is set to the same value again and again', () => {
    expect(drive((rope) => (rope.params.length = 5))).toEqual([]);
  });

  it('of a rope that is slack', () => {
    expect(drive((rope, k) => (rope.params.length = 20 + k / 240), true)).toEqual([]);
  });

  it('of a rate, as of a motor that is controlled', () => {
    const world = new World({ space: 2, onWarning: () => undefined });
    const wheel = world.addBody({ mass: 1, inertia: 1, position: [0, 0] });
    const motor = world.add(new Motor({ theta: wheel.angle, base: world.ground.scalar(0), speed: 0 }));
    for (let k = 0; k < 240; k++) {
      motor.params.speed = Math.sin(k / 100);
      world.step(1 / 240);
    }
    expect(codesOf(world)).toEqual([]);
  });

  it('of a soft row, as of a muscle', () => {
    const world = new World({ space: 2, onWarning: () => undefined });
    const b = world.addParticle({ mass: 1, position: [1, 0] });
    const muscle = world.add(new Distance2D({ a: world.ground.point([0, 0]), b, length: 1 }, { compliance: 1e-2 }));
    for (let k = 0; k < 240; k++) {
      muscle.params.length = 1 + 0.1 * Math.sin(k / 100);
      world.step(1 / 240);
    }
    expect(codesOf(world)).toEqual([]);
  });

  it('of a constraint that has left the world', () => {
    const { world, rope } = hanging(2, false);
    world.remove(rope);
    for (let k = 0; k < 240; k++) {
      rope.params.length -= 1 / 240;
      world.step(1 / 240);
    }
    expect(codesOf(world)).toEqual([]);
  });
});
