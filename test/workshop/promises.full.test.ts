import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scene } from './twin.js';
import { describeWorkshop, editor, read, settled, SITE, type, until } from './workshop-page.js';

describeWorkshop('the promises of the workshop', (host) => {
  test('without a connection a key gets a sentence, and the next one after it is back is read', async () => {
    const { page } = await host.open('#g=heart', {}, (one) => one.context().route(/toolkit-[^/]*\.js/, (route) => route.abort())); // prettier-ignore
    await editor(page).waitFor();
    await type(page, 'p.y == 0.25 * size');
    const alert = page.locator('[data-failure="E_OFFLINE"]');
    await alert.waitFor();
    expect(await alert.innerText()).toMatch(/could not be fetched\. Check the connection/);
    expect(await page.getByText('dynamically imported module').count()).toBe(0);
    await page.context().unroute(/toolkit-[^/]*\.js/);
    await type(page, 'p.y == 0.3 * size');
    await settled(page);
    await alert.waitFor({ state: 'detached' });
    await until(page, 'window.workshop.derived.value?.text.includes("0.3 * size")');
    await expect.poll(() => page.locator('[data-proof="pass"]').count(), { timeout: 60_000 }).toBe(1);
    // The verdict says what it is.
    expect(await page.locator('[data-proof="pass"] summary').innerText()).toMatch(/^✓ Checked at 100 configurations/);
  });

  test('a scene of the gallery that cannot be fetched says so', async () => {
    const { page } = await host.open('#g=heart');
    await page.context().setOffline(true);
    await page.locator('button.title').click();
    await page.locator('.card', { has: page.locator('strong', { hasText: /^Four bars$/ }) }).click();
    await page.getByText(/“Four bars” could not be fetched\. Check the connection/).waitFor();
    await page.context().setOffline(false);
    await page.locator('button.title').click();
    await page.locator('.card', { has: page.locator('strong', { hasText: /^Four bars$/ }) }).click();
    await until(page, 'window.workshop.document.value.title === "Four bars"');
  });

  test('without a connection, saving and editing say what to do, and work once it is back', async () => {
    const block = (page: Page, name: RegExp) => page.context().route(name, (route) => route.abort());
    const editors = /editors-[^/]*\.js/;
    const { page } = await host.open('#g=heart', {}, (one) => block(one, editors));
    const notice = page.locator('.notice');
    await notice.waitFor();
    expect(await notice.innerText()).toMatch(/editor of formulas could not be fetched\. Check the connection/);
    await page.context().unroute(editors);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await editor(page).waitFor();
    await notice.waitFor({ state: 'detached' });
    const files: readonly (readonly [name: RegExp, card: RegExp, says: string])[] = [
      [/film-[^/]*\.js/, /^PNG/, 'saves pictures and films'],
      [/gif-[^/]*\.js/, /^GIF/, 'writes GIFs'],
      [/models-[^/]*\.js/, /^GLB/, 'saves solids and parts'],
      [/page-script-[^/]*\.js/, /^Web page/, 'writes web pages'],
    ];
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog');
    for (const [name, card, says] of files) {
      await block(page, name);
      await dialog.getByRole('button', { name: card }).click();
      await dialog.getByText(`The part of the workshop that ${says} could not be fetched. Check the connection`).waitFor(); // prettier-ignore
      await page.context().unroute(name);
      const saved = page.waitForEvent('download', { timeout: 60_000 });
      await dialog.getByRole('button', { name: card }).click();
      expect(await (await saved).failure()).toBeNull();
    }
  });

  test('a link with a value beyond the range of its parameter says so', async () => {
    const { page, complaints } = await host.open('#g=four-bar&crank=1e9');
    await page.getByText('sets crank to 1·10⁹ m, but the scene is made for 0.2 m to 0.5 m').waitFor();
    expect(await read(page, 'document.value.params.crank.value')).toBe(1e9);
    await page.goto('about:blank');
    await page.goto(`${host.address}#g=four-bar&crank=0.45`);
    await until(page, 'window.workshop?.state.value?.time > 0.1');
    expect(await page.getByText('but the scene is made for').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('a driven machine shows its balance, which stays small where its energy does not', async () => {
    const { page, complaints } = await host.open('#g=four-bar');
    const energies: number[] = [];
    const changes: number[] = [];
    for (let k = 0; k < 20; k++) {
      await page.waitForTimeout(100);
      energies.push(await read<number>(page, 'state.value.energy.total'));
      changes.push(Math.abs(await read<number>(page, 'state.value.change')));
    }
    expect(Math.max(...energies) - Math.min(...energies)).toBeGreaterThan(1);
    expect(Math.max(...changes)).toBeLessThan(1e-5);
    const shown = await page.locator('.readings').innerText();
    expect(shown).toMatch(/ΔE − W\s+−?[\d.]+(·10⁻\S+)? J/);
    expect(shown).not.toContain('·10⁰');
    expect(complaints).toEqual([]);
  });

  test('embedded, it is the picture and its controls, and keeps nothing', async () => {
    const { page, complaints } = await host.open('?embed#g=four-bar', { viewport: { width: 480, height: 360 } });
    await until(page, 'window.workshop.state.value.time > 0.1');
    expect(await page.locator('header, .side, .plots').count()).toBe(0);
    const box = (await page.locator('canvas.scene').boundingBox())!;
    expect(box.width).toBe(480);
    expect(box.height).toBeGreaterThan(200);
    const size = await page.evaluate<number[]>(
      `[document.documentElement.scrollWidth, document.documentElement.scrollHeight]`,
    );
    expect(size).toEqual([480, 360]);
    // It moves: the picture is not the one before.
    await page.getByRole('button', { name: 'Pause' }).click();
    const before = await page.locator('canvas.scene').screenshot();
    for (let k = 0; k < 20; k++) await page.getByRole('button', { name: 'Step' }).click();
    await expect.poll(async () => before.equals(await page.locator('canvas.scene').screenshot())).toBe(false);
    await page.getByLabel('Gravity').uncheck();
    await page.waitForTimeout(600);
    expect(await page.evaluate('localStorage.length')).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('no part of it scrolls sideways on the smallest phone', async () => {
    const { page, complaints } = await host.open('#g=andrews', {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
    });
    const width = (): Promise<number> => page.evaluate<number>('document.documentElement.scrollWidth');
    for (const tab of ['Derived', 'Plots', 'Scene', 'JSON', 'Formula']) {
      await page.getByRole('tab', { name: tab }).tap();
      expect({ tab, width: await width() }).toEqual({ tab, width: 320 });
    }
    for (const name of (await readdir(join(SITE, '../scenes'))).map((file) => file.replace('.json', ''))) {
      await page.evaluate(`location.hash = '#g=${name}'`);
      await until(page, `window.workshop.document.value.title === ${JSON.stringify(scene(name).title)}`);
      await settled(page);
      expect({ name, width: await width() }).toEqual({ name, width: 320 });
    }
    await page.goto(`${host.address}?embed#g=stewart-platform`);
    await until(page, 'window.workshop?.state.value !== undefined');
    expect(await width()).toBe(320);
    expect(complaints).toEqual([]);
  });
});
