import { expect, test } from 'vitest';
import { Hand } from '../../src/canvas/hand.js';
import { loadScene } from '../../src/scene/index.js';
import type { SceneWorld } from '../../src/scene/read-scene.js';
import { EnergyBalance } from '../../src/simulate/energy-balance.js';
import { heroDocument } from '../../site/build/hero.js';
import { withRule } from '../../site/law.js';
import { RigidBody2D, type Particle } from '../../runtime/index.js';
import { inFull } from '../support/scope.js';

const DT = 1 / 240;
/** Time of a turn of the shaft, s. */
const TURN = Math.PI;

async function machine(
  rule?: string,
): Promise<SceneWorld & { readonly frame: RigidBody2D; readonly feet: readonly Particle[] }> {
  const document = rule === undefined ? heroDocument() : withRule(heroDocument(), rule);
  const built = (await loadScene(document)).build();
  const frame = built.bodies.get('frame')!.body as RigidBody2D;
  const feet = [...built.bodies].flatMap(([name, one]) => (name.startsWith('S') ? [one!.body as Particle] : []));
  return { ...built, frame, feet };
}

/** Runs for a time, and returns the least and the greatest height of the frame meanwhile, m. */
function run(
  { world, frame }: Awaited<ReturnType<typeof machine>>,
  time: number,
  onStep?: () => void,
): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < Math.round(time / DT); k++) {
    world.step(DT);
    [low, high] = [Math.min(low, frame.position[1]), Math.max(high, frame.position[1])];
    onStep?.();
  }
  return [low, high];
}

inFull('the machine walks on feet that stand where they are, and stays level', async () => {
  const one = await machine();
  const { frame, feet, world } = one;
  expect(feet.length).toBe(6);
  const ground = Math.min(...feet.map(({ position }) => position[1]));
  let [slipped, stood, deepest] = [0, 0, 0];
  const before = feet.map(({ position }) => [position[0], position[1]] as const);
  run(one, 2 * TURN, () => {
    feet.forEach(({ position }, k) => {
      const [x, y] = [position[0], position[1]];
      const [x0, y0] = before[k]!;
      deepest = Math.max(deepest, ground - y);
      if (Math.max(y, y0) - ground < 2e-4) {
        slipped += Math.abs(x - x0);
        stood++;
      }
      before[k] = [x, y];
    });
    expect(Math.abs(frame.angle.value)).toBeLessThan(0.02);
  });
  // Two steps a turn, each as long as the curve of a foot is along the ground: 0.7 m a turn at least.
  expect(frame.position[0]).toBeGreaterThan(2.4);
  expect(deepest).toBeLessThan(1e-3);
  // More than one foot stands at most times; all together they slip by less than a tenth of the way.
  expect(stood * DT).toBeGreaterThan(1.5 * 2 * TURN);
  expect(slipped / (stood * DT)).toBeLessThan(0.1 * (frame.position[0] / world.time));
});

inFull('the motor works, and friction and the steps take from it: never the other way round', async () => {
  const one = await machine();
  const balance = new EnergyBalance(one.world, one.drivers);
  const changes: number[] = [];
  for (let turn = 0; turn < 4; turn++) {
    run(one, TURN / 2, () => { balance.note(); }); // prettier-ignore
    changes.push(balance.change);
  }
  for (let k = 1; k < changes.length; k++) expect(changes[k]).toBeLessThan(changes[k - 1]!);
  // Some watts.
  expect(changes.at(-1)! / (2 * TURN)).toBeGreaterThan(-5);
});

inFull(
  'rods that breathe lift it, those that stretch once a turn make it limp, and it walks on',
  async () => {
    const heave = async (rule: string): Promise<number> => {
      const one = await machine(rule);
      const [low, high] = run(one, 2 * TURN);
      expect(one.frame.position[0]).toBeGreaterThan(2);
      return high - low;
    };
    expect(await heave('norm(a - b) == length + 0.01 * sin(4 * t)')).toBeGreaterThan(0.03);
    expect(await heave('norm(a - b) == length * (1 + 0.05 * sin(2 * t))')).toBeGreaterThan(0.09);
  },
  120_000,
);

test('rods that are ropes let it fall, onto the ground and not through it', async () => {
  const one = await machine('norm(a - b) <= length');
  const ground = Math.min(...one.feet.map(({ position }) => position[1]));
  run(one, 3);
  // The shaft, a disc of 0.15 m, lies on the ground.
  expect(one.frame.position[1]).toBeCloseTo(ground + 0.15, 2);
  for (const { position } of one.world.particles) expect(position[1]).toBeGreaterThan(ground - 1e-3);
}, 60_000);

test.each(['SL0', 'VR2', 'frame', 'shaft'])(
  'pulled away by %s and let go, it comes down and does not vanish',
  async (name) => {
    const one = await machine();
    const { world, frame, bodies } = one;
    run(one, 0.5);
    const { body } = bodies.get(name)!;
    const point = body instanceof RigidBody2D ? body.point([0, 0]) : (body as Particle);
    const hand = new Hand(world);
    hand.grab(point);
    const target = Array.from(point.position);
    // Up, to and fro by two metres, as fast as a hand can.
    for (const [x, y] of [
      [0, 1],
      [1, 1.5],
      [-1, 1.5],
      [1, 0.5],
      [0, 0.2],
    ] as const) {
      hand.moveTo([target[0]! + x, target[1]! + y]);
      run(one, 0.3);
    }
    hand.release();
    run(one, 2);
    for (const { position } of [...world.particles, frame]) {
      expect(Math.abs(position[0] - frame.position[0])).toBeLessThan(1.3);
      expect(position[1]).toBeGreaterThan(-0.93);
      expect(position[1]).toBeLessThan(1.5);
    }
    expect(world.residual().position).toBeLessThan(0.01);
  },
);
