import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { JUDGES } from '../support/machine.js';
import { someOf } from '../support/scope.js';
import { scene, SCENES } from './twin.js';
import { describeWorkshop, read, until } from './workshop-page.js';

/** Time until a reader is told, ms, once the page is at work; beside other tests ten times that. */
const SOON = 1000;

/** Notes when words are shown. */
const WATCH = `(() => {
  const begun = performance.now();
  delete window.told;
  const look = () => {
    const text = [...document.querySelectorAll('.message, .mistakes')].map((one) => one.textContent).join();
    if (text !== '') Object.assign(window, { told: text, after: performance.now() - begun });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

const deflated = (text: string): string => `#1=${deflateRawSync(text).toString('base64url')}`;
const linkTo = (more: object): string =>
  deflated(JSON.stringify({ format: 'holonomic-scene/1', title: 'A trap', space: 2, ...more }));
const particle = { kind: 'particle', mass: 1, position: [0, 0] };

describeWorkshop('links that are given to others', (host) => {
  test('bring scenes of the gallery to another browser as they are', async () => {
    const { page: giver, complaints } = await host.open('#g=heart', { reducedMotion: 'reduce' });
    const { page: taker, complaints: others } = await host.visit('#g=', { reducedMotion: 'reduce' });
    // What links hold is tested for each scene without a browser.
    for (const name of someOf(SCENES, 14, 14)) {
      const document = scene(name);
      await giver.evaluate(`location.hash = '#g=${name}'`);
      await expect.poll(() => read(giver, 'document.value.title')).toBe(document.title);
      await giver.getByRole('button', { name: 'Share' }).click();
      await expect.poll(() => giver.evaluate<string>('location.hash')).toMatch(/^#1=/);
      const hash = await giver.evaluate<string>('location.hash');
      await giver.keyboard.press('Escape');
      // It has never seen the scene, and keeps nothing of those before.
      await taker.evaluate('localStorage.clear()');
      await taker.goto('about:blank');
      await taker.goto(`${host.address}${hash}`);
      await until(taker, 'window.workshop?.state.value !== undefined');
      expect(await read(taker, 'document.value'), name).toEqual(document);
      expect(await read(taker, 'diagnostics.value'), name).toEqual([]);
    }
    expect([complaints, others]).toEqual([[], []]);
  });

  test.each([
    ['that end in the middle', () => linkTo({ bodies: { P: particle } }).slice(0, -12), /broken/],
    ['with a letter changed', () => linkTo({}).replace(/.{9}$/, 'AAAAAAAAA'), /broken|no scene|cannot be opened/],
    ['of a later version', () => '#7=AAAA', /version/],
    ['of a scene that there is not', () => '#g=%3Cimg src=x onerror=hit()%3E', /no scene/],
    ['that grow to a hundred megabytes', () => deflated(`"${' '.repeat(1e8)}"`), /characters/],
    ['of 10⁶ bodies', () => linkTo({ repeat: [{ over: { i: [1, 1e6] }, bodies: { 'p{i}': particle } }] }), /1000000/],
    [
      'of 10⁹ by loops in loops',
      () =>
        linkTo({
          repeat: [{ over: { i: [1, 1000], j: [1, 1000], k: [1, 1000] }, bodies: { 'p{i}x{j}x{k}': particle } }],
        }),
      /bodies|repeat/,
    ],
    [
      'with names of objects',
      () =>
        deflated(
          '{"format":"holonomic-scene/1","title":"","space":2,"bodies":{"__proto__":{"kind":"particle","mass":1,"position":[0,0]}}}',
        ),
      /__proto__/,
    ],
    ['deep as a well', () => deflated(`${'['.repeat(2e5)}${']'.repeat(2e5)}`), /cannot be opened|no scene|A scene/],
    [
      'with formulas as long as a book',
      () =>
        linkTo({
          specs: { S: { summary: 'S.', space: 2, inputs: { p: 'point' }, C: `p.x${' + p.x'.repeat(2e5)} == 0` } },
        }),
      /long|characters/,
    ],
  ])('%s are told of, and the page lives', async (_, hash, words) => {
    const link = hash();
    const { page, complaints } = await host.visit(link, {}, (one) => one.addInitScript(WATCH));
    await until(page, 'window.told !== undefined');
    expect(await page.evaluate('window.told')).toMatch(words);
    await page.evaluate(`location.hash = '#g=heart&size=1.5'`);
    await until(
      page,
      'window.workshop.document.value.params?.size?.value === 1.5 && window.workshop.state.value?.time > 0.05',
    );
    await until(page, 'window.workshop.derived.value && !document.querySelector(".message")');
    await page.evaluate(`${WATCH}; location.hash = ${JSON.stringify(link)}`);
    await until(page, 'window.told !== undefined');
    const [told, after] = await page.evaluate<[string, number]>('[window.told, window.after]');
    expect(told).toMatch(words);
    expect(after).toBeLessThan(JUDGES ? SOON : 10 * SOON);
    expect(await page.evaluate('[({}).kind, document.querySelector("img")]')).toEqual([undefined, null]);
    expect(complaints).toEqual([]);
  });
});
