import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LIGHT } from '../../src/painter/colors.js';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import { writeLink } from '../../site/workshop/model/link.js';
import { hindrances, LOOKS } from '../support/hindrances.js';
import { inkOf } from '../support/pixels.js';
import { describeWorkshop, read, settled, until, type WorkshopHost } from './workshop-page.js';

const bar = (x: number, y: number): NonNullable<SceneDocument['bodies']>[string] => ({
  kind: 'rigid',
  mass: 1,
  inertia: 0.0833,
  position: [x, y],
  points: { left: [-0.5, 0], right: [0.5, 0] },
  draw: { shape: 'bar', from: 'left', to: 'right' },
});

/** Two bars that nothing holds. */
const BARS: SceneDocument = {
  format: 'holonomic-scene/1',
  title: 'Two bars',
  space: 2,
  bodies: { low: bar(0, 0), high: bar(0.3, 1) },
  forces: [{ type: 'gravity', g: [0, -9.81] }],
};

describeWorkshop('the list of constraints', (host: WorkshopHost) => {
  const open = async (options: Parameters<WorkshopHost['open']>[1] = {}) => {
    const opened = await host.open(await writeLink(BARS), { reducedMotion: 'reduce', ...options });
    await opened.page.getByRole('tab', { name: 'Scene' }).click();
    await settled(opened.page);
    return opened;
  };
  const list = (page: Page): Locator => page.getByRole('dialog', { name: 'Add a constraint' });
  /** Chooses a class by its word. */
  const add = async (page: Page, word: string): Promise<Locator> => {
    await page.getByRole('button', { name: '+ Add' }).click();
    await list(page)
      .locator('.card')
      .filter({ has: page.getByText(word, { exact: true }) })
      .click();
    const panel = page.getByRole('region', { name: `Add: ${word}` });
    await panel.waitFor();
    return panel;
  };
  /** Presses a point of the picture, or a place beside it. */
  const press = async (page: Page, point: string, [right, down] = [0, 0]): Promise<void> => {
    // What stands below the picture makes it smaller; the engine draws it anew then.
    await until(
      page,
      `(({ width, height }) => Math.hypot(width - window.workshop.state.value.size[0], height - window.workshop.state.value.size[1]) < 0.5)(document.querySelector('canvas.scene').getBoundingClientRect())`,
    );
    const box = (await page.locator('canvas.scene').boundingBox())!;
    const [x, y] = await read<[number, number]>(page, `state.value.places[${JSON.stringify(point)}]`);
    await page.mouse.click(box.x + x + right, box.y + y + down);
  };
  const freedoms = (page: Page): Promise<number> => read(page, 'facts.value.degreesOfFreedom');
  const constraintOf = (page: Page, name: string): Promise<unknown> =>
    read(page, `document.value.constraints?.${name}`);
  const rings = async (page: Page): Promise<number> =>
    (await inkOf(page.locator('canvas.scene'), LIGHT.hand, 40)).count;

  test('has pictures, groups and words, and is searched', async () => {
    const { page, complaints } = await open();
    await page.getByRole('button', { name: '+ Add' }).click();
    const dialog = list(page);
    await dialog.locator('.card').first().waitFor();
    const seen = await dialog.evaluate((element) => {
      const find = (selector: string): Found[] => [...(element as unknown as Root).querySelectorAll(selector)];
      return {
        groups: find('h3').map(({ textContent }) => textContent),
        cards: find('.card').length,
        // A drawing fills a good part of its frame, and is no other's.
        drawings: find('.card svg').map((svg) => {
          const { width, height } = (svg as unknown as { getBBox: () => { width: number; height: number } }).getBBox();
          return { width, height, path: svg.innerHTML };
        }),
      };
      interface Found {
        textContent: string;
        innerHTML: string;
      }
      interface Root {
        querySelectorAll: (selector: string) => Iterable<Found>;
      }
    });
    expect(seen.groups).toEqual([
      'Pins and joints',
      'Rods and ropes',
      'Wires and curves',
      'Motors',
      'Wheels and gears',
      'Stops and brakes',
      'Floors and contact',
      'Lengths, angles, areas',
    ]);
    expect(seen.cards).toBeGreaterThan(40);
    expect(seen.drawings.length).toBe(seen.cards);
    const small = seen.drawings.filter(({ width, height }) => Math.max(width / 48, height / 32) < 0.6);
    expect(small).toEqual([]);
    expect(new Set(seen.drawings.map(({ path }) => path)).size).toBe(seen.cards);
    await dialog.getByRole('searchbox').fill('rope');
    await expect
      .poll(() => dialog.locator('.card strong').allInnerTexts())
      .toEqual(['Rope', 'Rope over pulleys', 'Rope over pulleys that may go slack']);
    expect(complaints).toEqual([]);
  });

  test('asks for ends in the picture; what cannot hold is refused; lengths are those that there are', async () => {
    const { page, complaints } = await open();
    expect(await freedoms(page)).toBe(6);
    const without = await rings(page);
    let panel = await add(page, 'Pin');
    await expect.poll(() => rings(page)).toBeGreaterThan(without + 300);
    await press(page, 'low.left');
    await panel.getByText('2 of 2').waitFor();
    // The other end of the same bar cannot come to it.
    const other = panel.getByRole('button', { name: 'low.right', exact: true });
    await expect.poll(() => other.getAttribute('aria-disabled')).toBe('true');
    await press(page, 'low.right');
    await panel.getByText('That cannot hold together with what is there.').waitFor();
    expect(await constraintOf(page, 'coincident')).toBeUndefined();
    await panel.getByRole('button', { name: 'the ground at low.left' }).click();
    await page.getByRole('region', { name: 'Added' }).getByText('Pin added').waitFor();
    await settled(page);
    expect(await constraintOf(page, 'coincident')).toEqual({
      type: 'Coincident',
      on: { a: 'low.left', b: { ground: [-0.5, 0] } },
    });
    expect(await freedoms(page)).toBe(4);
    await expect.poll(() => rings(page)).toBe(without);

    // A rod has the length that there is: nothing moves.
    const places = await read(page, 'state.value.places');
    panel = await add(page, 'Rod');
    await press(page, 'low.right');
    await panel.getByText('2 of 2').waitFor();
    await press(page, 'high.left');
    await page.getByRole('region', { name: 'Added' }).getByText('Rod added').waitFor();
    await settled(page);
    expect(await constraintOf(page, 'distance')).toMatchObject({ params: { length: Number(Math.hypot(0.7, 1).toPrecision(5)) } }); // prettier-ignore
    expect(await freedoms(page)).toBe(3);
    const after = await read<Record<string, [number, number]>>(page, 'state.value.places');
    for (const [name, [x, y]] of Object.entries(places as typeof after))
      expect(Math.hypot(after[name]![0] - x, after[name]![1] - y)).toBeLessThan(0.5);

    // The same once more says nothing new.
    panel = await add(page, 'Rod');
    await press(page, 'low.right');
    const again = panel.getByRole('button', { name: 'high.left', exact: true });
    await expect.poll(() => again.getAttribute('aria-disabled')).toBe('true');
    expect(await again.getAttribute('title')).toContain('would change nothing');
    await again.press('Enter');
    await panel.getByText('would change nothing').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });

    // A press beside all points is a place of the ground.
    panel = await add(page, 'Rope');
    await press(page, 'high.right');
    await panel.getByText('2 of 2').waitFor();
    await press(page, 'high.right', [0, 60]);
    await page.getByRole('region', { name: 'Added' }).getByText('Rope added').waitFor();
    const rope = (await constraintOf(page, 'rope')) as { on: { b: { ground: [number, number] } } };
    expect(rope.on.b.ground[0]).toBeCloseTo(0.8, 2);
    expect(rope.on.b.ground[1]).toBeLessThan(0.95);
    expect(rope.on.b.ground[1]).toBeGreaterThan(0.3);
    await settled(page);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await until(page, 'window.workshop.state.value.time > 0.3');
    expect(await read(page, 'failure.value')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  test('a motor turns angles alone, and one shaft has one motor; keys do it', async () => {
    const { page, complaints } = await open();
    let panel = await add(page, 'Motor');
    expect(await panel.locator('.ends button').allInnerTexts()).toEqual(['low.angle', 'high.angle', 'the ground']);
    await panel.getByRole('button', { name: 'low.angle' }).focus();
    await page.keyboard.press('Enter');
    await panel.getByText('2 of 2').waitFor();
    expect(await panel.locator('.ends button').allInnerTexts()).toEqual(['high.angle', 'the ground']);
    await panel.getByRole('button', { name: 'the ground' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Added' }).getByText('Motor added').waitFor();
    await settled(page);
    expect(await freedoms(page)).toBe(5);
    // Its work is no part of the balance.
    expect(await constraintOf(page, 'motor')).toMatchObject({ driver: ['theta'] });
    expect(await read(page, 'state.value.hasWork')).toBe(true);
    panel = await add(page, 'Motor');
    await panel.getByRole('button', { name: 'low.angle' }).click();
    const ground = panel.getByRole('button', { name: 'the ground' });
    await expect.poll(() => ground.getAttribute('aria-disabled')).toBe('true');
    await ground.press('Enter');
    await panel.getByText('would change nothing').waitFor();
    expect(await constraintOf(page, 'motor2')).toBeUndefined();
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.getByText('1 of 2').waitFor();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('a scene that runs waits while it is asked, and goes on', async () => {
    const { page } = await open({ reducedMotion: 'no-preference' });
    await until(page, 'window.workshop.state.value.isRunning');
    const panel = await add(page, 'Rope');
    await until(page, '!window.workshop.state.value.isRunning');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await until(page, 'window.workshop.state.value.isRunning');
  });

  test('nothing is in the way of readers, in the list and while it asks', async () => {
    const { page } = await open({ bypassCSP: true });
    for (const { colorScheme, ...size } of LOOKS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await page.getByRole('tab', { name: 'Scene' }).click();
      await page.getByRole('button', { name: '+ Add' }).click();
      await list(page).waitFor();
      expect({ size, found: await hindrances(page) }).toEqual({ size, found: [] });
      await page.keyboard.press('Escape');
      const panel = await add(page, 'Rod');
      await panel.getByRole('button', { name: 'low', exact: true }).click();
      await panel.getByText('2 of 2').waitFor();
      expect({ size, found: await hindrances(page) }).toEqual({ size, found: [] });
      await panel.getByRole('button', { name: 'Cancel' }).click();
    }
  });
});
