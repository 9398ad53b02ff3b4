import { Distance2D, DrivenPoint2D, PointOnCircle } from 'holonomic/library';
import { gravity, World, type Particle, type PointConnector } from 'holonomic/runtime';
import type { Scene } from '../../src/simulate/scene.js';

/**
 * A swing of Tinkertoy: a truss hangs by two rods, one from the ground and one from a point that is
 * shaken sideways. A tail of a rod and a triangle hangs from one end of the truss; from the other,
 * two rods lead to a bead on a wire hoop, which carries a bob.
 *
 *      ground            shaken ↔
 *          \              /
 *           t1 ──────── t2
 *          /  \        /  \      elbow
 *        b1 ─── b2 ──────── b3 ─── / ── bead on the hoop
 *        /                                \
 *      tail                               bob
 *
 * Twelve particles, so 24 coordinates, and 19 equations: five degrees of freedom. Gravity and the shaker
 * keep it lively, and none of its loops comes near a dead centre, where the equations would
 * lose rank.
 */
const scene: Scene = {
  title: 'Tinkertoy',
  until: 10,
  dt: 1 / 240,
  build() {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    const at = (x: number, y: number, mass = 1): Particle => world.addParticle({ mass, position: [x, y] });
    const join = (a: PointConnector, b: PointConnector): Distance2D => {
      const length = Math.hypot(a.position[0] - b.position[0], a.position[1] - b.position[1]);
      return world.add(new Distance2D({ a, b, length }));
    };

    // The truss: four triangles in a row.
    const [b1, b2, b3] = [at(-1, 0), at(0, 0), at(1, 0)];
    const [t1, t2] = [at(-0.5, 0.7), at(0.5, 0.7)];
    for (const [a, b] of [
      [b1, b2],
      [b2, b3],
      [t1, t2],
      [b1, t1],
      [t1, b2],
      [b2, t2],
      [t2, b3],
    ] as const)
      join(a, b);

    // It hangs from the ground and from a point that moves to and fro, starting at one end of its
    // path.
    const hook = world.ground.point([-1.35, 1.85]);
    const [middle, amplitude] = [
      [0.5, 1.85],
      [0.25, 0],
    ] as const;
    const shaken = at(middle[0] + amplitude[0], middle[1] + amplitude[1]);
    const shaker = world.add(
      new DrivenPoint2D({ p: shaken, centre: middle, amplitude, frequency: 3, phase: Math.PI / 2 }),
    );
    join(hook, t1);
    join(shaken, t2);

    // The tail, pulled aside.
    const [knee, left, right] = [at(-1.5, -0.3, 0.3), at(-2, -0.6, 0.3), at(-1.65, -0.9, 0.3)];
    for (const [a, b] of [
      [b1, knee],
      [knee, left],
      [knee, right],
      [left, right],
    ] as const)
      join(a, b);

    // The bead on its hoop, an elbow from the truss to it, and a bob below it.
    const [centre, radius] = [[2.3, 0.15], 0.75] as const;
    const bead = at(centre[0] + radius * Math.cos(1.9), centre[1] + radius * Math.sin(1.9), 0.7);
    world.add(new PointOnCircle({ p: bead, centre, radius }));
    const elbow = at(1.5, 0.4, 0.5);
    const bob = at(bead.position[0] + 0.5, bead.position[1] - 0.6, 0.3);
    for (const [a, b] of [
      [b3, elbow],
      [elbow, bead],
      [bead, bob],
    ] as const)
      join(a, b);

    return {
      world,
      drivers: [{ constraint: shaker, input: 'p' }],
      traces: [
        { label: 'tail', point: left },
        { label: 'elbow', point: elbow },
        { label: 'bob', point: bob },
        { label: 'truss', point: b2 },
        { label: 'shaken hook', point: shaken },
      ],
    };
  },
};

export default scene;
