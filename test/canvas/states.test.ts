import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { heroDocument } from '../../site/build/hero.js';
import { recordStates } from '../../src/canvas/record-states.js';
import { snapshotAt, type SceneState } from '../../src/canvas/scene-state.js';
import { loadScene } from '../../src/scene/index.js';
import { EnergyBalance } from '../../src/simulate/energy-balance.js';
import { someOf } from '../support/scope.js';

const SCENES = join(import.meta.dirname, '../../scenes');
const documentOf = (name: string): unknown =>
  name === 'the front page' ? heroDocument() : JSON.parse(readFileSync(join(SCENES, `${name}.json`), 'utf8'));

/** Steps that are compared. */
const STEPS = 40;
/**
 * Largest difference, relative to the motion. Solvers start from no multipliers. Equations have one
 * solution, to rounding; friction of many feet is solved within what can be seen, 1e-4 of the motion.
 */
const TOLERANCE = { equations: 1e-6, friction: 1e-3 };

test.each(someOf(['heart', 'four-bar', 'strandbeest', 'heavy-top', 'rope', 'snakeboard', 'the front page'], 3))(
  'a world goes on at a state of %s as one that has come there by itself',
  async (name) => {
    const scene = await loadScene(documentOf(name));
    const text = JSON.stringify(recordStates(scene));
    expect(text.length).toBeLessThan(60_000);
    const states = JSON.parse(text) as SceneState[];
    expect(states.length).toBeGreaterThan(2);
    const { world, drivers } = scene.build();
    const rubs = world.constraints.some(({ type }) => type.friction !== undefined);
    const tolerance = rubs ? TOLERANCE.friction : TOLERANCE.equations;
    const balance = new EnergyBalance(world, drivers);
    for (const state of [states[0]!, states.at(-1)!]) {
      while (world.time < state.time - scene.dt / 2) {
        balance.note();
        world.step(scene.dt);
      }
      const built = scene.build();
      const start = built.world.snapshot();
      built.world.restore(snapshotAt(start, state));
      const counted = new EnergyBalance(built.world, built.drivers);
      counted.restart(state.change);
      expect(built.world.time).toBe(world.time);
      const here = world.snapshot().q;
      built.world.snapshot().q.forEach((x, i) => {
        expect(Math.abs(x - here[i]!)).toBeLessThan(1e-11 * Math.max(1, Math.abs(here[i]!)));
      });
      const before = world.snapshot();
      for (let k = 0; k < STEPS; k++) {
        counted.note();
        built.world.step(scene.dt);
        balance.note();
        world.step(scene.dt);
      }
      const [there, now] = [built.world.snapshot(), world.snapshot()];
      const moved = Math.max(...now.q.map((x, i) => Math.abs(x - before.q[i]!)));
      expect(moved).toBeGreaterThan(1e-3);
      expect(Math.max(...now.q.map((x, i) => Math.abs(x - there.q[i]!)))).toBeLessThan(tolerance * moved);
      counted.note();
      balance.note();
      const { kinetic } = world.energy();
      // The power of a motor jumps with the feet, and first steps are integrated by trapezoids.
      const part = rubs ? 0.1 : 1e-3;
      expect(Math.abs(counted.change - balance.change)).toBeLessThan(part * (kinetic + Math.abs(balance.change)));
    }
  },
  60_000,
);

test('scenes whose shapes collide have none: their contacts are no part of a state', async () => {
  const falling = {
    format: 'holonomic-scene/1',
    title: 'A ball on a floor',
    space: 2,
    bodies: { ball: { kind: 'rigid', mass: 1, inertia: 0.01, position: [0, 1] } },
    forces: [{ type: 'gravity', g: [0, -9.81] }],
  };
  expect(recordStates(await loadScene(falling))).toHaveLength(25);
  const collide = { shapes: [{ box: [5, 0.4] }, { body: 'ball', disc: 0.2 }] };
  const settings = { integrator: 'velocityStep' };
  expect(recordStates(await loadScene({ ...falling, collide, settings }))).toEqual([]);
});
