import { expect, test } from 'vitest';
import type { Sketch } from '../../site/workshop/model/drawing/sketch.js';
import { beginOn } from './hands.js';
import { describeWorkshop, read, settled, type, until } from './workshop-page.js';

// What a newcomer comes to do, with the acts that it takes: clicks, strokes, keys, and values or
// formulas that are typed. The four-bar, the bead, and the rope with a floor are in drawing.full.test.ts.

describeWorkshop('what a newcomer comes to do', (host) => {
  test('a slider-crank after nine acts: its piston moves as the formula says', async () => {
    const { page, hands, complaints } = await beginOn(host);
    await hands.stroke([-0.6, 0], [-0.6, 0.3]);
    await hands.stroke([-0.6, 0.3], [0.6, 0]);
    await hands.key('s');
    await hands.stroke([0.6, 0], [1, 0]);
    await hands.key('m');
    await hands.click([-0.6, 0.15]);
    const { constraints } = await hands.document();
    expect(Object.values(constraints!).map(({ type }) => type)).toEqual(['Distance', 'Distance', 'PointOnLine', 'CrankMotor']); // prettier-ignore
    expect(await read(page, 'facts.value.degreesOfFreedom')).toBe(0);
    await hands.key(' ');
    expect(hands.acts).toBeLessThanOrEqual(9);
    await until(page, 'window.workshop.state.value.time > 1');
    await page.getByRole('button', { name: 'Pause' }).click();
    // The answer comes after the last picture of the run, so the time on the page is then that of the places.
    const places = await page.evaluate<Record<string, [number, number]>>(`window.workshop.engine.ask({ kind: 'positions' })`); // prettier-ignore
    const time = await read<number>(page, 'state.value.time');
    const angle = Math.PI / 2 + 2 * time;
    const length = Math.hypot(1.2, 0.3);
    const piston = -0.6 + 0.3 * Math.cos(angle) + Math.sqrt(length ** 2 - (0.3 * Math.sin(angle)) ** 2);
    expect(places['B']![0]).toBeCloseTo(piston, 3);
    expect(places['B']![1]).toBeCloseTo(0, 9);
    expect(complaints).toEqual([]);
  });

  test('a wire that breathes, in four acts: an unknown name becomes a slider', async () => {
    const { page, hands, complaints } = await beginOn(host);
    await hands.key('c');
    await until(page, 'document.activeElement?.classList.contains("cm-content")');
    await page.keyboard.insertText('norm(p) == 1 + h * sin(3 t)');
    hands.acts++;
    await page.locator('.mistakes').getByText('There is nothing called').waitFor();
    await page.getByRole('button', { name: /parameter h/ }).click();
    hands.acts++;
    await settled(page);
    expect((await hands.document()).params).toMatchObject({ h: { value: 1, min: 0, max: 2 } });
    await page.getByRole('slider', { name: /^h/ }).fill('0.3');
    hands.acts++;
    await settled(page);
    expect(hands.acts).toBeLessThanOrEqual(4);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await until(page, 'window.workshop.state.value.time > 0.6');
    await page.getByRole('button', { name: 'Pause' }).click();
    const { P } = await page.evaluate<Record<string, [number, number]>>(`window.workshop.engine.ask({ kind: 'positions' })`); // prettier-ignore
    const time = await read<number>(page, 'state.value.time');
    expect(Math.hypot(...P!)).toBeCloseTo(1 + 0.3 * Math.sin(3 * time), 6);
    await expect.poll(() => page.locator('[data-proof="pass"]').count(), { timeout: 60_000 }).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('a square of a vector is named with what to write, and a list completes names and functions', async () => {
    const { page, hands, complaints } = await beginOn(host);
    await hands.key('c');
    await until(page, 'document.activeElement?.classList.contains("cm-content")');
    await page.keyboard.insertText('p^2 == 1');
    await page.locator('.mistakes').getByText('dot(').waitFor();
    await type(page, '');
    await page.keyboard.type('no');
    const list = page.getByRole('listbox');
    await list.getByRole('option', { name: 'normalize' }).waitFor();
    // A list takes no keys at first, so that none of those being typed falls into it.
    const chosen = list.getByRole('option', { selected: true });
    await expect
      .poll(async () => {
        if ((await chosen.count()) === 0) await page.keyboard.press('ArrowDown');
        return chosen.count();
      })
      .toBe(1);
    expect(await chosen.innerText()).toContain('norm');
    await page.keyboard.press('Enter');
    await page.keyboard.type('p.');
    await list.getByRole('option', { name: /^x/ }).waitFor();
    expect(await list.getByRole('option').count()).toBe(2);
    // Without a choice, Enter is a new line, and Escape leaves the list before the field.
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.press('Backspace');
    await page.keyboard.press('End');
    await page.keyboard.type(' == 1');
    await settled(page);
    expect((await hands.document()).specs!['Formula']).toMatchObject({ C: 'norm(p) == 1' });
    expect(complaints).toEqual([]);
  });

  test.each(['keys', 'mouse', 'finger'])(
    'a class that is typed where a formula is written asks for its ends: by %s',
    async (by) => {
      const { page, hands, complaints } = await beginOn(
        host,
        by === 'finger' ? { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } : {},
      );
      await page.getByRole('button', { name: 'Bead on a curve' }).click();
      await until(page, 'document.activeElement?.classList.contains("cm-content")');
      // It takes the place of the formula that stands there. The pictures of the classes come behind the functions.
      await page.keyboard.type('rop', { delay: 30 });
      const rope = page.getByRole('listbox').getByRole('option', { name: /^Rope ?adds a Rope$/ });
      await rope.waitFor();
      expect(await rope.locator('svg path').evaluate((path) => (path as SVGPathElement).getTotalLength())).toBeGreaterThan(30); // prettier-ignore
      if (by === 'keys') {
        await expect
          .poll(async () => {
            const chosen = await rope.getAttribute('aria-selected');
            if (chosen === null) await page.keyboard.press('ArrowDown');
            return chosen;
          })
          .toBe('true');
        await page.keyboard.press('Enter');
      } else if (by === 'mouse') await rope.click();
      else await rope.tap();
      const panel = page.getByRole('region', { name: 'Add: Rope' });
      await panel.waitFor();
      for (const end of ['the ground at the origin', 'P']) {
        const chip = panel.getByRole('button', { name: end, exact: true });
        await chip.focus();
        if (by === 'keys') await page.keyboard.press('Enter');
        else if (by === 'mouse') await chip.click();
        else await chip.tap();
      }
      await panel.waitFor({ state: 'detached' });
      await settled(page);
      const { specs, constraints } = await hands.document();
      expect(specs).toEqual({});
      expect(Object.values(constraints!)).toMatchObject([{ type: 'Rope', on: { a: { ground: [0, 0] }, b: 'P' } }]);
      // The bead falls, and the rope, as long as it was far, holds it to a few mm: freely it would be 4 m below.
      const { P: start } = await page.evaluate<Record<string, [number, number]>>(`window.workshop.engine.ask({ kind: 'positions' })`); // prettier-ignore
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await until(page, 'window.workshop.state.value.time > 1');
      await page.getByRole('button', { name: 'Pause' }).click();
      const { P } = await page.evaluate<Record<string, [number, number]>>(`window.workshop.engine.ask({ kind: 'positions' })`); // prettier-ignore
      expect(Math.hypot(...P!)).toBeLessThan(Math.hypot(...start!) + 5e-3);
      expect(Math.hypot(P![0] - start![0], P![1] - start![1])).toBeGreaterThan(0.2);
      expect(complaints).toEqual([]);
    },
  );

  test('two points are joined by a rod of the list, and the energy stays', async () => {
    const { page, hands, complaints } = await beginOn(host);
    await hands.key('p');
    await hands.click([-0.5, 0.5]);
    await hands.click([0.5, 0.5]);
    expect(await read(page, 'facts.value.degreesOfFreedom')).toBe(4);
    await page.getByRole('tab', { name: 'Scene' }).click();
    await page.getByRole('button', { name: '+ Add' }).click();
    await page.locator('.card[data-class="Distance"]').click();
    const panel = page.getByRole('region', { name: /^Add:/ });
    await panel.getByRole('button', { name: 'A', exact: true }).click();
    await panel.getByRole('button', { name: 'B', exact: true }).click();
    await panel.waitFor({ state: 'detached' });
    await settled(page);
    expect(await read(page, 'facts.value.degreesOfFreedom')).toBe(3);
    // The same rod again is refused, with the name of the first.
    await page.getByRole('button', { name: '+ Add' }).click();
    await page.locator('.card[data-class="Distance"]').click();
    await panel.getByRole('button', { name: 'A', exact: true }).click();
    await expect.poll(() => panel.getByRole('button', { name: 'B', exact: true }).getAttribute('title')).toContain('“distance” holds it already'); // prettier-ignore
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await until(page, 'window.workshop.state.value.time > 0.5');
    expect(Math.abs(await read<number>(page, 'state.value.change'))).toBeLessThan(1e-9);
    expect(complaints).toEqual([]);
  });

  test('a drawing is shared as a link, which opens elsewhere as it is', async () => {
    const { page, hands, complaints } = await beginOn(host);
    await hands.stroke([-0.6, 0], [-0.6, 0.5]);
    await page.getByRole('button', { name: 'Share' }).click();
    const link = page.getByRole('textbox', { name: 'Link', exact: true });
    await expect.poll(() => link.inputValue()).toContain('#1=');
    const { page: other } = await host.open(new URL(await link.inputValue()).hash);
    expect(await read(other, 'document.value')).toEqual(await hands.document());
    expect(complaints).toEqual([]);
  });

  test('a pendulum is copied, and its speed and the force in its rod are plotted; each is one step back', async () => {
    const { page, hands, complaints } = await beginOn(host);
    await hands.stroke([-0.4, 0], [-0.4, -0.6]);
    await hands.key('v');
    // A box around the bob and its rod.
    await hands.stroke([-0.7, -0.9], [0, 0.3]);
    const panel = page.getByRole('region', { name: 'Selected: 2 things' });
    await panel.waitFor();
    await page.keyboard.press('Control+d');
    await hands.rest();
    const { bodies, constraints } = await hands.document();
    expect(Object.keys(bodies!)).toEqual(['A', 'B']);
    expect(Object.keys(constraints!)).toEqual(['rod', 'rod2']);
    await page.keyboard.press('Control+c');
    await page.getByRole('button', { name: 'Paste' }).click();
    await hands.rest();
    expect(Object.keys((await hands.document()).bodies!)).toEqual(['A', 'B', 'C']);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await hands.rest();
    expect(Object.keys((await hands.document()).bodies!)).toEqual(['A']);
    await hands.click([-0.4, -0.6]);
    await page.getByRole('checkbox', { name: 'speed' }).check();
    await hands.rest();
    await hands.click([-0.4, -0.3]);
    await page.getByRole('checkbox', { name: 'force', exact: true }).check();
    await hands.rest();
    expect((await hands.document()).plots!.map((plot) => plot.kind === 'time' && plot.of)).toEqual([['A.speed'], ['rod.lambda']]); // prettier-ignore
    await page.getByRole('region', { name: 'Plots' }).getByText('rod.lambda').waitFor();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Eraser' }).click();
    await hands.click([-0.4, -0.6]);
    expect(await hands.said()).toBe('Took A and rod. Undo brings them back.');
    expect(complaints).toEqual([]);
  });

  test('wheel, keys and buttons show another part of the paper, and strokes go where they are seen', async () => {
    const { page, hands, complaints } = await beginOn(host);
    const sketch = () => read<Sketch>(page, 'sketch.value');
    const { scale } = await sketch();
    await page.mouse.move(...(await hands.at([0.5, 0.5])));
    await page.mouse.wheel(0, -400);
    await expect.poll(async () => (await sketch()).scale).toBeGreaterThan(1.5 * scale);
    await hands.stroke([0.5, 0.5], [0.7, 0.6]);
    expect((await hands.document()).bodies!['A']).toMatchObject({ position: [0.5, 0.5] });
    expect((await hands.document()).bodies!['B']).toMatchObject({ position: [0.7, 0.6] });
    const before = await sketch();
    await page.keyboard.press('Control+ArrowLeft');
    await expect.poll(async () => (await sketch()).origin[0]).toBeGreaterThan(before.origin[0] + 20);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.getByRole('button', { name: 'Fit' }).click();
    await expect.poll(async () => (await sketch()).scale).toBeCloseTo(scale, 6);
    expect(await page.getByRole('button', { name: 'Fit' }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('two fingers zoom the paper and draw nothing; a finger that rests selects', async () => {
    const { page, hands, complaints } = await beginOn(host, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }); // prettier-ignore
    const client = await page.context().newCDPSession(page);
    const touch = (kind: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly (readonly [number, number])[]) =>
      client.send('Input.dispatchTouchEvent', { type: kind, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const [x, y] = await hands.at([0, 0.3]);
    const { scale } = await read<Sketch>(page, 'sketch.value');
    await touch('touchStart', [[x - 30, y]]);
    await touch('touchStart', [[x - 30, y], [x + 30, y]]); // prettier-ignore
    for (const far of [40, 50, 60]) await touch('touchMove', [[x - far, y], [x + far, y]]); // prettier-ignore
    await touch('touchEnd', []);
    await hands.rest();
    await expect.poll(async () => (await read<Sketch>(page, 'sketch.value')).scale).toBeCloseTo(2 * scale, 0);
    expect((await hands.document()).bodies ?? {}).toEqual({});
    await page.getByRole('button', { name: 'Fit' }).tap();
    await page.getByRole('button', { name: 'Point', exact: true }).tap();
    await page.touchscreen.tap(x, y);
    await hands.rest();
    await touch('touchStart', [[x, y]]);
    await page.waitForTimeout(800);
    await touch('touchEnd', []);
    await page.getByRole('region', { name: 'Selected: A' }).waitFor();
    expect(Object.keys((await hands.document()).bodies!)).toEqual(['A']);
    expect(complaints).toEqual([]);
  });
});
