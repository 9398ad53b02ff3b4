import { Coincident2D, Distance2D, Rope2D } from 'holonomic/library';
import { expect, it } from 'vitest';
import {
  gravity,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Integrator,
  type Particle,
  type RigidBody2D,
} from '../../../runtime/index.js';

/*
 * A ball hangs at the end of ten light links and is let go level with the other end. Under its weight
 * light links swing to and fro at √(T/(m l)): by 18 rad in a sixtieth of a second where the ball is a
 * thousand times as heavy as a link.
 */

const LINK = 0.1;
const LINKS = 10;
const [LIGHT, G] = [0.01, 9.81];

type Kind = 'rods' | 'ropes' | 'bars';

interface Chain {
  readonly world: World<2>;
  /** The largest distance by which a link is longer than it should be, or a hinge open, m. */
  readonly gap: () => number;
}

function particles(world: World<2>, ball: number, kind: Kind): Chain {
  const beads: Particle<2>[] = [];
  for (let i = 1; i <= LINKS; i++) {
    const bead = world.addParticle({ mass: i === LINKS ? ball : LIGHT, position: [i * LINK, 0] });
    const ends = { a: beads.at(-1) ?? world.ground.point([0, 0]), b: bead, length: LINK };
    world.add(kind === 'ropes' ? new Rope2D(ends) : new Distance2D(ends));
    beads.push(bead);
  }
  const lengthOf = ({ position }: Particle<2>, i: number): number => {
    const [x = 0, y = 0] = position;
    const [a = 0, b = 0] = beads[i - 1]?.position ?? [0, 0];
    return Math.hypot(x - a, y - b);
  };
  const gap = (): number =>
    Math.max(
      ...beads.map((bead, i) => (kind === 'ropes' ? lengthOf(bead, i) - LINK : Math.abs(lengthOf(bead, i) - LINK))),
    );
  return { world, gap };
}

function bars(world: World<2>, ball: number): Chain {
  const all: RigidBody2D[] = [];
  const hinges: Coincident2D[] = [];
  for (let i = 0; i < LINKS; i++) {
    const mass = i === LINKS - 1 ? ball : LIGHT;
    const bar = world.addBody({ mass, inertia: (mass * LINK ** 2) / 12, position: [(i + 0.5) * LINK, 0] });
    const a = all.at(-1)?.point([LINK / 2, 0]) ?? world.ground.point([0, 0]);
    hinges.push(world.add(new Coincident2D({ a, b: bar.point([-LINK / 2, 0]) })));
    all.push(bar);
  }
  return { world, gap: () => Math.max(...hinges.map(({ C }) => Math.hypot(...C))) };
}

function chain(integrator: Integrator, ball: number, kind: Kind): Chain {
  const world = new World({ space: 2, integrator, forces: [gravity([0, -G])] });
  return kind === 'bars' ? bars(world, ball) : particles(world, ball, kind);
}

interface Fall {
  /** The largest gap in four seconds, and the largest gain of energy, by that of the ball's fall of a metre. */
  readonly gap: number;
  readonly gain: number;
  readonly told: ReadonlySet<string>;
}

function fall({ world, gap }: Chain, ball: number): Fall {
  const start = world.energy().total;
  let [widest, highest] = [0, -Infinity];
  for (let k = 0; k < 240; k++) {
    world.step(1 / 60);
    widest = Math.max(widest, gap());
    highest = Math.max(highest, world.energy().total - start);
  }
  const told = new Set(world.warnings.map(({ code }) => code));
  return { gap: widest, gain: highest / (ball * G), told };
}

const INTEGRATORS = { velocityStep, rk4, semiImplicitEuler };

// A rod, or a rope, was 1.2 m long under a hundred times its weight, and 11 m under a thousand times.
it.each([
  ['velocityStep', 'rods', 1],
  ['velocityStep', 'rods', 10],
  ['velocityStep', 'ropes', 1],
  ['velocityStep', 'ropes', 10],
  ['velocityStep', 'bars', 1],
  ['velocityStep', 'bars', 10],
  ['rk4', 'ropes', 1],
  ['rk4', 'ropes', 10],
  ['semiImplicitEuler', 'rods', 1],
  ['semiImplicitEuler', 'ropes', 1],
  ['semiImplicitEuler', 'ropes', 10],
] as const)('%s keeps light %s together under a ball of %d kg, and says that it is inexact', (name, kind, ball) => {
  const { gap, gain, told } = fall(chain(INTEGRATORS[name](), ball, kind), ball);
  expect(gap).toBeLessThan(0.1);
  expect(gain).toBeLessThan(0.01);
  expect([...told]).toEqual(['W_ACCURACY']);
});

it('a step that follows its constraints is taken whole', () => {
  const { world } = chain(velocityStep(), 0.01, 'rods');
  for (let k = 0; k < 12; k++) world.step(1 / 60);
  expect(world.stats.shortened).toBe(0);
});

it('a world goes on from a snapshot as if it had not stopped, while ropes shorten its steps', () => {
  for (const name of ['velocityStep', 'rk4', 'semiImplicitEuler'] as const) {
    const { world } = chain(INTEGRATORS[name](), 1, 'ropes');
    for (let k = 0; k < 25; k++) world.step(1 / 60);
    const snapshot = world.snapshot();
    const before = world.stats.shortened;
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    expect(world.stats.shortened).toBeGreaterThan(before);
    const hash = world.hash();
    world.restore(JSON.parse(JSON.stringify(snapshot)) as typeof snapshot);
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    expect(world.hash(), name).toBe(hash);
  }
});
