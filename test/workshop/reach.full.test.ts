import { expect, test } from 'vitest';
import { hindrances, LOOKS } from '../support/hindrances.js';
import { hold } from '../support/kept-pictures.js';
import { middleOf, touches } from '../support/touch.js';
import { scene } from './twin.js';
import { describeWorkshop, editor, read, settled, type, until } from './workshop-page.js';

/** A slow telephone line: 1.6 Mbit/s, and the time to an answer, ms. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** Time for which a mistake must stand until the picture shows it, ms. */
const PATIENCE = 500;

describeWorkshop('the workshop, for all who come', (host) => {
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
    /** Fields without a name are found in that part of the page, too: it is looked at. */
    const notices = async (part: string): Promise<void> => {
      await page.locator(part).first().waitFor();
      await page.evaluate(
        `document.querySelector(${JSON.stringify(part)}).append(Object.assign(document.createElement('input'), { id: 'nameless' }))`,
      );
      expect({ part, found: await hindrances(page) }).toEqual({ part, found: ['label: #nameless'] });
      await page.evaluate('document.querySelector("#nameless").remove()');
    };
    await expect.poll(() => read(page, 'derived.value?.name'), { timeout: 20_000 }).toBe('Crank');
    await check('running');
    await notices('[aria-label="Formula"]');
    const ends = [LOOKS[0], LOOKS[3]];
    await type(page, 'p = nix');
    await settled(page);
    await page.locator('.mistakes li').first().waitFor();
    await check('with a mistake', ends);
    await notices('.mistakes li');
    for (const tab of ['Scene', 'JSON']) {
      await page.getByRole('tab', { name: tab }).click();
      await check(tab, ends);
    }
    await notices('[aria-label="JSON"]');
    for (const name of ['Share', 'Export', 'Keys', 'Open a scene']) {
      const opener = name === 'Open a scene' ? page.locator('button.title') : page.getByRole('button', { name });
      await opener.click();
      await check(name, ends);
      await notices('dialog .dialog');
      await page.keyboard.press('Escape');
    }
    // A scene that cannot be assembled.
    await page.evaluate(`(() => {
      const { workshop } = window;
      const document = workshop.document.peek();
      const far = { type: 'Distance', on: { a: { ground: [0, 0] }, b: 'A' }, params: { length: 9 } };
      const { specs, ...rest } = JSON.parse(${JSON.stringify(JSON.stringify(scene('four-bar')))});
      workshop.change({ ...document, ...rest, specs, constraints: { ...rest.constraints, far } });
    })()`);
    await page.locator('.message[data-failure]').waitFor();
    await check('refused', ends);
    await notices('.message[data-failure]');
  });

  test('nothing is in the way of readers while the recorded beginning is played', async () => {
    let letGo: () => void = () => undefined;
    const { page } = await host.visit('', { bypassCSP: true }, async (one) => {
      letGo = await hold(one, /\/worker-[^/]*\.js$/);
    });
    await until(page, 'document.querySelector("canvas.opening")?.width > 300');
    // The picture below takes keys meanwhile, and what lies over it passes presses on.
    const found = async () =>
      (await hindrances(page)).filter((one) => !one.startsWith('covered: <canvas class="scene"'));
    for (const { colorScheme, ...size } of LOOKS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      expect({ size, found: await found() }).toEqual({ size, found: [] });
    }
    const focused = (): Promise<string> => page.evaluate('document.activeElement.className');
    for (let k = 0; k < 40 && (await focused()) !== 'scene'; k++) await page.keyboard.press('Tab');
    expect(await focused()).toBe('scene');
    expect(await page.locator('canvas.opening').evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
    await page.evaluate('document.querySelector("canvas.opening").after(document.createElement("button"))');
    expect((await hindrances(page)).join()).toMatch(/button-name/);
    letGo();
  });

  test.each([true, false])('letters that take tools are switched off; the browser keeps it: %s', async (keeps) => {
    const { page, complaints } = await host.open('#g=four-bar', {}, (one) =>
      keeps
        ? Promise.resolve()
        : one.addInitScript(() => {
            Object.defineProperty(globalThis, 'localStorage', {
              get: () => {
                throw new DOMException('denied', 'SecurityError');
              },
            });
          }),
    );
    const rod = page.getByRole('button', { name: 'Rod', exact: true });
    const letters = page.getByRole('checkbox', { name: 'Letters take tools' });
    await rod.waitFor();
    await page.keyboard.press('r');
    await page.locator('.paper').waitFor();
    expect(await rod.getAttribute('title')).toContain('(R)');
    await page.keyboard.press('h');
    await page.locator('.paper').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await letters.uncheck();
    await page.keyboard.press('Escape');
    for (let visit = 0; visit < (keeps ? 2 : 1); visit++) {
      for (const key of ['r', 'x', '?']) await page.keyboard.press(key);
      // A key that is not a letter comes behind them, and is obeyed.
      const isRunning = await read<boolean>(page, 'state.value.isRunning');
      await page.keyboard.press(' ');
      await until(page, `window.workshop.state.value.isRunning === ${!isRunning}`);
      expect(await page.locator('.paper, dialog').count()).toBe(0);
      expect(await rod.getAttribute('title')).not.toContain('(R)');
      expect(await rod.getAttribute('aria-keyshortcuts')).toBeNull();
      if (!keeps) break;
      await page.reload();
      await until(page, 'window.workshop?.state.value !== undefined');
      await rod.waitFor();
    }
    await page.getByRole('button', { name: 'Keys' }).click();
    await letters.check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await page.locator('.paper').waitFor();
    expect(complaints).toEqual([]);
  });

  test('keys: what has the focus is seen, and in the window', async () => {
    const { page, complaints } = await host.open('#g=heart', { reducedMotion: 'reduce' });
    const unseen: string[] = [];
    const stops = new Set<string>();
    for (let k = 0; k < 60; k++) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate<{ name: string; isSeen: boolean; isInside: boolean } | undefined>(`(() => {
        const one = document.activeElement;
        if (one === document.body) return undefined;
        // An editor is marked as a whole.
        const marked = one.closest('.editor') ?? one;
        const look = () => {
          const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(marked);
          return [outlineStyle === 'none' ? 'none' : outlineWidth + outlineColor, boxShadow, borderColor, backgroundColor].join();
        };
        const { left, top, right, bottom } = one.getBoundingClientRect();
        const isInside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
        const focused = look();
        one.blur();
        const isSeen = look() !== focused;
        one.focus({ preventScroll: true });
        return { name: one.outerHTML.slice(0, 100), isSeen, isInside };
      })()`);
      if (stop === undefined) break;
      stops.add(stop.name);
      if (!stop.isSeen || !stop.isInside) unseen.push(JSON.stringify(stop));
      if (stop.name.includes('cm-content')) await page.keyboard.press('Escape');
    }
    expect(stops.size).toBeGreaterThan(15);
    expect(unseen).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('what is read aloud is the state of a scene that waits, not each frame of one that runs', async () => {
    const { page } = await host.open('#g=heart');
    await until(page, 'window.workshop.state.value.isRunning');
    const status = page.locator('.transport p[role="status"]');
    await page.evaluate(`(() => {
      window.said = [];
      const status = document.querySelector('.transport p[role="status"]');
      new MutationObserver(() => window.said.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
    })()`);
    const time = await read<number>(page, 'state.value.time');
    await until(page, `window.workshop.state.value.time > ${time + 0.5}`);
    // Nothing is said where nothing is put in the place of nothing.
    expect((await page.evaluate<string[]>('window.said')).filter((text) => text !== '')).toEqual([]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(() => status.textContent()).toMatch(/^Paused at \d+\.\d\d seconds\./);
    await page.locator('canvas.scene').focus();
    await page.keyboard.press('PageDown');
    await expect.poll(() => status.textContent()).toMatch(/bead at −?-?\d+\.\d\d, −?-?\d+\.\d\d/);
  });

  test('a pull ends where the mouse is let go, also outside of the window', async () => {
    const { page, complaints } = await host.open('#g=heart');
    await page.getByRole('button', { name: 'Pause' }).click();
    await until(page, '!window.workshop.state.value.isRunning');
    const { x, y } = (await page.locator('canvas.scene').boundingBox())!;
    const [left, top] = await read<[number, number]>(page, 'state.value.places.bead');
    await page.mouse.move(x + left, y + top);
    await page.mouse.down();
    await until(page, 'window.workshop.cursor.value === "grabbing"');
    await page.mouse.move(-60, -60);
    expect(await read(page, 'cursor.value')).toBe('grabbing');
    await page.mouse.up();
    await until(page, 'window.workshop.cursor.value !== "grabbing"');
    expect(complaints).toEqual([]);
  });

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
  });

  test('the picture goes on and does not blink while a formula is unfinished', async () => {
    const { page, complaints } = await host.open('#g=heart');
    await type(page, '');
    await settled(page);
    await page.evaluate(`(() => {
      const picture = document.querySelector('.picture');
      const canvas = picture.querySelector('canvas.scene');
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
  });

  test('over a slow line the formula is there to read at once, and the scene comes', async () => {
    const { page, complaints } = await host.open('#g=heart', {}, async (one) => {
      const client = await one.context().newCDPSession(one);
      await client.send('Network.enable');
      await client.send('Network.emulateNetworkConditions', SLOW);
      await one.addInitScript(() => {
        const look = (): void => {
          const editor = document.querySelector('.editor');
          if (editor?.textContent.includes('sqrt') !== true) requestAnimationFrame(look);
          else Object.assign(window, { readable: performance.now(), wasPlain: editor.matches('pre') });
        };
        look();
      });
    });
    await until(page, 'window.workshop.state.value.time > 0.1');
    const [readable, wasPlain] = await page.evaluate<[number, boolean]>('[window.readable, window.wasPlain]');
    // It does not wait for what edits it.
    expect(wasPlain).toBe(true);
    expect(readable).toBeLessThan(10_000);
    await expect.poll(() => editor(page).count(), { timeout: 20_000 }).toBe(1);
    expect(complaints).toEqual([]);
  });
});
