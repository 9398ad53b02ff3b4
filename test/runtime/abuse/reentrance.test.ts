import { describe, expect, it } from 'vitest';
import { Distance2D } from 'holonomic/library';
import {
  record,
  recorder,
  collide,
  assemble,
  dormandPrince,
  HolonomicRuntimeError,
  World,
} from '../../../runtime/index.js';
import { thrown } from '../fixtures/thrown.js';
import { makeScene, photograph, type Scene } from './scene.js';

/**
 * Calls of every method of a world with valid arguments, with a mark if they are allowed within a
 * force.
 */
const CALLS: Readonly<Record<string, { readonly call: (scene: Scene) => unknown; readonly allowed?: true }>> = {
  addParticle: { call: ({ world }) => world.addParticle({ mass: 1, position: [0, 0] }) },
  addBody: { call: ({ world }) => world.addBody({ mass: 1, inertia: 1, position: [0, 0] }) },
  add: { call: ({ world, spare }) => world.add(spare()) },
  addConstraint: { call: ({ world, spare }) => world.addConstraint(spare()) },
  addForce: { call: ({ world }) => world.addForce({ apply: () => undefined }) },
  remove: {
    call: ({ world, rod }) => {
      world.remove(rod);
    },
  },
  handle: { call: ({ world }) => world.handle([0, 0]) },
  step: {
    call: ({ world }) => {
      world.step(0.01);
    },
  },
  recorder: { call: ({ world }) => recorder(world), allowed: true },
  record: { call: ({ world }) => record(world) },
  hash: { call: ({ world }) => world.hash() },
  collide: { call: ({ world }) => collide(world, { shapes: [] }) },
  run: { call: ({ world }) => world.run({ until: world.time + 0.1 }) },
  power: { call: ({ world }) => world.power({ apply: () => undefined }) },
  evaluate: {
    call: ({ world }) => {
      world.evaluate();
    },
  },
  assemble: {
    call: ({ world }) => {
      assemble(world);
    },
  },
  restore: {
    call: ({ world, saved }: Scene & { saved?: unknown }) => {
      world.restore(saved as never);
    },
  },
  snapshot: { call: ({ world }) => world.snapshot() },
  toJSON: { call: ({ world }) => world.toJSON() },
  residual: { call: ({ world }) => world.residual(), allowed: true },
  degreesOfFreedom: { call: ({ world }) => world.degreesOfFreedom(), allowed: true },
  energy: { call: ({ world }) => world.energy(), allowed: true },
  applyGravity: {
    call: ({ world }) => {
      world.applyGravity([0, 0]);
    },
    allowed: true,
  },
  applyDrag: {
    call: ({ world }) => {
      world.applyDrag(0);
    },
    allowed: true,
  },
  gravityEnergy: { call: ({ world }) => world.gravityEnergy([0, 0]), allowed: true },
};
/** Calls that make a world calculate, and the callbacks that they run. */
const TRIGGERS: Readonly<Record<string, readonly [where: 'act' | 'motion', trigger: (scene: Scene) => unknown]>> = {
  'a force in an evaluation': [
    'act',
    ({ world }) => {
      world.evaluate();
    },
  ],
  'a force in a step': [
    'act',
    ({ world }) => {
      world.step(0.01);
    },
  ],
  'a force in a run': ['act', ({ world }) => world.run({ until: world.time + 0.02 })],
  'a motion in an evaluation': [
    'motion',
    ({ world }) => {
      world.evaluate();
    },
  ],
  'a motion in a step': [
    'motion',
    ({ world }) => {
      world.step(0.01);
    },
  ],
  'a motion in an assembly': [
    'motion',
    ({ world }) => {
      assemble(world);
    },
  ],
  'a motion that is looked at': ['motion', ({ prescribed }) => prescribed.position],
  'a motion in a constraint that is looked at': ['motion', ({ world }) => world.constraints[1]!.C],
};

describe.each(Object.entries(TRIGGERS))('in %s', (_, [where, trigger]) => {
  it.each(Object.entries(CALLS))('a call of %s', (name, { call, allowed }) => {
    const scene = makeScene() as Scene & { saved?: unknown };
    scene.saved = scene.world.snapshot();
    const before = photograph(scene);
    let calls = 0;
    let inside: unknown;
    scene.probe[where] = () => {
      calls++;
      // Only once, so that a call that may change the world does not do it again within itself.
      if (calls > 1) return;
      try {
        call(scene);
      } catch (error) {
        inside = error;
        throw error;
      }
    };
    let outside: unknown;
    try {
      trigger(scene);
    } catch (error) {
      outside = error;
    }
    scene.probe[where] = undefined;
    expect(calls).toBeGreaterThan(0);
    if (where === 'act') expect(inside === undefined).toBe(allowed === true);
    if (inside !== undefined) {
      expect(inside).toBeInstanceOf(HolonomicRuntimeError);
      expect(outside).toBeInstanceOf(HolonomicRuntimeError);
      const expected = name.startsWith('apply') ? 'E_FORCE_OUTSIDE_APPLY' : 'E_STEPPING';
      expect((inside as HolonomicRuntimeError).code).toBe(expected);
      expect((outside as HolonomicRuntimeError).code).toBe(expected);
      if (where === 'act')
        expect((outside as Error).message).toMatch(/^In force #2 \(Probe\): A step or an evaluation/);
      expect(photograph(scene)).toBe(before);
    }
    // It still works.
    scene.world.step(1 / 64);
    expect(Number.isFinite(scene.world.energy().total)).toBe(true);
  });
});

it('knows every method of a world', () => {
  const methods = Object.entries(Object.getOwnPropertyDescriptors(World.prototype)).flatMap(([name, { value }]) =>
    typeof value === 'function' && name !== 'constructor' ? [name] : [],
  );
  expect(methods.sort()).toEqual(Object.keys(CALLS).sort());
});

describe('what asks for itself', () => {
  it('energies of forces that ask for the energy of the world', () => {
    const scene = makeScene();
    scene.probe.energy = () => scene.world.energy().total;
    expect(thrown(() => scene.world.energy()).code).toBe('E_STEPPING');
    scene.probe.energy = undefined;
    expect(Number.isFinite(scene.world.energy().total)).toBe(true);
  });

  it('a motion that asks for where its handle is', () => {
    const scene = makeScene();
    scene.probe.motion = () => scene.prescribed.velocity;
    expect(thrown(() => scene.prescribed.position).message).toContain('reads something that depends on it');
  });

  it('a handle that is told to go elsewhere on its way', () => {
    const scene = makeScene();
    scene.probe.act = () => {
      scene.handle.moveTo([9, 9]);
    };
    const before = photograph(scene);
    expect(
      thrown(() => {
        scene.world.step(0.01);
      }).code,
    ).toBe('E_STEPPING');
    expect(photograph(scene)).toBe(before);
    expect(scene.world.evaluate.bind(scene.world)).not.toThrow();
  });

  it('an error of its own in a force comes out as it is, and the step is undone', () => {
    const scene = makeScene();
    const mine = new RangeError('mine');
    const before = photograph(scene);
    let calls = 0;
    scene.probe.act = () => {
      if (++calls === 3) throw mine;
    };
    expect(() => {
      scene.world.step(0.01);
    }).toThrow(mine);
    expect(photograph(scene)).toBe(before);
  });

  it('samples and events of a run look at the world, and change nothing', () => {
    const world = new World({ space: 2, integrator: dormandPrince() });
    const ball = world.addParticle({ mass: 1, position: [0, 1], velocity: [0, -1] });
    const hand = world.handle([1, 1]);
    const looked: number[] = [];
    const look = (): number => {
      world.evaluate();
      looked.push(world.snapshot().time, world.residual().position, world.degreesOfFreedom());
      for (const change of [
        () => world.addParticle({ mass: 1, position: [0, 0] }),
        () => world.handle([0, 0]),
        () => {
          world.step(0.1);
        },
        () => world.run({ until: 5 }),
        () => {
          assemble(world);
        },
        () => world.add(new Distance2D({ a: hand, b: ball, length: 1 })),
        () => {
          world.restore(world.snapshot());
        },
      ]) {
        expect(thrown(change).code).toBe('E_STEPPING');
      }
      return ball.position[1];
    };
    const event = { function: look, terminal: true };
    expect(world.run({ until: 3, samples: [0, 0.5], onSample: look, events: [event] })).toBe(event);
    expect(world.time).toBeCloseTo(1, 12);
    expect(looked.length).toBeGreaterThan(12);
  });
});
