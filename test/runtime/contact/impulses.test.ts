import { describe, expect, it } from 'vitest';
import {
  assemble,
  collide,
  dormandPrince,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Integrator,
} from '../../../runtime/index.js';
import { Distance2D, Distance3D, PointLineContact, PointPlaneContact, SpherePlaneContact } from 'holonomic/library';

const [G, DT] = [9.81, 1 / 240];
/**
 * Momenta here are some N·s, and a step adds up some hundred terms at most: the balance holds to their
 * rounding, whatever the error of the motion, since velocities change by the impulses that are counted.
 */
const ROUNDING = 1e-11;

const FIXED: readonly [string, () => Integrator][] = [
  ['rk4', rk4],
  ['rattle', rattle],
  ['semiImplicitEuler', semiImplicitEuler],
  ['velocityStep', velocityStep],
  ['velocityStep of Moreau and Jean', () => velocityStep({ theta: 0.5 })],
];
const ALL = [...FIXED, ['dormandPrince', dormandPrince] as const];
const COEFFICIENTS = [0, 0.5];

interface Moving {
  readonly mass: number;
  readonly velocity: Float64Array;
}
/** An impulse on a body. */
type Impulse = readonly [body: Moving, impulse: () => Float64Array];

/** The largest error of `m Δv = Σ impulses + m g dt` of a body in a step that `take` takes. */
function imbalance(bodies: readonly Moving[], impulses: readonly Impulse[], dt: number, take: () => void): number {
  const before = bodies.map(({ velocity }) => velocity.slice());
  take();
  const errors = bodies.map((body, i) => {
    const { mass, velocity } = body;
    const p = velocity.map((v, c) => mass * (v - before[i]![c]!));
    p[p.length - 1]! += mass * G * dt;
    for (const [on, impulse] of impulses) if (on === body) impulse().forEach((x, c) => (p[c]! -= x));
    return Math.max(...p.map(Math.abs));
  });
  return Math.max(...errors);
}

/** A dumbbell that is thrown on a floor, turning, in the plane or in space. */
function dumbbell(space: 2 | 3, integrator: Integrator, e: number, rodSoftness?: object, softness?: object) {
  const world = new World({ impulses: true, space, forces: [gravity(space === 2 ? [0, -G] : [0, 0, -G])], integrator });
  const at = (x: number, height: number) => (space === 2 ? [x, height] : [x, 0, height]);
  const bodies = [
    world.addParticle({ mass: 2, position: at(0, 0.3), velocity: at(1, -1) }),
    world.addParticle({ mass: 0.7, position: at(0.4, 0.6), velocity: at(1, 2) }),
  ] as const;
  const { ground } = world;
  const [a, b] = bodies;
  const rod = world.add(
    space === 2
      ? new Distance2D({ a, b, length: 0.5 }, rodSoftness)
      : new Distance3D({ a, b, length: 0.5 }, rodSoftness),
  );
  const origin = ground.point(at(0, 0));
  const contacts = bodies.map((p) => {
    const given = { p, origin, mu: 0.3, e };
    if (space === 2) return world.add(new PointLineContact({ ...given, axis: ground.direction([1, 0]) }, softness));
    const [u, w, normal] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ].map((axis) => ground.direction(axis)) as [never, never, never];
    return world.add(new PointPlaneContact({ ...given, u, w, normal }, softness));
  }) as readonly PointLineContact[];
  assemble(world);
  const impulses: readonly Impulse[] = [
    [a, () => rod.impulseOn('a')],
    [b, () => rod.impulseOn('b')],
    ...contacts.map((contact, i): Impulse => [bodies[i]!, () => contact.impulseOn('p')]),
  ];
  return { world, bodies, contacts, rod, impulses };
}

describe.each(ALL)('impulses with %s', (name, integrator) => {
  for (const space of [2, 3] as const)
    for (const e of COEFFICIENTS)
      it(`balance each step of a dumbbell that hits the floor with e = ${e}, space ${space}`, () => {
        const { world, bodies, contacts, impulses } = dumbbell(space, integrator(), e);
        let [worst, pushed, rubbed] = [0, 0, 0];
        for (let k = 0; k < 300; k++) {
          worst = Math.max(
            worst,
            imbalance(bodies, impulses, DT, () => {
              world.step(DT);
            }),
          );
          for (const contact of contacts) {
            const impulse = contact.impulseOn('p');
            pushed += impulse[space - 1]!;
            rubbed += Math.abs(impulse[0]);
          }
        }
        expect(worst).toBeLessThan(ROUNDING);
        expect(pushed).toBeGreaterThan(20);
        expect(rubbed).toBeGreaterThan(0.1);
      });

  it('balance steps with a soft rod and, if they may rub, soft contacts', () => {
    const soft = { hertz: 10, dampingRatio: 0.3 };
    const { world, bodies, contacts, impulses } = dumbbell(
      2,
      integrator(),
      0,
      soft,
      name === 'dormandPrince' ? {} : soft,
    );
    let [worst, pushed] = [0, 0];
    for (let k = 0; k < 120; k++) {
      worst = Math.max(
        worst,
        imbalance(bodies, impulses, DT, () => {
          world.step(DT);
        }),
      );
      for (const contact of contacts) pushed += contact.impulseOn('p')[1];
    }
    expect(worst).toBeLessThan(ROUNDING);
    expect(pushed).toBeGreaterThan(5);
  });

  it('balance long steps, in which the rod of a pendulum turns', () => {
    const world = new World({ impulses: true, space: 2, forces: [gravity([0, -G])], integrator: integrator() });
    const bob = world.addParticle({ mass: 2, position: [1, 0] });
    const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    const on: readonly Impulse[] = [[bob, () => rod.impulseOn('b')]];
    let [worst, off] = [0, 0];
    for (let k = 0; k < 40; k++) {
      worst = Math.max(
        worst,
        imbalance([bob], on, 1 / 20, () => {
          world.step(1 / 20);
        }),
      );
      const force = rod.forceOn('b');
      const impulse = rod.impulseOn('b');
      off = Math.max(off, Math.hypot(force[0] / 20 - impulse[0], force[1] / 20 - impulse[1]));
      expect(rod.impulseOn('a').map((x, c) => x + impulse[c]!)).toEqual(new Float64Array(2));
    }
    expect(worst).toBeLessThan(ROUNDING);
    // The force at the end is another one.
    expect(off).toBeGreaterThan(1e-2);
  });

  it('stay until the next step, and are zero before the first and after restore', () => {
    const { world, rod } = dumbbell(2, integrator(), 0.5);
    const none = new Float64Array(2);
    expect(rod.impulseOn('a')).toEqual(none);
    for (let k = 0; k < 3; k++) world.step(DT);
    const impulse = rod.impulseOn('a');
    expect(Math.hypot(...impulse)).toBeGreaterThan(1e-3);
    world.evaluate();
    assemble(world);
    world.addParticle({ mass: 1, position: [9, 9] });
    world.evaluate();
    expect(rod.impulseOn('a')).toEqual(impulse);
    world.restore(world.snapshot());
    expect(rod.impulseOn('a')).toEqual(none);
    world.step(DT);
    expect(rod.impulseOn('a')).not.toEqual(none);
    world.remove(rod);
    expect(rod.impulseOn('a')).toEqual(none);
  });

  it('are zero after a step that failed', () => {
    const { world, rod } = dumbbell(2, integrator(), 0.5);
    for (let k = 0; k < 3; k++) world.step(DT);
    world.addForce({
      apply: () => {
        throw new Error('no force');
      },
    });
    expect(() => {
      world.step(DT);
    }).toThrow('no force');
    expect(rod.impulseOn('a')).toEqual(new Float64Array(2));
  });
});

/** A box that is thrown on the floor, turning; its contacts are found. */
function thrownBox(space: 2 | 3, integrator: Integrator, restitution: number) {
  const world = new World({ impulses: true, space, forces: [gravity(space === 2 ? [0, -G] : [0, 0, -G])], integrator });
  const inertia = space === 2 ? 0.02 : [0.02, 0.03, 0.04];
  const [x, y, z] = [0.3, 0, 1];
  const body =
    space === 2
      ? world.addBody({ mass: 1.5, inertia: 0.02, position: [0, 0.5], velocity: [2, -1], angularVelocity: 3 })
      : world.addBody({
          mass: 1.5,
          inertia,
          position: [0, 0, 0.5],
          velocity: [2, 0.5, -1],
          angularVelocity: [x, y, z],
        });
  const [floor, box] =
    space === 2 ? [{ box: [50, 1], at: [0, -0.5] }, [0.4, 0.2]] : [{ plane: [0, 0, 1] }, [0.4, 0.2, 0.3]];
  const collisions = collide(world, { shapes: [floor, { body, box }] as never, friction: 0.4, restitution });
  return { world, body: body as Moving, collisions };
}

describe.each(FIXED)('impulses of collide with %s', (_, integrator) => {
  for (const space of [2, 3] as const)
    for (const e of COEFFICIENTS)
      it(`balance each step of a box with e = ${e}, space ${space}`, () => {
        const { world, body, collisions } = thrownBox(space, integrator(), e);
        const sum = (): Float64Array => {
          const total = new Float64Array(space);
          for (const { b, impulse } of collisions.contacts)
            for (let c = 0; c < space; c++) total[c]! += (b === null ? -1 : 1) * impulse[c]!;
          return total;
        };
        let [worst, pushed, rubbed] = [0, 0, 0];
        for (let k = 0; k < 240; k++) {
          worst = Math.max(
            worst,
            imbalance([body], [[body, sum]], DT, () => {
              world.step(DT);
            }),
          );
          const total = sum();
          pushed += total[space - 1]!;
          rubbed += Math.abs(total[0]!);
        }
        expect(worst).toBeLessThan(ROUNDING);
        // It falls from 0.4 m at 1 m/s, and its weight is borne for half a second at least.
        expect(pushed).toBeGreaterThan(1.5 * 3 + 1.5 * G * 0.5);
        expect(rubbed).toBeGreaterThan(0.5);
      });
});

describe('impulses of a step taken in parts', () => {
  it.each([velocityStep, semiImplicitEuler])('add up where a body turns quickly: %o', (integrator) => {
    const world = new World({ impulses: true, space: 3, forces: [gravity([0, 0, -G])], integrator: integrator() });
    const ball = world.addBody({
      mass: 2,
      inertia: [0.3, 0.4, 0.5],
      position: [0, 0, 0],
      velocity: [1, 0, 0],
      angularVelocity: [100, 1000, 100],
    });
    const pin = world.add(
      new Distance3D({ a: world.ground.point([0, 0, 1]), b: ball.point([0.1, 0, 0]), length: Math.hypot(0.1, 1) }),
    );
    assemble(world, { velocitiesOnly: true });
    const on: readonly Impulse[] = [[ball, () => pin.impulseOn('b')]];
    let [worst, off] = [0, 0];
    for (let k = 0; k < 24; k++) {
      worst = Math.max(
        worst,
        imbalance([ball], on, DT, () => {
          world.step(DT);
        }),
      );
      const [force, impulse] = [pin.forceOn('b'), pin.impulseOn('b')];
      off = Math.max(off, Math.hypot(...force.map((f, c) => DT * f - impulse[c]!)));
    }
    // The impulses of the pin are some 1e2 N·s.
    expect(worst).toBeLessThan(1e-9);
    expect(off).toBeGreaterThan(1);
  });

  it('add up in steps that are taken again in shorter ones', () => {
    const world = new World({
      impulses: true,
      space: 2,
      forces: [gravity([0, -G])],
      integrator: rk4(),
      accuracy: 1e-7,
    });
    const [a, b] = [
      world.addParticle({ mass: 2, position: [1, 0] }),
      world.addParticle({ mass: 1, position: [2, 0.1] }),
    ];
    const first = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: a, length: 1 }));
    const second = world.add(new Distance2D({ a, b, length: Math.hypot(1, 0.1) }));
    const on: readonly Impulse[] = [
      [a, () => first.impulseOn('b')],
      [a, () => second.impulseOn('a')],
      [b, () => second.impulseOn('b')],
    ];
    let worst = 0;
    for (let k = 0; k < 60; k++)
      worst = Math.max(
        worst,
        imbalance([a, b], on, 1 / 15, () => {
          world.step(1 / 15);
        }),
      );
    expect(worst).toBeLessThan(ROUNDING);
    expect(world.stats.shortened).toBeGreaterThan(20);
  });

  it.each(ALL)('count what projection takes from velocities: %s', (_, integrator) => {
    const world = new World({
      impulses: true,
      space: 2,
      forces: [gravity([0, -G])],
      integrator: integrator(),
      projection: true,
    });
    const bob = world.addParticle({ mass: 2, position: [1, 0], velocity: [0, 1] });
    const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    let worst = 0;
    const on: readonly Impulse[] = [[bob, () => rod.impulseOn('b')]];
    for (let k = 0; k < 40; k++)
      worst = Math.max(
        worst,
        imbalance([bob], on, 1 / 30, () => {
          world.step(1 / 30);
        }),
      );
    expect(worst).toBeLessThan(ROUNDING);
  });
});

describe('impulses of an integrator that chooses its own steps', () => {
  /** A ball, 2 kg, that falls from 2 m and meets the floor at v = √(2 g h), e = 0.5. */
  function dropped() {
    const world = new World({ impulses: true, space: 3, forces: [gravity([0, 0, -G])], integrator: dormandPrince() });
    const ball = world.addBody({ mass: 2, inertia: [0.1, 0.1, 0.1], position: [0, 0, 2.25] });
    const [e1, e2, e3] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ].map((axis) => ball.direction(axis)) as [never, never, never];
    const [u, w, normal] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ].map((axis) => world.ground.direction(axis)) as [never, never, never];
    const origin = world.ground.point([0, 0, 0]);
    const contact = world.add(
      new SpherePlaneContact({
        p: ball.point([0, 0, 0]),
        e1,
        e2,
        e3,
        origin,
        u,
        w,
        normal,
        radius: 0.25,
        e: 0.5,
        mu: 0.2,
      }),
    );
    return { world, ball, contact };
  }
  const SPEED = Math.sqrt(2 * G * 2);
  const LANDING = SPEED / G;
  /** `m (1 + e) v`; parabolas and the time of the impact are exact to rounding. */
  const IMPACT = 2 * 1.5 * SPEED;

  it('hold the impact within a step, and a whole run', () => {
    for (const take of [
      (world: World) => {
        world.step(1);
      },
      (world: World) => {
        world.run({ until: 1 });
      },
      (world: World) => {
        world.run({ until: 1, dt: 2 });
      },
    ]) {
      const { world, ball, contact } = dropped();
      take(world);
      expect(contact.impulseOn('p')[2]).toBeCloseTo(IMPACT, 11);
      expect(2 * ball.velocity[2]).toBeCloseTo(IMPACT - 2 * G, 11);
      world.step(0.1);
      expect(contact.impulseOn('p')).toEqual(new Float64Array(3));
    }
  });

  it('begin anew after each onStep, and are those up to the time of a sample', () => {
    const { world, ball, contact } = dropped();
    const sampled: number[] = [];
    let [sum, before, worst, steps] = [0, 0, 0, 0];
    let start = 0;
    world.run({
      until: 3,
      samples: [LANDING - 1e-3, LANDING + 1e-3],
      onSample: () => sampled.push(contact.impulseOn('p')[2]),
      onStep: () => {
        const impulse = contact.impulseOn('p')[2];
        const change = 2 * (ball.velocity[2] - before) + 2 * G * (world.time - start);
        worst = Math.max(worst, Math.abs(change - impulse));
        sum += impulse;
        steps++;
        before = ball.velocity[2]!;
        start = world.time;
      },
    });
    expect(steps).toBeGreaterThan(3);
    expect(worst).toBeLessThan(ROUNDING);
    expect(sum).toBeCloseTo(2 * ball.velocity[2] + 2 * G * 3, 10);
    expect(sampled[0]).toBe(0);
    expect(sampled.length).toBe(2);
  });
});

describe('a world of plain equations', () => {
  it('counts impulses where it is asked to, and says so where it is not', () => {
    const swinging = (impulses?: boolean) => {
      const world = new World({ space: 2, forces: [gravity([0, -G])], ...(impulses !== undefined && { impulses }) });
      const bob = world.addParticle({ mass: 2, position: [1, 0] });
      const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
      world.step(DT);
      return { world, bob, rod };
    };
    for (const given of [undefined, false]) {
      const { world, bob, rod } = swinging(given);
      expect(() => rod.impulseOn('b')).toThrow(/does not count impulses.*impulses: true/s);
      // Rows with bounds count those of all others, from the next step on.
      const { ground } = world;
      const floor = { origin: ground.point([0, -3]), axis: ground.direction([1, 0]) };
      world.add(new PointLineContact({ p: bob, ...floor }));
      const before = bob.velocity[1];
      world.step(DT);
      expect(2 * (bob.velocity[1] - before)).toBeCloseTo(rod.impulseOn('b')[1] - 2 * G * DT, 11);
    }
    const { bob, rod } = swinging(true);
    expect(2 * bob.velocity[1]).toBeCloseTo(rod.impulseOn('b')[1] - 2 * G * DT, 11);
    expect(() => new World({ space: 2, impulses: 1 as never })).toThrow(/Give true or false/);
  });
});
