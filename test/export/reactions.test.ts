import { breakAt, gravity, rk4, World } from 'holonomic/runtime';
import { Coincident2D, Distance2D, Hinge } from 'holonomic/library';
import { sceneReactions } from 'holonomic/scene';
import { expect, test } from 'vitest';
import type { Scene } from '../../src/simulate/scene.js';

const tableOf = (csv: string): { names: string[]; rows: number[][] } => {
  const [header, ...lines] = csv.trimEnd().split('\n');
  return { names: header!.split(','), rows: lines.map((line) => line.split(',').map(Number)) };
};

test('the pin of a bar that swings bears what the formula says, in the axes of the bar', async () => {
  // A bar of length l about its end, released at the angle φ₀ from the vertical: φ̈ = −(3g/2l) sin φ and
  // φ̇² = (3g/l)(cos φ − cos φ₀). Along it the pin bears m (φ̇² l/2 + g cos φ), across it m g sin φ / 4.
  const [m, l, g, start] = [2, 0.8, 9.81, 1.1];
  const scene: Scene = {
    title: 'Bar',
    until: 1,
    dt: 1 / 1000,
    build: () => {
      const world = new World({ space: 2, forces: [gravity([0, -g])], integrator: rk4() });
      const turn = start - Math.PI / 2;
      const bar = world.addBody({ mass: m, inertia: (m * l * l) / 12, position: [(l / 2) * Math.cos(turn), (l / 2) * Math.sin(turn)], angle: turn, name: 'bar' }); // prettier-ignore
      world.add(new Coincident2D({ a: bar.point([-l / 2, 0]), b: world.ground.point([0, 0]) }, { name: 'pin' }));
      return { world };
    },
  };
  const { names, rows } = tableOf(await sceneReactions(scene, { every: 0.1 }));
  expect(names).toEqual(['time', 'bar.pin.fx', 'bar.pin.fy', 'bar.pin.m']);
  expect(rows).toHaveLength(11);
  for (const [time, fx, fy, moment] of rows) {
    const phi = time === 0 ? start : angleAt(time!, start, (1.5 * g) / l);
    expect(fx).toBeCloseTo(-m * (((3 * g) / l) * (Math.cos(phi) - Math.cos(start)) * (l / 2) + g * Math.cos(phi)), 5);
    expect(fy).toBeCloseTo((m * g * Math.sin(phi)) / 4, 5);
    expect(Math.abs(moment!)).toBeLessThan(1e-9);
  }
});

/** φ̈ = −k sin φ from rest, by many small steps of its own. */
function angleAt(time: number, start: number, k: number): number {
  const n = 20_000;
  const h = time / n;
  let [phi, rate] = [start, 0];
  // Velocity Verlet.
  for (let i = 0; i < n; i++) {
    const half = rate - (h / 2) * k * Math.sin(phi);
    phi += h * half;
    rate = half - (h / 2) * k * Math.sin(phi);
  }
  return phi;
}

test('constraints that come and go have columns, without values where they are not there', async () => {
  const scene: Scene = {
    title: 'Rods',
    until: 0.4,
    dt: 0.1,
    build: () => {
      const world = new World({ space: 2, forces: [gravity([0, -10])] });
      const bob = world.addParticle({ mass: 2, position: [0, -1] });
      const rod = (name: string): Distance2D => world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }, { name })); // prettier-ignore
      breakAt(world, [rod('first')], 15, () => rod('second'));
      return { world };
    },
  };
  const [head, ...lines] = (await sceneReactions(scene)).trimEnd().split('\n');
  expect(head).toBe('time,first.tension,second.tension');
  const rows = lines.map((line) => line.split(',').map((text) => (text === '' ? undefined : Math.round(Number(text)))));
  expect(rows.map(([, first]) => first)).toEqual([20, undefined, undefined, undefined, undefined]);
  expect(rows.map(([, , second]) => second)).toEqual([undefined, 20, 20, 20, 20]);
});

test('a hinge that carries a bar bears its moment, and rods between particles their tension', async () => {
  const space: Scene = {
    title: 'Gate',
    until: 0.1,
    dt: 0.01,
    build: () => {
      const world = new World({ space: 3, forces: [gravity([0, 0, -10])], integrator: rk4() });
      // Turned about z by a right angle: along y in the world, along x in its own axes.
      const gate = world.addBody({ mass: 3, inertia: [0.1, 1, 1], position: [0, 0.5, 0], orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2], name: 'gate' }); // prettier-ignore
      world.add(new Hinge({ a: gate.point([-0.5, 0, 0]), b: world.ground.point([0, 0, 0]), axis: gate.direction([0, 0, 1]), u: world.ground.direction([1, 0, 0]), w: world.ground.direction([0, 1, 0]) }, { name: 'post' })); // prettier-ignore
      return { world };
    },
  };
  const { names, rows } = tableOf(await sceneReactions(space));
  expect(names).toEqual(['time', ...['fx', 'fy', 'fz', 'mx', 'my', 'mz'].map((name) => `gate.post.${name}`)]);
  expect(rows).toHaveLength(11);
  // Its weight, 30 N, at half a metre: −15 N·m about y of its own.
  for (const [, ...row] of rows)
    [0, 0, 30, 0, -15, 0].forEach((value, k) => {
      expect(row[k]).toBeCloseTo(value, 6);
    });
  const plane: Scene = {
    title: 'Weight',
    until: 0.1,
    dt: 0.01,
    build: () => {
      const world = new World({ space: 2, forces: [gravity([0, -10])] });
      world.add(new Distance2D({ a: world.ground.point([0, 0]), b: world.addParticle({ mass: 2, position: [0, -1] }), length: 1 }, { name: 'rod' })); // prettier-ignore
      return { world };
    },
  };
  const rod = tableOf(await sceneReactions(plane, { until: 0.05 }));
  expect(rod.names).toEqual(['time', 'rod.tension']);
  for (const [, tension] of rod.rows) expect(tension).toBeCloseTo(20, 6);
  await expect(sceneReactions(plane, { every: 0 })).rejects.toThrow('option "every"');
});
