import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CamFollower } from 'holonomic/library';
import { curve, rk4, World } from '../../runtime/index.js';
import { exportTypeScript, loadScene, sceneJSONSchema, type LoadedScene } from '../../src/scene/index.js';
import { loadPrecompiled } from '../../src/scene/load-precompiled.js';
import { precompiled } from './precompiled.js';

const read = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../scenes/${name}.json`, import.meta.url), 'utf8')) as object;

const CSV = 'angle,lift\n0,0\n90,10\n180,30\n270,10\n';

/** A particle that a cam lifts. */
const scene = (profile: unknown): object => ({
  format: 'holonomic-scene/1',
  title: 'A cam',
  space: 2,
  params: { turn: '2*pi' },
  bodies: {
    cam: { kind: 'rigid', mass: 1, inertia: 1, position: [0, 0], angularVelocity: 3 },
    tip: { kind: 'particle', mass: 2, position: [0, 0] },
  },
  constraints: { lift: { type: 'CamFollower', on: { lift: 'tip.y', angle: 'cam.angle' }, params: { profile } } },
  settings: { integrator: 'rk4', dt: 0.01, until: 1 },
});

const BY_POINTS = {
  curve: {
    points: [
      [0, 0],
      ['turn/4', 0.01],
      ['pi', '0.01*3'],
      ['3*turn/4', 0.01],
    ],
    periodic: 'turn',
  },
};
const BY_CSV = { curve: { csv: CSV, x: 'angle', y: 'lift', xScale: 'pi/180', yScale: 0.001, periodic: 'turn' } };

function run({ build, dt }: LoadedScene): string {
  const { world } = build();
  for (let k = 0; k < 100; k++) world.step(dt);
  return JSON.stringify(world.snapshot().q);
}

function expected(): string {
  const world = new World({ space: 2, integrator: rk4() });
  const tip = world.addParticle({ mass: 2, position: [0, 0] });
  const cam = world.addBody({ mass: 1, inertia: 1, position: [0, 0], angularVelocity: 3 });
  const points: [number, number][] = [
    [0, 0],
    [Math.PI / 2, 0.01],
    [Math.PI, 0.03],
    [1.5 * Math.PI, 0.01],
  ];
  const profile = curve({ points, periodic: 2 * Math.PI });
  world.add(new CamFollower({ lift: tip.y, angle: cam.angle, profile }));
  for (let k = 0; k < 100; k++) world.step(0.01);
  return JSON.stringify(world.snapshot().q);
}

describe('a scene with curves', () => {
  it('builds the world that code builds, from points and from CSV', async () => {
    const of = expected();
    expect(run(await loadScene(scene(BY_POINTS)))).toBe(of);
    const byText = JSON.parse(run(await loadScene(scene(BY_CSV)))) as Record<string, number>;
    Object.entries(JSON.parse(of) as Record<string, number>).forEach(([i, value]) => {
      expect(byText[i]).toBeCloseTo(value, 13);
    });
  });

  it.each(['cam', 'roller-coaster'])('%s goes the same way without the toolkit', async (name) => {
    const document = read(name);
    expect(run(loadPrecompiled(precompiled(document)))).toBe(run(await loadScene(document)));
  });

  it('has curves in classes of its own, precompiled too', async () => {
    const document = {
      ...scene(BY_POINTS),
      specs: {
        Rail: {
          summary: 'A rail.',
          space: 2,
          inputs: { p: 'point' },
          params: { f: { kind: 'curve' } },
          C: 'p.y == f(p.x)',
        },
      },
      constraints: {
        rail: {
          type: 'Rail',
          on: { p: 'tip' },
          params: {
            f: {
              curve: {
                points: [
                  [-1, 1],
                  [0, 0],
                  [1, 1],
                  [2, 5],
                ],
                degree: 3,
              },
            },
          },
        },
      },
    };
    const loaded = await loadScene(document);
    const { world } = loaded.build();
    expect(world.degreesOfFreedom()).toBe(4);
    expect(run(loadPrecompiled(precompiled(document)))).toBe(run(loaded));
  });

  it('is written as TypeScript with its curves', async () => {
    const text = async (document: object): Promise<string> =>
      exportTypeScript(await loadScene(document), 'cam')
        .map((file) => file.text)
        .join('\n');
    expect(await text(scene(BY_POINTS))).toMatch(/profile: curve\(\{ points: \[\[0, 0\], \[1\.57/);
    expect(await text(scene(BY_CSV))).toContain('profile: curve.fromCSV("angle,lift');
    expect(await text(read('roller-coaster'))).toContain('path: curve.path({ points: [[-11.5, 8.2]');
  });

  it('is in the schema', () => {
    expect(JSON.stringify(sceneJSONSchema())).toContain('"xScale"');
  });

  it.each<[unknown, string]>([
    [
      {
        curve: {
          points: [
            [0, 0],
            [1, 1],
            [0.5, 2],
          ],
          periodic: 7,
        },
      },
      'do not ascend: points[2] is at 0.5',
    ],
    [
      {
        curve: {
          points: [
            [0, 0],
            [1, 'lifft'],
          ],
        },
      },
      'There is no parameter "lifft".',
    ],
    [{ curve: { csv: CSV, x: 'angle', y: 'height', periodic: 'turn' } }, "has no column y = 'height'"],
    [{ curve: { csv: CSV, points: [], x: 1, y: 2 } }, 'A curve has points or a CSV text, not both.'],
    [
      {
        curve: {
          points: [
            [0, 0],
            [1, 1],
            [2, 0],
          ],
        },
      },
      'is not periodic.',
    ],
    [
      {
        path: {
          points: [
            [0, 0],
            [1, 1],
            [2, 0],
          ],
        },
      },
      'not a curve.',
    ],
    [{ curve: { points: [[0, 0]], degre: 3 } }, 'degre'],
    [3, 'not a curve'],
  ])('names the mistake of %j', async (profile, message) => {
    await expect(loadScene(scene(profile))).rejects.toThrow(message);
  });
});
