import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { until } from '../support/browser.js';
import { apart, hold, keepPicture } from '../support/kept-pictures.js';

const ELEMENT = 'document.querySelector("holonomic-scene")';
const CANVAS = `${ELEMENT}.shadowRoot.querySelector('canvas')`;
/** What scenes move by. */
const RUNTIME = /\/chunks\/runtime\.[^/]*\.js$/;
/** What comes after that. */
const LATER = /\/(?:app|framework|theme)\.[^/]*\.js$|\.woff2$/;
const WORKER = /\/scene-worker\.[^/]*\.js$/;

/** All but what plays an opening. */
const ALL_BUT_OPENING = /\/chunks\/(?!(?:element|loader|opening|covers)\.)[^/]*\.js$/;
/** Most bytes of scripts, gzipped, with which a page moves. */
const MOST_BEFORE = 60_000;

type Open = (
  path: string,
  options?: BrowserContextOptions,
  prepare?: (page: Page) => Promise<unknown>,
) => Promise<{ readonly page: Page; readonly complaints: readonly string[] }>;

const keep = (page: Page, name: string): Promise<void> => keepPicture(page, CANVAS, name);

const timeShown = async (page: Page): Promise<number> =>
  Number(/t = ([\d.]+) s/.exec(await page.locator('holonomic-scene output').innerText())?.[1]);

/** Scenes of space are solids where there is WebGL, which openings have not. */
const WITHOUT_WEBGL = `{
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    return /webgl/.test(kind) ? null : getContext.call(this, kind, ...more);
  };
}`;

/** The opening of a page, and how the runtime goes on with it. */
export function openingTests(open: Open): void {
  const opened = async (path: string, scripts = RUNTIME, isPainted = false) => {
    let letGo: () => void = () => undefined;
    const { page, complaints } = await open(path, {}, async (one) => {
      if (isPainted) await one.addInitScript(WITHOUT_WEBGL);
      letGo = await hold(one, scripts);
    });
    await until(page, `${CANVAS}?.width > 0`);
    return { page, complaints, letGo };
  };

  test.each(['', 'gallery/four-bar.html', 'gallery/stewart-platform.html', 'gallery/coin.html'])(
    '%s moves before the runtime is there, which goes on with the same picture',
    async (path) => {
      const { page, complaints, letGo } = await opened(path, ALL_BUT_OPENING, true);
      await keep(page, 'first');
      await page.waitForTimeout(400);
      await page.locator('holonomic-scene #toggle').click();
      await keep(page, 'paused');
      const time = await timeShown(page);
      expect(await page.evaluate(`${ELEMENT}.built`)).toBeUndefined();
      expect(await apart(page, 'first', 'paused')).toBeGreaterThan(1000);
      const bytes = await page.evaluate<number>(
        `performance.getEntriesByType('resource').reduce((sum, { name, encodedBodySize }) => sum + (/\\.js$/.test(name) ? encodedBodySize : 0), 0)`,
      );
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThan(MOST_BEFORE);
      // What the page adds does not share the line with what moves the scene.
      const asked = `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => ${LATER}.test(name))`;
      expect(await page.evaluate(asked)).toEqual([]);
      letGo();
      await expect.poll(() => page.evaluate<unknown[]>(asked), { timeout: 20_000 }).not.toEqual([]);
      await until(page, `${ELEMENT}.stage`, 30_000);
      await page.waitForTimeout(300);
      await keep(page, 'taken');
      // Less than what a pixel makes.
      expect(await apart(page, 'paused', 'taken')).toBeLessThan(0.5 * (await apart(page, 'paused', 'paused', 1)));
      expect(await page.evaluate(`${ELEMENT}.built.world.time`)).toBeCloseTo(time, 2);
      expect(await page.evaluate(`${ELEMENT}.stage.isRunning`)).toBe(false);
      await page.locator('holonomic-scene #toggle').click();
      await until(page, `${ELEMENT}.built.world.time > ${time + 0.1}`);
      expect(complaints).toEqual([]);
    },
  );

  test('time goes on as the runtime takes over; an opening that is over holds its last picture', async () => {
    const { page, complaints, letGo } = await opened('gallery/four-bar.html');
    await page.waitForTimeout(3500);
    await keep(page, 'end');
    await page.waitForTimeout(200);
    await keep(page, 'later');
    expect(await apart(page, 'end', 'later')).toBe(0);
    const end = await timeShown(page);
    expect(end).toBeGreaterThan(2);
    letGo();
    await until(page, `${ELEMENT}.built?.world.time > ${end}`, 30_000);
    expect(await page.evaluate(`${ELEMENT}.built.world.time`)).toBeLessThan(end + 1);
    expect(complaints).toEqual([]);
  });

  test.each([true, false])('a pull at the opening is not lost; held still: %s', async (isHeld) => {
    const { page, complaints, letGo } = await opened('gallery/double-pendulum.html');
    // A pull that is over lasts as long as it did, which may be less than until this asks again.
    await page.evaluate(`{
        const look = () => { window.pulled ||= !!${ELEMENT}.stage?.hand.point; requestAnimationFrame(look); };
        look();
      }`);
    const box = (await page.locator('holonomic-scene canvas').boundingBox())!;
    // The points that can be pulled at are where the cursor says so; they move, so a press may miss them.
    let [x, y] = [0, 0];
    search: for (let v = 0.1; v < 0.95; v += 0.05)
      for (let u = 0.1; u < 0.95; u += 0.05) {
        [x, y] = [box.x + u * box.width, box.y + v * box.height];
        await page.mouse.move(x, y);
        if ((await page.evaluate(`${CANVAS}.style.cursor`)) !== 'grab') continue;
        await page.mouse.down();
        if ((await page.evaluate(`${CANVAS}.style.cursor`)) === 'grabbing') break search;
        await page.mouse.up();
      }
    await page.mouse.move(x + 60, y - 40, { steps: 4 });
    await page.waitForTimeout(400);
    if (!isHeld) await page.mouse.up();
    // What the pointer is at is marked with the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await keep(page, 'held');
    await page.waitForTimeout(200);
    await keep(page, 'waiting');
    expect(await apart(page, 'held', 'waiting')).toBe(0);
    letGo();
    await until(page, `window.pulled`, 30_000);
    const time = await page.evaluate<number>(`${ELEMENT}.built.world.time`);
    await until(page, `${ELEMENT}.built.world.time > ${time + 0.1}`);
    if (isHeld) {
      const [u, v] = await page.evaluate<[number, number]>(`${ELEMENT}.stage.view.place(${ELEMENT}.stage.hand.target)`);
      expect(Math.hypot(u - (x + 60 - box.x), v - (y - 40 - box.y))).toBeLessThan(2);
      await page.mouse.move(x + 80, y - 40);
      await until(
        page,
        `Math.abs(${ELEMENT}.stage.view.place(${ELEMENT}.stage.hand.target)[0] - ${x + 80 - box.x}) < 2`,
      );
      await page.mouse.up();
    }
    await until(page, `${ELEMENT}.stage.hand.point === undefined`);
    expect(complaints).toEqual([]);
  });

  test('a parameter, a step and a speed that are asked for during the opening hold afterwards', async () => {
    const first = await opened('gallery/four-bar.html');
    await first.page.getByRole('slider', { name: 'crank' }).fill('0.3');
    first.letGo();
    await until(
      first.page,
      `Math.abs(Math.hypot(...${ELEMENT}.built?.bodies.get('A').body.position ?? [0]) - 0.3) < 1e-9`,
      30_000,
    );
    const second = await opened('gallery/four-bar.html');
    await second.page.locator('holonomic-scene select').selectOption('0.5');
    await second.page.locator('holonomic-scene #step').click();
    const time = await timeShown(second.page);
    second.letGo();
    await until(second.page, `${ELEMENT}.built`, 30_000);
    expect(await second.page.evaluate(`${ELEMENT}.built.world.time`)).toBeCloseTo(time + Math.PI / 800, 2);
    expect(await second.page.evaluate(`${ELEMENT}.stage.speed`)).toBe(0.5);
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  });

  test('a rule that is typed during the opening is read once it can be', async () => {
    const { page, complaints, letGo } = await opened('');
    await page.getByRole('textbox', { name: /rule/ }).fill('norm(a - b) == length * 1.01');
    letGo();
    await until(page, `${ELEMENT}.built?.constraints.get('jL0').type.formula.C[0].includes('1.01')`, 40_000);
    expect(complaints).toEqual([]);
  });

  test('without its worker a page steps for itself; without the runtime it says so, and what to do', async () => {
    const alone = await open('gallery/four-bar.html', {}, (page) => page.route(WORKER, (route) => route.abort()));
    await until(alone.page, `${ELEMENT}?.built?.world.time > 0.3`, 30_000);
    expect(await alone.page.evaluate(`${ELEMENT}.stage.elsewhere`)).toBeUndefined();
    const lost = await open('gallery/four-bar.html', {}, (page) => page.route(RUNTIME, (route) => route.abort()));
    const alert = lost.page.locator('holonomic-scene [role=alert]');
    await expect.poll(() => alert.textContent(), { timeout: 20_000 }).toContain('load the page again');
    await keep(lost.page, 'picture');
    expect(await lost.page.evaluate('window.picture.data.some((x) => x > 0)')).toBe(true);
  });
}
