import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hindrances, LOOKS } from '../support/hindrances.js';
import { middleOf, touches } from '../support/touch.js';
import { editor, isMissing, read, settled, type, until, WorkshopHost } from './workshop-page.js';

/** A slow telephone line: 1.6 Mbit/s, and the time to an answer, ms. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** Time for which a mistake must stand until the picture shows it, ms. */
const PATIENCE = 500;

describe.skipIf(isMissing)('the workshop, for all who come', () => {
  let host: WorkshopHost;
  beforeAll(async () => {
    host = await WorkshopHost.start();
  }, 180_000);
  afterAll(() => host.close());

  test('nothing is in the way of readers: light, dark, narrow, at twice the size', async () => {
    const { page } = await host.open('#g=four-bar', { bypassCSP: true, reducedMotion: 'reduce' });
    const check = async (what: string, looks: readonly (typeof LOOKS)[number][] = LOOKS): Promise<void> => {
      for (const { colorScheme, ...size } of looks) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        const found = await hindrances(page);
        expect({ what, colorScheme, size, found }).toEqual({ what, colorScheme, size, found: [] });
      }
    };
    await expect.poll(() => read(page, 'derived.value?.name')).toBe('Crank');
    await check('running');
    const ends = [LOOKS[0], LOOKS[3]];
    await type(page, 'p = nix');
    await settled(page);
    await page.locator('.mistakes li').first().waitFor();
    await check('with a mistake', ends);
    for (const tab of ['Scene', 'JSON']) {
      await page.getByRole('tab', { name: tab }).click();
      await check(tab, ends);
    }
    await page.locator('button.title').click();
    await check('gallery', ends);
  }, 120_000);

  test('two fingers make the page larger, one sets a parameter', async () => {
    const { page, complaints } = await host.open('#g=four-bar', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    const client = await page.context().newCDPSession(page);
    const { start, move, end } = touches(client);
    const slider = page.getByRole('slider', { name: 'crank' });
    await slider.scrollIntoViewIfNeeded();
    const before = Number(await slider.inputValue());
    const [x, y] = await middleOf(slider);
    await start([x, y]);
    for (let k = 1; k <= 5; k++) await move([x - 10 * k, y]);
    await end();
    const value = Number(await slider.inputValue());
    expect(value).toBeLessThan(before);
    await until(
      page,
      `window.workshop.facts.value.params.some(({ name, value }) => name === 'crank' && value === ${value})`,
    );
    const [left, top] = await middleOf(page.locator('canvas.scene'));
    await start([left - 20, top], [left + 20, top]);
    for (let k = 1; k <= 8; k++) await move([left - 20 - 8 * k, top], [left + 20 + 8 * k, top]);
    await end();
    await expect.poll(() => page.evaluate<number>('visualViewport.scale')).toBeGreaterThan(1.3);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('the picture goes on and does not blink while a formula is unfinished', async () => {
    const { page, complaints } = await host.open('#g=heart');
    await type(page, '');
    await settled(page);
    await page.evaluate(`(() => {
      const picture = document.querySelector('.picture');
      const canvas = picture.querySelector('canvas');
      const times = (window.times = []);
      const look = (now) => {
        const { opacity, visibility } = getComputedStyle(canvas);
        times.push([now, picture.matches('.old, .empty'), visibility === 'visible' ? +opacity : 0]);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })()`);
    // Many of its beginnings are whole formulas.
    await page.keyboard.type('p.y == 0.25 * size + 0.125 * p.x', { delay: 30 });
    await settled(page);
    // A mistake that is mended soon, on however slow a machine.
    await page.evaluate(`new Promise((resolve) => {
      const { classList } = document.querySelector('.picture');
      classList.add('old');
      setTimeout(() => (classList.remove('old'), setTimeout(resolve, 100)), ${PATIENCE / 2});
    })`);
    const before = await read<number>(page, 'state.value.time');
    await until(page, `window.workshop.state.value.time > ${before}`);
    const frames = await page.evaluate<[time: number, isOld: boolean, opacity: number][]>('window.times');
    const short: number[] = [];
    for (let k = 0; k < frames.length; k++) {
      if (!frames[k]![1]) continue;
      const end = frames.findIndex(([, isOld], j) => j > k && !isOld);
      if (end < 0) break;
      if (frames[end]![0] - frames[k]![0] < PATIENCE)
        short.push(Math.min(...frames.slice(k, end + 1).map(([, , opacity]) => opacity)));
      k = end;
    }
    expect(short.length).toBeGreaterThan(0);
    expect(short.filter((opacity) => opacity < 1)).toEqual([]);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('over a slow line the formula is there to read at once, and the scene comes', async () => {
    const { page, complaints } = await host.open('#g=heart', {}, async (one) => {
      const client = await one.context().newCDPSession(one);
      await client.send('Network.enable');
      await client.send('Network.emulateNetworkConditions', SLOW);
      await one.addInitScript(() => {
        const look = (): void => {
          const { workshop } = window as { readonly workshop?: { readonly state: { readonly value?: object } } };
          const text = document.querySelector('.cm-content')?.textContent ?? '';
          if (!text.includes('sqrt')) requestAnimationFrame(look);
          else Object.assign(window, { readable: performance.now(), wasEmpty: workshop?.state.value === undefined });
        };
        look();
      });
    });
    await until(page, 'window.workshop.state.value.time > 0.1');
    const [readable, wasEmpty] = await page.evaluate<[number, boolean]>('[window.readable, window.wasEmpty]');
    expect(wasEmpty).toBe(true);
    expect(readable).toBeLessThan(10_000);
    expect(await editor(page).count()).toBe(1);
    expect(complaints).toEqual([]);
  }, 90_000);
});
