import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modes } from 'holonomic/analysis';
import { expect, test } from 'vitest';
import { loadScene, type SceneWorld } from '../../src/scene/index.js';
import { inFull } from '../support/scope.js';

/*
 * Truths of scenes that their documents do not expect: they compare numbers from the whole run, or
 * forces of several constraints.
 */

interface Opened {
  readonly built: SceneWorld;
  readonly dt: number;
  readonly until: number;
  /** The values of paths, such as the components of a vector. */
  readonly read: (...paths: readonly string[]) => readonly number[];
  /** Takes steps until a time; `act` sees each state, the first too. */
  readonly run: (end: number, act: () => void) => void;
}

async function open(name: string): Promise<Opened> {
  const path = join(import.meta.dirname, `../../scenes/${name}.json`);
  const scene = await loadScene(JSON.parse(readFileSync(path, 'utf8')));
  const built = scene.build();
  const { world } = built;
  const readings = new Map<string, () => number>();
  const read = (...paths: readonly string[]): number[] =>
    paths.map((one) => {
      if (!readings.has(one)) readings.set(one, built.reading(one).read);
      return readings.get(one)!();
    });
  const run = (end: number, act: () => void): void => {
    const count = Math.round(end / scene.dt);
    for (let n = 0; n <= count; n++) {
      if (n > 0) world.step(scene.dt);
      act();
    }
  };
  return { built, dt: scene.dt, until: scene.until, read, run };
}

const xyz = (path: string): readonly string[] => ['x', 'y', 'z'].map((axis) => `${path}.${axis}`);
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
const cross = ([a, b, c]: readonly number[], [x, y, z]: readonly number[]): number[] => [
  b! * z! - c! * y!,
  c! * x! - a! * z!,
  a! * y! - b! * x!,
];
const plus = (a: readonly number[], b: readonly number[], s = 1): number[] => a.map((x, i) => x + s * b[i]!);
const spread = (list: readonly number[]): number => Math.max(...list) - Math.min(...list);

/** The arithmetic-geometric mean: K(k) = π / (2 agm(1, k')). */
function agm(a: number, b: number): number {
  return Math.abs(a - b) < 1e-15 * a ? a : agm((a + b) / 2, Math.sqrt(a * b));
}

test("Peaucellier's pen leaves its line by less than 10⁻¹² m", async () => {
  const { read, run, until } = await open('peaucellier');
  const xs: number[] = [];
  const ys: number[] = [];
  run(until, () => {
    const [x, y] = read('C.x', 'C.y');
    xs.push(x!);
    ys.push(y!);
  });
  expect(spread(xs)).toBeLessThan(1e-12);
  expect(spread(ys)).toBeGreaterThan(0.5);
});

test('the heavy top keeps its energy, and its angular momentum about the plumb line and about its axis', async () => {
  const { built, read, run, until } = await open('heavy-top');
  const [mass, across, along] = [1, 0.02, 0.01];
  const integrals: number[][] = [];
  run(until, () => {
    const [axis, omega] = [read(...xyz('top.axis')), read(...xyz('top.angularVelocity'))];
    const { position, velocity } = built.world.bodies[0] as unknown as Readonly<Record<string, Float64Array>>;
    const about = plus(
      omega.map((w) => across * w),
      axis,
      (along - across) * dot(omega, axis),
    );
    const L = plus(about, cross(Array.from(position!), Array.from(velocity!)), mass);
    integrals.push([L[2]!, dot(L, axis), built.world.energy().total]);
  });
  const drifts = [0, 1, 2].map((k) => spread(integrals.map((values) => values[k]!)) / Math.abs(integrals[0]![k]!));
  for (const drift of drifts) expect(drift).toBeLessThan(1e-8);
});

test('the handle flips with the period of an elliptic integral, and its angular momentum stays', async () => {
  const { built, read, run } = await open('dzhanibekov');
  const [I1, I2, I3, spin, tilt] = [0.3, 0.2, 0.1, 6, 0.01];
  const momenta: number[][] = [];
  const flips: number[] = [];
  let [before, time, last] = [spin, 0, 0];
  run(15, () => {
    const omega = read(...xyz('handle.angularVelocity'));
    const axes = ['a', 'b', 'c'].map((one) => read(...xyz(`handle.${one}`)));
    const own = axes.map((axis) => dot(axis, omega));
    momenta.push([0, 1, 2].map((i) => [I1, I2, I3].reduce((sum, I, k) => sum + I * own[k]! * axes[k]![i]!, 0)));
    time = built.world.time;
    if (before * own[1]! < 0) flips.push(last + ((time - last) * before) / (before - own[1]!));
    [before, last] = [own[1]!, time];
  });
  // Landau and Lifshitz, Mechanics, §37, with M² > 2 E I₂ and I₃ < I₂ < I₁.
  const E2 = I1 * tilt ** 2 + I2 * spin ** 2 + I3 * tilt ** 2;
  const M2 = (I1 * tilt) ** 2 + (I2 * spin) ** 2 + (I3 * tilt) ** 2;
  expect(M2).toBeGreaterThan(E2 * I2);
  const k2 = ((I2 - I3) * (E2 * I1 - M2)) / ((I1 - I2) * (M2 - E2 * I3));
  const half =
    2 * (Math.PI / (2 * agm(1, Math.sqrt(1 - k2)))) * Math.sqrt((I1 * I2 * I3) / ((I1 - I2) * (M2 - E2 * I3)));
  expect(flips.length).toBeGreaterThan(3);
  // Near the unstable axis a part in 10⁹ of M², which the step leaves, is a thousandth of M² − 2 E I₂.
  for (let n = 1; n < flips.length; n++) expect(Math.abs(flips[n]! - flips[n - 1]! - half)).toBeLessThan(1e-3);
  for (const i of [0, 1, 2]) expect(spread(momenta.map((m) => m[i]!))).toBeLessThan(1e-7);
});

inFull("Bennett's bars have one freedom all the way round, though 20 rows hold 18 velocities", async () => {
  const { built, read, run, until } = await open('bennett');
  let n = 0;
  const angles: number[] = [];
  const freedoms = new Set<number>();
  run(until, () => {
    if (n++ % 10 > 0) return;
    freedoms.add(built.world.degreesOfFreedom());
    const [x, y] = read('crank.along.x', 'crank.along.y');
    angles.push(Math.atan2(y!, x!));
  });
  expect([...freedoms]).toEqual([1]);
  // In every twelfth of the circle it was looked at.
  expect(new Set(angles.map((angle) => Math.floor((6 * (angle + Math.PI)) / Math.PI))).size).toBe(12);
});

test('four cylinders: the first shaking forces are balanced, the second are not', async () => {
  const { built, read, run, until } = await open('engine');
  const [crank, rod, rate, piston] = [0.05, 0.15, 30, 0.5];
  const forces = [0, 1, 2, 3].map((i) => `crank${i}.force.p.y`);
  /** Height of a piston, and its second derivative: y = s c + √(l² − s² sin²), s = ±r. */
  const acceleration = (s: number, t: number): number => {
    const [sin, cos] = [Math.sin(rate * t), Math.cos(rate * t)];
    const root = Math.sqrt(rod ** 2 - (s * sin) ** 2);
    const slope = (-s * s * sin * cos) / root;
    return rate ** 2 * (-s * cos - (s * s * (cos * cos - sin * sin) + slope * slope) / root);
  };
  const errors: number[] = [];
  const sums: number[] = [];
  run(until, () => {
    built.world.evaluate();
    const sum = read(...forces).reduce((total, force) => total + force, 0);
    const { time } = built.world;
    const expected = piston * 2 * (acceleration(crank, time) + acceleration(-crank, time));
    sums.push(expected);
    errors.push(Math.abs(sum - expected));
  });
  expect(spread(sums)).toBeGreaterThan(10);
  expect(Math.max(...errors)).toBeLessThan(1e-8 * spread(sums));
});

test('the ball on the turntable is on its circle all the way', async () => {
  const { built, read, run, until } = await open('turntable');
  const rate = (2 / 7) * 3.5;
  // v = 2/7 Ω × (p − c), with the velocity that rolling leaves of the one in the document.
  const [vx, vy] = read("ball.x'", "ball.y'");
  const c = [0.5 - vy! / rate, vx! / rate];
  let [worst, time] = [0, 0];
  run(until, () => {
    const [x, y] = read('ball.x', 'ball.y');
    time = built.world.time;
    const [cos, sin] = [Math.cos(rate * time), Math.sin(rate * time)];
    const [u, w] = [0.5 - c[0]!, -c[1]!];
    worst = Math.max(worst, Math.hypot(x! - c[0]! - cos * u + sin * w, y! - c[1]! - sin * u - cos * w));
  });
  expect(time).toBeCloseTo((2 * Math.PI) / rate, 9);
  expect(worst).toBeLessThan(1e-8);
});

inFull('an arch of half a circle stands with a ninth of its radius, and falls with less', async () => {
  const path = join(import.meta.dirname, '../../scenes/arch.json');
  const document = JSON.parse(readFileSync(path, 'utf8')) as object;
  // Milankovitch, 1907: 0.1075. Between thirteen stones there are hinges only where there are joints: it needs less.
  for (const [thickness, stands] of [
    [0.095, false],
    [0.11, true],
  ] as const) {
    const { world, reading } = (await loadScene(document, { params: { thickness } })).build();
    const key = reading('stone7.z');
    const start = key.read();
    world.run({ until: 0.7, dt: 0.002 });
    if (stands) expect(Math.abs(key.read() - start)).toBeLessThan(1e-4);
    else expect(start - key.read()).toBeGreaterThan(0.05);
  }
});

test("the bridge's modes are its closed forms, all ninety", async () => {
  const { built } = await open('bridge');
  const { world } = built;
  for (const { position } of world.particles) position[2] = 0;
  const [n, span, width, mass, bending, torsion] = [16, 48, 6, 2000, 2.5e7, 8e6];
  const l = span / n;
  // Girders bend upwards together and each sideways and along, and upwards against each other under the twist of the deck.
  const expected = Array.from({ length: n - 1 }, (_, k) => {
    const lambda = 4 * Math.sin(((k + 1) * Math.PI) / (2 * n)) ** 2;
    const bent = (lambda ** 2 * bending) / (mass * l ** 3);
    return [bent, bent, bent, bent, bent, bent + (2 * lambda * torsion) / (mass * l * width ** 2)];
  }).flat();
  expected.sort((a, b) => a - b);
  const found = modes(world);
  expect(found).toHaveLength(90);
  found.forEach(({ angularFrequency, unstable }, k) => {
    expect(unstable).toBe(false);
    expect(Math.abs(angularFrequency / Math.sqrt(expected[k]!) - 1)).toBeLessThan(1e-9);
  });
});
