import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadScene } from '../../src/scene/index.js';
import { EnergyBalance } from '../../src/simulate/energy-balance.js';
import { simulateScene } from '../../src/simulate/simulate.js';

const build = async (name: string) => {
  const scene = await loadScene(
    JSON.parse(readFileSync(join(import.meta.dirname, `../../scenes/${name}.json`), 'utf8')),
  );
  return { scene, built: scene.build() };
};

describe('the balance of energy', () => {
  test.each(['four-bar', 'peaucellier'])('is what simulate finds for %s', async (name) => {
    const { scene, built } = await build(name);
    const { world, drivers } = built;
    const balance = new EnergyBalance(world, drivers);
    const start = world.energy().total;
    let [early, largest, change] = [0, 0, 0];
    const steps = Math.round(2 / scene.dt);
    for (let step = 0; step < steps; step++) {
      balance.note();
      world.step(scene.dt);
      balance.note();
      // The first two steps are integrated to second order.
      if (step < 2) early = Math.max(early, Math.abs(balance.change));
      else largest = Math.max(largest, Math.abs(balance.change));
      change = Math.max(change, Math.abs(world.energy().total - start));
    }
    const { summary } = await simulateScene(scene, { until: 2 });
    expect(change).toBeGreaterThan(0.1);
    expect(largest).toBeGreaterThan(0);
    expect(early).toBeLessThan(1e-6 * change);
    expect(largest).toBeLessThan(10 * summary.energy.drift);
  });

  test('of a world without drivers is the change of its energy; it can be counted anew', async () => {
    const { scene, built } = await build('heart');
    const { world } = built;
    const balance = new EnergyBalance(world);
    const start = world.energy().total;
    for (let k = 0; k < 10; k++) world.step(scene.dt);
    world.particles[0]!.velocity[0] += 1;
    expect(balance.change).toBe(world.energy().total - start);
    expect(Math.abs(balance.change)).toBeGreaterThan(0.1);
    balance.restart();
    expect(balance.change).toBe(0);
  });
});
