import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import { writeLink } from '../../site/workshop/model/link.js';
import type { Sketch } from '../../site/workshop/model/drawing/sketch.js';
import { hindrances, LOOKS } from '../support/hindrances.js';
import { beginOn, type Metres } from './hands.js';
import { describeWorkshop, read, settled, until, type WorkshopHost } from './workshop-page.js';

/** The picture of the document, made anew with the variable UPDATE_DOCS. */
const PICTURE = join(import.meta.dirname, '../../docs/pictures/drawing.png');

const [O, A, B, Q] = [
  [-0.7, 0],
  [-0.7, 0.3],
  [0.4, 1],
  [0.7, 0],
] as const satisfies readonly Metres[];

describeWorkshop('hands on paper', (host: WorkshopHost) => {
  const begin = (options: Parameters<WorkshopHost['open']>[1] = {}) => beginOn(host, options);

  test('a four-bar with a motor and a traced coupler runs after eight acts', async () => {
    const { page, hands, complaints } = await begin();
    // An empty page has a rod in its hand.
    expect(await page.getByRole('button', { name: 'Rod' }).getAttribute('aria-pressed')).toBe('true');
    await hands.stroke(O, A);
    expect(await hands.said()).toBe('You drew rod: norm([-0.7, 0] - A) == 0.3');
    const view = await read<Sketch>(page, 'sketch.value');
    await hands.stroke(A, B);
    await hands.stroke(B, Q);
    expect(await read(page, 'facts.value.degreesOfFreedom')).toBe(1);
    await hands.key('m');
    await hands.click([-0.7, 0.15]);
    expect(await hands.said()).toContain('== speed * dot(');
    await hands.key('t');
    await hands.click([-0.15, 0.65]);
    expect(await hands.said()).toContain('the trace of C');
    await page.mouse.move(0, 0);
    if (process.env['UPDATE_DOCS'] !== undefined) await page.locator('.board').screenshot({ path: PICTURE });
    // The picture stayed as it was.
    expect(await read<Sketch>(page, 'sketch.value')).toMatchObject({ origin: view.origin, scale: view.scale });
    await hands.key(' ');
    expect(hands.acts).toBeLessThanOrEqual(8);
    await until(page, 'window.workshop.state.value.time > 3.3');
    expect(await read(page, 'facts.value.degreesOfFreedom')).toBe(0);
    expect(await read<number>(page, 'state.value.residual')).toBeLessThan(1e-9);
    // The motor's work is not counted: what is left of 20 J is the method's error.
    expect(Math.abs(await read<number>(page, 'state.value.change'))).toBeLessThan(1e-3);
    expect(await page.getByRole('button', { name: 'Hand' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Pause' }).click();
    // After 785 steps of 4 ms, a turn of 3.14 s but for 2 ms, the pen is where it began; half way it is not.
    const path = await page.evaluate<Record<string, Metres>[]>(`(async () => {
      const { workshop } = window;
      const places = () => workshop.engine.ask({ kind: 'positions' });
      workshop.reset();
      const path = [await places()];
      for (let k = 1; k <= 785; k++) {
        workshop.send({ kind: 'step' });
        if (k === 392 || k === 785) path.push(await places());
      }
      return path;
    })()`);
    const [start, half, whole] = path.map(({ C }) => C!);
    const far = (one: Metres, other: Metres): number => Math.hypot(one[0] - other[0], one[1] - other[1]);
    expect(far(start!, half!)).toBeGreaterThan(0.2);
    expect(far(start!, whole!)).toBeLessThan(2e-3);
    expect(complaints).toEqual([]);
  });

  test('a bead on a curve of its own after two acts', async () => {
    const { page, hands, complaints } = await begin();
    await hands.key('c');
    await until(page, 'document.activeElement?.classList.contains("cm-content")');
    hands.acts++;
    await page.keyboard.insertText('x^2/4 + y^2 == 1');
    await settled(page);
    expect(hands.acts).toBeLessThanOrEqual(2);
    const { specs, constraints, bodies } = await hands.document();
    expect(specs!['Formula']).toMatchObject({ C: 'p.x^2/4 + p.y^2 == 1' });
    expect(Object.keys(bodies!)).toEqual(['P']);
    expect(constraints!['wire']!.on).toEqual({ p: 'P' });
    expect(await read(page, 'facts.value.degreesOfFreedom')).toBe(1);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await until(page, 'window.workshop.state.value.time > 1');
    expect(await read<number>(page, 'state.value.residual')).toBeLessThan(1e-8);
    expect(Math.abs(await read<number>(page, 'state.value.change'))).toBeLessThan(0.05);
    expect(complaints).toEqual([]);
  });

  test('a rope, a weight and a floor after four acts', async () => {
    const { page, hands, complaints } = await begin();
    await hands.key('o');
    await hands.stroke([0, 1], [0.7, 0.7]);
    expect(await hands.said()).toBe('You drew rope: norm([0, 1] - A) <= 0.7616');
    await hands.key('f');
    await hands.click([0, 0.3]);
    expect(hands.acts).toBeLessThanOrEqual(4);
    await page.keyboard.press(' ');
    await until(page, 'window.workshop.state.value.time > 3');
    // The floor is above the lowest place that the rope allows: there it comes to rest.
    const { A: weight } = await page.evaluate<Record<string, Metres>>(
      `window.workshop.engine.ask({ kind: 'positions' })`,
    );
    expect(weight![1]).toBeCloseTo(0.3, 4);
    expect(Math.hypot(weight![0], weight![1] - 1)).toBeLessThan(0.7617);
    expect(await read<number>(page, 'state.value.residual')).toBeLessThan(1e-6);
    expect(complaints).toEqual([]);
  });

  test('undo takes back one act at a time; what cannot hold is taken back with a word', async () => {
    const { page, hands } = await begin();
    await hands.stroke(O, A);
    await hands.stroke(A, B);
    await hands.key('Control+z');
    expect(Object.keys((await hands.document()).constraints!)).toEqual(['rod']);
    await hands.key('Control+z');
    expect((await hands.document()).constraints).toBeUndefined();
    await hands.key('Control+Shift+Z');
    await hands.key('Control+Shift+Z');
    expect(Object.keys((await hands.document()).bodies!)).toEqual(['A', 'B']);
    // A motor on what two more rods hold cannot turn it.
    await hands.stroke(Q, A);
    const before = await hands.document();
    await hands.key('m');
    await hands.click([-0.7, 0.15]);
    expect(await hands.said()).toContain('cannot hold together');
    expect(await hands.document()).toEqual(before);
    expect(await read(page, 'canRedo.value')).toBe(false);
    // The word is of that alone.
    await hands.key('Control+z');
    expect(await hands.said()).not.toContain('cannot hold together');
  });

  test('Ctrl+A selects all that is drawn, and nothing of the page', async () => {
    const { page, hands } = await begin();
    await hands.stroke(O, A);
    await hands.stroke(A, B);
    await hands.key('v');
    await hands.key('Control+a');
    expect(await page.evaluate('window.getSelection().toString()')).toBe('');
    await hands.key('Delete');
    expect((await hands.document()).bodies ?? {}).toEqual({});
  });

  test('what is selected has fields, a name, and moves with what hangs on it; the eraser', async () => {
    const { page, hands, complaints } = await begin();
    await hands.stroke(O, A);
    await hands.stroke(A, B);
    await hands.stroke(B, Q);
    await hands.key('v');
    await hands.stroke(A, [-0.95, 0.15]);
    const moved = (await hands.document()).bodies!['A'] as unknown as { position: Metres };
    expect(Math.hypot(moved.position[0] + 0.7, moved.position[1])).toBeCloseTo(0.3, 6);
    expect(moved.position[0]).toBeLessThan(-0.8);
    // One act, one step back.
    await hands.key('Control+z');
    expect((await hands.document()).bodies!['A']).toMatchObject({ position: A });
    // A stroke that leaves the paper ends at its edge.
    await hands.key('r');
    await hands.stroke([1, 0.5], [1, 9]);
    const [, y] = await hands.at((await hands.document()).bodies!['D']!['position' as never]);
    expect(y).toBeGreaterThan((await page.locator('.paper').boundingBox())!.y - 30);
    await hands.key('Control+z');
    await hands.key('v');
    await hands.click([-0.2, 0.62]);
    const panel = page.getByRole('region', { name: 'Selected: rod2' });
    await panel.getByText('norm(A - B) == 1.304').waitFor();
    await panel.getByRole('textbox', { name: 'length of rod2' }).fill('1.4');
    await page.keyboard.press('Enter');
    await hands.rest();
    await panel.getByText('norm(A - B) == 1.4').waitFor();
    const { points } = await read<Sketch>(page, 'sketch.value');
    expect(Math.hypot(points['A']![0] - points['B']![0], points['A']![1] - points['B']![1])).toBeCloseTo(1.4, 9);
    await panel.getByRole('textbox', { name: 'Name' }).fill('coupler');
    await page.keyboard.press('Enter');
    await hands.rest();
    expect(Object.keys((await hands.document()).constraints!)).toEqual(['rod', 'coupler', 'rod3']);
    // The field keeps the focus under the new name. What cannot be is said beside the picture.
    expect(await page.evaluate('document.activeElement.value')).toBe('coupler');
    const length = page.getByRole('textbox', { name: 'length of coupler' });
    await length.fill('-1');
    await page.keyboard.press('Enter');
    await expect.poll(() => hands.said()).toContain('It must be at least 0 m.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await hands.rest();
    await expect.poll(() => hands.said()).not.toContain('It must be');
    await page
      .getByRole('region', { name: 'Selected: coupler' })
      .getByRole('button', { name: 'Make a slider' })
      .click();
    await hands.rest();
    expect((await hands.document()).params).toMatchObject({ length: { value: 1.4, min: 0, max: 2.8 } });
    await page.getByRole('button', { name: 'Eraser' }).click();
    await hands.click([points['A']![0], points['A']![1]]);
    const left = await hands.document();
    expect(Object.keys(left.constraints!)).toEqual(['rod3']);
    expect(left.params).toEqual({});
    expect(complaints).toEqual([]);
  });

  test('keys alone draw a pendulum, give it a trace, and let it go', async () => {
    const { page, hands, complaints } = await begin();
    const press = async (key: string, times = 1): Promise<void> => {
      for (let k = 0; k < times; k++) await page.keyboard.press(key);
      await hands.rest();
    };
    await page.keyboard.press('r');
    await page.locator('.paper').focus();
    // From the middle of the picture to the ground, and to a place beside it.
    await page.keyboard.press('PageDown');
    const { origin } = await read<Sketch>(page, 'sketch.value');
    expect(origin[0]).toBeGreaterThan(0);
    await press('ArrowUp', 2);
    await press('Enter');
    await press('ArrowRight', 6);
    await press('Enter');
    const { bodies, constraints } = await hands.document();
    expect(Object.keys(bodies!)).toEqual(['A', 'B']);
    expect(Object.values(constraints!)[0]!.type).toBe('Distance');
    await page.keyboard.press('n');
    await press('PageDown');
    await press('Enter');
    await press('Enter');
    expect((await hands.document()).constraints!['pin']!.on).toMatchObject({ a: 'A' });
    await page.keyboard.press('t');
    await press('PageDown');
    await press('Enter');
    expect(Object.values((await hands.document()).traces!)[0]!.point).toBe('B');
    expect(await read(page, 'facts.value.degreesOfFreedom')).toBe(1);
    await press('Escape');
    expect(await page.locator('.paper').count()).toBe(0);
    // The picture has the focus of the paper that is gone, with the space bar and the keys of tools.
    expect(await page.evaluate('document.activeElement.className')).toBe('scene');
    await page.keyboard.press(' ');
    await until(page, 'window.workshop.state.value.time > 0.5');
    await page.keyboard.press(' ');
    await until(page, '!window.workshop.state.value.isRunning');
    await page.keyboard.press('p');
    await page.locator('.paper').waitFor();
    await press('Escape');
    // After a press of a button, too: the space bar presses it, and letters are tools.
    await page.getByRole('button', { name: 'Run', exact: true }).focus();
    await page.keyboard.press(' ');
    await until(page, 'window.workshop.state.value.isRunning');
    await page.keyboard.press('v');
    await page.locator('.paper').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a finger draws, and nothing scrolls under it', async () => {
    const { page, hands, complaints } = await begin({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    const client = await page.context().newCDPSession(page);
    const finger = async (from: Metres, to: Metres): Promise<void> => {
      const [[x, y], [u, v]] = [await hands.at(from), await hands.at(to)];
      const touch = (type: string, points: { x: number; y: number }[]) =>
        client.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points });
      await touch('touchStart', [{ x, y }]);
      for (const share of [0.25, 0.5, 0.75, 1, 1]) {
        await touch('touchMove', [{ x: x + share * (u - x), y: y + share * (v - y) }]);
        // A finger that is flung makes the next tap end that, and nothing more.
        await page.waitForTimeout(60);
      }
      await touch('touchEnd', []);
      await hands.rest();
    };
    await finger(O, [-0.6, 0.4]);
    await finger([-0.6, 0.4], [0.4, 0.8]);
    expect(await page.evaluate('window.scrollY')).toBe(0);
    const { constraints } = await hands.document();
    expect(Object.values(constraints!).map(({ on }) => on!['b'])).toEqual(['A', 'B']);
    const pen = page.getByRole('button', { name: 'Pen', exact: true });
    await pen.tap();
    await expect.poll(() => pen.getAttribute('aria-pressed')).toBe('true');
    const [x, y] = await hands.at([0.4, 0.8]);
    await page.touchscreen.tap(x, y);
    await hands.rest();
    expect(await hands.said()).toContain('trace of B');
    for (const button of await page.locator('.tools button').all()) {
      const box = (await button.boundingBox())!;
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    }
    // The last tools are scrolled to; the hand, which a run takes, comes into sight again.
    await page.getByRole('button', { name: 'Eraser' }).tap();
    await page.getByRole('button', { name: 'Run', exact: true }).tap();
    await expect.poll(async () => (await page.getByRole('button', { name: 'Hand' }).boundingBox())!.x).toBeGreaterThanOrEqual(0); // prettier-ignore
    expect(complaints).toEqual([]);
  });

  test('a body by its corners hangs on a pin, and a wheel has an axle', async () => {
    const { hands, complaints } = await begin();
    await hands.key('b');
    for (const corner of [[-0.5, 0.5], [0.3, 0.5], [0.3, 0.8], [-0.5, 0.5]] as const) await hands.click(corner); // prettier-ignore
    expect(await hands.said()).toContain('a body of 0.48 kg');
    await hands.key('n');
    await hands.click([-0.5, 0.5]);
    await hands.key('w');
    await hands.stroke([0.8, 0], [1, 0]);
    await hands.key('m');
    await hands.click([0.8, 0]);
    const { constraints } = await hands.document();
    expect(Object.values(constraints!).map(({ type }) => type)).toEqual(['Coincident', 'Coincident', 'Motor']);
    expect(await read(hands.page, 'facts.value.degreesOfFreedom')).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('an outline that crosses itself is refused with that reason', async () => {
    const { hands } = await begin();
    await hands.key('b');
    for (const corner of [[-0.5, 0.5], [0.3, 0.5], [-0.5, 0.1], [0.5, -0.3], [-0.5, 0.5]] as const) await hands.click(corner); // prettier-ignore
    expect(await hands.said()).toContain('The outline crosses itself');
    expect((await hands.document()).bodies).toBeUndefined();
  });

  test('a press right after the key of a tool counts, and the picture has the keys after the last tool', async () => {
    const { page, complaints } = await host.open('#g=four-bar');
    await until(page, '!!document.querySelector(".tools") && window.workshop.state.value.time > 0.3');
    const count = async (): Promise<number> => Object.keys((await read<SceneDocument>(page, 'document.value')).bodies!).length; // prettier-ignore
    const before = await count();
    const box = (await page.locator('canvas.scene').boundingBox())!;
    await page.mouse.move(box.x + 40, box.y + 60);
    // Both at once, before the engine answers.
    await page.evaluate(`(() => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', cancelable: true }));
    })()`);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(count).toBe(before + 1);
    const focus = (): Promise<string> => page.evaluate('document.activeElement.className');
    expect(await focus()).toBe('paper');
    await page.keyboard.press('Escape');
    expect(await focus()).toBe('scene');
    expect(complaints).toEqual([]);
  });

  test('a scene that runs goes back to its start when a tool is taken, and a scene in space has none', async () => {
    const { page } = await host.open('#g=four-bar');
    await until(page, 'window.workshop.state.value.time > 0.3');
    await page.getByRole('button', { name: 'Rod' }).click();
    await page.locator('.paper').waitFor();
    expect(await read(page, 'state.value')).toMatchObject({ time: 0, isRunning: false });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.paper').waitFor({ state: 'detached' });
    await until(page, 'window.workshop.state.value.time > 0.1');
    // What asks for a point in the picture takes the tool out of the hand, and so does a step.
    await page.getByRole('button', { name: 'Rod' }).click();
    await page.locator('.paper').waitFor();
    await page.getByRole('button', { name: 'Step' }).click();
    await page.locator('.paper').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rod' }).click();
    await page.locator('.paper').waitFor();
    await page.getByRole('tab', { name: 'Scene' }).click();
    await page.getByRole('button', { name: '+ Add' }).click();
    await page.locator('.card').filter({ hasText: 'Telescope' }).click();
    await page.getByRole('region', { name: /^Add:/ }).waitFor();
    await page.locator('.paper').waitFor({ state: 'detached' });
    await page.goto(`${host.address}#g=coin`);
    await until(page, 'window.workshop.document.value.space === 3');
    const rod = page.getByRole('button', { name: 'Rod' });
    await expect.poll(() => rod.isDisabled()).toBe(true);
    // By a press, and by its key.
    for (const act of [() => rod.click({ force: true }), () => page.keyboard.press('r')]) {
      await act();
      await expect.poll(() => page.locator('.saying').innerText()).toContain('this scene is in space');
      expect(await page.locator('.paper').count()).toBe(0);
      await page.getByRole('button', { name: 'Hand' }).click();
      await page.locator('.saying').waitFor({ state: 'detached' });
    }
  });

  test('nothing is in the way of readers while one draws', async () => {
    const { page, hands } = await begin({ bypassCSP: true });
    await hands.stroke(O, A);
    await hands.key('v');
    await hands.click(A);
    await page.getByRole('region', { name: 'Selected: A' }).waitFor();
    for (const { colorScheme, ...size } of LOOKS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      expect({ size, found: await hindrances(page) }).toEqual({ size, found: [] });
    }
  });

  test('a link to paper with a drawing opens as it is', async () => {
    const { page, hands } = await begin();
    await hands.stroke(O, A);
    const link = await writeLink(await hands.document());
    const { page: other } = await host.open(link);
    expect(await read(other, 'document.value')).toEqual(await hands.document());
    expect(await read(page, 'failure.value')).toBeUndefined();
  });
});
