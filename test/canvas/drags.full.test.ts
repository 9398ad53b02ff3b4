import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundlePage, complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';

const FOLDER = join(import.meta.dirname, '../../scenes');
const ELEMENT = 'document.querySelector("holonomic-scene")';

/**
 * Scenes whose pulls differ: a loop with a driver, a curve, a bench of levers, an inequality, a
 * chain, sixty rods, and one in space. All others are pulled at without a page (test/workshop/drags.test.ts).
 */
const SCENES = ['four-bar', 'heart', 'pantograph', 'rope', 'catenary', 'strandbeest', 'stewart-platform'];

/** Positions of the mouse, and the radius of its path, CSS pixels. */
const MOVES = 30;
const RADIUS = 60;

/**
 * Notes in each frame by how much the fastest body went further than its velocities allow, as a
 * factor; and the largest error of a constraint. A frame of a busy machine has many steps: velocities
 * are those after each of them.
 */
const WATCH = `(() => {
  const { world } = ${ELEMENT}.built;
  const bodies = [...world.particles, ...world.bodies].filter((body) => 'position' in body);
  const look = () => bodies.map(({ position, velocity }) => ({ position: [...position], speed: Math.hypot(...velocity) }));
  const extent = Math.max(0.1, ...bodies.map(({ position }) => Math.hypot(...position)));
  const watch = (window.watch = { jumps: [], residual: 0, moved: 0 });
  let [before, time] = [look(), world.time];
  const fastest = before.map(({ speed }) => speed);
  const { step } = world;
  world.step = function (dt) {
    step.call(this, dt);
    for (const [k, { velocity }] of bodies.entries()) fastest[k] = Math.max(fastest[k], Math.hypot(...velocity));
  };
  const frame = () => {
    if (${ELEMENT}.built.world !== world) return;
    const now = look();
    const span = world.time - time;
    for (const [k, { position, speed }] of now.entries()) {
      const way = Math.hypot(...position.map((x, i) => x - before[k].position[i]));
      watch.moved += way;
      if (way > 0.02 * extent) watch.jumps.push(way / (fastest[k] * span));
      fastest[k] = speed;
    }
    watch.residual = Math.max(watch.residual, world.residual().position);
    [before, time] = [now, world.time];
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})()`;

describe.skipIf(missingBrowser !== undefined)('a mouse that pulls at scenes of the gallery', () => {
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[];
  beforeAll(async () => {
    const [script, launched] = await Promise.all([
      bundlePage(`import { defineSceneElement } from 'holonomic/canvas'; defineSceneElement();`),
      launchBrowser(),
    ]);
    browser = launched;
    page = await browser.newPage({ viewport: { width: 800, height: 700 } });
    complaints = complaintsOf(page);
    await page.setContent(
      `<holonomic-scene><script type="application/json">${readFileSync(join(FOLDER, 'heart.json'), 'utf8')}</script></holonomic-scene>`,
    );
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction(`${ELEMENT}.built`, undefined, { timeout: 30_000 });
  });
  afterAll(() => browser.close());

  test.each(SCENES)(
    '%s: nothing jumps, everything holds, and what is let go outside of the window is free',
    async (name) => {
      const json = readFileSync(join(FOLDER, `${name}.json`), 'utf8');
      await page.evaluate(`${ELEMENT}.present(${json})`);
      await page.evaluate(WATCH);
      const [x, y] = await page.evaluate<[number, number]>(`(() => {
        const { stage } = ${ELEMENT};
        // On a slow machine it would be elsewhere by the time of the press.
        stage.pause();
        const { left, top } = stage.canvas.getBoundingClientRect();
        const [x, y] = stage.view.place(stage.movable[Math.floor(stage.movable.length / 2)].position);
        return [left + x, top + y];
      })()`);
      await page.mouse.move(x, y);
      await page.mouse.down();
      expect(await page.evaluate(`${ELEMENT}.stage.hand.point !== undefined`)).toBe(true);
      await page.evaluate(`${ELEMENT}.stage.start()`);
      for (let k = 1; k <= MOVES; k++) {
        const angle = (2 * Math.PI * k) / MOVES;
        await page.mouse.move(x + RADIUS * Math.sin(angle), y + RADIUS * (1 - Math.cos(angle)));
      }
      await page.mouse.move(-50, -50);
      await page.mouse.up();
      expect(await page.evaluate(`${ELEMENT}.stage.hand.point === undefined`)).toBe(true);
      await page.waitForTimeout(200);
      const { jumps, residual, moved } = await page.evaluate<{ jumps: number[]; residual: number; moved: number }>(
        'window.watch',
      );
      expect(moved).toBeGreaterThan(0);
      expect(Math.max(0, ...jumps)).toBeLessThan(1.25);
      expect(residual).toBeLessThan(1e-9);
      expect(complaints).toEqual([]);
    },
  );
});
