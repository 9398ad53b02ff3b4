import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { build } from '../../site/build/build.js';
import { DIST } from '../../site/build/folders.js';
import { checkLinks, htmlFiles } from '../../site/build/links.js';
import { loadScene, type SceneDocument } from '../../src/scene/index.js';
import { speedOf } from '../../src/simulate/speed.js';
import { complaintsOf, launchBrowser, missingBrowser, until } from '../support/browser.js';
import { hindrances, LOOKS } from '../support/hindrances.js';
import { slowLine, watchMotion } from '../support/motion.js';
import { JUDGES, measureMachine, overBudget, quantile, type Budgeted } from '../support/machine.js';
import { galleryTests } from './gallery-pages.js';
import { openingTests } from './opening-pages.js';
import { serveFolder, type StaticHost } from './server.js';

const ROOT = join(import.meta.dirname, '../..');
const SIZES = join(import.meta.dirname, 'sizes.json');
const WORDS = JSON.parse(readFileSync(join(import.meta.dirname, 'search-words.json'), 'utf8')) as Readonly<
  Record<string, string>
>;
const scenes = readdirSync(join(ROOT, 'scenes')).map((name) => basename(name, '.json'));
const documentOf = (name: string): SceneDocument =>
  JSON.parse(readFileSync(join(ROOT, `scenes/${name}.json`), 'utf8')) as SceneDocument;
/** The folder of the host that serves the site. */
const BASE = '/some/where/';
const ELEMENT = 'document.querySelector("holonomic-scene")';
const WATCH_MOTION = watchMotion(`${ELEMENT}?.shadowRoot?.querySelector('canvas')`);

/** The formulas that are typeset on a page, and the fonts in which their letters are drawn. */
async function typesetOn(
  page: Page,
  session: CDPSession,
): Promise<{ boxes: readonly { math: number; typed: number; faults: string[] }[]; fonts: readonly string[] }> {
  await until(page, '!document.documentElement.classList.contains("early")');
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const boxes = await page.evaluate<{ math: number; typed: number; faults: string[] }[]>(
    `[...document.querySelectorAll('.typeset')].map((box) => ({
      math: [...box.querySelectorAll('math')].filter((one) => one.clientWidth > 0 && one.clientHeight > 0).length,
      typed: box.parentElement.querySelectorAll('.typed code').length,
      faults: [
        ...(/[\\\\{}_^$]/.test(box.textContent) ? [box.textContent] : []),
        ...[...box.querySelectorAll('merror')].map((one) => one.outerHTML),
        ...(box.getBoundingClientRect().right > innerWidth ? ['wider than the page'] : []),
      ],
    }))`,
  );
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '.typeset :is(mi, mn, mo:not(mover > mo), mtext)',
  });
  // Of accents the font has none.
  const drawn = await Promise.all(nodeIds.map((nodeId) => session.send('CSS.getPlatformFontsForNode', { nodeId })));
  const fonts = drawn
    .flatMap((node) => node.fonts)
    .map(({ isCustomFont, familyName }) => `${isCustomFont ? 'own' : 'system'} ${familyName}`);
  return { boxes, fonts: [...new Set(fonts)] };
}

describe.skipIf(missingBrowser !== undefined)('the site', () => {
  let browser: Browser;
  let host: StaticHost;
  beforeAll(async () => {
    // The workshop has tests of its own.
    [browser] = await Promise.all([launchBrowser(), build({ workshop: false, base: BASE })]);
    host = await serveFolder(DIST, BASE);
  }, 1_800_000);
  afterAll(async () => {
    host.server.close();
    await browser.close();
  });

  async function open(path: string, options: BrowserContextOptions = {}, prepare?: (page: Page) => Promise<unknown>) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(host.url) && !request.url().startsWith('data:')) elsewhere.push(request.url());
    });
    await prepare?.(page);
    await page.goto(`${host.url}${path}`, { waitUntil: prepare ? 'domcontentloaded' : 'load' });
    return { page, context, complaints, elsewhere };
  }
  /** Waits until a page shows 20 ms of its scene's time, in slow motion where the scene is over in a moment. */
  const moves = (page: Page, speed = 1): Promise<void> =>
    until(page, `${ELEMENT}?.built?.world.time > ${0.02 * speed}`, 60_000);

  galleryTests(open);
  openingTests(open);

  test('has no dead link', () => {
    expect(checkLinks(DIST, BASE, ['workshop'])).toEqual([]);
  });

  test('a link to a page is shown with a picture of its scene', () => {
    const pictures = new Map(
      htmlFiles(DIST).flatMap((file) => {
        const [, image] = /<meta property="og:image" content="([^"]+)"/.exec(readFileSync(file, 'utf8')) ?? [];
        return image === undefined ? [] : [[relative(DIST, file), image] as const];
      }),
    );
    expect(pictures.get('gallery/heart.html')).toMatch(/^https:\/\/.*\/some\/where\/pictures\/heart\.png$/);
    expect(pictures.get('index.html')).toContain('walking-machine');
    expect(pictures.size).toBeGreaterThan(scenes.length + 20);
    for (const image of new Set(pictures.values())) {
      const png = readFileSync(join(DIST, new URL(image).pathname.slice(BASE.length)));
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
      // An empty card takes 7 kB.
      expect(png.length, image).toBeGreaterThan(12_000);
    }
  });

  test('each page, on a small phone: scenes move, formulas are typeset, nothing scrolls sideways or breaks the policy', async () => {
    const own = htmlFiles(DIST).map((file) => relative(DIST, file));
    // Of the many pages about the API, those of each kind with the longest names.
    const api = own.filter((page) => page.startsWith('api/')).sort((a, b) => b.length - a.length);
    const long = [...new Set(api.map(dirname))].flatMap((kind) =>
      api.filter((page) => dirname(page) === kind).slice(0, 4),
    );
    const speeds = new Map<string, number>([['index.html', 1]]);
    for (const name of scenes) speeds.set(`gallery/${name}.html`, speedOf(await loadScene(documentOf(name))));
    const blocks = new Map(
      ['mathematics', 'contact'].map((name) => [
        `docs/${name}.html`,
        readFileSync(join(ROOT, `docs/${name}.md`), 'utf8').split('```math').length - 1,
      ]),
    );
    expect([...blocks.values()]).toEqual([6, 1]);
    const unruled: string[] = [];
    // What all pages share is fetched once.
    const { page, context, complaints, elsewhere } = await open('404.html', { viewport: { width: 320, height: 640 } });
    const session = await context.newCDPSession(page);
    for (const path of [...own.filter((page) => !page.startsWith('api/')), ...long]) {
      await page.goto(`${host.url}${path}`, { waitUntil: 'load' });
      const speed = speeds.get(path);
      if (speed !== undefined) await moves(page, speed);
      const isScene = speed !== undefined && path !== 'index.html';
      const math = isScene || blocks.has(path) ? await typesetOn(page, session) : { boxes: [], fonts: [] };
      const found = await page.evaluate<object>(`({
        scrollWidth: document.documentElement.scrollWidth,
        policies: document.querySelectorAll('head > meta[http-equiv="Content-Security-Policy"]').length,
      })`);
      expect({
        path,
        ...found,
        complaints,
        elsewhere,
        faults: math.boxes.flatMap(({ faults }) => faults),
        fonts: math.fonts,
        formulas: isScene ? math.boxes.map((box) => box.math) : math.boxes.length,
      }).toEqual({
        path,
        scrollWidth: 320,
        policies: 1,
        complaints: [],
        elsewhere: [],
        faults: [],
        fonts: math.fonts.length > 0 ? ['own Noto Sans Math'] : [],
        formulas: isScene ? math.boxes.map(({ typed }) => typed) : (blocks.get(path) ?? 0),
      });
      if (isScene && math.boxes.length === 0) unruled.push(path);
      else if (math.boxes.length > 0) expect(math.fonts, path).not.toEqual([]);
    }
    // Nothing but free bodies, and blocks that meet.
    expect(unruled).toEqual(['gallery/arch.html', 'gallery/dzhanibekov.html']);
    // The policy keeps out what is not the site's.
    await page.goto(`${host.url}docs/concepts.html`);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('script'), { text: 'window.hit = 1' }))`,
    );
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(complaints).toEqual([expect.stringContaining('Content Security Policy')]);
  }, 600_000);

  test('a driven machine shows its balance of energy, which stays small', async () => {
    const { page, complaints } = await open('gallery/four-bar.html');
    await until(page, `${ELEMENT}?.built?.world.time > 2`, 30_000);
    const figures = await page.locator('holonomic-scene output').innerText();
    const [, digits, power = '0'] = /ΔE − W −?([\d.]+)(?:·10⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]+))? J$/.exec(figures)!;
    const exponent = Number(power.replace(/./g, (digit) => String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit))));
    expect(Number(digits) * 10 ** -exponent, figures).toBeLessThan(1e-6);
    expect(complaints).toEqual([]);
  });

  test('figures of documents move, and pages lead to one another', async () => {
    const { page, complaints, elsewhere } = await open('docs/scenes.html');
    await page.locator('holonomic-scene').first().scrollIntoViewIfNeeded();
    await moves(page);
    await page.getByRole('link', { name: 'Gallery' }).first().click();
    await page.waitForURL(/\/gallery\/(?:index\.html)?$/);
    await page
      .getByRole('link', { name: /Four bars/ })
      .first()
      .click();
    await page.waitForURL(`${host.url}gallery/four-bar.html`);
    await moves(page);
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
  });

  test('the pages about the API can be searched under their policy', async () => {
    const { page, complaints } = await open('api/index.html');
    await page.locator('#tsd-search-trigger').click();
    await page.locator('#tsd-search-input').fill('addParticle');
    await page.locator('#tsd-search-results a').first().click();
    await page.waitForURL(/World\.html#addparticle$/);
    await page.getByRole('link', { name: 'Gallery' }).first().click();
    await page.waitForURL(`${host.url}gallery/index.html`);
    expect(complaints).toEqual([]);
  });

  test('the search finds the right page for each word, and leads to its heading', async () => {
    const { page, complaints } = await open('docs/concepts.html');
    await until(page, 'document.querySelector("#app").__vue_app__');
    await page.getByRole('button', { name: 'Search' }).first().click();
    const field = page.locator('#localsearch-input');
    const found = (): Promise<readonly string[]> =>
      page.evaluate(
        `[...document.querySelectorAll('.VPLocalSearchBox .result')].map((one) => one.getAttribute('href'))`,
      );
    const all = new Set<string>();
    for (const [word, right] of Object.entries(WORDS)) {
      await field.fill(word);
      await expect
        .poll(async () => (await found()).slice(0, 3), { message: word, timeout: 20_000 })
        .toContain(`${BASE}${right}`);
      for (const target of await found()) all.add(target.slice(BASE.length));
    }
    // Each result is a heading of a page.
    for (const target of all) {
      const [path = '', anchor] = target.split('#');
      const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
      expect(readFileSync(join(DIST, file), 'utf8'), target).toContain(`id="${anchor}"`);
    }
    await field.fill('qqqqqq');
    await page.getByText('No results for').waitFor();
    await field.fill('rope');
    await expect.poll(found, { timeout: 20_000 }).toContain(`${BASE}docs/cookbook.html#a-rope`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${host.url}docs/cookbook.html#a-rope`);
    await until(page, `document.querySelector('#a-rope')?.getBoundingClientRect().top < innerHeight / 2`);
    expect(complaints).toEqual([]);
  });

  test('a page whose reader prefers less motion waits; one without scripts has a picture', async () => {
    const { page } = await open('gallery/heart.html', { reducedMotion: 'reduce' });
    await until(page, `${ELEMENT}.built`);
    await page.waitForTimeout(200);
    expect(await page.evaluate(`${ELEMENT}.built.world.time`)).toBe(0);
    const plain = await open('gallery/heart.html', { javaScriptEnabled: false });
    expect(
      await plain.page
        .locator('holonomic-scene img.in-light')
        .evaluate((image) => (image as { naturalWidth?: number }).naturalWidth),
    ).toBe(1000);
  });

  test.each([
    '',
    'gallery/index.html',
    'gallery/four-bar.html',
    'gallery/coin.html',
    'docs/concepts.html',
    'docs/mathematics.html',
  ])('%s has nothing in a reader’s way, light and dark, wide, narrow, at twice the size', async (path) => {
    const { page } = await open(path, { reducedMotion: 'reduce', bypassCSP: true });
    if ((await page.locator('holonomic-scene').count()) > 0) {
      await page.locator('holonomic-scene').first().scrollIntoViewIfNeeded();
      await until(page, `${ELEMENT}.built`);
    }
    for (const { colorScheme, ...size } of LOOKS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      const found = await hindrances(page);
      expect({ colorScheme, size, found }).toEqual({ colorScheme, size, found: [] });
    }
  });

  test.each([
    'index',
    'modules/holonomic_runtime',
    'classes/holonomic_runtime.World',
    'interfaces/holonomic_runtime.Force',
  ])('api/%s has nothing in a reader’s way, light and dark, wide, narrow, at twice the size', async (name) => {
    const { page } = await open(`api/${name}.html`, { bypassCSP: true });
    for (const { colorScheme, ...size } of LOOKS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      // TypeDoc sets its headings by their size, and links into the headings that open and close a part.
      const found = await hindrances(page, ['heading-order', 'nested-interactive']);
      expect({ colorScheme, size, found }).toEqual({ colorScheme, size, found: [] });
    }
  });

  test('all pages are written in the typeface of the site, which is its own', async () => {
    const { page, context, complaints, elsewhere } = await open('404.html');
    const session = await context.newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    for (const [path, selectors] of [
      ['', ['h1', '.words p', '.law button']],
      ['gallery/four-bar.html', ['h1', '.vp-doc p']],
      ['docs/concepts.html', ['h1', '.vp-doc p']],
      ['api/classes/holonomic_runtime.World.html', ['h1', '.tsd-comment p']],
    ] as const) {
      await page.goto(`${host.url}${path}`, { waitUntil: 'load' });
      await until(page, '!document.documentElement.classList.contains("early")');
      await page.waitForLoadState('networkidle');
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      const { root } = await session.send('DOM.getDocument');
      for (const selector of selectors) {
        const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
        const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
        const [first] = [...fonts].sort((a, b) => b.glyphCount - a.glyphCount);
        expect({ path, selector, font: first?.familyName, isOwn: first?.isCustomFont }).toEqual({
          path,
          selector,
          font: expect.stringMatching(/^IBM Plex Sans/) as string,
          isOwn: true,
        });
      }
    }
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
  });

  test('what is around a scene stays where it is while the scene and the typeface come', async () => {
    for (const path of ['', 'gallery/four-bar.html']) {
      const { page } = await open('404.html');
      await page.addInitScript(
        `window.shift = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shift += one.value; }).observe({ type: 'layout-shift', buffered: true })`,
      );
      await page.goto(`${host.url}${path}`, { waitUntil: 'load' });
      await moves(page);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(300);
      // A third of what is called good.
      expect(await page.evaluate<number>('window.shift'), path).toBeLessThan(0.033);
    }
  });

  test('a worker steps the scenes: a page that is busy is not what they wait for', async () => {
    const { page, complaints, elsewhere } = await open('gallery/double-pendulum.html');
    await until(page, `${ELEMENT}?.stage?.elsewhere`, 30_000);
    expect(page.workers().length).toBe(1);
    const time = `${ELEMENT}.built.world.time`;
    const before = await page.evaluate<number>(time);
    await until(page, `${time} > ${before + 0.2}`);
    // A parameter or a new start does not end it.
    await page.locator('holonomic-scene #reset').click();
    await until(page, `${time} < ${before} && ${time} > 0.02 && ${ELEMENT}.stage.elsewhere`);
    await page.locator('holonomic-scene #toggle').click();
    const paused = await page.evaluate<number>(time);
    await page.locator('holonomic-scene #step').click();
    const stepped = await page.evaluate<number>(time);
    expect(stepped).toBeGreaterThan(paused);
    expect(stepped - paused).toBeLessThan(0.02);
    await page.locator('holonomic-scene #toggle').click();
    await until(page, `${time} > ${stepped + 0.1}`);
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
  });

  test.skipIf(!JUDGES)('moves and can be pulled at soon, over a slow line too', async () => {
    const machines = [measureMachine()];
    const times: Budgeted[] = [];
    for (const [path, fast, slow] of [
      ['gallery/four-bar.html', 550, 1850],
      ['', 850, 2150],
    ] as const)
      for (const isSlow of [false, true]) {
        const [moved, rounds]: [number[], number[]] = [[], []];
        for (let k = 0; k < 3; k++) {
          const { page, context } = await open('404.html');
          await page.addInitScript(WATCH_MOTION);
          const session = await context.newCDPSession(page);
          await session.send('Network.enable');
          await session.send('Network.setCacheDisabled', { cacheDisabled: true });
          if (isSlow) await slowLine(session);
          await page.goto(`${host.url}${path}`, { waitUntil: 'commit' });
          await until(page, `${ELEMENT}?.stage?.isRunning`, 30_000);
          rounds.push(await page.evaluate<number>('performance.now()'));
          moved.push(await page.evaluate<number>('window.moved'));
          await context.close();
        }
        times.push({
          what: `${path || 'the front page'}${isSlow ? ', 1.6 Mbit/s' : ''}, until it moves`,
          time: quantile(moved, 0.5),
          most: isSlow ? 1000 : 500,
        });
        times.push({
          what: `${path || 'the front page'}${isSlow ? ', 1.6 Mbit/s' : ''}, until it can be pulled at`,
          time: quantile(rounds, 0.5),
          most: isSlow ? slow : fast,
        });
      }
    expect(overBudget(times, [...machines, measureMachine()])).toEqual([]);
  });

  test('the law of the front page can be typed: the machine follows, or the mistake is told', async () => {
    const { page, complaints, elsewhere } = await open('');
    await moves(page);
    const law = page.getByRole('textbox', { name: /rule/ });
    const answer = page.locator('#law-answer');
    const lengthOf = (rod: string): string =>
      `(({ inputs }) => Math.hypot(...[0, 1].map((k) => inputs.a.position[k] - inputs.b.position[k])))(${ELEMENT}.built.constraints.get('${rod}'))`;
    const before = await page.evaluate<number>(lengthOf('jL0'));
    await law.fill('norm(a - b) == length + h');
    await expect.poll(() => answer.textContent(), { timeout: 30_000 }).toContain('nothing called "h"');
    expect(await law.getAttribute('aria-invalid')).toBe('true');
    await law.fill('norm(a - b) == 1.5 * length');
    await expect
      .poll(() => answer.textContent(), { timeout: 30_000 })
      .toMatch(/^These rules cannot all hold: rod \w+ misses by 0\.\d+\. The machine goes on as it was\.$/);
    await law.fill('1 == 2');
    await expect.poll(() => answer.textContent(), { timeout: 30_000 }).toContain('has to say something about a and b');
    // Either end has coordinates.
    await law.fill('x^2 == length');
    await expect.poll(() => answer.textContent()).toBe('There is nothing called "x": write a.x or b.x.');
    // A rule need not name the length.
    await law.fill('b.y == 0');
    await until(page, `${ELEMENT}.built.constraints.get('jL0').inputs.b.position[1] ** 2 < 1e-6`);
    expect(await answer.textContent()).toBe('');
    // The machine goes on.
    const time = await page.evaluate<number>(`${ELEMENT}.built.world.time`);
    await until(page, `${ELEMENT}.built.world.time > ${time}`);
    await law.fill('norm(a - b) == length * 1.01');
    await expect.poll(() => page.evaluate<number>(lengthOf('jL0')), { timeout: 30_000 }).toBeCloseTo(1.01 * before, 3);
    expect([await answer.textContent(), await law.getAttribute('aria-invalid')]).toEqual(['', null]);
    // It stands typeset where it was typed, once it is not being typed.
    const box = page.locator('.rule');
    expect(await box.locator('.set').isVisible()).toBe(false);
    await page.getByRole('heading', { level: 1 }).click();
    await expect.poll(() => box.locator('.set').isVisible(), { timeout: 30_000 }).toBe(true);
    expect(await box.locator('math:visible').textContent()).toMatch(/a\s*−\s*b[^]*=[^]*length[^]*1\.01/);
    expect(await law.evaluate((input) => getComputedStyle(input).webkitTextFillColor)).toBe('rgba(0, 0, 0, 0)');
    await law.click();
    expect(await box.locator('.set').isVisible()).toBe(false);
    expect(await law.evaluate((input) => getComputedStyle(input).webkitTextFillColor)).not.toBe('rgba(0, 0, 0, 0)');
    await page.getByRole('button', { name: 'let them breathe' }).click();
    await until(page, `${ELEMENT}.built.constraints.get('jL0').type.formula.C[0].includes('sin')`);
    await moves(page);
    await page.getByRole('button', { name: 'as it was' }).click();
    await until(page, `${ELEMENT}.built.constraints.get('jL0').type.name === 'Distance2D'`);
    expect(await law.inputValue()).toBe('norm(a - b) == length');
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
  });

  test('rods become ropes, and the machine collapses; with rods that stretch once a turn it limps', async () => {
    const { page, complaints } = await open('');
    await moves(page);
    const law = page.getByRole('textbox', { name: /rule/ });
    const has = (relation: string): string =>
      `${ELEMENT}.built.constraints.get('jL0').type.formula.C[0].includes('${relation}')`;
    // Height of the highest joint, which rods hold up: it is above the shaft, and ropes let it fall far below.
    const top = `Math.max(...${ELEMENT}.built.world.particles.map(({ position }) => position[1]))`;
    const first = await page.evaluate<number>(top);
    expect(first).toBeGreaterThan(0.25);
    await page.getByRole('button', { name: 'let it limp' }).click();
    await until(page, has('sin'), 30_000);
    // The time tells the length of a rod.
    const stretch = `${ELEMENT}.built.world.constraints.filter(({ type }) => type.name.startsWith('Rod')).map(({ inputs: { a, b }, params: { length } }) =>
      Math.hypot(...[0, 1].map((k) => a.position[k] - b.position[k])) / length)`;
    const limping = await page.evaluate<{ time: number; ratios: number[] }>(
      `({ time: ${ELEMENT}.built.world.time, ratios: ${stretch} })`,
    );
    for (const ratio of limping.ratios) expect(ratio).toBeCloseTo(1 + 0.05 * Math.sin(2 * limping.time), 2);
    await page.getByRole('button', { name: 'make them ropes' }).click();
    expect(await law.inputValue()).toBe('norm(a - b) <= length');
    await until(page, has('<='), 30_000);
    await until(page, `${top} < 0`, 30_000);
    for (const ratio of await page.evaluate<number[]>(stretch)) expect(ratio).toBeLessThan(1.02);
    await page.getByRole('button', { name: 'as it was' }).click();
    await until(page, `${top} > 0.25`, 30_000);
    expect(complaints).toEqual([]);
  });

  test('below the machine are scenes of the gallery, and how to get it', async () => {
    const { page, complaints } = await open('');
    const { version, license, repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
      license: string;
      repository: { url: string };
    };
    const start = page.locator('.start');
    const text = await start.innerText();
    expect(text).toContain(`npm install ./holonomic-${version}.tgz`);
    expect(text).toContain(`Version ${version}`);
    expect(await start.getByRole('link', { name: `${license} licence` }).getAttribute('href')).toBe('./LICENSE.txt');
    const source = await start.getByRole('link', { name: 'Source' }).getAttribute('href');
    expect(`git+${source ?? ''}`).toBe(repository.url);
    const strip = page.getByRole('list', { name: 'From the gallery' });
    const cards = await strip.getByRole('link').all();
    expect(cards.length).toBe(6);
    for (const card of cards) {
      await card.scrollIntoViewIfNeeded();
      const picture = await card.locator('img:visible').elementHandle();
      await page.waitForFunction(
        (image) => (image as { naturalWidth?: number } | null)?.naturalWidth === 1000,
        picture,
      );
    }
    await cards[1]!.click();
    await page.waitForURL(`${host.url}gallery/peaucellier.html`);
    expect(complaints).toEqual([]);
  });

  test('a rule that is typed while the line is down gets a sentence, and is read when the line is back', async () => {
    const { page, context } = await open('');
    await moves(page);
    // The machine moves before VitePress has all of its own parts.
    await page.waitForLoadState('networkidle');
    const law = page.getByRole('textbox', { name: /rule/ });
    const answer = page.locator('#law-answer');
    await context.setOffline(true);
    await law.fill('norm(a - b) == length * 1.01');
    await expect.poll(() => answer.textContent(), { timeout: 30_000 }).toContain('Check the connection');
    await context.setOffline(false);
    await law.fill('norm(a - b) == length * 1.02');
    await until(page, `${ELEMENT}.built.constraints.get('jL0').type.formula.C[0].includes('1.02')`, 30_000);
    expect(await answer.textContent()).toBe('');
  });

  test('loads what it did, and 5 % more at most', async () => {
    const sizes: Record<string, number> = {};
    for (const path of [
      '',
      'gallery/index.html',
      'gallery/four-bar.html',
      'gallery/heart.html',
      'docs/concepts.html',
    ]) {
      const { page, context } = await open('404.html');
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      let bytes = 0;
      const scripts = new Set<string>();
      session.on('Network.responseReceived', ({ requestId, type }) => {
        if (type === 'Script') scripts.add(requestId);
      });
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (scripts.has(requestId)) bytes += encodedDataLength;
      });
      await session.send('Network.setCacheDisabled', { cacheDisabled: true });
      await page.goto(`${host.url}${path}`, { waitUntil: 'load' });
      // A lazy scene is fetched by who scrolls to it.
      if ((await page.locator('holonomic-scene:not([loading])').count()) > 0) await until(page, `${ELEMENT}.built`);
      // The page around the scene may come a good while after it.
      await until(page, `document.querySelector('#app').__vue_app__`);
      await page.waitForLoadState('networkidle');
      sizes[path] = Math.round(bytes / 100) / 10;
      await context.close();
    }
    process.stdout.write(`kilobytes of scripts, gzipped: ${JSON.stringify(sizes)}\n`);
    if (process.env['UPDATE_SIZES'] !== undefined) {
      writeFileSync(SIZES, `${JSON.stringify(sizes, null, 2)}\n`);
      return;
    }
    const before = JSON.parse(readFileSync(SIZES, 'utf8')) as Readonly<Record<string, number>>;
    for (const [path, size] of Object.entries(sizes)) expect(size, path).toBeLessThan(before[path]! * 1.05);
  });
});
