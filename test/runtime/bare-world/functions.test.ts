import { Coincident2D, Distance2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  addBody,
  addHandle,
  assemble,
  blockLDL,
  degreesOfFreedom,
  dense,
  dormandPrince,
  remove,
  restoreSnapshot,
  rk4,
  run,
  takeSnapshot,
  World,
  type SnapshotJSON,
  type BareWorld,
} from '../../../runtime/index.js';
import { bare, fill, forces, H, state } from '../fixtures/bare-worlds.js';
import { thrown } from '../fixtures/thrown.js';

describe('functions that take a bare world', () => {
  it('add bodies and handles, and remove them', () => {
    const build = <W extends BareWorld>(world: W): W => {
      const hand = addHandle(world, [0, 0]);
      const body = addBody(world, { mass: 2, inertia: 0.3, position: [0, -1], angularVelocity: 1 });
      const joint = world.add(new Coincident2D({ a: hand, b: body.point([0, 1]) }));
      for (let i = 0; i < 20; i++) {
        hand.moveTo([0.01 * i, 0]);
        world.step(H);
      }
      expect(
        thrown(() => {
          remove(world, body);
        }).code,
      ).toBe('E_IN_USE');
      remove(world, joint);
      world.step(H);
      remove(world, body);
      expect(body.removed).toBe(true);
      remove(world, hand);
      expect(hand.removed).toBe(true);
      expect(
        thrown(() => {
          remove(world, body);
        }).message,
      ).toContain('is not in this world. It was never added, or was');
      expect(
        thrown(() => {
          remove(bare(), world.addParticle({ mass: 1, position: [0, 0] }));
        }).message,
      ).toContain('It is in another world');
      world.addParticle({ mass: 1, position: [...body.position] });
      return world;
    };
    const options = { solver: blockLDL(), integrator: rk4(), forces };
    expect(state(build(bare(options)))).toEqual(state(build(new World({ space: 2, ...options }))));
  });

  it('assemble, count degrees of freedom, and save', () => {
    const build = <W extends BareWorld>(world: W): W => {
      fill(world);
      for (const particle of world.particles) particle.position[0]! += 0.05 * particle.position[1]!;
      assemble(world);
      expect(world.residual().position).toBeLessThan(1e-9);
      return world;
    };
    const a = build(bare());
    const b = build(new World({ space: 2, solver: dense(), forces }));
    expect(state(a)).toEqual(state(b));
    expect(degreesOfFreedom(a)).toBe(b.degreesOfFreedom());
    const start = takeSnapshot(a);
    a.run({ until: 0.1 });
    const end = state(a);
    restoreSnapshot(a, JSON.parse(JSON.stringify(start)) as SnapshotJSON);
    a.run({ until: 0.1 });
    expect(state(a)).toEqual(end);
  });

  it('assemble where rows lose their rank, which takes a regularized matrix', () => {
    const flat = <W extends BareWorld>(world: W): W => {
      const p = world.addParticle({ mass: 1, position: [1.5, 0] });
      world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
      world.add(new Distance2D({ a: world.ground.point([1, 0]), b: p, length: 1 }));
      assemble(world);
      return world;
    };
    expect(state(flat(bare()))).toEqual(state(flat(new World({ space: 2, solver: dense(), forces }))));
  });

  it('run an adaptive integrator by steps of its own, with samples and events', () => {
    const seen = (world: BareWorld): number[] => {
      const samples: number[] = [];
      fill(world);
      const event = run(world, {
        until: 1,
        samples: [0.1, 0.25],
        onSample: (at) => samples.push(...state(at)),
        events: [{ function: (at) => at.particles[0]!.position[1]! + 0.2, terminal: true }],
      });
      expect(event?.terminal).toBe(true);
      return [...samples, ...state(world)];
    };
    const b = new World({ space: 2, solver: dense(), integrator: dormandPrince(), forces });
    expect(seen(bare({ integrator: dormandPrince() }))).toEqual(seen(b));
  });
});
