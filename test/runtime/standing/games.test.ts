import { Brake, Coincident2D, Distance2D, LimitedMotor, PulleyRope2D, Rope2D, Rope3D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { collide, drag, gravity, spring, velocityStep, World } from '../../../runtime/index.js';
import { ball, disc, FLOOR, G, LEVEL, shaft, SLAB, slope, SPATIAL, type Game } from './game.js';
import { JOINTED_GAMES } from './jointed-games.js';

/*
 * What games are made of, each with its closed form: bodies that slide, roll, fall, hang and meet, by `collide` and
 * beside joints, ropes and motors. Steps are of first order, and right to that, or the world tells.
 */

const GAMES: readonly Game[] = [
  {
    name: 'a crate slides to rest',
    until: 1.5,
    g: LEVEL,
    build: (world) => {
      const crate = (world as World<2>).addBody({ mass: 1, inertia: 1 / 6, position: [0, 0.5], velocity: [6, 0] });
      collide(world, { shapes: [FLOOR, { body: crate, box: [1, 1] }], friction: 0.5 });
      return () => crate.position[0];
    },
    exact: 6 ** 2 / (2 * 0.5 * G),
    size: 3.6,
  },
  {
    name: 'a crate slides down a slope',
    until: 2,
    g: slope(0.6),
    build: (world) => {
      const crate = (world as World<2>).addBody({ mass: 1, inertia: 1 / 6, position: [0, 0.5] });
      collide(world, { shapes: [FLOOR, { body: crate, box: [1, 1] }], friction: 0.3 });
      return () => crate.position[0];
    },
    exact: 2 * G * (Math.sin(0.6) - 0.3 * Math.cos(0.6)),
    size: 6,
  },
  {
    name: 'a crate stays on a slope',
    until: 10,
    g: slope(0.4),
    build: (world) => {
      const crate = (world as World<2>).addBody({ mass: 1, inertia: 1 / 6, position: [0, 0.5] });
      collide(world, { shapes: [FLOOR, { body: crate, box: [1, 1] }], friction: 0.5 });
      return () => crate.position[0];
    },
    exact: 0,
    size: 1,
  },
  {
    name: 'a wheel rolls down a slope',
    until: 2,
    g: slope(0.3),
    build: (world) => {
      const wheel = disc(world, 0.4, {});
      collide(world, { shapes: [FLOOR, { body: wheel, disc: 0.4 }], friction: 0.8 });
      return () => wheel.position[0];
    },
    exact: (2 / 3) * G * Math.sin(0.3) * 2,
    size: 4,
  },
  {
    name: 'a wheel spins up from sliding to rolling',
    until: 2,
    g: LEVEL,
    build: (world) => {
      const wheel = disc(world, 0.5, { velocity: [6, 0] });
      collide(world, { shapes: [FLOOR, { body: wheel, disc: 0.5 }], friction: 0.25 });
      return () => wheel.velocity[0];
    },
    exact: 4,
    size: 6,
  },
  {
    name: 'a bowling ball comes to roll',
    until: 2,
    g: SPATIAL,
    build: (world) => {
      const one = ball(world, 0.2, { velocity: [7, 0, 0] });
      collide(world, { shapes: [SLAB, { body: one, sphere: 0.2 }], friction: 0.3 });
      return () => one.velocity[0];
    },
    exact: 5,
    size: 7,
  },
  {
    name: 'a billiard ball with backspin comes back',
    until: 3,
    g: SPATIAL,
    build: (world) => {
      const one = ball(world, 0.1, { velocity: [1, 0, 0], angularVelocity: [0, -60, 0] });
      collide(world, { shapes: [SLAB, { body: one, sphere: 0.1 }], friction: 0.4 });
      return () => one.velocity[0];
    },
    // (5 v + 2 r ω) / 7.
    exact: (5 - 2 * 0.1 * 60) / 7,
    size: 1,
  },
  {
    name: 'a ball rolls down a slope in space',
    until: 2,
    g: [G * Math.sin(0.3), 0, -G * Math.cos(0.3)],
    build: (world) => {
      const one = ball(world, 0.2, {});
      collide(world, { shapes: [SLAB, { body: one, sphere: 0.2 }], friction: 0.8 });
      return () => one.position[0];
    },
    exact: (5 / 7) * G * Math.sin(0.3) * 2,
    size: 4,
  },
  {
    name: 'a ball loses half of its speed in each bounce',
    until: 1.75,
    g: LEVEL,
    build: (world) => {
      const one = disc(world, 0.5, { position: [0, 5.5] });
      collide(world, { shapes: [FLOOR, { body: one, disc: 0.5 }], restitution: 0.5 });
      // 1 s to fall, 1 s in the air at 5 m/s.
      return () => one.position[1];
    },
    exact: 0.5 + 5 * 0.75 - 5 * 0.75 ** 2,
    size: 5,
  },
  {
    name: 'discs exchange their speeds by masses',
    until: 2,
    g: [0, 0],
    build: (world) => {
      const space = world as World<2>;
      const a = space.addBody({ mass: 3, inertia: 1, position: [0, 0], velocity: [2, 0] });
      const b = space.addBody({ mass: 1, inertia: 1, position: [3, 0] });
      collide(world, { shapes: [{ body: a, disc: 0.5 }, { body: b, disc: 0.5 }], restitution: 0.5 }); // prettier-ignore
      return () => b.velocity[0];
    },
    exact: (3 / 4) * 1.5 * 2,
    size: 2,
  },
  {
    name: 'a crate rides on a sled and slips',
    until: 1,
    g: LEVEL,
    build: (world) => {
      const space = world as World<2>;
      const sled = space.addBody({ mass: 2, inertia: 1, position: [0, 0.1], velocity: [6, 0] });
      const crate = space.addBody({ mass: 1, inertia: 1 / 6, position: [0, 0.45] });
      const shapes = [{ ...FLOOR, friction: 0 }, { body: sled, box: [20, 0.2], friction: 0.4 }, { body: crate, box: [0.5, 0.5], friction: 0.4 }]; // prettier-ignore
      collide(world, { shapes });
      return () => crate.position[0];
    },
    // The crate gets μ g, the sled loses half of that; they go on at 4 m/s together from t = 1 s on.
    exact: 0.5 * 0.4 * G,
    size: 2,
  },
  {
    name: "Atwood's machine with a rope",
    until: 1,
    g: LEVEL,
    build: (world) => {
      const space = world as World<2>;
      const heavy = space.addParticle({ mass: 3, position: [-1, -3] });
      const light = space.addParticle({ mass: 1, position: [1, -3] });
      const { ground } = world;
      const [pulleyA, pulleyB] = [ground.point([-1, 0]), ground.point([1, 0])];
      world.add(new PulleyRope2D({ a: heavy, pulleyA, b: light, pulleyB, length: 6 }));
      return () => heavy.position[1];
    },
    exact: -3 - G / 4,
    size: 2.5,
  },
  {
    name: 'a rope catches a falling weight',
    until: 2,
    g: LEVEL,
    build: (world) => {
      const weight = (world as World<2>).addParticle({ mass: 1, position: [0, 0] });
      world.add(new Rope2D({ a: world.ground.point([0, 0]), b: weight, length: 3 }));
      return () => weight.position[1];
    },
    exact: -3,
    size: 3,
  },
  {
    name: 'a conical pendulum on a rope',
    until: 2,
    g: SPATIAL,
    build: (world) => {
      const [sine, cosine] = [0.6, 0.8];
      const rate = Math.sqrt(G / cosine);
      const bob = (world as World<3>).addParticle({ mass: 1, position: [sine, 0, -cosine], velocity: [0, rate * sine, 0] }); // prettier-ignore
      world.add(new Rope3D({ a: world.ground.point([0, 0, 0]), b: bob, length: 1 }));
      return () => bob.position[0];
    },
    exact: 0.6 * Math.cos(2 * Math.sqrt(G / 0.8)),
    size: 0.6,
  },
  {
    name: 'a motor with a largest torque brings a shaft to speed',
    until: 5,
    g: [0, 0],
    build: (world) => {
      const body = shaft(world, 0);
      world.add(new LimitedMotor({ theta: body.angle, base: world.ground.scalar(0), speed: 8, torque: 4 }));
      return () => body.angle.value;
    },
    // 4 s at 2 rad/s², and one at 8 rad/s.
    exact: 16 + 8,
    size: 24,
  },
  {
    name: 'a brake stops a shaft',
    until: 6,
    g: [0, 0],
    build: (world) => {
      const body = shaft(world, 10);
      world.add(new Brake({ theta: body.angle, base: world.ground.scalar(0), torque: 4 }));
      return () => body.angle.value;
    },
    exact: 10 ** 2 / 4,
    size: 25,
  },
  {
    name: 'a weight swings on a spring',
    until: 2,
    g: [0, 0],
    build: (world) => {
      const weight = (world as World<2>).addParticle({ mass: 1, position: [1.2, 0] });
      world.addForce(spring({ a: world.ground.point([0, 0]), b: weight, stiffness: 25, restLength: 1 }));
      return () => weight.position[0];
    },
    exact: 1 + 0.2 * Math.cos(10),
    size: 0.2,
  },
  {
    name: 'a stone is braked by the air',
    until: 2,
    g: LEVEL,
    build: (world) => {
      const stone = (world as World<2>).addParticle({ mass: 1, position: [0, 0] });
      world.addForce(drag(0.5));
      return () => stone.position[1];
    },
    // v = g/c (1 − e^(−c t)).
    exact: -(G / 0.5) * (2 - (1 - Math.exp(-1)) / 0.5),
    size: 14.7,
  },
  {
    name: 'a pole falls over',
    until: 1,
    g: LEVEL,
    build: (world) => {
      const angle = Math.PI / 2 - 0.1;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const pole = (world as World<2>).addBody({ mass: 1, inertia: 1 / 12, position: [c / 2, s / 2], angle });
      world.add(new Coincident2D({ a: pole.point([-0.5, 0]), b: world.ground.point([0, 0]) }));
      // ½ I ω² = ½ m g l (sin a₀ − sin a), with I = m l²/3.
      return () => pole.angularVelocity ** 2 - 3 * G * (s - Math.sin(pole.angle.value));
    },
    exact: 0,
    size: 60,
  },
  {
    name: 'two skaters on a rod keep their centre',
    until: 3,
    g: [0, 0],
    build: (world) => {
      const space = world as World<2>;
      const a = space.addParticle({ mass: 1, position: [0, 0], velocity: [0, 2] });
      const b = space.addParticle({ mass: 3, position: [1, 0], velocity: [0, -1] });
      world.add(new Distance2D({ a, b, length: 1 }));
      return () => (a.position[1] + 3 * b.position[1]) / 4;
    },
    exact: -0.75,
    size: 0.75,
  },
];

/** Error of a step of first order, 1/60 s, relative to the size of the motion. */
const RIGHT = 0.08;
/** The same where only rounding is in the way. */
const EXACT = 1e-9;

describe.each([...GAMES, ...JOINTED_GAMES].map((game) => [game.name, game] as const))(
  '%s',
  (_, { until, g, build, exact, size }) => {
    const play = (rate: number, order: 1 | 2) => {
      const said: string[] = [];
      const world: World = new World({
        space: g.length as 2 | 3,
        forces: [gravity([...g])],
        integrator: velocityStep({ order }),
        onWarning: ({ code }) => said.push(code),
      });
      const read = build(world);
      for (let k = 0; k < Math.round(until * rate); k++) world.step(1 / rate);
      return { error: Math.abs(read() - exact) / size, said };
    };

    it.each([1, 2] as const)('is right with steps of order %i, or told', (order) => {
      const [coarse, fine] = [play(60, order), play(240, order)];
      const line = `1/60 s: ${coarse.error.toExponential(1)} ${coarse.said.join()}, 1/240 s: ${fine.error.toExponential(1)} ${fine.said.join()}`;
      if (coarse.said.length === 0) expect(coarse.error, line).toBeLessThan(RIGHT);
      if (fine.said.length > 0) return;
      expect(fine.error, line).toBeLessThan(Math.max(EXACT, RIGHT / 4));
      if (coarse.error > 1e-3) expect(fine.error, line).toBeLessThan(0.4 * coarse.error);
    });
  },
);
