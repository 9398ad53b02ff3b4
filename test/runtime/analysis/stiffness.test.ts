import { equilibrium, stiffness } from 'holonomic/analysis';
import { Coincident3D, Distance2D, Distance3D, DoublePendulum } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import { describe, expect, it } from 'vitest';
import { gravity, World, type Energy, type WorldWarning } from '../../../runtime/index.js';
import { internalsOf } from '../../../runtime/world/internals.js';
import { column, springBetween } from '../../support/statics.js';

describe('stiffness', () => {
  it('is the second difference of the energy along displacements of bodies of all sorts', () => {
    const world = new World({ space: 3 });
    const block = world.addBody({
      mass: 2,
      inertia: [0.4, 0.5, 0.7],
      position: [1, 0.3, 0.2],
      orientation: [0.8, 0.6, 0, 0],
    });
    const other = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [-1, 1, 0.5] });
    const p = world.addParticle({ mass: 1, position: [0.3, 0.2, 1] });
    world.addForce(springBetween(block.point([0.3, 0.1, -0.2]), other.point([0, 0.4, 0.1]), 7, 0.9));
    world.addForce(springBetween(block.point([-0.3, 0.5, 0]), p, 3, 2));
    const { matrix } = stiffness(world);
    const { state, stores } = internalsOf(world).structure;
    const q = state.q.slice();
    const u = Float64Array.from(state.v, (_, i) => Math.cos(1 + 7 * i));
    const along = (h: number): number => {
      state.q.set(q);
      for (const store of stores) store.displace(u.map((entry) => h * entry));
      return world.energy().potential;
    };
    const h = 1e-3;
    const second = (-along(2 * h) + 16 * along(h) - 30 * along(0) + 16 * along(-h) - along(-2 * h)) / (12 * h * h);
    const form = matrix.reduce((sum, row, i) => sum + u[i]! * row.reduce((s, entry, j) => s + entry * u[j]!, 0), 0);
    expect(Math.abs(second)).toBeGreaterThan(1);
    expect(Math.abs(form / second - 1)).toBeLessThan(1e-8);
    matrix.forEach((row, i) => {
      row.forEach((entry, j) => {
        expect(Math.abs(entry - matrix[j]![i]!)).toBeLessThan(1e-13);
      });
    });
  });

  it('holds the geometric stiffness of constraints, also of bodies with coordinates of their own', () => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    const bob = world.addParticle({ mass: 3, position: [0, -2] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 2 }));
    // Across the rod m g / l.
    expect(stiffness(world).matrix[0]![0]).toBeCloseTo((3 * 9.81) / 2, 13);
    const bodies = new World({ space: 2, forces: [gravity([0, -1])] });
    bodies.addBody(new DoublePendulum({ length1: 1, length2: 1, mass1: 1, mass2: 1 }, { theta1: 0, theta2: 0 }));
    const { matrix, inertia, multiply } = stiffness(bodies);
    expect(inertia).toEqual({ positive: 2, zero: 0, negative: 0 });
    expect(Math.hypot(matrix[0]![0]! - 2, matrix[1]![1]! - 1, matrix[0]![1]!)).toBeLessThan(1e-10);
    expect([...multiply([0, 3])][1]).toBeCloseTo(3, 9);
  });

  it('has as many negative eigenvalues in a column as loads of buckling are passed', () => {
    expect([0.97, 0.98, 3.8, 4].map((P) => stiffness(column(10, P).world).inertia.negative)).toEqual([0, 1, 1, 2]);
    let [low, high] = [0.9, 1];
    while (high - low > 1e-13) {
      const middle = (low + high) / 2;
      if (stiffness(column(10, middle).world).inertia.negative > 0) high = middle;
      else low = middle;
    }
    expect(Math.abs(low - 0.978869674096929)).toBeLessThan(1e-10);
  });

  it('does not depend on a self-stress along the motion, and refuses one at a dead centre', () => {
    const toggle = new World({ space: 2 });
    const p = toggle.addParticle({ mass: 1, position: [1, 0] });
    for (const x of [0, 2])
      toggle.add(new Distance2D({ a: toggle.ground.point([x, 0]), b: p, length: 1 }, { name: `bar ${x}` }));
    expect(() => stiffness(toggle)).toThrow(
      /prestress that nothing determines: Distance2D 'bar 0', Distance2D 'bar 2'/,
    );
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    const tops = [0, 1, 2].map((x) => {
      const top = world.addParticle({ mass: 1, position: [x + 0.6, -0.8] });
      world.add(new Distance2D({ a: world.ground.point([x, 0]), b: top, length: 1 }));
      return top;
    });
    for (const [i, j] of [
      [0, 1],
      [1, 2],
      [0, 2],
    ])
      world.add(new Distance2D({ a: tops[i!]!, b: tops[j!]!, length: j! - i! }));
    expect(equilibrium(world)).toMatchObject({ found: true, stable: true });
    expect(stiffness(world).inertia).toEqual({ positive: 1, zero: 0, negative: 0 });
  });

  it('warns of an energy that its formula makes floppy, and takes the right stiffness', () => {
    const spec = {
      summary: 'A spring in a joint.',
      space: 3,
      inputs: { a: 'point', b: 'point', c: 'point' },
      params: { stiffness: 'scalar' },
    } as const;
    const { Kinked } = compile('Kinked', { ...spec, V: 'stiffness / 2 * angle(b - a, c - b)^2' });
    const { Smooth } = compile('Smooth', { ...spec, V: 'stiffness / 2 * norm(normalize(c - b) - normalize(b - a))^2' });
    const warnings: WorldWarning[][] = [];
    for (const Class of [Kinked, Smooth]) {
      const given: WorldWarning[] = [];
      const world = new World({ space: 3, onWarning: (warning) => given.push(warning) });
      const [a, b] = [0, 0.5].map((x) => world.ground.point([x, 0, 0]));
      const c = world.addParticle({ mass: 1, position: [1, 0, 0] });
      world.addForce(new (Class as unknown as new (options: object) => Energy)({ a, b, c, stiffness: 3 }));
      const { matrix } = stiffness(world);
      // k / l² across.
      for (const i of [1, 2]) expect(matrix[i]![i]).toBeCloseTo(12, 5);
      warnings.push(given);
    }
    expect(warnings.map((list) => list.map(({ code }) => code))).toEqual([['W_SINGULAR_STIFFNESS'], []]);
    expect(warnings[0]![0]!.message).toContain('force #1 (Kinked)');
  });

  it('leaves the world as it is', () => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])] });
    const body = world.addBody({ mass: 1, inertia: [1, 2, 2.5], position: [0, 0, -1], angularVelocity: [0.1, 2, 0.3] });
    world.add(new Coincident3D({ a: world.ground.point([0, 0, 0]), b: body.point([0, 0, 1]) }));
    const bob = world.addParticle({ mass: 1, position: [0, 0, -2], velocity: [1, 0, 0] });
    world.add(new Distance3D({ a: body.point([0, 0, 0]), b: bob, length: 1 }));
    const before = JSON.stringify(world.snapshot());
    stiffness(world);
    expect(JSON.stringify(world.snapshot())).toBe(before);
  });
});
