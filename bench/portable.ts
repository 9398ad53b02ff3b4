import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import type { loadScene as LoadScene, SceneDocument } from '../src/scene/index.js';
import { report } from './figures.js';
import { contest } from './measure.js';

const ROOT = join(import.meta.dirname, '..');
/** `Math`'s functions under the names of the runtime's own. */
const OF_MATH = `export { erf } from './error-function.js';
export const { ${[
  ...['acos', 'acosh', 'asin', 'asinh', 'atan', 'atan2', 'atanh', 'cbrt', 'cos', 'cosh', 'exp', 'expm1'],
  ...['log', 'log10', 'log1p', 'log2', 'pow', 'sin', 'sinh', 'tan', 'tanh'],
].join(', ')} } = Math;`;

/** The scenes' module, bundled, with elementary functions of its own or those of `Math`. */
async function bundled(ofMath: boolean): Promise<typeof LoadScene> {
  const { outputFiles } = await build({
    stdin: { contents: "export { loadScene } from './src/scene/index.js';", resolveDir: ROOT },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outfile: join(ROOT, 'bench/portable.js'),
    plugins: [
      {
        name: 'math',
        setup: (building) => {
          if (ofMath)
            building.onLoad({ filter: /runtime[\\/]elementary[\\/]index\.ts$/ }, () => ({
              contents: OF_MATH,
              loader: 'ts',
            }));
        },
      },
    ],
  });
  const path = join(ROOT, `bench/.portable-${ofMath ? 'math' : 'own'}.mjs`);
  writeFileSync(path, outputFiles[0]!.text);
  try {
    return ((await import(path)) as { loadScene: typeof LoadScene }).loadScene;
  } finally {
    rmSync(path);
  }
}

/** Prints the time of a step of every scene with the runtime's own functions, against that with `Math`'s. */
export async function benchPortable(): Promise<void> {
  const loaders = [await bundled(true), await bundled(false)];
  const rows: string[][] = [];
  for (const name of readdirSync(join(ROOT, 'scenes')).map((file) => basename(file, '.json'))) {
    const document = JSON.parse(readFileSync(join(ROOT, `scenes/${name}.json`), 'utf8')) as SceneDocument;
    const steps = await Promise.all(
      loaders.map(async (loadScene) => {
        const { build: make, dt } = await loadScene(document);
        const { world } = make();
        return (count: number): void => {
          for (let n = 0; n < count; n++) world.step(dt);
        };
      }),
    );
    for (const step of steps) step(2000);
    const start = performance.now();
    for (const step of steps) step(100);
    // Some ten milliseconds a round.
    const count = Math.max(1, Math.round((100 * 20) / (performance.now() - start)));
    const { times, ratios } = contest(
      steps.map((step) => () => {
        step(count);
      }),
      15,
      2,
    );
    rows.push([name, `${((1000 * times[0]!) / count).toFixed(1)} µs`, ratios[1]!.toFixed(2)]);
  }
  report('portable', "A step with the runtime's own elementary functions, against the same with Math's", [
    ['scene', 'a step with Math', 'ratio'],
    ...rows,
  ]);
}
