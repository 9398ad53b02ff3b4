import { readFileSync } from 'node:fs';
import { breakAt, gravity, rk4, World } from 'holonomic/runtime';
import { Coincident2D, Distance2D, Hinge } from 'holonomic/library';
import { loadScene, sceneReactions } from 'holonomic/scene';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/index.js';
import type { Scene } from '../../src/simulate/scene.js';
import { sharedReactions } from '../../src/simulate/shared-reactions.js';

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

test('reactions that are not unique are warned of by name, and no others', async () => {
  // A bar between two pins: what one pushes along the bar, the other holds. Of a bar below, its pin bears all.
  const scene: Scene = {
    title: 'Bars',
    until: 0.01,
    dt: 0.01,
    build: () => {
      const world = new World({ space: 2, forces: [gravity([0, -10])] });
      const [top, below] = [0, -1].map((y) => world.addBody({ mass: 2, inertia: 1, position: [0, y] }));
      const pin = (name: string, at: number, bar = top!): unknown =>
        world.add(new Coincident2D({ a: bar.point([at, 0]), b: world.ground.point([at, bar.position[1]]) }, { name }));
      pin('left', -1);
      pin('right', 1);
      pin('alone', -1, below);
      return { world };
    },
  };
  const warnings: Diagnostic[] = [];
  const { names, rows } = tableOf(await sceneReactions(scene, { onWarning: (found) => warnings.push(...found) }));
  expect(warnings.map(({ code }) => code)).toEqual(['W_REACTIONS']);
  expect(warnings[0]!.message).toMatch(/^The reactions of left, right are not unique/);
  // Together they bear the weight, 20 N, and what they push along the bar is in balance.
  const sum = (end: string): number => names.reduce((all, name, k) => all + (/left|right/.test(name) && name.endsWith(end) ? rows[0]![k]! : 0), 0); // prettier-ignore
  expect(sum('fy')).toBeCloseTo(20, 9);
  expect(sum('fx')).toBeCloseTo(0, 9);
  // Bennett's mechanism moves for its lengths alone: its hinges hold two rows more than there are freedoms to take.
  const bennett = await loadScene(JSON.parse(readFileSync('scenes/bennett.json', 'utf8')) as object);
  expect((await sharedReactions(bennett))[0]!.message).toMatch(/^The reactions of hinge1, hinge2, hinge3, hinge4 are/);
  const hinged = await loadScene(JSON.parse(readFileSync('scenes/four-bar.json', 'utf8')) as object);
  expect(await sharedReactions(hinged)).toEqual([]);
  // Of very many constraints it is said that there are some.
  const chain = (more: number): Scene => ({
    title: 'Chain',
    build: () => {
      const world = new World({ space: 2 });
      const beads = Array.from({ length: 202 }, (_, k) =>
        world.addParticle({ mass: 1, position: [k, 0.1 * Math.sin(k)] }),
      );
      for (const [k, b] of beads.entries()) {
        const a = k === 0 ? world.ground.point([-1, 0]) : beads[k - 1]!;
        world.add(new Distance2D({ a, b, length: Math.hypot(1, b.position[1] - a.position[1]) }));
      }
      for (let k = 0; k < more; k++) world.add(new Distance2D({ a: beads[0]!, b: beads[1]!, length: 1.1 }));
      return { world };
    },
  });
  expect(await sharedReactions(chain(0))).toEqual([]);
  expect((await sharedReactions(chain(1)))[0]!.message).toContain('some constraints');
});

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
