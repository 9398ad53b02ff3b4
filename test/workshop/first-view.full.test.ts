import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { writeLink } from '../../site/workshop/model/link.js';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import { setFormulas } from '../../site/workshop/model/specs.js';
import { NEW_SCENE } from '../../site/workshop/model/templates.js';
import { LIGHT } from '../../src/painter/colors.js';
import { apart, hold, keepPicture } from '../support/kept-pictures.js';
import { inkOf, type Ink } from '../support/pixels.js';
import { describeWorkshop, read, settled, type, until } from './workshop-page.js';

/** Least length of a wire that is seen, as a part of the picture's smaller side, and width of a bead, px. */
const SEEN = 0.6;
const BEAD = 8;

const canvas = (page: Page) => page.locator('canvas.scene');
const widthOf = ({ box }: Ink): number => box[2] - box[0];

/** Waits for a picture with a wire across a good part of it, and a bead on it. */
async function expectWireAndBead(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const [wire, bead] = [await inkOf(canvas(page), LIGHT.wire, 40), await inkOf(canvas(page), LIGHT.body)];
        const least = Math.min(wire.width, wire.height);
        const length = Math.hypot(widthOf(wire), wire.box[3] - wire.box[1]);
        return { isSeen: length > SEEN * least, hasBead: bead.count > BEAD, wire, bead };
      },
      { timeout: 15_000 },
    )
    .toMatchObject({ isSeen: true, hasBead: true });
}

/** Lines and a curve with one bead: none of them closes. */
const OPEN = ['p.y == h - length', 'p.y == h * p.x / length', 'p.x == h + length', 'p.y == h * exp(-p.x^2 / length^2)'];

/** The script of the engine. */
const ENGINE = /\/worker-[^/]*\.js$/;
const SHOWN = 'document.querySelector("canvas.opening") ?? document.querySelector("canvas.scene")';
const OPENED = 'document.querySelector("canvas.opening")?.width > 300';

describeWorkshop('the first picture of a scene', (host) => {
  /** Opens the page with its first scene, whose engine comes when the result is called. */
  const opened = async () => {
    let letGo: () => void = () => undefined;
    const { page, complaints } = await host.visit('', {}, async (one) => {
      letGo = await hold(one, ENGINE);
    });
    await until(page, OPENED);
    return { page, complaints, letGo };
  };

  test('moves before the engine is there, which goes on with the same picture', async () => {
    const { page, complaints, letGo } = await opened();
    const keep = (name: string): Promise<void> => keepPicture(page, SHOWN, name);
    await keep('first');
    await page.waitForTimeout(500);
    await page.getByRole('button', { name: 'Pause' }).click();
    await keep('paused');
    expect(await apart(page, 'first', 'paused')).toBeGreaterThan(1000);
    expect(await read(page, 'state.value')).toBeUndefined();
    letGo();
    await until(page, 'window.workshop.state.value?.time > 0.3 && !document.querySelector("canvas.opening")');
    await page.waitForTimeout(200);
    await keep('taken');
    // Less than what a pixel makes.
    expect(await apart(page, 'paused', 'taken')).toBeLessThan(0.5 * (await apart(page, 'paused', 'paused', 1)));
    const time = await read<number>(page, 'state.value.time');
    expect(await read(page, 'state.value.isRunning')).toBe(false);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await until(page, `window.workshop.state.value.time > ${time + 0.1}`);
    expect(complaints).toEqual([]);
  });

  test.each([true, false])('a pull at it before the engine is there is not lost; held still: %s', async (isHeld) => {
    const { page, complaints, letGo } = await opened();
    // It is over, and holds its last picture.
    await page.waitForTimeout(3000);
    const { x, y, width, height } = (await page.locator('canvas.opening').boundingBox())!;
    const cursor = (): Promise<string> => page.evaluate('document.querySelector("canvas.opening").style.cursor');
    search: for (let v = 0.1; v < 0.95; v += 0.06)
      for (let u = 0.1; u < 0.95; u += 0.04) {
        await page.mouse.move(x + u * width, y + v * height);
        if ((await cursor()) !== 'grab') continue;
        await page.mouse.down();
        if ((await cursor()) === 'grabbing') {
          await page.mouse.move(x + u * width + 60, y + v * height - 40, { steps: 4 });
          break search;
        }
        await page.mouse.up();
      }
    expect(await cursor()).toBe('grabbing');
    // As long as a busy machine takes for several pictures: a pull that was let go is replayed at its own pace.
    await page.waitForTimeout(isHeld ? 300 : 1500);
    if (!isHeld) await page.mouse.up();
    // Every state is looked at: such a pull may be over before this side asks again.
    await page.evaluate(
      'window.workshop.state.subscribe((state) => { window.hasPulled ||= state?.marked?.name === "bead"; })',
    );
    letGo();
    await until(page, 'window.hasPulled');
    if (isHeld) {
      const time = await read<number>(page, 'state.value.time');
      await until(page, `window.workshop.state.value.time > ${time + 0.3}`);
      expect(await read<string | undefined>(page, 'state.value.marked?.name')).toBe('bead');
      await page.mouse.up();
    }
    await until(page, 'window.workshop.state.value.marked === undefined');
    expect(complaints).toEqual([]);
  });

  test('a new scene has a bead in a valley, which stays in the picture', async () => {
    const { page, complaints } = await host.open();
    await page.getByRole('button', { name: 'A bead on a heart' }).click();
    await page.getByRole('button', { name: /^Bead on a wire/ }).click();
    await until(page, 'window.workshop.document.value.title === "My scene" && window.workshop.state.value.time > 0.05');
    for (let k = 0; k < 6; k++) {
      await expectWireAndBead(page);
      await page.waitForTimeout(250);
    }
    for (const C of OPEN) {
      await type(page, C);
      await settled(page);
      await expectWireAndBead(page);
    }
    expect(complaints).toEqual([]);
  });

  test.each(OPEN)('a scene that begins with %s shows wire and bead', async (C) => {
    const document: SceneDocument = setFormulas(NEW_SCENE, 'Wire', { C });
    const { page, complaints } = await host.open(await writeLink(document));
    expect(await read<string>(page, 'document.value.title')).toBe(NEW_SCENE.title);
    await expectWireAndBead(page);
    expect(complaints).toEqual([]);
  });

  test.each([
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])('scenes of the gallery stay within the picture, on a page of $width px', async (viewport) => {
    const { page, complaints } = await host.open('', { viewport });
    for (const name of ['bennett', 'heavy-top', 'governor', 'coin', 'universal-joint', 'rope']) {
      await page.goto(`${host.address}#g=${name}`);
      await page.reload();
      await until(page, 'window.workshop?.state.value?.time > 0', 40_000);
      for (let k = 0; k < 8; k++) {
        for (const color of [LIGHT.body, LIGHT.bodyEdge, LIGHT.rod]) {
          const { count, box, width, height } = await inkOf(canvas(page), color, 8);
          const room = count === 0 ? Infinity : Math.min(box[0], box[1], width - 1 - box[2], height - 1 - box[3]);
          expect({ name, color, isInside: room > 2 }).toEqual({ name, color, isInside: true });
        }
        await page.waitForTimeout(150);
      }
    }
    expect(complaints).toEqual([]);
  });
});
