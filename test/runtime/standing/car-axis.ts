import { Distance2D } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import { spring, type Particle } from '../../../runtime/index.js';
import { problemOf, type Model, type Vector } from './model.js';
import type { Problem } from './problem.js';

const { RightAngle } = compile('RightAngle', {
  summary: 'Keeps two points at a right angle, seen from the origin.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  C: 'dot(a, b)',
});

/** Length of the axle, of the springs at rest, and height and rate of the bumps. */
const [LENGTH, REST, HEIGHT, RATE] = [1, 0.5, 0.1, 10];
/** Mass of each end, kg, at a gravity of 1 m/s², and stiffness of the springs, N/m: they swing at 45 rad/s. */
const [MASS, STIFFNESS] = [5e-4, 1];

/** Where the right wheel is on the bumps. */
function wheelAt(t: number): Vector {
  const y = HEIGHT * Math.sin(RATE * t);
  return [Math.sqrt(LENGTH ** 2 - y ** 2), y];
}

/** Ends of the axle, for the length of the left spring and the slope of the axle. */
function endsAt([r, slope]: Vector, t: number): [Vector, Vector] {
  const [x, y] = wheelAt(t);
  const left = [(-y! * r!) / LENGTH, (x! * r!) / LENGTH];
  return [left, [left[0]! + LENGTH * Math.cos(slope!), left[1]! + LENGTH * Math.sin(slope!)]];
}

/**
 * The axle of a car that drives over bumps on stiff springs: slow motion that fast springs carry (Schneider and
 * Rentrop; "car axis" of Mazzia and Magherini, Test Set for Initial Value Problem Solvers, 2008).
 */
export function carAxis(): Problem {
  const model: Model = {
    name: 'axle on stiff springs over bumps',
    until: 3,
    space: 2,
    bodies: [{ mass: MASS }, { mass: MASS }],
    poses: (s, t) => endsAt(s, t).map((position) => ({ position })),
    rate: RATE,
    gravity: [0, -1],
    forces: ([r, slope], _, t) => {
      const [x, y] = wheelAt(t);
      const [, right] = endsAt([r!, slope!], t);
      const [dx, dy] = [right[0]! - x!, right[1]! - y!];
      const pull = (-STIFFNESS * (Math.hypot(dx, dy) - REST)) / Math.hypot(dx, dy);
      return [
        -STIFFNESS * (r! - REST) + (pull * (-y! * dx + x! * dy)) / LENGTH,
        pull * LENGTH * (-Math.sin(slope!) * dx + Math.cos(slope!) * dy),
      ];
    },
    start: [REST, 0],
    rates: [0, 0],
  };
  return problemOf(model, (world, bodies) => {
    const [left, right] = bodies as readonly [Particle, Particle];
    const { ground } = world;
    const wheel = world.handle((t) => wheelAt(t));
    world.add(new RightAngle({ a: left, b: wheel }));
    world.add(new Distance2D({ a: left, b: right, length: LENGTH }));
    world.addForce(spring({ a: ground.point([0, 0]), b: left, stiffness: STIFFNESS, restLength: REST }));
    world.addForce(spring({ a: wheel, b: right, stiffness: STIFFNESS, restLength: REST }));
  });
}
