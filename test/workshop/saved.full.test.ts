import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { validateBytes } from 'gltf-validator';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { filesOf } from '../support/archive.js';
import { complaintsOf, launchBrowser } from '../support/browser.js';
import { temporaryFolder } from '../support/tarball.js';
import { describeWorkshop, read, until } from './workshop-page.js';

/** A file that the page saves, by the name of its button. */
async function save(page: Page, name: RegExp): Promise<Buffer> {
  const saved = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('dialog').getByRole('button', { name }).click();
  return readFile(await (await saved).path());
}

/** What a browser that decodes a film finds in it, read at a width of 64. */
interface Film {
  readonly frames: number;
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  /** Brightness of the first frame's corner, the part of its pixels that are not like it, and of those that differ in the last. */
  readonly corner: number;
  readonly ink: number;
  readonly moved: number;
}

/** Shows films to a browser of their own, on a page without a policy. */
async function judge(page: Page): Promise<(bytes: Buffer, type: string) => Promise<Film>> {
  await page.route('**/judge', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto('http://localhost/judge');
  return (bytes, type) =>
    page.evaluate(
      async ([base64, kind]) => {
        const data = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
        const scope = globalThis as never as {
          readonly document: { createElement(name: string): never };
          readonly ImageDecoder: new (of: object) => {
            readonly tracks: { readonly ready: Promise<void>; readonly selectedTrack: { readonly frameCount: number } };
            decode(of: object): Promise<{
              readonly image: {
                readonly displayWidth: number;
                readonly displayHeight: number;
                readonly duration: number;
              };
            }>;
          };
        };
        const canvas = scope.document.createElement('canvas') as {
          width: number;
          height: number;
          getContext(kind: '2d'): {
            drawImage(of: unknown, x: number, y: number, width: number, height: number): void;
            getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
          };
        };
        Object.assign(canvas, { width: 64, height: 64 });
        const context = canvas.getContext('2d');
        const pixels = (image: unknown): Uint8ClampedArray => {
          context.drawImage(image, 0, 0, 64, 64);
          return context.getImageData(0, 0, 64, 64).data;
        };
        const compare = (a: Uint8ClampedArray, b: Uint8ClampedArray): number =>
          a.reduce((sum, one, k) => sum + (k % 4 === 0 && Math.abs(one - b[k]!) > 16 ? 1 : 0), 0) / (64 * 64);
        const ink = (a: Uint8ClampedArray): number =>
          compare(
            a,
            a.map((_, k) => a[k % 4]!),
          );
        if (kind.startsWith('image/')) {
          const decoder = new scope.ImageDecoder({ data, type: kind });
          await decoder.tracks.ready;
          const frames = decoder.tracks.selectedTrack.frameCount;
          const [first, last] = [
            (await decoder.decode({ frameIndex: 0 })).image,
            (await decoder.decode({ frameIndex: frames - 1 })).image,
          ];
          const [a, b] = [pixels(first), pixels(last)];
          const { displayWidth: width, displayHeight: height, duration } = first;
          return {
            frames,
            seconds: (frames * duration) / 1e6,
            width,
            height,
            corner: a[0]!,
            ink: ink(a),
            moved: compare(a, b),
          };
        }
        const video = scope.document.createElement('video') as {
          readonly videoWidth: number;
          readonly videoHeight: number;
          readonly duration: number;
          muted: boolean;
          src: string;
          currentTime: number;
          addEventListener(name: string, act: () => void, options: object): void;
        };
        const heard = (name: string): Promise<void> =>
          new Promise((resolve) => {
            video.addEventListener(name, resolve, { once: true });
          });
        const loaded = heard('loadeddata');
        Object.assign(video, { muted: true, src: URL.createObjectURL(new Blob([data], { type: kind })) });
        await loaded;
        const at = async (time: number): Promise<Uint8ClampedArray> => {
          const sought = heard('seeked');
          video.currentTime = time;
          await sought;
          return pixels(video);
        };
        const [a, b] = [await at(0.01), await at(video.duration - 0.05)];
        const { videoWidth: width, videoHeight: height, duration } = video;
        return { frames: 0, seconds: duration, width, height, corner: a[0]!, ink: ink(a), moved: compare(a, b) };
      },
      [bytes.toString('base64'), type] as const,
    );
}

describeWorkshop('files that the page saves', (host) => {
  test('are films that move, and a picture, as the scene is shown', async () => {
    const { page, complaints } = await host.open('#g=four-bar', { acceptDownloads: true });
    const look = await judge(await (await host.browser.newContext()).newPage());
    await until(page, 'window.workshop.state.value.time > 0.2');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByLabel('Films last').selectOption('2');
    await page.getByLabel('and are').selectOption('320');
    const before = await read<number>(page, 'state.value.time');
    const gif = await look(await save(page, /^GIF/), 'image/gif');
    expect(gif).toMatchObject({ frames: 50, width: 320 });
    expect(gif.seconds).toBeCloseTo(2, 9);
    expect(gif.corner).toBeGreaterThan(240);
    expect(gif.moved).toBeGreaterThan(0.01);
    // The scene itself goes on meanwhile.
    expect(await read<number>(page, 'state.value.time')).toBeGreaterThan(before);
    const webm = await look(await save(page, /^WebM/), 'video/webm');
    expect(webm.width).toBe(320);
    expect(webm.seconds).toBeCloseTo(2, 1);
    expect(webm.corner).toBeGreaterThan(235);
    expect(webm.moved).toBeGreaterThan(0.01);
    expect(Math.abs(webm.moved - gif.moved)).toBeLessThan(0.1);
    const png = await look(await save(page, /^PNG/), 'image/png');
    expect(png.width).toBe(2 * (await read<[number, number]>(page, 'state.value.size'))[0]);
    expect(png.corner).toBeGreaterThan(240);
    for (const { ink } of [gif, webm, png]) expect(ink).toBeGreaterThan(0.01);
    await expect.poll(() => page.getByRole('status').allTextContents()).toContainEqual(expect.stringMatching(/saved/));
    expect(complaints).toEqual([]);
  });

  test('are a film of solids, and parts to be cut and printed', async () => {
    const { page, complaints } = await host.open('#g=four-bar', { acceptDownloads: true });
    await until(page, 'window.workshop.state.value.time > 0.2');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByLabel('Films last').selectOption('2');
    await page.getByLabel('Parts are').selectOption('1 : 2');
    const glb = await save(page, /^GLB/);
    const { issues } = await validateBytes(glb, { maxIssues: 10 });
    expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0 });
    expect([glb.toString('latin1', 0, 4), glb.readUInt32LE(4), glb.readUInt32LE(8)]).toEqual(['glTF', 2, glb.length]);
    const { animations, accessors, meshes } = JSON.parse(glb.toString('utf8', 20, 20 + glb.readUInt32LE(12))) as {
      readonly animations: readonly { readonly samplers: readonly { readonly input: number }[] }[];
      readonly accessors: readonly { readonly max?: readonly number[] }[];
      readonly meshes: readonly unknown[];
    };
    const ends = animations[0]!.samplers.map(({ input }) => accessors[input]!.max![0]!);
    expect(Math.max(...ends)).toBeCloseTo(2, 2);
    expect(meshes.length).toBeGreaterThan(3);
    // The holes of the crank, in millimetres, are half as far apart as in the scene.
    const circles = (await save(page, /^DXF/)).toString('utf8').matchAll(/CIRCLE\s+8\s+CUT\s+10\s+(\S+)\s+20\s+(\S+)/g);
    const at = [...circles].map(([, x, y]) => [Number(x), Number(y)] as const);
    const crank = 500 * (await read<number>(page, 'document.value.params.crank.value'));
    expect(at.some(([x, y]) => at.some(([u, w]) => Math.abs(Math.hypot(x - u, y - w) - crank) < 1e-3))).toBe(true);
    const sheet = (await save(page, /^Cutting sheet/)).toString('utf8');
    expect(sheet).toMatch(/<svg [^>]*width="[\d.]+mm"/);
    const parts = filesOf(await save(page, /^STL/));
    expect(parts.length).toBeGreaterThan(2);
    for (const { path, bytes } of parts) {
      expect(path).toMatch(/\.stl$/);
      expect(bytes.length).toBe(84 + 50 * bytes.readUInt32LE(80));
    }
    await page.goto('about:blank');
    // Of space there is nothing to be cut.
    await page.goto(`${host.address}#g=bennett`);
    await until(page, 'window.workshop?.state.value?.time > 0.1');
    await page.getByRole('button', { name: 'Export' }).click();
    expect(await page.getByRole('button', { name: /^(?:DXF|Cutting sheet)/ }).count()).toBe(0);
    expect(filesOf(await save(page, /^STL/)).length).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  test('of a scene in space show its solids, as the page does, which turns and pulls at them', async () => {
    const browser = await launchBrowser(true);
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ acceptDownloads: true, viewport: { width: 1100, height: 720 } });
    const complaints = complaintsOf(page);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    const areFetched = (): boolean => fetched.some((url) => /\/backdrop-[^/]*\.js/.test(url));
    await page.goto(`${host.address}#g=four-bar`);
    await until(page, 'window.workshop?.state.value?.time > 0.1');
    // The parts of the pixels that solids take, and what is painted over them.
    const inks = (): Promise<[depth: number, scene: number]> =>
      page.evaluate(`['depth', 'scene'].map((name) => {
        const canvas = document.querySelector('canvas.' + name);
        const context = new OffscreenCanvas(64, 64).getContext('2d');
        context.drawImage(canvas, 0, 0, 64, 64);
        const { data } = context.getImageData(0, 0, 64, 64);
        let count = 0;
        for (let k = 3; k < data.length; k += 4) if (data[k] > 200) count++;
        return count / (64 * 64);
      })`);
    expect(areFetched()).toBe(false);
    const open = async (name: string): Promise<void> => {
      await page.goto('about:blank');
      await page.goto(`${host.address}#g=${name}`);
      await until(page, 'window.workshop?.state.value?.time > 0.1');
    };
    await open('schatz');
    await expect.poll(inks, { timeout: 30_000 }).toEqual([expect.toSatisfy((part: number) => part > 0.02), expect.toSatisfy((part: number) => part < 0.02)]); // prettier-ignore
    expect(areFetched()).toBe(true);
    await page.evaluate('window.workshop.run(false)');
    const shot = (): Promise<Buffer> => page.locator('.picture').screenshot();
    const before = await shot();
    const box = (await page.locator('canvas.scene').boundingBox())!; // it is shown
    expect(await page.getByRole('button', { name: 'Fit' }).isEnabled()).toBe(false);
    await page.mouse.move(box.x + 30, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 160, box.y + 230, { steps: 4 });
    await page.mouse.up();
    await until(page, 'window.workshop.state.value.isChosen');
    await expect.poll(async () => (await shot()).equals(before)).toBe(false);
    // A ray finds the vessel, beside its points, too.
    const [x, y] = await read<[number, number]>(page, 'state.value.places.vessel');
    await page.mouse.move(box.x + x + 25, box.y + y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + x + 60, box.y + y + 10, { steps: 3 });
    await until(page, 'window.workshop.state.value.marked !== undefined');
    await page.mouse.up();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByLabel('Films last').selectOption('2');
    await page.getByLabel('and are').selectOption('320');
    const files = { png: await save(page, /^PNG/), gif: await save(page, /^GIF/) };
    const look = await judge(await browser.newPage());
    // Solids have shades of many brightnesses: the paper is still white, and a frame is not like another.
    const [png, gif] = [await look(files.png, 'image/png'), await look(files.gif, 'image/gif')];
    for (const { ink, corner } of [png, gif]) expect([corner > 235, ink > 0.03]).toEqual([true, true]);
    expect(gif.moved).toBeGreaterThan(0.01);
    expect(complaints.filter((text) => !/GPU stall|willReadFrequently/.test(text))).toEqual([]);
  });

  test('are a web page that moves without a network, with its own formulas', async () => {
    const { page, complaints } = await host.open('#g=heart', { acceptDownloads: true, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Export' }).click();
    const html = await save(page, /^Web page/);
    const file = join(await temporaryFolder(), 'heart.html');
    await writeFile(file, html);
    const context = await host.browser.newContext({ offline: true });
    const shown = await context.newPage();
    const others = complaintsOf(shown);
    await shown.goto(`file://${file}`);
    const time = "document.querySelector('holonomic-scene').built?.world.time";
    await until(shown, `${time} > 0.3`);
    const [x, y] = await shown.evaluate<[number, number]>(
      "Array.from(document.querySelector('holonomic-scene').built.bodies.get('bead').body.position)",
    );
    const [C] = await shown.evaluate<[number]>(
      "[...document.querySelector('holonomic-scene').built.constraints.values()].map(({ C }) => C[0])",
    );
    expect(Math.abs(C)).toBeLessThan(1e-6);
    expect(Math.hypot(x, y)).toBeGreaterThan(0.1);
    expect(others).toEqual([]);
    // Who allows no scripts sees the picture.
    const still = await (await host.browser.newContext({ javaScriptEnabled: false })).newPage();
    await still.goto(`file://${file}`);
    expect(await still.locator('noscript svg').count()).toBe(1);
    await still.close();
    await context.close();
    expect(complaints).toEqual([]);
  });

  test('a frame for a page of one’s own shows the scene there', async () => {
    const { page, complaints } = await host.open('#g=four-bar', { reducedMotion: 'reduce' });
    await page.evaluate('window.workshop.change({ ...window.workshop.document.value, title: \'A "bar" <b>& more\' })');
    await page.getByRole('button', { name: 'Share' }).click();
    const field = page.getByRole('textbox', { name: /scene in a frame/ });
    await expect.poll(() => field.inputValue()).toContain('<iframe');
    const snippet = await field.inputValue();
    const own = await (await host.browser.newContext()).newPage();
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end(snippet);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.close();
    });
    await once(server, 'listening');
    await own.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const frame = own.frameLocator('iframe');
    await frame.locator('canvas.scene').waitFor();
    expect(await own.locator('iframe').getAttribute('title')).toBe('A "bar" <b>& more');
    const inner = own.frames()[1]!;
    await expect.poll(() => inner.evaluate('window.workshop?.state.value?.time > 0'), { timeout: 20_000 }).toBe(true);
    expect(await inner.evaluate('window.workshop.document.value.title')).toBe('A "bar" <b>& more');
    expect(await frame.getByRole('button', { name: 'Export' }).count()).toBe(0);
    await own.close();
    expect(complaints).toEqual([]);
  });
});
