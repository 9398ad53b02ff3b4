import { ElasticSolid, Membrane3D, Pendulum } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import { describe, expect, it } from 'vitest';
import {
  evaluateEnergy,
  gravity,
  implicitEuler,
  rk4,
  spring,
  World,
  type Energy,
  type Particle,
} from '../../../runtime/index.js';
import { ENERGIES } from '../../support/energies.js';

/** The classes of an energy of the table. */
const classesOf = (name: string): Readonly<Record<string, ReturnType<typeof compile>[string]>> =>
  compile(name, ENERGIES[name]!);
const made = (name: string, options: object): Energy =>
  new (classesOf(name.replace(/[23]D$/, ''))[name] as new (given: object) => Energy)(options);

describe('an energy in a world', () => {
  it('is the spring that the runtime has, to two units in the last place', () => {
    const accelerations = [false, true].map((isFormula) => {
      const world = new World({ space: 3 });
      const a = world.addParticle({ mass: 1, position: [0.1, 0.2, 0.3], velocity: [1, 2, 3] });
      const b = world.addParticle({ mass: 2, position: [1.3, -0.2, 0.5], velocity: [-0.5, 0.3, 0.7] });
      const given = { a, b, stiffness: 7 };
      world.addForce(
        isFormula
          ? made('Spring3D', { ...given, length: 0.9, friction: 0.4 })
          : spring({ ...given, restLength: 0.9, damping: 0.4 }),
      );
      world.evaluate();
      return [...world.accelerations, world.energy().potential];
    });
    accelerations[0]!.forEach((value, i) => {
      expect(Math.abs(value - accelerations[1]![i]!)).toBeLessThanOrEqual(2 ** -51 * Math.abs(value));
    });
  });

  it('exerts minus its slope on particles, bodies of all sorts and directions, and turns power into energy', () => {
    const world = new World({ space: 3, integrator: rk4() });
    const a = world.addParticle({ mass: 1, position: [0, 0, 0], velocity: [0.3, 0.1, -0.2] });
    const block = world.addBody({
      mass: 2,
      inertia: [0.4, 0.5, 0.7],
      position: [1, 0.3, 0.2],
      velocity: [0, 1, 0],
      angularVelocity: [1, -2, 0.5],
    });
    const other = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [-1, 1, 0.5], angularVelocity: [0, 0.4, 1] });
    const forces = [
      made('Magnets', {
        a: block.point([0.1, 0, 0]),
        b: other.point([0, 0, 0.2]),
        m: block.direction([1, 0, 0]),
        n: other.direction([0, 0.6, 0.8]),
        strength: 0.7,
      }),
      made('Bend3D', { a, b: block.point([0, 0.3, 0]), c: world.ground.point([2, 1, 1]), stiffness: 60 }),
    ];
    for (const force of forces) world.addForce(force);
    const h = 2 ** -14;
    const before = forces.map((force) => force.energy(world));
    const powers = forces.map((force) => world.power(force));
    world.step(h);
    forces.forEach((force, k) => {
      expect(Math.abs(powers[k]!)).toBeGreaterThan(0.05);
      // By the trapezium rule, up to the square of the step.
      const mean = (powers[k]! + world.power(force)) / 2;
      expect((force.energy(world) - before[k]!) / h).toBeCloseTo(-mean, 6);
    });
    expect(world.energy().potential).toBeCloseTo(forces[0]!.energy(world) + forces[1]!.energy(world), 14);
  });

  it('keeps the energy of a pendulum on a spring between angles, and loses what its damping takes', () => {
    const drift = [0, 0.3].map((c) => {
      const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: rk4() });
      const [first, second] = [0.5, -0.2].map((theta) =>
        world.addBody(new Pendulum({ length: 1, mass: 1 }, { theta })),
      );
      const spec = {
        summary: 'A spring between two angles, that hardens.',
        space: 2,
        inputs: { a: 'scalar', b: 'scalar' },
        params: { k: {}, c: {} },
        V: 'k * (1 + (a - b)^2) * (a - b)^2',
        damping: 'c / 2 * (ddt(a) - ddt(b))^2',
      } as const;
      const { Duffing } = compile('Duffing', spec);
      const force = new Duffing({ a: first!.scalars.theta, b: second!.scalars.theta, k: 4, c });
      world.addForce(force);
      let lost = 0;
      const start = world.energy().total;
      for (let k = 0; k < 400; k++) {
        const rate = first!.rates.theta - second!.rates.theta;
        // Simpson's rule would be finer; the trapezium is enough for the sign and the size.
        lost += c * rate * rate * (1 / 200);
        world.step(1 / 200);
      }
      return (world.energy().total - start + lost) / Math.abs(start);
    });
    expect(Math.abs(drift[0]!)).toBeLessThan(1e-8);
    expect(Math.abs(drift[1]!)).toBeLessThan(5e-3);
  });

  it('hangs ten springs as the closed form says', () => {
    // m g / k · N (N + 1) / 2 below the ends of the unstretched chain; here placed there.
    const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: rk4() });
    const N = 10;
    const chain = Array.from({ length: N }, (_, i) => {
      const k = i + 1;
      return world.addParticle({ mass: 1, position: [0, -k - (9.81e-4 * k * (2 * N + 1 - k)) / 2] });
    });
    chain.forEach((b, i) => {
      const a = chain[i - 1] ?? world.ground.point([0, 0]);
      world.addForce(made('Spring2D', { a, b, stiffness: 1e4, length: 1, friction: 10 }));
    });
    world.evaluate();
    expect(Math.max(...world.accelerations.map(Math.abs))).toBeLessThan(1e-8);
    expect(-chain.at(-1)!.position[1] - N).toBeCloseTo(0.053955, 12);
  });

  it('goes on to the bit after a snapshot, and no more once it is removed', () => {
    const world = new World({ space: 2, integrator: rk4() });
    const a = world.addParticle({ mass: 1, position: [0, 0] });
    const b = world.addParticle({ mass: 1, position: [2, 0.3] });
    const force = made('Spring2D', { a, b, stiffness: 5, length: 1, friction: 0.1 });
    world.addForce(force);
    world.step(0.01);
    const snapshot = world.snapshot();
    const run = (): string => {
      for (let k = 0; k < 10; k++) world.step(0.01);
      return JSON.stringify([...a.position, ...b.velocity]);
    };
    const first = run();
    world.restore(snapshot);
    expect(run()).toBe(first);
    world.remove(force);
    expect(world.energy().potential).toBe(0);
    const { velocity } = a;
    const before = [...velocity];
    world.step(0.01);
    expect([...a.velocity]).toEqual(before);
  });

  it('takes parameters that change between steps, and refuses those out of range', () => {
    const world = new World({ space: 2 });
    const [a, b] = [0, 3].map((x) => world.addParticle({ mass: 1, position: [x, 0] }));
    const force = made('Spring2D', { a, b, stiffness: 2, length: 1, friction: 0 }) as Energy<
      object,
      { length: number }
    >;
    world.addForce(force);
    expect(world.energy().potential).toBe(4);
    force.params.length = 2;
    expect(world.energy().potential).toBe(1);
    expect(() => (force.params.length = -1)).toThrow('It must be at least 0.');
    expect(() => {
      (force as { params: object }).params = { length: 2 };
    }).toThrow('The parameters of Spring2D cannot be replaced. Set one, as in params.stiffness = 2, or several by');
    // Where they are set in vain, it is said where they belong.
    const bare = force as unknown as Record<string, unknown>;
    expect(() => (bare['length'] = 3)).toThrow(
      "'length' is a parameter of Spring2D, and nothing reads it here. Set params.length.",
    );
    expect(() => Object.assign(force, { stiffness: 3 })).toThrow(expect.objectContaining({ code: 'E_OPTIONS' }));
    expect(bare['length']).toBeUndefined();
    expect(world.energy().potential).toBe(1);
    expect(JSON.parse(JSON.stringify(force))).toEqual({
      label: 'Spring2D',
      inputs: { a: 'particle #1', b: 'particle #2' },
      params: { stiffness: 2, length: 2, friction: 0 },
    });
  });
});

it('has a name for messages, and refuses the softness of a constraint', () => {
  const world = new World({ space: 2 });
  const [a, b] = [0, 3].map((x) => world.addParticle({ mass: 1, position: [x, 0] }));
  const { Spring2D } = classesOf('Spring') as never as Record<string, new (given: object, more?: object) => Energy>;
  const given = { a, b, stiffness: 2, length: 1, friction: 0 };
  const force = new Spring2D!(given, { name: 'left' });
  expect([force.name, force.label]).toEqual(['left', "Spring2D 'left'"]);
  expect(() => {
    world.addForce(Spring2D as never);
  }).toThrow('Make one: new Spring2D({ … }).');
  const other = new World({ space: 2 });
  other.addForce(force);
  expect(() => {
    other.evaluate();
  }).toThrow("Input 'a' of Spring2D 'left' is particle");
  expect(() => new Spring2D!(given, { compliance: 2 })).toThrow('An energy is soft by itself');
  expect(() => new Spring2D!(given, { name: 3 })).toThrow('The name of Spring2D');
});

describe('evaluateEnergy', () => {
  it('gives value, gradient and both triangles of the second derivatives', () => {
    const { Spring2D } = classesOf('Spring') as never as Record<string, { readonly type: Energy['type'] }>;
    const found = evaluateEnergy(Spring2D!, {
      inputs: { a: { value: [0, 0], velocity: [1, 0] }, b: { value: [3, 4] } },
      params: { stiffness: 2, length: 4, friction: 0.5 },
    });
    // r = 5, u = (a − b) / r: V = k (r − L)² / 2, g = k (r − L) u, H = k (u uᵀ + (1 − L/r) (1 − u uᵀ)).
    const u = [-0.6, -0.8];
    const across = 2 * (1 - 4 / 5);
    const block = u.map((x, i) => u.map((y, j) => 2 * x * y + across * ((i === j ? 1 : 0) - x * y)));
    expect(found.V).toBeCloseTo(1, 14);
    expect(found.gradient['a']).toEqual([-1.2, -1.6].map((x) => expect.closeTo(x, 14) as number));
    expect(found.gradient['b']).toEqual([1.2, 1.6].map((x) => expect.closeTo(x, 14) as number));
    for (const [name, other, sign] of [
      ['a', 'a', 1],
      ['b', 'b', 1],
      ['a', 'b', -1],
      ['b', 'a', -1],
    ] as const)
      block.forEach((row, i) => {
        row.forEach((value, j) => {
          expect(found.hessian[name]![other]![i]![j]).toBeCloseTo(sign * value, 14);
        });
      });
    // D = c ṙ² / 2 with ṙ = u·(ȧ − ḃ) = −0.6
    expect(found.damping!.D).toBeCloseTo(0.25 * 0.36, 14);
    expect(found.damping!.gradient['a']![0]).toBeCloseTo(0.5 * 0.36, 14);
  });
});

describe('a shape at rest that is flat', () => {
  const world = new World({ space: 3 });
  const points = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((position) => world.addParticle({ mass: 1, position: position }));
  const [a, b, c, d] = points as [Particle<3>, Particle<3>, Particle<3>, Particle<3>];
  const E_PARAMETER_RANGE = expect.objectContaining({ code: 'E_PARAMETER_RANGE' }) as object;

  it.each([
    { ab: [1, 0, 0], ac: [2, 0, 0] },
    // Rounding leaves 1e-18 of the determinant, of either sign.
    { ab: [0.1, 0.2, 0], ac: [0.3, 0.6, 0] },
    { ab: [0.1, 0.7, 0.3], ac: [-0.3, -2.1, -0.9] },
    { ab: [0, 0, 0], ac: [0, 1, 0] },
  ])('is refused in a membrane: $ab, $ac', (shape) => {
    expect(() => new Membrane3D({ a, b, c, stiffness: 100, ...shape })).toThrow(E_PARAMETER_RANGE);
    expect(() =>
      evaluateEnergy(Membrane3D, {
        inputs: { a: { value: [0, 0, 0] }, b: { value: [1, 0, 0] }, c: { value: [0, 1, 0] } },
        params: { stiffness: 100, ...shape },
      }),
    ).toThrow(/^The parameters of Membrane3D make G11 \* G22 - G12\^2 zero: stiffness = 100, poisson = 0.3, ab = \[/);
  });

  it.each([
    { ab: [1, 0, 0], ac: [0, 1, 0], ad: [3, 4, 0] },
    { ab: [0.1, 0.2, 0.3], ac: [0.7, 0.1, 0.2], ad: [0.8, 0.3, 0.5] },
    { ab: [0.1, 0.2, 0.3], ac: [0.3, 0.6, 0.9], ad: [0.7, 1.4, 2.1] },
  ])('is refused in a solid: $ab, $ac, $ad', (shape) => {
    expect(() => new ElasticSolid({ a, b, c, d, young: 100, ...shape })).toThrow(E_PARAMETER_RANGE);
  });

  it('may be thin, and is looked at when a step is taken with others', () => {
    const thin = new Membrane3D({ a, b, c, stiffness: 1, ab: [1, 0, 0], ac: [1, 1e-4, 0] });
    expect(thin.energy(world)).toBeGreaterThan(0);
    // One after the other: what is between the two does not count.
    thin.params.ab = [0, 1, 0];
    thin.params.ac = [0, 2, 0];
    thin.params.ab = [1, 0, 0];
    expect(thin.energy(world)).toBeGreaterThan(0);
    thin.params.ab = [0, 1, 0];
    for (const integrator of [rk4(), implicitEuler()]) {
      const other = new World({ space: 3, integrator });
      const [p, q, r] = [0, 1, 2].map((x) => other.addParticle({ mass: 1, position: [x, x * x, 0] }));
      const foil = new Membrane3D({ a: p!, b: q!, c: r!, stiffness: 1, ab: [1, 0, 0], ac: [0, 1, 0] });
      other.addForce(foil);
      other.step(1e-3);
      foil.params.ac = [2, 0, 0];
      expect(() => {
        other.step(1e-3);
      }).toThrow(E_PARAMETER_RANGE);
    }
  });
});
