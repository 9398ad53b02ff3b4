import { expect, test } from 'vitest';
import type { Sketch } from '../../site/workshop/model/drawing/sketch.js';
import { beginOn, type Metres } from './hands.js';
import { describeWorkshop, read, until, type WorkshopHost } from './workshop-page.js';

describeWorkshop('bodies that collide', (host: WorkshopHost) => {
  const crate = async (hands: Awaited<ReturnType<typeof beginOn>>['hands'], x: number, y: number): Promise<void> => {
    await hands.key('b');
    for (const at of [[x, y], [x + 0.4, y], [x + 0.4, y + 0.4], [x, y + 0.4], [x, y]] as Metres[]) await hands.click(at); // prettier-ignore
  };
  const places = (page: Parameters<typeof read>[0]): Promise<Record<string, Metres>> =>
    page.evaluate(`window.workshop.engine.ask({ kind: 'positions' })`);

  test('a stack is drawn, said, run, and switched off', async () => {
    const { page, hands, complaints } = await beginOn(host);
    await hands.key('f');
    await hands.click([0, -0.4]);
    expect(await hands.said()).toMatch(/bodies and points rest on it, friction 0\.5/);
    await crate(hands, -0.2, -0.4);
    expect(await hands.said()).toMatch(/; it collides, friction 0\.5$/);
    await crate(hands, -0.1, 0.1);
    await hands.key(' ');
    await until(page, 'window.workshop.state.value.time > 1.5');
    let now = await places(page);
    expect(now['body']![1]).toBeCloseTo(-0.2, 4);
    expect(now['body2']![1]).toBeCloseTo(0.2, 4);
    // Off, it falls past the other one.
    await page.locator('canvas.scene').focus();
    await hands.key('v');
    await hands.click([0.1, 0.3]);
    await page.getByRole('checkbox', { name: 'collides' }).uncheck();
    await hands.rest();
    expect((await hands.document()).collide!.shapes.map(({ body }) => body)).toEqual(['floor', 'body']);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await until(page, 'window.workshop.state.value.time > 0.5');
    now = await places(page);
    expect(now['body2']![1]).toBeLessThan(-0.5);
    expect(complaints).toEqual([]);
  });

  test('several things that are selected are dragged at once, with one step back; names do not overlap', async () => {
    const { page, hands, complaints } = await beginOn(host);
    await crate(hands, -0.8, 0.3);
    await crate(hands, -0.2, 0.3);
    await hands.key('p');
    for (let k = 0; k < 8; k++) await hands.click([0.6 + 0.05 * (k % 4), 0.5 + 0.05 * Math.floor(k / 4)]);
    // Names of points that are close together do not cover each other.
    const covered = await page.evaluate<number>(`(() => {
      const boxes = [...document.querySelectorAll('.marks .names text')].map((one) => one.getBoundingClientRect());
      return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4)).length;
    })()`);
    expect(covered).toBe(0);
    expect(await page.locator('.marks .names text').count()).toBeGreaterThan(3);
    await hands.key('v');
    await hands.stroke([-1, 0.2], [0.35, 0.95]);
    expect(await page.locator('.selection strong').innerText()).toBe('2 things');
    const before = await hands.document();
    await hands.stroke([-0.6, 0.5], [-0.5, 0.8]);
    const after = await hands.document();
    for (const name of ['body', 'body2']) {
      const [from, to] = [before, after].map((one) => one.bodies![name]!['position' as never] as Metres);
      expect(to![0] - from![0]).toBeCloseTo(0.1, 9);
      expect(to![1] - from![1]).toBeCloseTo(0.3, 9);
    }
    // They are selected still; a click takes one of them.
    expect(await page.locator('.selection strong').innerText()).toBe('2 things');
    await hands.click([-0.5, 0.8]);
    expect(await page.locator('.selection input.name').inputValue()).toBe('body');
    await hands.key('Control+z');
    expect((await hands.document()).bodies).toEqual(before.bodies);
    expect((await read<Sketch>(page, 'sketch.value')).frames['body']!.at[0]).toBeCloseTo(-0.6, 9);
    expect(complaints).toEqual([]);
  });

  test("the scene's own list shows the pictures that the list of classes has", async () => {
    const { page, hands } = await beginOn(host);
    await hands.stroke([-0.7, 0], [-0.7, 0.3]);
    await page.getByRole('tab', { name: 'Scene' }).click();
    const picture = page.getByRole('region', { name: 'Constraints' }).locator('li .class-picture path');
    expect(await picture.count()).toBe(1);
    const drawn = await picture.getAttribute('d');
    await page.getByRole('button', { name: '+ Add' }).click();
    expect(await page.locator('[data-class="Distance"] .class-picture path').getAttribute('d')).toBe(drawn);
  });
});
