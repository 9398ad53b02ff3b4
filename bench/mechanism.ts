import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { galleryScene, pairOf } from '../test/support/mechanisms.js';
import { report } from './figures.js';
import { contest } from './measure.js';

const SCENES = ['four-bar', 'double-pendulum', 'stewart-platform', 'strandbeest', 'bennett', 'catenary'];
/** Steps of a round. */
const STEPS = 200;

/** Steps of RK4 by `world.step`, and by the module that is made of the same scene. */
export async function benchMechanism(): Promise<void> {
  const lines: string[][] = [['scene', 'rows', 'world', 'module', 'ratio', 'gzipped']];
  for (const name of SCENES) {
    const { built, mechanism, plan, size, text } = await pairOf(galleryScene(name));
    const { dt } = plan;
    const { times, ratios } = contest([
      () => {
        for (let k = 0; k < STEPS; k++) built.world.step(dt);
      },
      () => {
        for (let k = 0; k < STEPS; k++) mechanism.step(dt);
      },
    ]);
    const nanoseconds = (time: number): string => `${((time / STEPS) * 1e6).toFixed(0)} ns`;
    const { code } = await transform(text, { loader: 'ts', minify: true });
    const bytes = gzipSync(code, { level: 9 }).length;
    lines.push([
      name,
      String(size.rows),
      nanoseconds(times[0]!),
      nanoseconds(times[1]!),
      `1/${(1 / ratios[1]!).toFixed(1)}`,
      `${(bytes / 1000).toFixed(1)} kB`,
    ]);
  }
  report('mechanism', 'One step of RK4', lines);
}
