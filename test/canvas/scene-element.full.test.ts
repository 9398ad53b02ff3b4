import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { validateBytes } from 'gltf-validator';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { elementScript } from '../../scripts/bundle-page.js';
import { bundlePage, complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';

const ROOT = join(import.meta.dirname, '../..');
const scene = (name: string): string => readFileSync(join(ROOT, `scenes/${name}.json`), 'utf8');

describe.skipIf(missingBrowser !== undefined)('a scene on a page', () => {
  let browser: Browser;
  let script: string;
  beforeAll(async () => {
    [script, browser] = await Promise.all([
      bundlePage(`import { defineSceneElement } from 'holonomic/canvas'; defineSceneElement();`),
      launchBrowser(),
    ]);
  });
  afterAll(() => browser.close());

  async function open(
    content: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; complaints: readonly string[] }> {
    const context = await browser.newContext({ viewport: { width: 800, height: 900 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.setContent(content);
    await page.addScriptTag({ content: script, type: 'module' });
    return { page, complaints };
  }

  const within = (document: string): string =>
    `<holonomic-scene><script type="application/json">${document.replaceAll('<', '\\u003c')}</script></holonomic-scene>`;
  const element = 'document.querySelector("holonomic-scene")';
  const shown = (page: Page): Promise<unknown> =>
    page.waitForFunction(`${element}.built`, undefined, { timeout: 30_000 });

  test('moves, pauses, steps, and starts again with another parameter', async () => {
    const { page, complaints } = await open(within(scene('four-bar')));
    await shown(page);
    await page.waitForFunction(`${element}.built.world.time > 0.1`);
    expect(await page.locator('h2').textContent()).toBe('Four bars');
    await page.getByRole('button', { name: 'Pause' }).click();
    const time = (): Promise<number> => page.evaluate(`${element}.built.world.time`);
    const paused = await time();
    await page.getByRole('button', { name: 'Step' }).click();
    expect(await time()).toBeCloseTo(paused + Math.PI / 800, 12);
    expect(await page.getByRole('button', { name: 'Play' }).count()).toBe(1);
    // The crank is as long as its slider says, and the bars hold.
    await page.getByRole('slider', { name: 'crank' }).fill('0.3');
    await page.waitForFunction(`Math.abs(Math.hypot(...${element}.built.bodies.get('A').body.position) - 0.3) < 1e-9`);
    expect(await time()).toBe(0);
    expect(await page.evaluate(`${element}.built.world.residual().position`)).toBeLessThan(1e-9);
    expect(complaints).toEqual([]);
  });

  test('moves by one ready script, in a page without modules', async () => {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const complaints = complaintsOf(page);
    const ready = await elementScript();
    // Half of it reads and derives formulas, 32 kB save files, 5 kB are sines and their like, 2 kB find teeth that mesh. With more, something has come in that no scene needs.
    expect(gzipSync(ready).length).toBeLessThan(774_500);
    await page.setContent(within(scene('heart')));
    await page.addScriptTag({ content: ready });
    await shown(page);
    await page.waitForFunction(`${element}.built.world.time > 0.1`);
    expect(await page.evaluate(`${element}.built.world.residual().position`)).toBeLessThan(1e-9);
    expect(complaints).toEqual([]);
  });

  test('shows no balance of energy once a drive has gone beyond what can be reached', async () => {
    const driven = {
      format: 'holonomic-scene/1',
      title: 'Beyond reach',
      space: 2,
      specs: { Led: { summary: 'Leads a point aside.', space: 2, inputs: { p: 'point' }, C: 'p.x == 2 * sin(t)' } },
      bodies: { bob: { kind: 'particle', mass: 1, position: [0, -1], velocity: [2, 0] } },
      constraints: {
        rod: { type: 'Distance2D', on: { a: { ground: [0, 0] }, b: 'bob' }, params: { length: 1 } },
        led: { type: 'Led', on: { p: 'bob' }, driver: 'p' },
      },
      forces: [{ type: 'gravity', g: [0, -9.81] }],
    };
    const { page } = await open(within(JSON.stringify(driven)));
    const figures = page.locator('holonomic-scene output');
    await expect.poll(() => figures.textContent()).toMatch(/ΔE − W .*\d.* J$/);
    await expect.poll(() => figures.textContent(), { timeout: 30_000 }).toMatch(/ΔE − W –$/);
    expect(await page.locator('holonomic-scene [role=alert]').textContent()).toContain('drives');
  });

  test('a scene with formulas of its own moves; with reduced motion, when it is asked to', async () => {
    const { page, complaints } = await open(within(scene('heart')), { reducedMotion: 'reduce' });
    await shown(page);
    await page.waitForTimeout(200);
    expect(await page.evaluate(`${element}.built.world.time`)).toBe(0);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(`${element}.built.world.time > 0.05`);
    expect(complaints).toEqual([]);
  });

  test('stands still and moves as its attribute says, before and after the scene is there', async () => {
    const { page, complaints } = await open(within(scene('heart')));
    const time = (): Promise<number> => page.evaluate(`${element}.built.world.time`);
    const isRunning = (): Promise<boolean> => page.evaluate(`${element}.stage.isRunning`);
    const set = (value: string): Promise<unknown> => page.evaluate(`${element}.${value}`);
    await page.waitForFunction(`${element}.shadowRoot`);
    await set('setAttribute("paused", "")');
    await shown(page);
    expect(await isRunning()).toBe(false);
    await set('removeAttribute("paused")');
    await page.waitForFunction(`${element}.built.world.time > 0.05`);
    await set('toggleAttribute("paused")');
    expect(await isRunning()).toBe(false);
    expect(await page.getByRole('button', { name: 'Play' }).count()).toBe(1);
    const paused = await time();
    // React 18 and Vue write the text of a boolean.
    await set('setAttribute("paused", "false")');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.waitForFunction(`${element}.built.world.time > ${paused}`);
    await set('setAttribute("paused", "true")');
    expect(await isRunning()).toBe(false);
    // A visitor goes on with it.
    await page.getByRole('button', { name: 'Play' }).click();
    expect(await isRunning()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('rests while it is out of sight, whatever its attribute says', async () => {
    const { page } = await open(within(scene('heart')).replace('<holonomic-scene', '$& loading="lazy"'));
    await shown(page);
    const isRunning = (): Promise<boolean> => page.evaluate(`${element}.stage.isRunning`);
    await expect.poll(isRunning).toBe(true);
    await page.evaluate(`${element}.style.marginTop = '5000px'`);
    await expect.poll(isRunning).toBe(false);
    await page.evaluate(`(${element}.setAttribute('paused', ''), ${element}.removeAttribute('paused'))`);
    expect(await isRunning()).toBe(false);
    await page.evaluate(`${element}.style.marginTop = ''`);
    await expect.poll(isRunning).toBe(true);
    await page.evaluate(`${element}.style.marginTop = '5000px'`);
    await expect.poll(isRunning).toBe(false);
    await page.evaluate(`(${element}.setAttribute('paused', ''), ${element}.style.marginTop = '')`);
    await page.waitForTimeout(200);
    expect(await isRunning()).toBe(false);
  });

  test.each(['', 'Of gold.'])('its canvas is called by its title and its summary "%s"', async (summary) => {
    const document = JSON.stringify({ format: 'holonomic-scene/1', title: 'A bead', summary, space: 2 });
    const { page } = await open(within(document));
    await shown(page);
    const label = await page.locator('canvas').getAttribute('aria-label');
    expect(label).toMatch(summary === '' ? /^A bead\. Pull at it;/ : /^A bead\. Of gold\. Pull at it;/);
  });

  test.each(['', ' loading="lazy"'])(
    'goes on where it is moved to on a page, with "%s"; taken away, it is over',
    async (kind) => {
      const { page, complaints } = await open(
        `<main></main>${within(scene('four-bar')).replace('<holonomic-scene', `$&${kind}`)}`,
      );
      await shown(page);
      await page.getByRole('slider', { name: 'crank' }).fill('0.3');
      await page.waitForFunction(`${element}.built.world.time > 0.1`);
      await page.getByRole('button', { name: 'Pause' }).click();
      const now = (): Promise<unknown> =>
        page.evaluate(`(({ built: { world }, stage }) => [world.time, stage.isRunning])(${element})`);
      const before = await now();
      await page.evaluate(`document.querySelector('main').append(${element})`);
      await page.evaluate(`{ const scene = ${element}; scene.remove(); document.body.prepend(scene); }`);
      expect(await now()).toEqual(before);
      expect(await page.getByRole('slider', { name: 'crank' }).inputValue()).toBe('0.3');
      await page.getByRole('button', { name: 'Play' }).click();
      await page.waitForFunction(`${element}.built.world.time > ${(before as [number])[0]}`);
      // It still rests out of sight, if it is to.
      await page.evaluate(`${element}.style.marginTop = '5000px'`);
      await expect.poll(() => page.evaluate(`${element}.stage.isRunning`)).toBe(kind === '');
      await page.evaluate(`(window.away = ${element}).remove()`);
      expect(await page.evaluate('away.built')).toBeUndefined();
      await page.evaluate('(away.style.marginTop = "", document.body.append(away))');
      await page.waitForFunction('away.built?.world.time > 0.05');
      expect(await page.getByRole('slider', { name: 'crank' }).inputValue()).toBe('0.4');
      expect(complaints).toEqual([]);
    },
  );

  test('what the world warns of is told while it goes on, until it begins anew', async () => {
    const bars = JSON.parse(scene('four-bar')) as { readonly params: Readonly<Record<string, object>> };
    const values = { crank: 0.5, coupler: 0.9, rocker: 0.7, frame: 1.4, rate: 6 };
    const set = Object.entries(values).map(([name, value]) => [name, { ...bars.params[name], value }]);
    const { page } = await open(within(JSON.stringify({ ...bars, params: Object.fromEntries(set) as object })));
    const told = page.locator('[role=alert]');
    await expect.poll(() => told.textContent(), { timeout: 20_000 }).toMatch(/^At t = .* past where it can go\.$/);
    expect(await page.evaluate(`${element}.stage.isRunning`)).toBe(true);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    expect(await told.isHidden()).toBe(true);
  });

  test('a run that is over begins again once all that moves has left the picture', async () => {
    const flying = {
      format: 'holonomic-scene/1',
      title: 'A bead that flies off',
      space: 2,
      bodies: { bead: { kind: 'particle', mass: 1, position: [0, 0], velocity: [40, 0] } },
      settings: { until: 0.7 },
    };
    const { page, complaints } = await open(within(JSON.stringify(flying)));
    await shown(page);
    await page.waitForFunction(`${element}.built.world.time > 0.5`);
    await page.waitForFunction(`${element}.built.world.time < 0.3`);
    await page.waitForFunction(`${element}.built.world.time > 0.5`);
    expect(complaints).toEqual([]);
  });

  test('another document takes its place; one with a mistake does not', async () => {
    const { page, complaints } = await open(within(scene('four-bar')));
    await shown(page);
    const heart = JSON.parse(scene('heart')) as { readonly specs: Readonly<Record<string, object>> };
    const present = (document: object): Promise<string> =>
      page.evaluate(`${element}.present(${JSON.stringify(document)}).then(() => 'shown', ({ message }) => message)`);
    const broken = { ...heart, specs: { PointOnHeart: { ...heart.specs['PointOnHeart'], C: 'p.y == nix' } } };
    expect(await present(broken)).toContain('nothing called "nix"');
    expect(await page.locator('h2').textContent()).toBe('Four bars');
    expect(await present(heart)).toBe('shown');
    expect(await page.locator('h2').textContent()).toBe('A bead on a heart');
    await page.waitForFunction(`${element}.built.bodies.has('bead') && ${element}.built.world.time > 0.02`);
    // It is the one whose parameters the sliders set.
    await page.getByRole('slider', { name: 'size' }).fill('1.5');
    await page.waitForFunction(`${element}.built.bodies.get('bead').body.position[1] > 1.2`);
    expect(complaints).toEqual([]);
  });

  test('what stopped by an error moves again with what is in order, unless a reader paused it', async () => {
    const { page } = await open('');
    const at = (document: string): string => `data:application/json,${encodeURIComponent(document)}`;
    await page.evaluate(`(() => {
      const made = document.createElement('holonomic-scene');
      made.src = ${JSON.stringify(at(scene('heart')))};
      document.body.append(made);
    })()`);
    const show = async (source: string, words: string): Promise<void> => {
      await page.evaluate(`${element}.src = ${JSON.stringify(source)}`);
      await expect.poll(() => page.locator('figcaption').textContent()).toContain(words);
    };
    const moves = (): Promise<unknown> => page.waitForFunction(`${element}.built?.world.time > 0.05`);
    const isRunning = (): Promise<boolean> => page.evaluate(`${element}.stage.isRunning`);
    await moves();
    await show('data:text/plain,nix', 'is no JSON');
    expect(await isRunning()).toBe(false);
    await show('data:text/plain,nothing', 'is no JSON');
    const bars = JSON.parse(scene('four-bar')) as { readonly params: object; readonly settings: object };
    const rate = { value: 2, min: -2, max: 2 };
    const settings = { ...bars.settings, dt: 'rate/1000', until: 3 };
    const odd = JSON.stringify({ ...bars, params: { ...bars.params, rate }, settings, expect: undefined });
    await show(at(odd), 'Four bars');
    await moves();
    const turn = async (value: number): Promise<void> => {
      await page.getByRole('slider', { name: 'rate' }).fill(String(value));
      await expect.poll(() => page.locator('[role=alert]').isHidden()).toBe(value > 0);
    };
    await turn(-1);
    expect(await isRunning()).toBe(false);
    await turn(1);
    await moves();
    await page.getByRole('button', { name: 'Pause' }).click();
    await turn(-1);
    await turn(2);
    await show('data:text/plain,nix', 'is no JSON');
    await show(at(scene('heart')), 'heart');
    expect(await isRunning()).toBe(false);
    // Who goes on with it after the error, and pauses it then, has the last word, too.
    await page.getByRole('button', { name: 'Play' }).click();
    await moves();
    await show('data:text/plain,nix', 'is no JSON');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await show(at(scene('four-bar')), 'Four bars');
    expect(await isRunning()).toBe(false);
  });

  test('is saved as a film, a picture and parts, which load their code when they are asked for', async () => {
    const { page, complaints } = await open(within(scene('four-bar')));
    await shown(page);
    const row = page.locator('#saved');
    expect(await row.locator('button').count()).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    // What the page draws by the time that each part of a file is told to be done.
    await page.evaluate(`(() => {
      const told = document.querySelector('holonomic-scene').shadowRoot.querySelector('#saved [role=status]');
      window.drawn = {};
      const note = () => { (drawn[told.textContent] ??= 0); drawn[told.textContent]++; requestAnimationFrame(note); };
      requestAnimationFrame(note);
    })()`);
    const saved = async (name: string): Promise<{ name: string; file: Buffer }> => {
      const [file] = await Promise.all([
        page.waitForEvent('download', { timeout: 60_000 }),
        row.getByRole('button', { name, exact: true }).click(),
      ]);
      await expect.poll(() => row.getByRole('status').textContent()).toBe(`${file.suggestedFilename()} is saved.`);
      return { name: file.suggestedFilename(), file: readFileSync(await file.path()) };
    };
    const glb = await saved('GLB');
    expect(glb.name).toBe('four-bars.glb');
    expect((await validateBytes(glb.file)).issues).toMatchObject({ numErrors: 0, numWarnings: 0 });
    const gif = await saved('GIF');
    expect(gif.name).toBe('four-bars.gif');
    expect(gif.file.toString('latin1', 0, 6)).toBe('GIF89a');
    expect(gif.file.length).toBeGreaterThan(10_000);
    // The page goes on while it writes: while the scene runs for a film, and while the frames of a GIF are written.
    const drawn = Object.keys(await page.evaluate<object>('drawn'));
    const partsOf = (form: string, from: number, to: number): number =>
      drawn.filter((text) => {
        const done = Number(new RegExp(`^${form}: (\\d+) %$`).exec(text)?.[1]);
        return done >= from && done <= to;
      }).length;
    expect(partsOf('GLB', 1, 99)).toBeGreaterThan(4);
    expect(partsOf('GIF', 1, 49)).toBeGreaterThan(2);
    expect(partsOf('GIF', 51, 99)).toBeGreaterThan(9);
    expect((await saved('PNG')).file.toString('latin1', 1, 4)).toBe('PNG');
    expect((await saved('DXF')).file.toString()).toMatch(/^\s*0\s+SECTION/);
    expect((await saved('SVG')).file.toString()).toContain('<svg');
    const stl = await saved('STL');
    expect(stl.name).toBe('four-bars-stl.zip');
    expect(stl.file.toString('latin1')).toContain('.stl');
    // A film of what is seen: a picture of the canvas, which moves. A scene that is paused is so after it, as it was.
    await page.getByRole('button', { name: 'Pause' }).click();
    const now = (): Promise<unknown> =>
      page.evaluate(`(() => {
        const { built: { world }, stage, shadowRoot } = ${element};
        return [Object.values(world.snapshot()), stage.isRunning, shadowRoot.querySelector('output').textContent];
      })()`);
    const before = await now();
    const video = await saved('Video');
    expect(await now()).toEqual(before);
    await page.getByRole('button', { name: 'Play' }).click();
    expect(video.name).toMatch(/\.(?:mp4|webm)$/);
    const played = await page.evaluate<{ seconds: number; width: number; changed: number }>(`(async () => {
      const film = document.createElement('video');
      film.src = 'data:video/${video.name.endsWith('mp4') ? 'mp4' : 'webm'};base64,${video.file.toString('base64')}';
      film.muted = true;
      const pixels = async (time) => {
        film.currentTime = time;
        await new Promise((resolve) => { film.onseeked = resolve; });
        const flat = new OffscreenCanvas(film.videoWidth, film.videoHeight).getContext('2d');
        flat.drawImage(film, 0, 0);
        return flat.getImageData(0, 0, film.videoWidth, film.videoHeight).data;
      };
      await new Promise((resolve, reject) => { film.onloadeddata = resolve; film.onerror = () => reject(film.error); });
      const [a, b] = [await pixels(0.5), await pixels(3.5)];
      let changed = 0;
      a.forEach((x, k) => { if (Math.abs(x - b[k]) > 60) changed++; });
      return { width: film.videoWidth, changed };
    })()`);
    expect(played.width).toBeGreaterThan(400);
    expect(played.changed).toBeGreaterThan(500);
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await row.isVisible()).toBe(false);
    expect(complaints.filter((text) => !text.includes('willReadFrequently'))).toEqual([]);
  });

  const sizes = (page: Page): Promise<readonly [host: number, figure: number, canvas: number, next: number]> =>
    page.evaluate(`(() => {
      const root = ${element}.shadowRoot;
      const [figure, canvas] = ['figure', 'canvas'].map((name) => root.querySelector(name).getBoundingClientRect());
      const next = document.querySelector('#next').getBoundingClientRect().top;
      return [${element}.offsetHeight, figure.height, canvas.height, next];
    })()`);

  test.each([
    ['height: 300px; width: 600px', '', 300],
    ['display: block; height: 300px; width: 600px', '', 300],
    ['flex: 1; min-height: 0', 'display: flex; flex-direction: column; height: 400px', 400],
    ['height: 100vh', '', 900],
    ['max-height: 400px', '', 400],
  ])(
    'a picture fills what a page gives it by "%s" inside "%s", with or without a doctype',
    async (own, around, all) => {
      for (const doctype of ['<!doctype html>', '']) {
        const styled = within(scene('four-bar')).replace('<holonomic-scene', `$& style="${own}"`);
        const { page } = await open(
          `${doctype}<style>body { margin: 0 }</style><div style="${around}">${styled}</div><p id="next" style="margin: 0">`,
        );
        await shown(page);
        const [host, figure, canvas, next] = await sizes(page);
        expect([host, figure, next]).toEqual([all, all, all]);
        expect(canvas).toBeGreaterThan(130);
        const caption = page.locator('figcaption');
        expect((await caption.boundingBox())!.height).toBeCloseTo(all - canvas, 6);
        // What has no room is scrolled to.
        await page.getByRole('slider', { name: 'rate' }).focus();
        const slider = (await page.getByRole('slider', { name: 'rate' }).boundingBox())!;
        expect(slider.y + slider.height).toBeLessThan(all + 1);
      }
    },
  );

  test('a picture without a height of its own has its shape, or what the page gives it, in any mode', async () => {
    for (const doctype of ['<!doctype html>', '']) {
      const { page } = await open(
        `${doctype}<style>body { margin: 0 } .low::part(canvas) { max-height: 200px }</style>${within(scene('four-bar'))}<p id="next">`,
      );
      await shown(page);
      expect((await sizes(page))[2]).toBe(600);
      await page.setViewportSize({ width: 400, height: 900 });
      expect((await sizes(page))[2]).toBe(300);
      await page.evaluate(`${element}.className = 'low'`);
      expect((await sizes(page))[2]).toBe(200);
    }
  });

  test.each([100, 190, 300, 420])('on %i px, the page below stays while figures change', async (width) => {
    const { page } = await open(`<div style="width: ${width}px">${within(scene('four-bar'))}</div><p id="next">`);
    await shown(page);
    const heights = await page.evaluate<readonly number[]>(`new Promise((resolve) => {
      const heights = new Set();
      let frames = 0;
      ${element}.addEventListener('frame', () => {
        heights.add(${element}.offsetHeight);
        if (++frames === 150) resolve([...heights]);
      });
    })`);
    expect(heights.length).toBe(1);
    expect(await page.evaluate(`document.documentElement.scrollWidth <= innerWidth`)).toBe(true);
  });

  /** Lets the page's parser come to a part of a document, as it arrives; with `isLast`, to its end. */
  const parse = (page: Page, part: string, isLast = false): Promise<unknown> =>
    page.evaluate(`document.write(${JSON.stringify(part)}); ${isLast ? 'document.close()' : ''}`);

  test.each([
    ['before', '', '<holonomic-scene>'],
    ['in the middle of', ' loading="lazy"', '"title"'],
  ])('a document inside is read once all of it is there, if the page arrives until %s it', async (_, kind, cut) => {
    const { page, complaints } = await open('');
    const text = within(scene('heart')).replace('<holonomic-scene', `$&${kind}`);
    const end = kind === '' ? text.indexOf('>') + 1 : text.indexOf(cut);
    await page.evaluate('document.open()');
    await parse(page, text.slice(0, end));
    await page.waitForFunction(`${element}.shadowRoot`);
    expect(await page.evaluate('document.readyState')).toBe('loading');
    await parse(page, text.slice(end), true);
    await shown(page);
    expect(await page.locator('h2').textContent()).toBe('A bead on a heart');
    expect(complaints).toEqual([]);
  });

  test('a document that is there begins while the rest of the page is on its way', async () => {
    const { page } = await open('');
    await page.evaluate('document.open()');
    // What is inside is there when it comes into sight.
    await parse(page, within(scene('heart')).replace('<holonomic-scene', '$& loading="lazy"'));
    await shown(page);
    expect(await page.evaluate('document.readyState')).toBe('loading');
  });

  test('a document with a mistake is told of at its end, and one that was taken away is not shown', async () => {
    const { page } = await open('');
    const info: string[] = [];
    page.on('console', (message) => info.push(message.text()));
    await page.evaluate('document.open()');
    await parse(page, '<holonomic-scene>');
    await page.evaluate(`window.away = ${element}; away.remove()`);
    await parse(page, `${within(scene('heart')).slice('<holonomic-scene>'.length)}${within('{"format":')}`, true);
    const told = page.locator('[role=alert]');
    await expect.poll(() => told.textContent()).toContain('The scene inside <holonomic-scene> is no JSON');
    expect(await page.evaluate('away.built')).toBeUndefined();
    await page.evaluate(`${element}.replaceWith(away)`);
    await shown(page);
    expect(info).toEqual([]);
  });

  test('buttons of a scene that is on its way do nothing, and say so', async () => {
    const { page } = await open('');
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/heart.json', async (route) => {
      await arrived;
      await route.fulfill({ body: scene('heart'), headers: { 'Access-Control-Allow-Origin': '*' } });
    });
    await page.evaluate(`document.body.innerHTML = '<holonomic-scene src="http://localhost:9/heart.json">A heart'`);
    const tools = page.locator('.tools').first();
    await expect.poll(() => tools.getAttribute('inert')).toBe('');
    expect((await page.locator('canvas').boundingBox())?.height).toBeGreaterThan(500);
    arrive();
    await shown(page);
    expect(await tools.getAttribute('inert')).toBeNull();
  });

  test('a hostile or broken document is told of in words, as text', async () => {
    const hostile = { format: 'holonomic-scene/1', title: '<img src=x onerror="window.hit = 1">', space: 2 };
    const first = await open(within(JSON.stringify(hostile)));
    await shown(first.page);
    expect(await first.page.locator('h2').textContent()).toBe(hostile.title);
    expect(await first.page.evaluate('window.hit')).toBeUndefined();
    const broken = await open(within(JSON.stringify({ ...hostile, space: 4 })));
    await expect.poll(() => broken.page.locator('[role=alert]').textContent(), { timeout: 20_000 }).toContain('space');
    expect([...first.complaints, ...broken.complaints]).toEqual([]);
  });

  test.each([
    [
      '<holonomic-scene><script type="application/json">{"format":</script></holonomic-scene>',
      'inside <holonomic-scene>',
    ],
    ['<holonomic-scene src="data:text/html,<p>Not here</p>"></holonomic-scene>', 'at data:text/html'],
    ['<holonomic-scene src="http://localhost:9/nix.json"></holonomic-scene>', 'at http://localhost:9/nix.json'],
  ])('what is no JSON, %s, is told with its place', async (content, place) => {
    const { page } = await open(content);
    await expect.poll(() => page.locator('[role=alert]').textContent()).toContain(`The scene ${place}`);
  });

  test('a scene that cannot be shown leaves neither canvas nor buttons, until there is one', async () => {
    const { page } = await open('<holonomic-scene src="data:text/plain,nix"></holonomic-scene>');
    const canvas = page.locator('canvas');
    const buttons = page.getByRole('button');
    await expect.poll(() => page.locator('[role=alert]').textContent()).toContain('is no JSON');
    expect(await canvas.isVisible()).toBe(false);
    expect(await buttons.count()).toBe(0);
    expect(await page.evaluate(`${element}.offsetHeight`)).toBeLessThan(80);
    await page.evaluate(`${element}.present(${scene('heart')})`);
    await page.waitForFunction(`${element}.built.world.time > 0.05`);
    expect((await canvas.boundingBox())?.height).toBeGreaterThan(500);
    // The picture fills it, as it does where it was there from the beginning.
    expect(await page.evaluate(`${element}.shadowRoot.querySelector('canvas').height`)).toBeGreaterThan(500);
    expect(await buttons.count()).toBeGreaterThan(4);
    // A mistake in what comes later lets the scene before stand.
    await page.evaluate(`${element}.src = 'data:text/plain,nothing'`);
    await expect.poll(() => page.locator('[role=alert]').textContent()).toContain('nothing');
    expect(await canvas.isVisible()).toBe(true);
  });

  test.each(['', ' src=""'])('an element without a scene%s waits for one, also outside of the page', async (src) => {
    const { page, complaints } = await open(`<holonomic-scene${src}><p>A heart</p></holonomic-scene>`);
    await page.waitForFunction(`${element}.shadowRoot`);
    const inside = page.getByText('A heart', { exact: true });
    expect(await page.locator('[role=alert]').isHidden()).toBe(true);
    // It shows what is inside of it until then, and nothing of no use.
    expect(await inside.isVisible()).toBe(true);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.evaluate(`${element}.offsetHeight`)).toBeLessThan(80);
    await page.evaluate(`${element}.src = 'data:text/plain,nix'`);
    await page.locator('[role=alert]').waitFor();
    await page.evaluate(`${element}.src = ''`);
    await inside.waitFor();
    await page.evaluate(`${element}.present(${scene('heart')})`);
    await shown(page);
    expect(await inside.isVisible()).toBe(false);
    expect((await page.locator('canvas').boundingBox())?.height).toBeGreaterThan(500);
    expect(await page.evaluate(`${element}.shadowRoot.querySelector('canvas').height`)).toBeGreaterThan(500);
    expect(await page.getByRole('button').count()).toBeGreaterThan(4);
    expect(await page.locator('h2').textContent()).toBe('A bead on a heart');
    await page.evaluate(`(async () => {
      const other = document.createElement('holonomic-scene');
      await other.present(${scene('four-bar')});
      ${element}.replaceWith(other);
    })()`);
    await expect.poll(() => page.locator('h2').textContent()).toBe('Four bars');
    await page.waitForFunction(`${element}.built.world.time > 0.05`);
    expect(complaints).toEqual([]);
  });
});
