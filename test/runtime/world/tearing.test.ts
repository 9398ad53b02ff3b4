import { assert, describe, expect, it } from 'vitest';
import { Coincident2D, Distance2D, Rope2D } from 'holonomic/library';
import {
  automatic,
  blockLDL,
  collide,
  conjugateGradient,
  conjugateResiduals,
  dense,
  gaussSeidel,
  gravity,
  rattle,
  rk4,
  velocityStep,
  World,
  type Constraint,
  type Integrator,
  type Particle,
  type PointConnector,
  type Solver,
} from '../../../runtime/index.js';
import { maxAbs } from '../../../runtime/base/vector.js';
import { internalsOf } from '../../../runtime/world/internals.js';
import { someOf } from '../../support/scope.js';

const DT = 1 / 480;

/** Numbers from 0 to 1 without a pattern, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (1_103_515_245 * state + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** A constraint by its kind and the numbers of its points, so that it can be made in another world. */
interface Plan {
  readonly kind: 'rod' | 'joint' | 'rope';
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/** Bodies without constraints, and points on them. */
interface Bodies {
  readonly world: World;
  readonly points: readonly PointConnector[];
}

interface Scene {
  readonly make: (solver: Solver, integrator: Integrator) => Bodies;
  readonly plans: readonly Plan[];
  /** Pairs of points that others may join. */
  readonly others: readonly (readonly [number, number])[];
}

const ROW = 13;
const place = (k: number): number[] => {
  const [x, y] = [k % ROW, Math.floor(k / ROW)];
  return [x + 0.2 * Math.sin(3 * y + x), -y + 0.2 * Math.cos(5 * x + y)];
};
const distance = (p: readonly number[], q: readonly number[]): number => Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!);

/** A net of 13 × 13 points with 312 rods that hangs at a corner, and bars that are pinned to each other. */
function netScene({ joints = 0, ropes = 0, shapes = false } = {}): Scene {
  const plans: Plan[] = [];
  const rod = (a: number, b: number): void => {
    plans.push({ kind: 'rod', a, b, length: distance(place(a), place(b)) });
  };
  for (let k = 0; k < ROW * ROW; k++) {
    if (k % ROW < ROW - 1) rod(k, k + 1);
    if (k + ROW < ROW * ROW) rod(k, k + ROW);
  }
  // Two points for each bar, behind those of the net, and one of the ground at last.
  const first = ROW * ROW;
  const ground = first + 2 * joints;
  for (let i = 0; i < joints; i++)
    plans.push({ kind: 'joint', a: first + 2 * i, b: i === 0 ? ground : first + 2 * i - 1, length: 0 });
  for (let i = 0; i < ropes; i++) plans.push({ kind: 'rope', a: 30 + 7 * i, b: 1, length: 30 });
  return {
    plans,
    others: [0, 3, 17, 45, 80, 111].map((k) => [k, k + ROW + 1]),
    make(solver, integrator) {
      const world = new World({
        space: 2,
        forces: [gravity([0, -9.81])],
        solver,
        integrator,
        onWarning: () => undefined,
      });
      const points: PointConnector[] = [];
      for (let k = 0; k < ROW * ROW; k++) {
        points.push(
          k === 0
            ? world.ground.point(place(0))
            : world.addParticle({ mass: 1 + (k % 3), position: place(k), velocity: [0.1 * Math.sin(k), 0] }),
        );
      }
      for (let i = 0; i < joints; i++) {
        const body = world.addBody({ mass: 1, inertia: 0.1, position: [20 + i, 0] });
        points.push(body.point([-0.5, 0]), body.point([0.5, 0]));
      }
      points.push(world.ground.point([19.5, 0]));
      if (shapes) {
        const disc = world.addBody({ mass: 1, inertia: 0.1, position: [40, 0.499] });
        collide(world, {
          shapes: [
            { body: disc, disc: 0.5 },
            { box: [20, 1], at: [40, -0.5] },
          ],
        });
      }
      return { world, points };
    },
  };
}

/** Double pendulums, 300 rods: chains in the plane, and quickly solved by sweeps. */
const pendulums: Scene = {
  plans: Array.from({ length: 300 }, (_, k) => ({ kind: 'rod', a: k + (k >> 1), b: k + (k >> 1) + 1, length: 1 })),
  others: [
    [2, 4],
    [301, 304],
  ],
  make(solver, integrator) {
    const world = new World({
      space: 2,
      forces: [gravity([0, -9.81])],
      solver,
      integrator,
      onWarning: () => undefined,
    });
    const points: PointConnector[] = [];
    for (let i = 0; i < 150; i++) {
      const [c, s] = [0.3 * Math.cos(i), Math.sqrt(1 - 0.09 * Math.cos(i) ** 2)];
      points.push(world.ground.point([3 * i, 0]));
      for (const k of [1, 2]) points.push(world.addParticle({ mass: 1 + (i % 4), position: [3 * i + k * c, -k * s] }));
    }
    return { world, points };
  },
};

function build({ kind, a, b, length }: Plan, points: readonly PointConnector[]): Constraint {
  const [p, q] = [points[a]!, points[b]!];
  if (kind === 'joint') return new Coincident2D({ a: p, b: q });
  return kind === 'rope' ? new Rope2D({ a: p, b: q, length }) : new Distance2D({ a: p, b: q, length });
}

/** A world that constraints come to and go from, and comparisons with one that is built at once. */
class Edited {
  readonly bodies: Bodies;
  readonly present = new Map<Constraint, Plan>();
  readonly #make: () => Bodies;
  readonly #integrator: Integrator;

  constructor({ make, plans }: Scene, solver: Solver = automatic(), integrator: Integrator = velocityStep()) {
    this.#integrator = integrator;
    this.#make = () => make(solver, integrator);
    this.bodies = this.#make();
    for (const plan of plans) this.add(plan);
  }

  get world(): World {
    return this.bodies.world;
  }

  get vacant(): number {
    return internalsOf(this.world).structure.system.vacant.length;
  }

  add(plan: Plan): Constraint {
    const constraint = this.world.add(build(plan, this.bodies.points));
    this.present.set(constraint, plan);
    return constraint;
  }

  /** The constraint on two points. */
  between(a: number, b: number): Constraint {
    return [...this.present].find(([, plan]) => plan.a === a && plan.b === b)![0];
  }

  remove(constraint: Constraint): Plan {
    const plan = this.present.get(constraint)!;
    this.world.remove(constraint);
    this.present.delete(constraint);
    return plan;
  }

  /** Compares with a world that has exactly the constraints that are left, now and after some steps. */
  expectAsBuiltAtOnce(tolerance = 1e-12, steps = 3): void {
    const { world, points } = this.#make();
    const pairs = this.world.constraints.map((one) => [one, world.add(build(this.present.get(one)!, points))] as const);
    world.restore(this.world.snapshot());
    const expectClose = (
      actual: ArrayLike<number>,
      expected: ArrayLike<number>,
      what: string,
      most = tolerance,
    ): void => {
      const scale = Math.max(maxAbs(Float64Array.from(expected)), 1e-3);
      const difference = maxAbs(Float64Array.from(expected, (x, i) => x - actual[i]!));
      expect(difference / scale, what).toBeLessThan(most);
    };
    const lambdas = (which: 0 | 1): number[] => pairs.flatMap((pair) => [...pair[which].lambda]);
    expect(this.world.degreesOfFreedom()).toBe(world.degreesOfFreedom());
    this.world.evaluate();
    world.evaluate();
    expectClose(this.world.accelerations, world.accelerations, 'accelerations');
    expectClose(lambdas(0), lambdas(1), 'multipliers');
    const forces = (which: 0 | 1): number[] => pairs.flatMap((pair) => [...pair[which].forceOn('a' as never)]);
    expectClose(forces(0), forces(1), 'forces');
    for (let k = 0; k < steps; k++) {
      this.world.step(DT);
      world.step(DT);
    }
    const [{ q, v }, expected] = [this.world.snapshot(), world.snapshot()];
    expectClose(q, expected.q, 'coordinates');
    expectClose(v, expected.v, 'velocities');
    // The multipliers of rattle() are what brings displacements of 1e-16 to zero, over dt².
    const ofSteps = this.#integrator.name === 'rattle' ? 1e-16 / DT ** 2 : tolerance;
    expectClose(lambdas(0), lambdas(1), 'multipliers after steps', ofSteps);
    expect(Math.abs(this.world.residual().position - world.residual().position)).toBeLessThan(tolerance);
  }
}

const tight = { tolerance: 1e-15, maxIterations: 5000 };
const mixed = netScene({ joints: 4 });
const CASES: readonly (readonly [string, Scene, Solver, Integrator])[] = [
  ['automatic() and velocityStep()', mixed, automatic(), velocityStep()],
  ['blockLDL() and rk4()', netScene(), blockLDL(), rk4()],
  ['blockLDL() and rattle()', netScene(), blockLDL(), rattle()],
  ['dense() and velocityStep()', netScene(), dense(), velocityStep()],
  ['conjugateGradient()', netScene(), conjugateGradient(tight), velocityStep()],
  [
    'incomplete Cholesky',
    netScene(),
    conjugateResiduals({ ...tight, preconditioner: 'incompleteCholesky' }),
    velocityStep(),
  ],
  ['gaussSeidel() of pendulums', pendulums, gaussSeidel({ iterations: 200 }), velocityStep()],
  ['chains of pendulums', pendulums, automatic(), rk4()],
  ['ropes', netScene({ ropes: 3 }), automatic(), velocityStep()],
  ['contacts', netScene({ joints: 2, shapes: true }), automatic(), velocityStep()],
];

describe('a world that is torn and mended', () => {
  it.each(someOf(CASES, 6))('moves as one that is built at once, with %s', (name, scene, solver, integrator) => {
    const edited = new Edited(scene, solver, integrator);
    edited.world.step(DT);
    const random = numbers(name.length);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const gone: Plan[] = [];
    let most = 0;
    // Dense factorizations take a hundred times as long.
    const rounds = solver.name === 'dense' ? 1 : 4;
    for (let round = 0; round < rounds; round++) {
      for (let k = 0; k < 6; k++) {
        const what = random();
        if (what < 0.5) gone.push(edited.remove(pick([...edited.present.keys()])));
        else if (what < 0.75 && gone.length > 0) edited.add(gone.splice(Math.floor(random() * gone.length), 1)[0]!);
        else if (what < 0.8) {
          const [a, b] = pick(scene.others);
          const [p, q] = [edited.bodies.points[a]!, edited.bodies.points[b]!];
          edited.add({ kind: 'rod', a, b, length: distance([...p.position], [...q.position]) });
        }
        if (random() < 0.5) edited.world.step(DT);
        most = Math.max(most, edited.vacant);
      }
      edited.expectAsBuiltAtOnce();
    }
    // With bounds and contacts all is laid out anew.
    expect(most > 0).toBe(name !== 'ropes' && name !== 'contacts');
  });

  it('has the multiplier of two rods side by side on the one that is left', () => {
    const edited = new Edited(netScene());
    const twin = edited.add({ kind: 'rod', a: 20, b: 21, length: distance(place(20), place(21)) });
    edited.world.evaluate();
    const freedom = edited.world.degreesOfFreedom();
    const rod = edited.between(20, 21);
    const shared = rod.lambda[0];
    expect(twin.lambda[0]).toBeCloseTo(shared, 8);
    edited.remove(twin);
    expect(edited.world.degreesOfFreedom()).toBe(freedom);
    edited.world.evaluate();
    expect(rod.lambda[0]).toBeCloseTo(2 * shared, 8);
    edited.expectAsBuiltAtOnce();
  });

  it('lets a body go with all its constraints', () => {
    const edited = new Edited(netScene());
    const { world, points } = edited.bodies;
    world.step(DT);
    const knot = 40;
    const around = [...edited.present].filter(([, { a, b }]) => a === knot || b === knot).map(([one]) => one);
    expect(around).toHaveLength(4);
    const freedom = world.degreesOfFreedom();
    for (const one of around) edited.remove(one);
    expect(edited.vacant).toBe(4);
    world.step(DT);
    expect(world.degreesOfFreedom()).toBe(freedom + 4);
    world.remove(points[knot] as Particle);
    expect(world.degreesOfFreedom()).toBe(freedom + 2);
    world.step(DT);
    expect(world.residual().position).toBeLessThan(1e-4);
  });

  it('lets all constraints go', () => {
    const edited = new Edited(netScene());
    const { world } = edited;
    world.step(DT);
    const speeds = world.particles.map(({ velocity }) => velocity[1]);
    for (const [i, one] of [...edited.present.keys()].entries()) {
      edited.remove(one);
      if (i % 60 === 0) world.step(DT);
    }
    expect(world.degreesOfFreedom()).toBe(2 * world.particles.length);
    expect(speeds).not.toContain(0);
    world.evaluate();
    expect(maxAbs(world.accelerations.map((x, i) => x + (i % 2 === 0 ? 0 : 9.81)))).toBeLessThan(1e-14);
  });

  it('joins what has come apart', () => {
    const edited = new Edited(netScene());
    edited.world.step(DT);
    const rows = [4, 5].map((y) => ROW * y);
    // All rods between two rows of the net: the lower part falls.
    const cut = Array.from({ length: ROW }, (_, x) => edited.remove(edited.between(rows[0]! + x, rows[1]! + x)));
    edited.world.step(DT);
    edited.expectAsBuiltAtOnce();
    for (const plan of cut.slice(0, 2)) {
      const [p, q] = [plan.a, plan.b].map((k) => [...edited.bodies.points[k]!.position]);
      edited.add({ ...plan, length: distance(p!, q!) });
    }
    expect(edited.vacant).toBe(ROW - 2);
    edited.expectAsBuiltAtOnce();
    // A rod where there was none before.
    const [a, b] = [rows[0]! + 7, rows[1]! + 8];
    const [p, q] = [a, b].map((k) => [...edited.bodies.points[k]!.position]);
    edited.add({ kind: 'rod', a, b, length: distance(p!, q!) });
    edited.expectAsBuiltAtOnce();
  });

  it('knows the terms of rows that come back where its matrix was made without them', () => {
    const edited = new Edited(netScene(), blockLDL(), rk4());
    edited.world.residual();
    const plan = edited.remove(edited.between(20, 21));
    expect(edited.vacant).toBe(1);
    edited.world.step(DT);
    edited.add(plan);
    edited.expectAsBuiltAtOnce();
  });

  it('looks for rows that depend on each other again where others have come than were examined', () => {
    const edited = new Edited(netScene());
    const { world } = edited;
    const isKnown = (): boolean => {
      world.residual();
      return internalsOf(world).stepped.multipliers.redundant !== undefined;
    };
    world.step(DT);
    expect(isKnown()).toBe(true);
    const plan = edited.remove(edited.between(20, 21));
    expect(isKnown()).toBe(true);
    edited.add(plan);
    expect(isKnown()).toBe(true);
    edited.remove(edited.between(20, 21));
    edited.add({ ...plan, length: 1.01 * plan.length });
    expect(isKnown()).toBe(false);
    edited.remove(edited.between(20, 21));
    // Now they are examined without it.
    world.step(DT);
    expect(isKnown()).toBe(true);
    edited.add({ ...plan, length: 1.01 * plan.length });
    expect(isKnown()).toBe(false);
    expect(edited.vacant).toBe(0);
  });

  it('keeps the last values of a constraint that was removed, and gives no force to it', () => {
    const edited = new Edited(netScene());
    const { world } = edited;
    world.step(DT);
    world.evaluate();
    const rod = edited.between(20, 21);
    assert(rod instanceof Distance2D);
    const [length, value] = [rod.params.length, rod.C[0]];
    const before = world.accelerations.slice();
    edited.remove(rod);
    expect(edited.vacant).toBe(1);
    expect([rod.params.length, rod.C[0], rod.lambda[0]]).toEqual([length, value, 0]);
    expect([...rod.forceOn('a')]).toEqual([0, 0]);
    expect(maxAbs(world.accelerations)).toBe(0);
    world.step(DT);
    expect(rod.lambda[0]).toBe(0);
    rod.params.length = 2 * length;
    world.evaluate();
    expect(world.accelerations).not.toEqual(before);
    edited.expectAsBuiltAtOnce();
    // The same rod may come back, with the length that it has now.
    world.add(rod);
    expect(world.residual().position).toBeGreaterThan(0.4 * length);
  });

  it('takes no more memory after 10,000 rods have gone and come', () => {
    const edited = new Edited(netScene());
    const { world } = edited;
    world.step(DT);
    const rod = edited.between(20, 21);
    for (let k = 0; k < 10_000; k++) {
      world.remove(rod);
      if (k % 500 === 0) world.step(DT);
      world.add(rod);
      if (k % 500 === 0) world.step(DT);
    }
    expect(edited.vacant).toBe(0);
    const { system } = internalsOf(world).structure;
    expect(system.all.rows.count).toBe(312);
    expect(system.all.batches[0]!.constraints).toHaveLength(312);
    // Others in each place, one after the other: vacant rows are laid out anew before they are too many.
    const all = [...edited.present.keys()];
    let most = 0;
    for (let k = 0; k < 3000; k++) {
      const gone = all.shift()!;
      const { a, b, length } = edited.remove(gone);
      // With its ends exchanged it is another rod.
      all.push(edited.add({ kind: 'rod', a: b, b: a, length }));
      if (k % 50 === 0) world.step(DT);
      most = Math.max(most, edited.vacant);
    }
    expect(most).toBeLessThan(32);
    world.step(DT);
    expect(system.all.rows.count).toBe(312);
    edited.expectAsBuiltAtOnce();
  });
});
