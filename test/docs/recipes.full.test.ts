import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { validateBytes } from 'gltf-validator';
import ts from 'typescript';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cli, project } from '../cli/support.js';
import { complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';
import { fencedBlocks, programsOf, read, ROOT } from './pages.js';

const FOLDER = join(ROOT, 'out/recipes');
beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
});

/** What the recipes use of react-three-fiber 9, and how it behaves: `useThree` has what the canvas made, `controls` null at first. */
const FIBER = `
import { useEffect, useRef } from 'react';
import { PerspectiveCamera, Scene, type Camera, type EventDispatcher } from 'three';

export interface RootState {
  readonly scene: Scene;
  readonly gl: { readonly domElement: HTMLCanvasElement };
  readonly camera: Camera;
  readonly controls: EventDispatcher | null;
}
const element = document.createElement('canvas');
export const root: RootState = { scene: new Scene(), gl: { domElement: element }, camera: new PerspectiveCamera(), controls: null };
const frames = new Set<(state: RootState, delta: number) => void>();
export const useThree = (): RootState => root;
export function useFrame(callback: (state: RootState, delta: number) => void): void {
  const last = useRef(callback);
  useEffect(() => {
    last.current = callback;
  });
  useEffect(() => {
    const one = (state: RootState, delta: number): void => last.current(state, delta);
    frames.add(one);
    return () => void frames.delete(one);
  }, []);
}
export const frame = (delta: number): void => frames.forEach((one) => one(root, delta));
`;
const PROGRAM = `
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Coincident2D } from 'holonomic/library';
import { gravity, World } from 'holonomic/runtime';
import { frame, root } from './fiber.js';
import { Mechanism } from './mechanism.js';

const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
const bar = world.addBody({ mass: 1, inertia: 1 / 12, position: [0.5, 0] });
world.add(new Coincident2D({ a: bar.point([-0.5, 0]), b: world.ground.point([0, 0]) }));
const page = createRoot(document.body.appendChild(document.createElement('div')));
const views = (): number => root.scene.children.length;
const meshes = (): number => {
  let count = 0;
  root.scene.traverse((one) => { if ('isMesh' in one) count++; });
  return count;
};
page.render(createElement(StrictMode, null, createElement(Mechanism, { world })));
Object.assign(window, {
  shown: () => ({ views: views(), meshes: meshes() }),
  run: () => {
    for (let k = 0; k < 6; k++) frame(1 / 60);
    root.scene.updateMatrixWorld();
    let apart = Infinity;
    root.scene.traverse(({ matrixWorld: { elements: [,,,,,,,,,,,, x, y] } }) => {
      apart = Math.min(apart, Math.hypot(x! - bar.position[0], y! - bar.position[1]));
    });
    return { time: world.time, apart };
  },
  end: () => page.unmount(),
});
`;

describe('react-three-fiber', () => {
  beforeAll(async () => {
    const recipe = fencedBlocks('docs/three.md').find(({ language }) => language === 'tsx')!;
    await writeFile(join(FOLDER, 'mechanism.tsx'), recipe.code.replace('@react-three/fiber', './fiber.js'));
    await writeFile(join(FOLDER, 'fiber.ts'), FIBER);
    await writeFile(join(FOLDER, 'program.ts'), PROGRAM);
  });

  test('the component has the types that it should', () => {
    const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
      config: { compilerOptions: object };
    };
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
    const lib = ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'];
    const program = ts.createProgram([join(FOLDER, 'mechanism.tsx')], { ...options, lib, jsx: ts.JsxEmit.ReactJSX });
    const file = program.getSourceFile(join(FOLDER, 'mechanism.tsx'))!;
    const faults = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
  });

  test.skipIf(missingBrowser !== undefined)(
    'it shows a world that moves, also where effects run twice, and goes without a trace',
    async () => {
      const { outputFiles } = await build({
        entryPoints: [join(FOLDER, 'program.ts')],
        bundle: true,
        write: false,
        format: 'esm',
        jsx: 'automatic',
        jsxDev: false,
        conditions: ['browser'],
        define: { 'process.env.NODE_ENV': '"development"' },
        tsconfig: join(ROOT, 'tsconfig.json'),
      });
      const browser = await launchBrowser();
      onTestFinished(() => browser.close());
      const page = await browser.newPage();
      const complaints = complaintsOf(page);
      await page.setContent('<body></body>');
      await page.addScriptTag({ content: outputFiles[0]!.text, type: 'module' });
      const shown = (): Promise<{ views: number; meshes: number }> => page.evaluate('shown()');
      await page.waitForFunction('window.shown && shown().meshes > 0');
      expect((await shown()).views).toBe(1);
      const { time, apart } = await page.evaluate<{ time: number; apart: number }>('run()');
      expect(time).toBeGreaterThan(0.09);
      expect(time).toBeLessThan(0.11);
      expect(apart).toBeLessThan(1e-12);
      await page.evaluate('end()');
      await expect.poll(shown).toEqual({ views: 0, meshes: 0 });
      const before = await page.evaluate<{ time: number }>('run()');
      expect(before.time).toBe(time);
      expect(complaints).toEqual([]);
    },
    60_000,
  );
});

test('with Pixi, a sprite is where the bar is, in a container that is scaled and flipped', async () => {
  const found = programsOf('docs/drawing.md').find(({ blocks }) => blocks.some(({ code }) => code.includes('interface Sprite')))!; // prettier-ignore
  const code = found.blocks.map((block) => block.code).join('\n');
  // The line that the page leaves to the user, since it has a stage of Pixi.
  const [, setting = ''] = /^\/\/ (stage\.position\.set.*)$/m.exec(code) ?? [];
  expect(setting).toContain('stage.scale.set');
  await writeFile(
    join(FOLDER, 'pixi.ts'),
    `${code}
export function setStage(stage: Record<'position' | 'scale', { set(x: number, y: number): unknown }>, width: number, height: number): void {
  ${setting}
}
export { bar, follow, world };
`,
  );
  interface Recipe {
    readonly world: { run(options: { until: number }): void };
    readonly bar: { readonly position: Float64Array; pointToWorldFrame(local: readonly number[]): ArrayLike<number> };
    readonly follow: (sprite: object) => void;
    readonly setStage: (stage: object, width: number, height: number) => void;
  }
  const { world, bar, follow, setStage } = (await import(/* @vite-ignore */ join(FOLDER, 'pixi.ts'))) as Recipe;
  /** What Pixi's display objects do with these properties: scale, then turn clockwise as the picture is seen, then move. */
  class Container {
    rotation = 0;
    readonly position = new Pair(0, 0);
    readonly scale = new Pair(1, 1);
    toParent([x, y]: readonly [number, number]): readonly [number, number] {
      const [c, s] = [Math.cos(this.rotation), Math.sin(this.rotation)];
      const [u, v] = [this.scale.x * x, this.scale.y * y];
      return [this.position.x + c * u - s * v, this.position.y + s * u + c * v];
    }
  }
  class Pair {
    x: number;
    y: number;
    constructor(x: number, y: number) {
      [this.x, this.y] = [x, y];
    }
    set(x: number, y: number): this {
      [this.x, this.y] = [x, y];
      return this;
    }
  }
  const [stage, sprite] = [new Container(), new Container()];
  setStage(stage, 640, 480);
  for (const until of [0, 0.3, 1]) {
    if (until > 0) world.run({ until });
    follow(sprite);
    for (const local of [
      [-0.5, 0],
      [0.5, 0],
      [0.2, 0.1],
    ] as const) {
      const [x, y] = stage.toParent(sprite.toParent(local));
      const place = bar.pointToWorldFrame(local);
      expect(x).toBeCloseTo(320 + 200 * place[0]!, 9);
      expect(y).toBeCloseTo(240 - 200 * place[1]!, 9);
    }
  }
});

test('<model-viewer> is given the film that the command beside it writes: a valid one, with the animation that it plays', async () => {
  const text = read('docs/drawing.md');
  const [, scene, written] = /^holonomic simulate (\S+\.json) --glb (\S+)/m.exec(text)! as unknown as [string, string, string]; // prettier-ignore
  const folder = await project({ [scene]: read(`scenes/${scene}`) });
  expect(await cli(folder, 'simulate', scene, '--glb', written)).toMatchObject({ exitCode: 0 });
  const film = await readFile(join(folder, written));
  const { issues } = await validateBytes(new Uint8Array(film), { maxIssues: 10 });
  expect([issues.numErrors, issues.numWarnings, issues.messages]).toEqual([0, 0, []]);
  const { animations } = JSON.parse(film.toString('utf8', 20, 20 + film.readUInt32LE(12))) as { animations: object[] };
  expect(animations).toHaveLength(1);
  const [, source] = /<model-viewer src="([^"]+)"/.exec(text)!;
  expect(source).toBe(written);
  const [, attributes = ''] = /<model-viewer src="[^"]+"([^>]*)>/.exec(text)!;
  // Documented attributes; the first plays the animation that a film has.
  expect(attributes.trim().split(/\s+/).map((one) => one.split('=')[0])).toEqual(['autoplay', 'camera-controls', 'shadow-intensity']); // prettier-ignore
}, 60_000);
