import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadScene } from '../../src/scene/index.js';
import { bundlePage, complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';

const FOLDER = join(import.meta.dirname, '../../scenes');
const scenes = readdirSync(FOLDER).map((name) => basename(name, '.json'));

/** Steps that are compared. */
const STEPS = 200;
/**
 * Fewer of them in scenes where a last place decides sooner: the stones of the arch press on one another
 * by more corners than hold them, and those that let go first decide where the others stand.
 */
const FEWER = new Map([['arch', 5]]);

/**
 * True for scenes of particles whose formulas have no sines and the like: sums, products and roots
 * are the same in all engines. Bodies that turn have sines in their kernels.
 */
const isAlgebraic = (json: string): boolean =>
  !/\b(?:sin|cos|tan|a?sinh?|a?cosh?|atan2?|exp|log)\(/.test(json) && !/"kind": "(?!particle|time|phase)/.test(json);

/** The least number of such scenes: else the rule above has become wrong. */
const LEAST = 5;

/** What a last place of a sine has grown to in so many steps at most, as a part of the largest number. */
const OTHERWISE = 1e-12;

describe.skipIf(missingBrowser !== undefined)('a browser takes the same steps as Node', () => {
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[];
  beforeAll(async () => {
    const [script, launched] = await Promise.all([
      bundlePage(`
        import { loadScene } from 'holonomic/scene';
        window.statesOf = async (document, steps) => {
          const { build, dt } = await loadScene(document);
          const { world } = build();
          for (let n = 0; n < steps; n++) world.step(dt);
          const { q, v } = world.snapshot();
          return [...q, ...v];
        };
      `),
      launchBrowser(),
    ]);
    browser = launched;
    page = await browser.newPage();
    complaints = complaintsOf(page);
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction('window.statesOf');
  });
  afterAll(() => browser.close());

  const jsonOf = (name: string): string => readFileSync(join(FOLDER, `${name}.json`), 'utf8');
  test('and scenes of algebra alone are among them', () => {
    expect(scenes.filter((name) => isAlgebraic(jsonOf(name))).length).toBeGreaterThanOrEqual(LEAST);
  });

  test.each(scenes)('%s', async (name) => {
    const json = jsonOf(name);
    const { build, dt } = await loadScene(JSON.parse(json));
    const { world } = build();
    const steps = FEWER.get(name) ?? STEPS;
    for (let n = 0; n < steps; n++) world.step(dt);
    const { q, v } = world.snapshot();
    const here = [...q, ...v];
    const there = await page.evaluate<number[]>(`window.statesOf(${json}, ${steps})`);
    const size = Math.max(...here.map(Math.abs));
    const difference = Math.max(...here.map((x, i) => Math.abs(x - there[i]!)));
    if (isAlgebraic(json)) expect(there).toEqual(here);
    else expect(difference).toBeLessThan(OTHERWISE * size);
    expect(complaints).toEqual([]);
  });
});
