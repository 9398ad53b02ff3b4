import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWorkshop, until } from './workshop-page.js';

/** The pixels of the workshop's plots in the colours of curves, by plot. */
const inked = (page: Page): Promise<readonly number[]> =>
  page.evaluate(`[...document.querySelectorAll('.plot canvas')].map((canvas) => {
    const { width, height } = canvas;
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, width, height);
    let count = 0;
    // Axes and their numbers are grey.
    for (let i = 0; i < data.length; i += 4)
      if (data[i + 3] > 128 && Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 90) count++;
    return count;
  })`);

describeWorkshop('plots of the workshop', (host) => {
  test.each(['light', 'dark'] as const)(
    'draw curves and paths in a %s page, and read values at the cursor',
    async (colorScheme) => {
      const { page, complaints } = await host.open('#g=coin', { colorScheme });
      await until(page, 'window.workshop.state.value.time > 0.5');
      // That of the energy is always there.
      await expect.poll(() => page.locator('.plot canvas').count()).toBe(3);
      await page.keyboard.press('Escape');
      await expect.poll(async () => (await inked(page)).every((count) => count > 60), { timeout: 20_000 }).toBe(true);
      await page.getByRole('button', { name: 'Pause' }).click();
      const over = page.locator('.plot .u-over').first();
      await over.hover();
      await expect
        .poll(() => page.locator('.plot').first().locator('.u-value').last().textContent())
        .toMatch(/^−?[\d.·⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+$/);
      // All names are to be seen, below the curves.
      const hidden = (): Promise<readonly string[]> =>
        page.evaluate(
          `[...document.querySelectorAll('.plot')].flatMap((plot) => [...plot.querySelectorAll('.u-label')].filter((label) =>
          label.getBoundingClientRect().bottom > plot.getBoundingClientRect().bottom + 1).map((label) => label.textContent))`,
        );
      await expect.poll(hidden).toEqual([]);
      const folder = process.env['PICTURES'];
      if (folder !== undefined) writeFileSync(join(folder, `workshop-${colorScheme}.png`), await page.screenshot());
      expect(complaints).toEqual([]);
    },
  );
});
