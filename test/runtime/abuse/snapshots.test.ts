import { runInNewContext } from 'node:vm';
import { Distance2D, DistanceSquared2D, DoublePendulum, Pendulum, SprungPendulum } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { dormandPrince, World, type SnapshotJSON } from '../../../runtime/index.js';
import { thrown } from '../fixtures/thrown.js';
import { makeScene, photograph, type Scene } from './scene.js';

/** A leaf or a list of JSON, and its path. */
interface Place {
  readonly path: readonly string[];
  readonly value: unknown;
}

function placesIn(value: unknown, path: readonly string[] = []): Place[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [{ path, value }, ...inner.flatMap(([key, entry]) => placesIn(entry, [...path, key]))];
}

/** Copies `value` with the part at `path` replaced, or left out if `replacement` is undefined. */
function replaced(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, replacement);
  return copy;
}

const WRONG: Readonly<Record<string, unknown>> = {
  ...{
    undefined,
    null: null,
    boolean: true,
    text: 'x',
    'empty object': {},
    'array of texts': ['x'],
    function: () => 1,
  },
  ...{ NaN, Infinity, '-Infinity': -Infinity, 'NaN as text': 'NaN', bigint: 1n, symbol: Symbol('s') },
};

/** True for the path of the mass of a particle, or of mass or inertia of the planar or spatial body. */
function isMass(which: 'world' | 'space', path: readonly string[]): boolean {
  const place = path.join('.');
  return /^masses\.\d+$|^bodies\.0\.params\.0$/.test(place) || (which === 'world' && place === 'bodies.0.params.1');
}

function attempt(scene: Scene, which: 'world' | 'space', snapshot: unknown): string {
  const before = photograph(scene);
  const { code, message } = thrown(() => {
    scene[which].restore(snapshot as SnapshotJSON);
  });
  expect(photograph(scene)).toBe(before);
  expect(code).toBe('E_SNAPSHOT');
  return message;
}

describe.each(['world', 'space'] as const)('every field of a snapshot: %s', (which) => {
  const scene = makeScene();
  const saved = scene[which].toJSON();
  const places = placesIn(saved);

  it.each(Object.keys(WRONG))('%s in place of it', (name) => {
    expect(places.length).toBeGreaterThan(30);
    for (const { path, value } of places) {
      // Multipliers of an evaluation at a singular point are NaN.
      if (path.includes('lambda') && typeof value === 'number' && /NaN|Infinity/.test(name)) continue;
      // So may masses be infinite, but not one moment of three.
      if (name === 'Infinity' && isMass(which, path)) continue;
      // The name of a type is a text.
      if (typeof value === 'string' && name === 'NaN as text') continue;
      attempt(scene, which, replaced(saved, path, WRONG[name]));
    }
  });

  it('an entry more or less', () => {
    for (const { path, value } of places) {
      if (!Array.isArray(value) || path[0] === 'integrator') continue;
      const list = value as unknown[];
      attempt(scene, which, replaced(saved, path, [...list, list[0] ?? 0]));
      if (list.length > 0) attempt(scene, which, replaced(saved, path, list.slice(1)));
    }
  });

  it('a getter that throws', () => {
    for (const { path } of places) {
      const trap = new Proxy([], {
        get: () => {
          throw new Error('a getter throws');
        },
      });
      expect(attempt(scene, which, replaced(saved, path, trap))).toMatch(/a getter throws|is not a snapshot/);
    }
  });
});

describe('values that no world can be in', () => {
  it.each<[string, 'world' | 'space', readonly (string | number)[], unknown, string]>([
    ['negative steps', 'world', ['steps'], -1, 'The number of steps is negative: -1.'],
    ['half a step', 'world', ['steps'], 2.5, 'The number of steps is 2.5.'],
    ['a negative step', 'world', ['dt'], -0.1, 'The usual step is negative: -0.1.'],
    ['a coordinate', 'world', ['q', 3], 'NaN', 'Coordinate 3, of particle #2, is not finite: NaN.'],
    ['a velocity', 'world', ['v', 4], 'Infinity', 'Velocity 4, of body #1, is not finite: Infinity.'],
    ['a mass of zero', 'world', ['masses', 1], 0, 'Mass of particle #2 is zero'],
    ['the mass of a body', 'world', ['bodies', 0, 'params', 0], 0, 'Mass of body #1 is zero'],
    ['the inertia of a body', 'world', ['bodies', 0, 'params', 1], 0, 'Moment of inertia of body #1 is zero'],
    ['a parameter of a body', 'world', ['bodies', 1, 'params', 0], -1, "Parameter 'length' of Pendulum #1 is -1 m."],
    ['a parameter', 'world', ['constraints', 0, 'params', 0], -1, "Parameter 'length' of Distance2D #1 is -1 m."],
    [
      'a warm start',
      'world',
      ['constraints', 0, 'warmStart', 0],
      'NaN',
      'A multiplier that Distance2D #1 is to start from',
    ],
    ['an integral', 'world', ['constraints', 0, 'integral', 0], 'NaN', 'The integral of the error of Distance2D #1'],
    ['a handle', 'world', ['handles', 0, 'target', 1], 'NaN', 'The target of handle #1 is not finite'],
    ['an orientation', 'space', ['q', 3], 2, 'The orientation of body #1 is a quaternion of length'],
    ['an inertia of no body', 'space', ['bodies', 0, 'params', 1], 5, 'Inertia of body #1 belongs to no body'],
  ])('%s', (_, which, path, value, message) => {
    const scene = makeScene();
    const snapshot = replaced(scene[which].toJSON(), path.map(String), value);
    expect(attempt(scene, which, snapshot)).toContain(`The snapshot holds an impossible state. ${message}`);
  });

  it('a coordinate beyond its range', () => {
    const world = new World({ space: 2 });
    world.addBody(new SprungPendulum({ restLength: 1, stiffness: 10, mass: 1 }, { r: 0.5, theta: 0 }));
    const snapshot = world.snapshot();
    snapshot.q[1] = -0.5;
    expect(
      thrown(() => {
        world.restore(snapshot);
      }).message,
    ).toContain("Coordinate 'r' of SprungPendulum #1 is -0.5");
    expect([...world.snapshot().q]).toEqual([0, 0.5]);
  });

  it('what an adaptive integrator cannot remember', () => {
    const make = (): World => {
      const world = new World({ space: 2, integrator: dormandPrince() });
      world.addParticle({ mass: 1, position: [0, 0], velocity: [1, 0] });
      world.step(0.1);
      return world;
    };
    const world = make();
    const snapshot = world.snapshot();
    expect(snapshot.integrator.length).toBe(3);
    for (const value of [NaN, Infinity, -1]) {
      const integrator = snapshot.integrator.slice();
      integrator[0] = value;
      expect(
        thrown(() => {
          world.restore({ ...snapshot, integrator });
        }).code,
      ).toBe('E_SNAPSHOT');
    }
    world.restore(snapshot);
    world.step(0.1);
    const other = make();
    other.step(0.1);
    expect(world.snapshot()).toEqual(other.snapshot());
  });
});

describe('snapshots of other worlds of the same sizes', () => {
  const restored = (from: World, to: World): string =>
    thrown(() => {
      to.restore(from.snapshot());
    }).message;

  it('with constraints of another type', () => {
    const [from, to] = ([Distance2D, DistanceSquared2D] as const).map((Rod) => {
      const world = new World({ space: 2 });
      const b = world.addParticle({ mass: 1, position: [1, 0] });
      world.add(new Rod({ a: world.ground.point([0, 0]), b, length: 1 }));
      return world;
    });
    expect(restored(from!, to!)).toContain('with other bodies, handles or constraints');
  });

  it('with bodies in another order of the state', () => {
    const double = (): DoublePendulum =>
      new DoublePendulum({ length1: 1, length2: 1, mass1: 1, mass2: 1 }, { theta1: 0.1, theta2: 0.2 });
    const single = (): Pendulum => new Pendulum({ length: 1, mass: 1 }, { theta: 0.3 });
    // The same bodies in the same order. But in one of the worlds the state holds double pendulums
    // first, since one was there before.
    const [from, to] = [true, false].map((before) => {
      const world = new World({ space: 2 });
      const first = before ? world.addBody(double()) : undefined;
      world.addBody(single());
      world.addBody(double());
      if (first) world.remove(first);
      return world;
    });
    expect(from!.bodies.map(({ label }) => label.split(' ')[0])).toEqual(
      to!.bodies.map(({ label }) => label.split(' ')[0]),
    );
    expect(restored(from!, to!)).toContain('with other bodies, handles or constraints');
  });
});

it('values of another realm, or with another prototype, are accepted', () => {
  const scene = makeScene();
  const { world } = scene;
  const text = JSON.stringify(world);
  const before = photograph(scene);
  const foreign = runInNewContext(`
    const snapshot = JSON.parse(${JSON.stringify(text)});
    for (const key of ['q', 'v', 'masses', 'integrator']) snapshot[key] = Float64Array.from(snapshot[key]);
    snapshot`) as SnapshotJSON;
  expect(foreign.q).not.toBeInstanceOf(Float64Array);
  const bare = Object.assign(Object.create(null) as object, world.snapshot());
  for (const snapshot of [foreign, bare, Object.create(world.snapshot()) as object]) {
    world.step(1 / 64);
    world.restore(snapshot as SnapshotJSON);
    expect(photograph(scene)).toBe(before);
  }
});

it('a snapshot taken before the first step brings back that there was none', () => {
  const { world } = makeScene();
  const fresh = new World({ space: 2 });
  const b = fresh.addParticle({ mass: 1, position: [1.5, 0] });
  const rod = fresh.add(new Distance2D({ a: fresh.ground.point([0, 0]), b, length: 1 }));
  const start = fresh.snapshot();
  fresh.evaluate();
  const [first] = rod.lambda;
  fresh.step(0.01);
  fresh.restore(start);
  fresh.evaluate();
  // Without a step there is no feedback yet.
  expect(rod.lambda[0]).toBe(first);
  expect(world.time).toBeGreaterThan(0);
});
