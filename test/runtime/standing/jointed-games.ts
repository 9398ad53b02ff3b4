import { Coincident2D, Coincident3D, Distance2D, Hinge, PulleyRope2D, Rope2D } from 'holonomic/library';
import { collide, type World } from '../../../runtime/index.js';
import { ball, disc, FLOOR, G, LEVEL, slope, SPATIAL, type Game } from './game.js';

/*
 * Bodies that meet beside joints and ropes, and bodies that spin, each with its closed form.
 */

/** The spin of a gyroscope, rad/s, its inertias about its axis and across, and the distance of its centre. */
const [SPIN, AXIAL, ACROSS, ARM] = [30, 0.02, 0.05, 0.3];
/** The rate at which it goes round without nodding, axis level: `m g l / (I ω)`. */
const PRECESSION = (G * ARM) / (AXIAL * SPIN);

/** A plate thrown at a floor: its tilt, its inertia, and the place of the corner that meets the floor. */
const TILT = 0.6;
const INERTIA = (1 + 0.01) / 12;
const CORNER = [-0.5 * Math.cos(TILT) + 0.05 * Math.sin(TILT), -0.5 * Math.sin(TILT) - 0.05 * Math.cos(TILT)] as const;
/** Its speed, and the part of it that is left after a corner has met the floor without a rebound. */
const THROWN = 2;
const KEPT = 1 - 1 / (1 + CORNER[0] ** 2 / INERTIA);

/** Rate of a turntable, rad/s, and that of the circle in which a ball rolls on it: 2/7 of it (Weltner 1979). */
const TABLE = 3;
const CIRCLE = (2 / 7) * TABLE;

/** Time in which a pendulum of a metre falls from level: `K(1/√2) √(l/g)`. */
const QUARTER = 1.854074677301372 / Math.sqrt(G);

export const JOINTED_GAMES: readonly Game[] = [
  {
    name: 'a cart rolls down a slope on two wheels',
    until: 2,
    g: slope(0.3),
    build: (world) => {
      const frame = (world as World<2>).addBody({ mass: 2, inertia: 1, position: [0, 0.5] });
      const wheels = [-0.6, 0.6].map((x) => {
        const wheel = disc(world, 0.3, { position: [x, 0.3] });
        world.add(new Coincident2D({ a: frame.point([x, -0.2]), b: wheel.point([0, 0]) }));
        return { body: wheel, disc: 0.3 };
      });
      collide(world, { shapes: [FLOOR, ...wheels], friction: 1 });
      return () => frame.position[0];
    },
    // Each wheel of 1 kg counts half as much again.
    exact: (0.5 * 4 * G * Math.sin(0.3) * 2 ** 2) / 5,
    size: 4.7,
  },
  {
    name: 'a falling weight drags a crate over a floor',
    until: 1,
    g: LEVEL,
    build: (world) => {
      const space = world as World<2>;
      const crate = space.addBody({ mass: 2, inertia: 1 / 3, position: [0, 0.5] });
      const weight = space.addParticle({ mass: 1, position: [10, 0.5] });
      const { ground } = world;
      const [pulleyA, pulleyB] = [ground.point([9, 0.5]), ground.point([10, 9])];
      world.add(new PulleyRope2D({ a: crate.point([0, 0]), pulleyA, b: weight, pulleyB, length: 17.5 }));
      collide(world, { shapes: [FLOOR, { body: crate, box: [1, 1] }], friction: 0.2 });
      return () => crate.position[0];
    },
    exact: (0.5 * (1 - 0.2 * 2) * G) / 3,
    size: 1,
  },
  {
    name: 'a pendulum hits a puck and stops',
    until: 1,
    g: LEVEL,
    build: (world) => {
      const [radius, top] = [0.1, 1.1];
      const bob = disc(world, radius, { position: [-1, top] });
      world.add(new Distance2D({ a: world.ground.point([0, top]), b: bob.point([0, 0]), length: 1 }));
      const puck = disc(world, radius, { position: [2 * radius, radius] });
      const shapes = [
        { ...FLOOR, at: [500.15, -0.5] },
        { body: bob, disc: radius },
        { body: puck, disc: radius },
      ];
      collide(world, { shapes, friction: 0, restitution: 1 });
      return () => puck.position[0];
    },
    exact: 0.2 + Math.sqrt(2 * G) * (1 - QUARTER),
    size: 1.85,
  },
  {
    name: 'a top without a torque goes round its momentum',
    until: 2,
    g: [0, 0, 0],
    build: (world) => {
      const top = (world as World<3>).addBody({
        mass: 1,
        inertia: [1, 1, 2],
        position: [0, 0, 0],
        angularVelocity: [2, 0, 5],
      });
      const axis = top.point([0, 0, 1]);
      return () => axis.position[1];
    },
    // L = (2, 0, 10): the axis, at the angle a to it, goes round with |L| / I.
    exact: -Math.sin(Math.atan2(2, 10)) * Math.sin(2 * Math.hypot(2, 10)),
    size: Math.sin(Math.atan2(2, 10)),
  },
  {
    name: 'a gyroscope on a pivot goes round without nodding',
    until: 1,
    g: SPATIAL,
    build: (world) => {
      const wheel = (world as World<3>).addBody({
        mass: 1,
        inertia: [AXIAL, ACROSS, ACROSS],
        position: [ARM, 0, 0],
        velocity: [0, PRECESSION * ARM, 0],
        angularVelocity: [SPIN, 0, PRECESSION],
      });
      world.add(new Coincident3D({ a: wheel.point([-ARM, 0, 0]), b: world.ground.point([0, 0, 0]) }));
      return () => wheel.position[0];
    },
    exact: ARM * Math.cos(PRECESSION),
    size: ARM,
  },
  {
    name: 'a rope catches a puck that passes its peg, and leads it round',
    until: 2,
    g: [0, 0],
    build: (world) => {
      const puck = (world as World<2>).addParticle({ mass: 1, position: [0, 0.6], velocity: [2, 0] });
      world.add(new Rope2D({ a: world.ground.point([0, 0]), b: puck, length: 1 }));
      return () => puck.position[0];
    },
    // Taut at (0.8, 0.6) after 0.4 s; 1.2 m/s across the rope stay.
    exact: Math.cos(Math.atan2(0.6, 0.8) - 1.2 * 1.6),
    size: 1,
  },
  {
    name: 'a plate meets a floor with a corner and turns',
    until: 0.6,
    g: [0, 0],
    build: (world) => {
      const height = THROWN / 2 - CORNER[1];
      const plate = (world as World<2>).addBody({
        mass: 1,
        inertia: INERTIA,
        position: [0, height],
        angle: TILT,
        velocity: [0, -THROWN],
      });
      collide(world, { shapes: [FLOOR, { body: plate, box: [1, 0.1] }], friction: 0 });
      return () => plate.velocity[1];
    },
    // It meets it after half a second.
    exact: -THROWN * KEPT,
    size: THROWN,
  },
  {
    name: 'a crate tips over its edge',
    until: 0.5,
    g: LEVEL,
    build: (world) => {
      const [tilt, half] = [0.85, Math.SQRT1_2];
      const angle = Math.PI / 4 + tilt;
      const crate = (world as World<2>).addBody({
        mass: 1,
        inertia: 1 / 6,
        position: [-half * Math.cos(angle), half * Math.sin(angle)],
        angle: tilt,
      });
      collide(world, { shapes: [FLOOR, { body: crate, box: [1, 1] }], friction: 10 });
      // ½ I ω² = m g (y₀ − y) about the edge.
      return () => crate.angularVelocity ** 2 / 3 - G * (half * Math.sin(angle) - crate.position[1]);
    },
    exact: 0,
    size: 2,
  },
  {
    name: 'a ladder slides down a wall',
    until: 0.3,
    g: LEVEL,
    build: (world) => {
      const [radius, angle] = [0.05, 1.2];
      const [c, s] = [Math.cos(angle) / 2, Math.sin(angle) / 2];
      const ladder = (world as World<2>).addBody({
        mass: 1,
        inertia: 1 / 12,
        position: [radius + c, radius + s],
        angle: -angle,
      });
      const wall = { box: [1, 10], at: [-0.5, 5] };
      collide(world, { shapes: [FLOOR, wall, { body: ladder, capsule: [1, radius] }], friction: 0 });
      // ½ (m l²/3) ω² = m g (y₀ − y).
      return () => ladder.angularVelocity ** 2 / 6 - G * (radius + s - ladder.position[1]);
    },
    exact: 0,
    size: 1.5,
  },
  {
    name: 'a ball rolls in a circle on a turntable',
    until: 2,
    g: SPATIAL,
    build: (world) => {
      const space = world as World<3>;
      const table = space.addBody({
        mass: 1e4,
        inertia: [1e4, 1e4, 1e4],
        position: [0, 0, -0.5],
        angularVelocity: [0, 0, TABLE],
      });
      const { ground } = world;
      const [u, w] = [ground.direction([1, 0, 0]), ground.direction([0, 1, 0])];
      const axis = table.direction([0, 0, 1]);
      world.add(new Hinge({ a: table.point([0, 0, 0]), b: ground.point([0, 0, -0.5]), axis, u, w }));
      const rolling = ball(world, 0.1, {
        position: [1, 0, 0.1],
        velocity: [0, 0.5, 0],
        angularVelocity: [(TABLE - 0.5) / 0.1, 0, 0],
      });
      collide(world, {
        shapes: [
          { body: table, box: [6, 6, 1] },
          { body: rolling, sphere: 0.1 },
        ],
        friction: 1,
      });
      return () => rolling.position[0];
    },
    exact: 1 + (0.5 / CIRCLE) * (Math.cos(2 * CIRCLE) - 1),
    size: 0.66,
  },
];
