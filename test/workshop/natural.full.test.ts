import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import { NEW_SCENE } from '../../site/workshop/model/templates.js';
import { writeLink } from '../../site/workshop/model/link.js';
import { describeWorkshop, editor, read, settled, until, type WorkshopHost } from './workshop-page.js';

/** A bead on a wire, and two plots which say where the bead is. */
const SCENE: SceneDocument = {
  ...NEW_SCENE,
  plots: [{ kind: 'phase', x: 'bead.x', y: 'bead.y' }],
};

/** The formula in the editor. */
const formulaOf = async (page: Page): Promise<string> => (await editor(page).innerText()).trim();

/** Empties the editor, and presses a key for each character. */
async function press(page: Page, keys: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Backspace');
  await page.keyboard.type(keys, { delay: 15 });
}

/**
 * The places of the bead from the start of the scene on, after it has moved. What was half typed may
 * have thrown it far away, or have no motion.
 */
async function path(page: Page): Promise<readonly (readonly [x: number, y: number])[]> {
  await page.evaluate('window.workshop.reset(); window.workshop.run(true); window.workshop.samples.clear()');
  await until(page, 'window.workshop.samples.rows.length > 30');
  const rows = await read<readonly (readonly number[])[]>(page, 'samples.rows');
  const all = rows.map((row) => [row.at(-2)!, row.at(-1)!] as const);
  const xs = all.map(([x]) => x);
  expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(0.05);
  return all;
}

/** Largest value of `C` on a path. */
const largest = (all: Awaited<ReturnType<typeof path>>, C: (x: number, y: number) => number): number =>
  Math.max(...all.map(([x, y]) => Math.abs(C(x, y))));

/** The grey notes beside the formula, and what is marked as wrong. */
const wordsOf = (page: Page): Promise<{ readonly notes: string[]; readonly wrong: string[] }> =>
  page.evaluate(`(() => {
    const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.innerText.replaceAll('\\n', ' '));
    return { notes: texts('.mistakes .note'), wrong: texts('.mistakes li:not(.note)') };
  })()`);

describeWorkshop('formulas as people write them', (host: WorkshopHost) => {
  const open = async (): Promise<Awaited<ReturnType<WorkshopHost['open']>>> => host.open(await writeLink(SCENE));

  test('x and y are those of the only point, written as the keys come, and undone at once', async () => {
    const { page, complaints } = await open();
    const before = await formulaOf(page);
    await press(page, 'x^2/4 + y^2 == 1');
    expect(await formulaOf(page)).toBe('p.x^2/4 + p.y^2 == 1');
    await settled(page);
    expect(await read(page, 'isRefused.value')).toBe(false);
    expect(largest(await path(page), (x, y) => x ** 2 / 4 + y ** 2 - 1)).toBeLessThan(1e-3);
    const { notes, wrong } = await wordsOf(page);
    expect(wrong).toEqual([]);
    expect(notes.map((note) => /"(\w+)" is not used/.exec(note)?.[1])).toEqual(['h', 'length']);
    expect(await page.locator('[data-written]').innerText()).toContain('p.x, p.y');
    // Notes are grey.
    const colours = await page.evaluate<string[]>(
      `['.note', '.quiet'].map((one) => getComputedStyle(document.querySelector(one)).color)`,
    );
    expect(colours[0]).toBe(colours[1]);
    await expect.poll(() => page.locator('[data-proof="pass"]').count(), { timeout: 60_000 }).toBe(1);
    // What is not used can go, and nothing is left to be said.
    await page.getByRole('button', { name: '− remove h' }).click();
    await page.getByRole('button', { name: '− remove length' }).click();
    await settled(page);
    expect(await wordsOf(page)).toEqual({ notes: [], wrong: [] });
    expect(await read(page, 'isRefused.value')).toBe(false);
    for (let k = 0; k < 2; k++) await page.keyboard.press('Control+z');
    // The whole line was one step, or two where the machine is slow.
    for (let k = 0; k < 5 && (await formulaOf(page)) !== before; k++) {
      await page.keyboard.press('Control+z');
      expect(await formulaOf(page)).not.toMatch(/(?<!p\.)[xy]\b(?!$)/);
    }
    expect(await formulaOf(page)).toBe(before);
    expect(await page.locator('[data-written]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('the caret stays where it is typed at, in the middle of a line too', async () => {
    const { page, complaints } = await open();
    await press(page, '^2 + p.y^2 == 1');
    await page.keyboard.press('Home');
    await page.keyboard.type('x', { delay: 15 });
    await page.keyboard.type(' * x', { delay: 15 });
    expect(await formulaOf(page)).toBe('p.x * x^2 + p.y^2 == 1');
    // After a pause the name at the caret is whole; it goes on nevertheless.
    await expect.poll(() => formulaOf(page)).toBe('p.x * p.x^2 + p.y^2 == 1');
    await page.keyboard.type('i', { delay: 15 });
    expect(await formulaOf(page)).toBe('p.x * xi^2 + p.y^2 == 1');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Escape');
    await expect.poll(() => formulaOf(page)).toBe('p.x * p.x^2 + p.y^2 == 1');
    expect(complaints).toEqual([]);
  });

  test('a name that is half typed stays; the last name of a formula is written after a pause', async () => {
    const { page, complaints } = await open();
    await press(page, 'exp(xi + x_0) - ');
    expect(await formulaOf(page)).toBe('exp(xi + x_0) -');
    await press(page, 'x == y');
    await expect.poll(() => formulaOf(page)).toBe('p.x == p.y');
    await settled(page);
    expect(largest(await path(page), (x, y) => x - y)).toBeLessThan(1e-6);
    await press(page, 'where x = p.x / length\nx^2 + y^2 == 1');
    await page.waitForTimeout(1000);
    expect(await formulaOf(page)).toBe('where x = p.x / length\nx^2 + p.y^2 == 1');
    await settled(page);
    expect(largest(await path(page), (x, y) => (x / 2) ** 2 + y ** 2 - 1)).toBeLessThan(1e-3);
    expect(complaints).toEqual([]);
  });

  test('units that do not fit are told, with the factor, and stop nothing', async () => {
    const { page, complaints } = await open();
    await press(page, 'p.y == h * p.x');
    await settled(page);
    expect(await read(page, 'isRefused.value')).toBe(false);
    expect(largest(await path(page), (x, y) => y - 0.4 * x)).toBeLessThan(1e-6);
    const { notes, wrong } = await wordsOf(page);
    expect(wrong).toEqual([]);
    expect(notes[0]).toContain('The left side is a length (m), the right side an area (m²).');
    expect(notes[0]).toContain('divide h * p.x by a length, such as 1 m');
    expect(await page.getByText('The picture shows the last scene without mistakes.').count()).toBe(0);
    await until(page, 'window.workshop.derived.value?.text.includes("h * p.x")');
    expect(complaints).toEqual([]);
  });

  test('each remedy that is offered leads to a formula that runs', async () => {
    const { page, complaints } = await open();
    for (const [formula, remedies] of [
      ['p.y == lift * p.x', ['+ parameter lift']],
      ['norm(p - pin) == 1', ['+ input pin (a point)']],
      ['p.y = 0.3 * p.x', ['write "=="']],
    ] as const) {
      await press(page, formula);
      // Those of a beginning of the formula may have been there before.
      await expect.poll(() => page.locator('.editor ~ .mistakes .fix').allInnerTexts()).toEqual(remedies);
      await page.locator('.fix').first().click();
      await settled(page);
      expect(await read(page, 'isRefused.value'), formula).toBe(false);
    }
    // Two names that are neither: a circle in no space.
    await press(page, 'u^2 + v^2 == 1');
    await settled(page);
    await page.waitForTimeout(1500);
    expect(await page.locator('.editor ~ .mistakes li').count()).toBeGreaterThan(0);
    expect(await page.locator('.editor ~ .mistakes .fix').allInnerTexts()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('friction whose unit does not fit is told in grey, since the scene goes on', async () => {
    const floor = {
      summary: 'A floor.',
      space: 2,
      inputs: { p: 'point' },
      params: { mu: { unit: '1' }, h: { unit: 'm' } },
      C: 'h * p.y >= 0',
      friction: { slip: 'p.x', coefficient: 'mu' },
    };
    const link = await writeLink({
      format: 'holonomic-scene/1',
      title: 'A floor',
      space: 2,
      specs: { Floor: floor },
      bodies: { p: { kind: 'particle', mass: 1, position: [0, 0.5] } },
      constraints: { floor: { type: 'Floor', on: { p: 'p' }, params: { mu: 0.5, h: 1 } } },
    });
    const { page } = await host.open(link);
    await until(page, 'window.workshop.state.value.time > 0.1');
    await expect.poll(async () => (await wordsOf(page)).notes.join()).toContain('the coefficient');
    expect((await wordsOf(page)).wrong).toEqual([]);
  });

  test('a link to such a scene runs where it is embedded', async () => {
    const spec = { ...(SCENE.specs!['Wire'] as object), C: 'p.y == h * p.x' };
    const link = await writeLink({ ...SCENE, specs: { Wire: spec } });
    const { page, complaints } = await host.open(`?embed${link}`);
    await until(page, 'window.workshop.facts.value !== undefined');
    expect(await read(page, 'isRefused.value')).toBe(false);
    expect(largest(await path(page), (x, y) => y - 0.4 * x)).toBeLessThan(1e-6);
    expect(await page.locator('.mistakes').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
