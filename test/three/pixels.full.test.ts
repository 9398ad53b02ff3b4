import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { IS_UPDATE } from '../docs/outputs.js';
import { bundlePage, complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';

const ROOT = join(import.meta.dirname, '../..');
const WIDTH = 480;
const HEIGHT = 360;

/** Shows a scene, well lit, from a place to the right, in front and above. */
const PAGE = `
  import { loadScene } from 'holonomic/scene';
  import { threeView } from 'holonomic/three';
  import * as THREE from 'three';
  import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

  window.show = async (document, canvas, until) => {
    const built = (await loadScene(document)).build();
    const { world } = built;
    const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    renderer.setPixelRatio(devicePixelRatio);
    renderer.setSize(${WIDTH}, ${HEIGHT}, false);
    renderer.shadowMap.enabled = true;
    const scene = new THREE.Scene();
    scene.background = new THREE.Color('#ffffff');
    scene.add(new THREE.HemisphereLight('#ffffff', '#b9b2a6', 2));
    const sun = new THREE.DirectionalLight('#ffffff', 2.2);
    scene.add(sun, sun.target);
    const start = { ...renderer.info.memory };
    const view = threeView(world);
    scene.add(view.group);
    view.parts(built.picture);
    world.run({ until });
    view.update();
    scene.updateMatrixWorld(true);
    const box = new THREE.Box3();
    view.group.traverse((one) => {
      if (!one.isMesh || one.count === 0) return;
      if (one.isInstancedMesh) one.computeBoundingBox();
      else one.geometry.computeBoundingBox();
      box.union((one.boundingBox ?? one.geometry.boundingBox).clone().applyMatrix4(one.matrixWorld));
    });
    const centre = box.getCenter(new THREE.Vector3());
    const radius = box.getSize(new THREE.Vector3()).length() / 2;
    const camera = new THREE.PerspectiveCamera(35, ${WIDTH / HEIGHT}, 0.01, 100);
    const from = world.space === 2 ? [0.35, 0.3, 1] : [0.75, 0.5, 1];
    camera.position.copy(centre).add(new THREE.Vector3(...from).normalize().multiplyScalar((0.95 * radius) / Math.sin(0.29)));
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.normalBias = 0.01 * radius;
    sun.position.copy(centre).add(new THREE.Vector3(0.6, 1.4, 0.9).multiplyScalar(2 * radius));
    sun.target.position.copy(centre);
    Object.assign(sun.shadow.camera, { left: -radius, right: radius, top: radius, bottom: -radius, near: 0.01, far: 6 * radius });
    sun.shadow.camera.updateProjectionMatrix();
    const controls = new OrbitControls(camera, canvas);
    controls.target.copy(centre);
    controls.update();
    const drag = view.drag(canvas, camera, { controls });
    const render = () => { view.update(); renderer.render(scene, camera); };
    render();
    window.shown = { world, view, drag, camera, render, sizes: { start, renderer } };
  };
  window.painted = (canvas) => {
    const flat = document.createElement('canvas');
    [flat.width, flat.height] = [canvas.width, canvas.height];
    const context = flat.getContext('2d');
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, flat.width, flat.height);
    const counts = { body: 0, rod: 0, all: 0, edge: 0 };
    for (let k = 0; k < data.length; k += 4) {
      const [r, g, b] = data.subarray(k, k + 3);
      if (r > 240 && g > 240 && b > 240) continue;
      counts.all++;
      const [x, y] = [(k / 4) % flat.width, Math.floor(k / 4 / flat.width)];
      if (x === 0 || y === 0 || x === flat.width - 1 || y === flat.height - 1) counts.edge++;
      if (r > 1.25 * b && r > 120) counts.body++;
      if (b > r && b < 200) counts.rod++;
    }
    return counts;
  };
`;

const scene = (name: string): string => readFileSync(join(ROOT, `scenes/${name}.json`), 'utf8');

describe.skipIf(missingBrowser !== undefined)('a view in a page', () => {
  let browser: Browser;
  let script: string;
  beforeAll(async () => {
    [script, browser] = await Promise.all([bundlePage(PAGE), launchBrowser(true)]);
  });
  afterAll(() => browser.close());

  async function open(count = 1): Promise<{ page: Page; complaints: readonly string[] }> {
    const context = await browser.newContext({ viewport: { width: 2 * WIDTH, height: 2 * HEIGHT } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const canvas = `<canvas width="${String(WIDTH)}" height="${String(HEIGHT)}"></canvas>`;
    await page.setContent(
      `<style>body{margin:0}canvas{width:${String(WIDTH)}px;height:${String(HEIGHT)}px;float:left}</style>${canvas.repeat(count)}`,
    );
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction('window.painted');
    return { page, complaints };
  }
  const show = (page: Page, name: string, until: number, k = 0): Promise<unknown> =>
    page.evaluate(`show(${scene(name)}, document.querySelectorAll('canvas')[${String(k)}], ${String(until)})`);
  test('links, rods and forks are seen, in the colours of pictures of the plane', async () => {
    const { page, complaints } = await open(4);
    const names = ['universal-joint', 'bennett', 'stewart-platform', 'planetary-gear'];
    for (const [k, name] of names.entries()) {
      await show(page, name, 0.8, k);
      const { body, rod, all } = await page.evaluate<Record<'body' | 'rod' | 'all', number>>(
        `painted(document.querySelectorAll('canvas')[${String(k)}])`,
      );
      expect(all / (WIDTH * HEIGHT), name).toBeGreaterThan(0.015);
      expect(body / all, name).toBeGreaterThan(name === 'stewart-platform' ? 0.25 : 0.5);
      if (name === 'stewart-platform') expect(rod / all).toBeGreaterThan(0.2);
    }
    if (IS_UPDATE) await page.screenshot({ path: join(ROOT, 'docs/pictures/three.png') });
    // The driver's own advice about reading pixels back is no complaint.
    expect(complaints.filter((text) => !/GPU stall|willReadFrequently/.test(text))).toEqual([]);
  });

  test('all scenes of space have their parts in the picture, and nothing is cut off', async () => {
    const { page } = await open();
    const spatial = readdirSync(join(ROOT, 'scenes'))
      .map((file) => basename(file, '.json'))
      .filter((name) => (JSON.parse(scene(name)) as { readonly space: number }).space === 3);
    expect(spatial.length).toBeGreaterThanOrEqual(10);
    for (const name of spatial) {
      await show(page, name, 0.05);
      const { all, edge } = await page.evaluate<Record<'all' | 'edge', number>>(`painted(document.querySelector('canvas'))`); // prettier-ignore
      expect(all / (WIDTH * HEIGHT), name).toBeGreaterThan(0.015);
      expect(edge, name).toBe(0);
      const file = process.env['THREE_PICTURES'];
      if (file !== undefined) await page.screenshot({ path: `${file}/${name}.png`, clip: { x: 0, y: 0, width: WIDTH, height: HEIGHT } }); // prettier-ignore
      await page.evaluate('shown.view.dispose(); shown.drag.dispose(); shown.sizes.renderer.dispose()');
    }
  });

  test('a body is pulled by the mouse, and beside it the camera turns', async () => {
    const { page } = await open();
    await show(page, 'stewart-platform', 0.1);
    const at = await page.evaluate<[number, number]>(`(() => {
      const { view, world, camera } = shown;
      const { x, y } = view.objectOf(world.bodies[0]).getWorldPosition(camera.position.clone()).project(camera);
      return [${String(WIDTH / 2)} * (x + 1), ${String(HEIGHT / 2)} * (1 - y)];
    })()`);
    const before = await page.evaluate<number[]>('shown.camera.position.toArray()');
    await page.mouse.move(...at);
    await page.mouse.down();
    await page.mouse.move(at[0] + 50, at[1] - 10, { steps: 4 });
    expect(await page.evaluate('shown.drag.point.owner === shown.world.bodies[0]')).toBe(true);
    expect(await page.evaluate('shown.camera.position.toArray()')).toEqual(before);
    await page.mouse.up();
    expect(await page.evaluate('shown.world.forces.some((one) => "target" in one)')).toBe(false);
    await page.mouse.move(12, 12);
    await page.mouse.down();
    await page.mouse.move(92, 40, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate('shown.camera.position.toArray()')).not.toEqual(before);
  });

  test('what it was given back is all of it: the renderer has as much as before', async () => {
    const { page } = await open();
    await show(page, 'universal-joint', 0.1);
    const sizes = await page.evaluate<readonly { geometries: number; textures: number }[]>(`(() => {
      const { view, render, sizes: { start, renderer } } = shown;
      view.debug({ axes: true, forces: true });
      render();
      const during = { ...renderer.info.memory };
      view.dispose();
      render();
      return [start, during, { ...renderer.info.memory }];
    })()`);
    const [start, during, end] = sizes.map(({ geometries }) => geometries);
    expect(during).toBeGreaterThan(5);
    expect(end).toBe(start);
  });
});
