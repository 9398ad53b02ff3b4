import { equilibrium, modes, stiffness } from 'holonomic/analysis';
import { Coincident2D, Coincident3D, Distance2D, Hinge, Motor, Pendulum, RotatingWire } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import { describe, expect, it } from 'vitest';
import {
  collide,
  constantForce,
  gravity,
  hingeInputs,
  mouseSpring,
  spring,
  torque,
  World,
  type CollideOptions,
  type Force,
  type RigidBody2D,
} from '../../../runtime/index.js';
import { cantilever, chain, column, onAxis, springBetween } from '../../support/statics.js';
import { inFull } from '../../support/scope.js';

const DOWN = gravity([0, -9.81]);

describe('equilibrium', () => {
  it.each(['energies', 'built-in springs'])('hangs ten weights from %s as far down as the closed form', (kind) => {
    const world = new World({ space: 2, forces: [DOWN] });
    let last = world.ground.point([0, 0]) as Parameters<typeof springBetween>[0];
    for (let i = 1; i <= 10; i++) {
      const p = world.addParticle({ mass: 1, position: [0, -i] });
      world.addForce(
        kind === 'energies' ? springBetween(last, p, 1e4, 1) : spring({ a: last, b: p, stiffness: 1e4, restLength: 1 }),
      );
      last = p;
    }
    const { found, stable, residual } = equilibrium(world);
    expect({ found, stable }).toEqual({ found: true, stable: true });
    // m g / k · N (N + 1) / 2
    expect(Math.abs(-10 - last.position[1] - 0.053955)).toBeLessThan(1e-12);
    // The rounding of forces: k ε times ten metres.
    expect(residual).toBeLessThan(1e-10);
  });

  inFull('bends an elastica, with errors of second order in the number of links', () => {
    // By elliptic integrals: angle of the tip, its place along the beam and its deflection.
    for (const [P, ...exact] of [
      [1, 0.461351949712, 0.943566763717, 0.3017207738],
      [2, 0.781749831557, 0.839358279175, 0.493457480397],
      [5, 1.21536811761, 0.612371639276, 0.713791523612],
    ] as const) {
      const errors = [10, 20, 40].map((n) => {
        const { world, tip } = cantilever(n, P);
        expect(equilibrium(world)).toMatchObject({ found: true, stable: true });
        const { angle, x, y } = tip();
        return [angle, x, y].map((value, i) => value - exact[i]!);
      });
      for (const k of [0, 1])
        for (const i of [0, 1, 2]) {
          expect(errors[k]![i]! / errors[k + 1]![i]!).toBeGreaterThan(3.95);
          expect(errors[k]![i]! / errors[k + 1]![i]!).toBeLessThan(4.05);
        }
    }
  });

  inFull('lets a rope hang in the catenary, with errors of second order, and shows its tension', () => {
    const errors = [50, 100, 200].map((n) => {
      const world = new World({ space: 2, forces: [DOWN] });
      const l = 2 / n;
      let last = world.ground.point([0, 0]) as Parameters<typeof springBetween>[0];
      const points = Array.from({ length: n - 1 }, (_, i) =>
        world.addParticle({ mass: l, position: [(i + 1) / n, -Math.sin((Math.PI * (i + 1)) / n)] }),
      );
      const rods = [...points, world.ground.point([1, 0])].map((b) => {
        const rod = world.add(new Distance2D({ a: last, b, length: l }));
        last = b;
        return rod;
      });
      expect(equilibrium(world)).toMatchObject({ found: true, stable: true });
      const lowest = Math.min(...points.map(({ position }) => position[1]));
      // The tension at the end bears half a rod more; it acts along the rod.
      const [fx, fy] = rods[0]!.forceOn('b');
      const tension = Math.hypot(fx, Math.abs(fy) + (9.81 * l) / 2) / 9.81;
      // The parameter a of the catenary is the horizontal tension.
      return [-lowest - 0.796388355860299, tension - 1.02602857093791, Math.abs(fx) / 9.81 - 0.229640215077612];
    });
    for (const k of [0, 1]) for (const i of [0, 1, 2]) expect(errors[k]![i]! / errors[k + 1]![i]!).toBeCloseTo(4, 1);
    expect(Math.abs(errors[2]![0]!)).toBeLessThan(2e-5);
    expect(Math.abs(errors[2]![1]!)).toBeLessThan(2e-7);
    expect(Math.abs(errors[2]![2]!)).toBeLessThan(1e-5);
  });

  it('leaves a column beyond its buckling load on the buckled branch, in few steps', () => {
    const { world, points } = column(10, 1.2 * 0.978869674096929);
    for (const i of [4, 5]) points[i]!.position[0] = 1e-3;
    const { iterations, ...result } = equilibrium(world);
    expect(result).toMatchObject({ found: true, stable: true });
    expect(iterations).toBeLessThan(20);
    // Moments in all joints: k (θ_{i+1} − θ_i) = −P x_i.
    const at = [[0, 0], ...points.map(({ position }) => [...position])];
    const angles = at.slice(1).map((b, i) => Math.atan2(b[0]! - at[i]![0]!, b[1]! - at[i]![1]!));
    expect(Math.abs(at[5]![0]!)).toBeGreaterThan(0.3);
    for (let i = 1; i < 10; i++)
      expect(angles[i]! - angles[i - 1]! + 1.2 * 0.978869674096929 * at[i]![0]!).toBeCloseTo(0, 12);
  });

  it('takes a truss up to its limit load, and through it', () => {
    const rest = Math.sqrt(1.25);
    const limit = 2 * (rest ** (2 / 3) - 1) ** 1.5;
    const pressed = (part: number): { y: number; result: ReturnType<typeof equilibrium> } => {
      const world = new World({ space: 2 });
      const top = world.addParticle({ mass: 1, position: [0, 0.5] });
      for (const x of [-1, 1]) world.addForce(springBetween(world.ground.point([x, 0]), top, 1, rest));
      onAxis(world, top);
      world.addForce(constantForce(top, [0, -part * limit]));
      const result = equilibrium(world);
      return { y: top.position[1], result };
    };
    for (const part of [0.9, 0.9999, 1.0001, 1.5]) {
      const { y, result } = pressed(part);
      expect(result).toMatchObject({ found: true, stable: true });
      expect(2 * y * (rest / Math.hypot(1, y) - 1)).toBeCloseTo(part * limit, 12);
      expect(y > 0).toBe(part < 1);
      if (part === 0.9999) expect(y).toBeCloseTo(0.27788 + 0.00235, 4);
    }
  });

  it('stays where it starts in balance, and counts the unstable directions', () => {
    const found = [
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ].map(([a, b]) => {
      const world = new World({ space: 2, forces: [DOWN] });
      const [upper] = chain(world, 1, 1, [0, a!]);
      const lower = world.addParticle({ mass: 1, position: [0, a! + b!] });
      world.add(new Distance2D({ a: upper!, b: lower, length: 1 }));
      const { iterations, ...result } = equilibrium(world);
      expect(iterations).toBe(0);
      expect(result).toMatchObject({ found: true, residual: 0 });
      return [result.stable, result.unstableDirections];
    });
    expect(found).toEqual([
      [true, 0],
      [false, 1],
      [false, 1],
      [false, 2],
    ]);
  });

  it('brings a world together that is violated and moves, and leaves it at rest with its forces', () => {
    const world = new World({ space: 2, forces: [DOWN] });
    const bob = world.addParticle({ mass: 2, position: [0.9, 0.4], velocity: [1, 2] });
    const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    expect(equilibrium(world)).toMatchObject({ found: true, stable: true });
    expect([...bob.velocity]).toEqual([0, 0]);
    expect(bob.position[0]).toBeCloseTo(0, 12);
    expect(bob.position[1]).toBeCloseTo(-1, 14);
    expect([...rod.forceOn('b')][1]).toBeCloseTo(2 * 9.81, 12);
    world.step(1 / 240);
    expect(Math.hypot(...bob.velocity)).toBeLessThan(1e-12);
  });

  it.each([2, 3] as const)(
    'lets a body in space %i pinned at the origin hang as one that is pinned elsewhere',
    (space) => {
      const found = [0, 1].map((x) => {
        const turn = 2;
        const centre = [x + 0.5 * Math.sin(turn), -0.5 * Math.cos(turn)] as const;
        if (space === 2) {
          const world = new World({ space, forces: [DOWN] });
          const rod = world.addBody({ mass: 1, inertia: 0.1, position: [...centre], angle: turn });
          world.add(new Coincident2D({ a: rod.point([0, 0.5]), b: world.ground.point([x, 0]) }));
          return [equilibrium(world), rod.position] as const;
        }
        const world = new World({ space, forces: [gravity([0, -9.81, 0])] });
        const orientation = [Math.cos(turn / 2), 0, 0, Math.sin(turn / 2)] as const;
        const rod = world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [...centre, 0], orientation });
        const { joint } = hingeInputs({ a: rod, b: world.ground, at: [x, 0, 0], axis: [0, 0, 1] });
        world.add(new Hinge(joint));
        return [equilibrium(world), rod.position] as const;
      });
      for (const [x, [result, position]] of found.entries()) {
        expect(result).toMatchObject({ found: true, stable: true });
        expect(position[0]).toBeCloseTo(x, 12);
        expect(position[1]).toBeCloseTo(-0.5, 12);
      }
    },
  );

  it('says that nothing was found where there is no minimum, and puts the start back', () => {
    const world = new World({ space: 2, forces: [DOWN] });
    const falling = world.addParticle({ mass: 1, position: [0, 0], velocity: [1, 2] });
    const bob = world.addParticle({ mass: 1, position: [1.6, 0.8] });
    const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 2 }));
    rod.lambda[0] = 3;
    const before = JSON.stringify(world.snapshot());
    expect(equilibrium(world, { maxIterations: 5 })).toMatchObject({ found: false, stable: false, iterations: 5 });
    expect(JSON.stringify(world.snapshot())).toBe(before);
    // Nor does it leave a part of its way behind where a force stops it.
    const fails: Force = {
      apply: () => {
        if (falling.velocity[0] === 0 && falling.position[1] < 0) throw new Error('too deep');
      },
      energy: () => 0,
    };
    world.addForce(fails);
    expect(() => equilibrium(world)).toThrow(/too deep/);
    expect(JSON.stringify(world.snapshot())).toBe(before);
  });

  it('knows soft rows, masses of which nothing moves, and neutral directions', () => {
    const world = new World({ space: 2, forces: [DOWN] });
    const bob = world.addParticle({ mass: 1, position: [0.1, -1] });
    const rock = world.addBody({ mass: Infinity, inertia: Infinity, position: [0, 0] });
    world.add(new Distance2D({ a: rock.point([0, 0]), b: bob, length: 1 }, { compliance: 1e-3 }));
    expect(equilibrium(world)).toMatchObject({ found: true, stable: true });
    expect(bob.position[1]).toBeCloseTo(-1.00981, 14);
    const free = new World({ space: 2 });
    const [a, b] = [0, 1].map((x) => free.addParticle({ mass: 1, position: [x, 0] }));
    free.addForce(springBetween(a!, b!, 3, 0.8));
    expect(equilibrium(free)).toMatchObject({
      found: true,
      stable: false,
      unstableDirections: 0,
      neutralDirections: 3,
    });
  });

  it('names what it does not take', () => {
    const world = new World({ space: 2, forces: [DOWN] });
    const pendulum = world.addBody(new Pendulum({ length: 1, mass: 1 }, { theta: 0.3 }, { theta: 1 }));
    const motor = world.add(new Motor({ theta: pendulum.scalars.theta, base: world.ground.scalar(0), speed: 0 }));
    expect(() => equilibrium(world)).toThrow(
      /^equilibrium takes equations of positions alone, and Motor #1 is an equation of velocities/,
    );
    expect(() => modes(world)).toThrow(/Motor #1/);
    expect(pendulum.scalars.theta.rate).toBe(1);
    world.remove(motor);
    const kinked: Force = {
      apply: () => {
        pendulum.scalars.theta.applyForce(pendulum.scalars.theta.value > 0.3 ? 2 : -2);
      },
    };
    world.addForce(kinked);
    expect(() => stiffness(world)).toThrow(/force #2 has no slope at the present positions/);
    world.remove(kinked);
    expect(() => equilibrium(world, { steps: 3 } as never)).toThrow(/has no option 'steps'|steps/);
    expect(pendulum.scalars.theta.value).toBe(0.3);
  });

  it.each([1.1, 0])('refuses constraints that move with the time, from %s, and takes those that stand still', (x) => {
    const world = new World({ space: 2 });
    const pivot = world.ground.point([0, 0]);
    const p = world.addParticle({ mass: 2, position: [x, 0] });
    const wire = world.add(new RotatingWire({ p, pivot, rate: 2 }));
    world.addForce(spring({ a: world.ground.point([0.1, 0]), b: p, stiffness: 50, restLength: 1 }));
    for (const analyse of [equilibrium, modes, stiffness])
      expect(() => analyse(world)).toThrow(/takes equations that stand still, and RotatingWire #1 moves with the time/);
    wire.params.rate = 0;
    expect(equilibrium(world)).toMatchObject({ found: true });
  });

  it('refuses shapes that can touch, however far apart, and takes those that cannot', () => {
    const over = (options: (world: World<2>, box: RigidBody2D) => CollideOptions): World<2> => {
      const world = new World({ space: 2, forces: [DOWN] });
      const box = world.addBody({ mass: 1, inertia: 1, position: [0, 3], velocity: [0, 1] });
      world.addForce(spring({ a: world.ground.point([0, 4]), b: box.point([0, 0]), stiffness: 5, restLength: 1 }));
      collide(world, options(world, box));
      return world;
    };
    const floor = { box: [10, 1], at: [0, -0.5] } as const;
    const world = over((_, body) => ({ shapes: [floor, { body, box: [1, 1] }] }));
    const before = JSON.stringify(world.snapshot());
    expect(() => equilibrium(world)).toThrow(
      /^equilibrium takes equations alone, and the shapes of the ground and body #1 keep each other out/,
    );
    expect(JSON.stringify(world.snapshot())).toBe(before);
    const harmless: Parameters<typeof over>[0][] = [
      (_, body) => ({ shapes: [{ body, box: [1, 1] }] }),
      (_, body) => ({
        shapes: [
          { ...floor, group: 'a' },
          { body, box: [1, 1], group: 'a' },
        ],
      }),
      (_, body) => ({ shapes: [floor, { body, box: [1, 1], sensor: true }] }),
      (_, body) => ({ shapes: [floor, { body, box: [1, 1] }], filter: () => false }),
    ];
    for (const options of harmless) expect(equilibrium(over(options))).toMatchObject({ found: true });
  });

  it('refuses forces without a potential by name, and takes those that have one', () => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])] });
    const body = world.addBody({ mass: 1, inertia: [0.1, 0.2, 0.15], position: [0.3, 0.1, -1] });
    world.add(new Coincident3D({ a: world.ground.point([0, 0, 0]), b: body.point([0, 0, 1]) }));
    world.addForce(constantForce(body.point([0.1, 0.2, 0.3]), [1, 2, -0.5]));
    world.addForce(mouseSpring({ point: body.point([0, 0.3, 0]), target: [0, 1, -1], stiffness: 4 }));
    expect(equilibrium(world)).toMatchObject({ found: true, stable: true });
    world.addForce(torque(body, [0.1, 0, 0]));
    expect(() => equilibrium(world)).toThrow(/force #4 has no potential/);
  });

  it.each([0.5, 1.29, 2.5])('finds where a bead rests on a hoop that turns, from %s', (th) => {
    const { Hoop } = compile('Hoop', {
      summary: 'A bead on a hoop that turns about the vertical.',
      space: 3,
      coordinates: { th: { unit: 'rad' } },
      params: { w: { unit: 'rad/s' }, r: { unit: 'm' }, m: { unit: 'kg' } },
      points: { bead: { at: '[r*sin(th)*cos(w*t), r*sin(th)*sin(w*t), -r*cos(th)]', mass: 'm' } },
    });
    const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])] });
    const bead = world.addBody(new Hoop({ w: 6, r: 1, m: 1 }, { th }, { th: 0 }));
    expect(equilibrium(world)).toMatchObject({ found: true, stable: true });
    expect(bead.coordinates['th']).toBeCloseTo(Math.acos(9.81 / 36), 12);
    expect(modes(world)[0]!.angularFrequency).toBeCloseTo(Math.sqrt(36 - 9.81 ** 2 / 36), 8);
  });
});
