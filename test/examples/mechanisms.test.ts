import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadScene } from 'holonomic/scene';
import ends, { DT as MAGNETS_DT, LONGEST as LONGEST_FALL, MAGNETS } from '../../examples/basins/ends.js';
import flips, { DT, LONGEST, LOOK } from '../../examples/chaos-map/flips.js';
import { png } from '../../examples/chaos-map/png.js';
import inexactLinkage, { lengthsOf } from '../../examples/tuned-linkage/tolerance.js';
import { straightness, tune, type Lengths } from '../../examples/tuned-linkage/tune.js';
import { project } from '../cli/support.js';

const ROOT = join(import.meta.dirname, '../..');

/** Runs the program of an example in a folder. */
const runExample = (path: string, cwd: string, ...argv: string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), join(ROOT, 'examples', path), ...argv], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json') },
  });

describe('the chaos map', () => {
  test('has the times of the runtime, and mirror images', async () => {
    const lower = [-2.5, -1, 0.25, 1.5, 2.6];
    const times = flips({ upper: 2.2, lower });
    const document = JSON.parse(readFileSync('examples/chaos-map/double-pendulum.json', 'utf8')) as object;
    const scene = await loadScene(document);
    lower.forEach((angle, i) => {
      const { world, bodies } = scene.build();
      const { coordinates } = bodies.get('pendulum')!.body as unknown as {
        coordinates: { theta1: number; theta2: number };
      };
      Object.assign(coordinates, { theta1: 2.2, theta2: angle });
      let time = Infinity;
      for (let n = 1; n * DT <= LONGEST && time === Infinity; n++) {
        world.step(DT);
        if (n % (LOOK / DT) === 0 && Math.abs(coordinates.theta2) > Math.PI) time = n * DT;
      }
      expect(times[i]).toBeCloseTo(time, 9);
    });
    expect(times.some((time) => time < Infinity)).toBe(true);
    const mirrored = flips({ upper: -2.2, lower: lower.map((angle) => -angle) });
    expect([...mirrored]).toEqual([...times]);
  });

  test('is white where the energy does not suffice', () => {
    // 3 cos θ₁ + cos θ₂ > 2
    expect([...flips({ upper: 0.5, lower: [-0.5, 0, 0.5] })]).toEqual([Infinity, Infinity, Infinity]);
  });

  test.each(['ten', '2.5'])('of the size %j is refused in one line', async (size) => {
    const { status, stderr } = runExample('chaos-map/map.ts', await project({}), size);
    expect(status).toBe(1);
    expect(stderr).toBe(`The size of the picture is a whole number from 2 to 4096, not "${size}".\n`);
  });

  test('is a PNG of its pixels', () => {
    const picture = png(2, 1, (x) => [x, 20, 255]);
    const data = picture.indexOf('IDAT');
    const length = picture.readUInt32BE(data - 4);
    expect([...inflateSync(picture.subarray(data + 4, data + 4 + length))]).toEqual([0, 0, 20, 255, 1, 20, 255]);
  });
});

describe('the basins of a magnet pendulum', () => {
  test('are those in which the runtime comes to rest', async () => {
    const x = [-1.3, -0.4, 0.6, 1.25];
    const y = 0.9;
    const found = ends({ x, y });
    const scene = await loadScene(JSON.parse(readFileSync('scenes/magnet-pendulum.json', 'utf8')));
    x.forEach((place, i) => {
      const { world, bodies } = scene.build();
      const { position } = bodies.get('bob')!.body as unknown as { position: Float64Array };
      position.set([place, y]);
      for (let n = 0; n * MAGNETS_DT < LONGEST_FALL; n++) world.step(MAGNETS_DT);
      const [mx, my] = MAGNETS[found[i]!]!;
      // A magnet draws its bob by less than 6 cm from under it, as the string does.
      expect(Math.hypot(position[0]! - mx, position[1]! - my)).toBeLessThan(0.06);
    });
    expect(new Set(found).size).toBeGreaterThan(1);
  });

  test('are drawn by the program, the top row first', async () => {
    const folder = await project({});
    const { status, stdout } = runExample('basins/map.ts', folder, '8');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^magnet 0: .* %, magnet 1: .* %, magnet 2: .* %\n$/)]);
    const picture = readFileSync(join(folder, 'out/basins.png'));
    const data = picture.indexOf('IDAT');
    const rows = inflateSync(picture.subarray(data + 4, data + 4 + picture.readUInt32BE(data - 4)));
    const places = Array.from({ length: 8 }, (_, i) => 1.8 * ((2 * (i + 0.5)) / 8 - 1));
    // Four bobs make a pixel: the one in the upper left corner has the mean colour of these.
    const corner = [7, 6].flatMap((i) => [...ends({ x: places.slice(0, 2), y: places[i]! })]);
    const colours = [[233, 138, 66], [62, 142, 126], [58, 63, 112]]; // prettier-ignore
    const mean = [0, 1, 2].map((c) => Math.round(corner.reduce((sum, end) => sum + colours[end]![c]!, 0) / 4));
    expect([...rows.subarray(1, 4)]).toEqual(mean);
  });

  test('have the symmetry of the magnets', () => {
    const x = Array.from({ length: 9 }, (_, i) => -1.7 + 0.4 * i);
    // The axis of the first one exchanges the others.
    const above = ends({ x, y: 1.1 });
    expect([...ends({ x, y: -1.1 })]).toEqual([...above].map((end) => [0, 2, 1][end]));
  });
});

describe('the tuned linkage', () => {
  const start: Lengths = { frame: 2.2, link: 2.7, rocker: 2.4, pen: 2.3 };

  test('has the gradient of its loss', () => {
    const { gradient } = straightness(start);
    // Central differences: h² of a loss of 4e-3, and rounding of 1e-12 by h.
    const h = 1e-4;
    Object.keys(start).forEach((name, i) => {
      const [more, less] = [h, -h].map((by) => straightness({ ...start, [name]: start[name as keyof Lengths] + by }));
      expect(gradient[i]).toBeCloseTo((more!.loss - less!.loss) / (2 * h), 7);
    });
  });

  test('comes to the lengths that Hoekens found', () => {
    const end = tune(start, 60);
    expect(straightness(start).spread).toBeGreaterThan(0.3);
    expect(straightness(end).spread).toBeLessThan(0.02);
    const hoekens: Lengths = { frame: 2, link: 2.5, rocker: 2.5, pen: 2.5 };
    for (const [name, length] of Object.entries(hoekens))
      expect(Math.abs(end[name as keyof Lengths] - length)).toBeLessThan(0.08);
  });

  test('made inexactly is as straight as the closure of its loop says', () => {
    for (let index = 0; index < 50; index++) {
      const { frame, link, rocker, pen } = lengthsOf(index);
      const heights = Array.from({ length: 400 }, (_, i) => Math.PI / 2 + (Math.PI * (i + 0.5)) / 400).map((crank) => {
        // The triangle of the crank's end, the coupler's middle and the ground.
        const [x, y] = [Math.cos(crank), Math.sin(crank)];
        const far = Math.hypot(frame - x, y);
        const inside = Math.acos((link ** 2 + far ** 2 - rocker ** 2) / (2 * link * far));
        return y + (link + pen) * Math.sin(Math.atan2(-y, frame - x) + inside);
      });
      const exact = 1000 * (Math.max(...heights) - Math.min(...heights));
      // The run looks at 100 places of half a turn, the ends of which lie up to a step away.
      expect(Math.abs(inexactLinkage(index) / exact - 1)).toBeLessThan(0.02);
    }
  });
});
