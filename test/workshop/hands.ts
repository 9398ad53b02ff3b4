import type { Page } from 'playwright-core';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import type { Sketch } from '../../site/workshop/model/drawing/sketch.js';
import { read, settled, until, type WorkshopHost } from './workshop-page.js';

export type Metres = readonly [x: number, y: number];

/** A visitor, whose clicks, strokes, keys and typed words are counted. */
class Hands {
  acts = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** A place of the screen by metres. */
  async at([x, y]: Metres): Promise<[number, number]> {
    const box = (await this.page.locator('.paper').boundingBox())!;
    const { origin, scale } = await read<Sketch>(this.page, 'sketch.value');
    return [box.x + origin[0] + x * scale, box.y + origin[1] - y * scale];
  }

  async stroke(from: Metres, to: Metres): Promise<void> {
    this.acts++;
    await this.page.mouse.move(...(await this.at(from)));
    await this.page.mouse.down();
    await this.page.mouse.move(...(await this.at(to)), { steps: 4 });
    await this.page.mouse.up();
    await this.rest();
  }

  async click(at: Metres): Promise<void> {
    this.acts++;
    await this.page.mouse.click(...(await this.at(at)));
    await this.rest();
  }

  async key(key: string): Promise<void> {
    this.acts++;
    await this.page.keyboard.press(key);
    await this.rest();
  }

  /** Waits until what was drawn is there. */
  async rest(): Promise<void> {
    await this.page.waitForTimeout(60);
    await settled(this.page);
  }

  said(): Promise<string> {
    return this.page.locator('.saying').innerText();
  }

  document(): Promise<SceneDocument> {
    return read(this.page, 'document.value');
  }
}

/** Opens empty paper, as a visitor does. */
export async function beginOn(host: WorkshopHost, options: Parameters<WorkshopHost['open']>[1] = {}) {
  const opened = await host.open('', options);
  await until(opened.page, '!!document.querySelector(".tools")');
  await opened.page.locator('.title').click();
  await opened.page.getByRole('button', { name: /^Empty/ }).click();
  await opened.page.locator('.paper').waitFor();
  await settled(opened.page);
  return { ...opened, hands: new Hands(opened.page) };
}
