import { Coincident2D, Distance2D, Distance3D, Pendulum } from 'holonomic/library';
import { gravity, mouseSpring, World, type Force, type MouseSpring } from '../../../runtime/index.js';
import { internalsOf } from '../../../runtime/world/internals.js';

/** Makes two worlds with something of every kind, after a few steps. */
export function makeScene() {
  const probe: {
    act: (() => unknown) | undefined;
    energy: (() => unknown) | undefined;
    motion: (() => unknown) | undefined;
  } = { act: undefined, energy: undefined, motion: undefined };
  class Probe implements Force {
    apply(): void {
      probe.act?.();
    }

    energy(): number {
      return (probe.energy ? probe.energy() : 0) as number;
    }
  }
  const world = new World({ space: 2, forces: [gravity([0, -9.81]), new Probe()], onWarning: () => undefined });
  const particle = world.addParticle({ mass: 1, position: [1, 0] });
  const lonely = world.addParticle({ mass: 2, position: [5, 5] });
  const body = world.addBody({ mass: 1, inertia: 2, position: [3, 0], angle: 0.2 });
  const pendulum = world.addBody(new Pendulum({ length: 1, mass: 1 }, { theta: 0.3 }));
  const handle = world.handle([0, 0]);
  const prescribed = world.handle((t) => {
    probe.motion?.();
    return [3 + t / 8, 1];
  });
  const winch = world.handle(0.3);
  const stroke = world.handle((t) => 2 * t);
  const point = body.point([0, 1]);
  const rod = world.add(new Distance2D({ a: handle, b: particle, length: 1 }));
  world.add(new Distance2D({ a: prescribed, b: point, length: 0.5 }));
  const pull: MouseSpring = mouseSpring({ point: lonely, stiffness: 3 });
  world.addForce(pull);

  const space = new World({ space: 3, forces: [new Probe()], onWarning: () => undefined });
  const block = space.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], angularVelocity: [0, 0, 1] });
  const corner = block.point([1, 0, 0]);
  space.add(new Distance3D({ a: space.ground.point([2, 0, 0]), b: corner, length: 1 }));

  for (let k = 0; k < 3; k++) {
    handle.moveTo([0, 0.01 * (k + 1)]);
    world.step(1 / 64);
    space.step(1 / 64);
  }
  handle.moveTo([0.5, 0.5]);
  // A constraint that has not been added, and one that contradicts another.
  const spare = (): Coincident2D => new Coincident2D({ a: lonely, b: world.ground.point([5, 5]) });
  return {
    ...{ world, particle, lonely, body, pendulum, handle, prescribed, winch, stroke, point, rod, pull, spare, probe },
    ...{ space, block, corner, direction: body.direction([1, 0]) },
  };
}
export type Scene = ReturnType<typeof makeScene>;

/**
 * Writes everything about the worlds of a scene that an entry could change, except counts of work
 * and warnings.
 */
export function photograph({ world, space, pull, rod, body }: Scene): string {
  const of = (one: World): unknown[] => {
    const { structure, stepped } = internalsOf(one);
    const { feedback } = stepped;
    const { steps, rejected } = one.stats;
    return [
      one.toJSON(),
      [...one.particles, ...one.bodies, ...one.constraints].map(({ label }) => label),
      one.constraints.map(({ lambda }) => [...lambda].map(String)),
      [one.forces.length, steps, rejected],
      ['handle', 'Distance2D', 'Coincident2D', 'body', 'Pendulum'].map((kind) => structure.serialAhead(kind)),
      [structure.activity, structure.handles.length, structure.stores.length, feedback.ks, feedback.kd],
    ];
  };
  return JSON.stringify([of(world), of(space), [...pull.target], rod.name ?? '', body.name ?? '']);
}
