import { equilibrium, linearize } from 'holonomic/analysis';
import { Dashpot2D, Distance2D, Hinge, PointOnLine2D, Spring2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { drag, dormandPrince, gravity, hingeAngle, hingeInputs, spring, World } from '../../../runtime/index.js';

/** A cart of mass 2 on a rail with a pole of length 1 that bears the mass 1 upright, a damped spring to a wall. */
function cartPole(): {
  world: World<2>;
  cart: ReturnType<World<2>['addParticle']>;
  top: ReturnType<World<2>['addParticle']>;
} {
  const world = new World({
    space: 2,
    forces: [gravity([0, -9.81])],
    integrator: dormandPrince({ rtol: 1e-12, atol: 1e-14 }),
  });
  const cart = world.addParticle({ mass: 2, position: [0, 0] });
  const top = world.addParticle({ mass: 1, position: [0, 1] });
  world.add(new PointOnLine2D({ p: cart, origin: world.ground.point([0, 0]), normal: world.ground.direction([0, 1]) }));
  world.add(new Distance2D({ a: cart, b: top, length: 1 }));
  world.addForce(spring({ a: world.ground.point([-1, 0]), b: cart, stiffness: 5, restLength: 1, damping: 0.7 }));
  return { world, cart, top };
}

describe('linearize', () => {
  it('gives the transfer matrix of a cart and a pole', () => {
    const { world, cart, top } = cartPole();
    expect(equilibrium(world)).toMatchObject({ found: true, unstableDirections: 1 });
    const system = linearize(world, { inputs: [cart.x], outputs: [cart.x, { rate: top.x }, { acceleration: top }] });
    expect(system.inputs).toHaveLength(1);
    expect(system.outputs).toHaveLength(4);
    // H(s) = C (s − A)⁻¹ B + D at a real s, by Gauss elimination.
    const s = 1.7;
    const n = system.A.length;
    const rows = system.A.map((row, i) =>
      [...row].map((entry, j) => (i === j ? s : 0) - entry).concat(system.B[i]![0]!),
    );
    for (let k = 0; k < n; k++) {
      const p = rows.reduce((best, row, i) => (i >= k && Math.abs(row[k]!) > Math.abs(rows[best]![k]!) ? i : best), k);
      [rows[k], rows[p]] = [rows[p]!, rows[k]!];
      for (let i = 0; i < n; i++) {
        if (i === k) continue;
        const factor = rows[i]![k]! / rows[k]![k]!;
        rows[i] = rows[i]!.map((entry, j) => entry - factor * rows[k]![j]!);
      }
    }
    const x = rows.map((row, i) => row[n]! / row[i]!);
    const H = system.C.map((row, i) => row.reduce((sum, entry, j) => sum + entry * x[j]!, system.D[i]![0]!));
    // (M s² + c s + k − …) x: 2 ẍ = u − 5 x − 0.7 ẋ − g (X − x) with X the top, and Ẍ = g (X − x) for length 1.
    const g = 9.81;
    // (s² − g) X = −g x  ⇒  X = g x / (g − s²);  (2 s² + 0.7 s + 5) x = u − g (X − x)
    const X = g / (g - s * s);
    const cartX = 1 / (2 * s * s + 0.7 * s + 5 + g * (X - 1));
    expect(H[0]!).toBeCloseTo(cartX, 9);
    expect(H[1]!).toBeCloseTo(s * X * cartX, 9);
    expect(H[2]!).toBeCloseTo(s * s * X * cartX, 9);
    expect(H[3]!).toBeCloseTo(0, 9);
  });

  it('moves as the world does where motions are small', () => {
    const { world, cart, top } = cartPole();
    world.addForce(drag(0.3));
    const { A, C } = linearize(world, { inputs: [], outputs: [cart.x, top.x, { rate: cart.x }, { rate: top.x }] });
    // The state from outputs: C is square and regular here.
    const start = [1e-6, 1.3e-6, -2e-6, 1e-6];
    const solve = (M: readonly (readonly number[])[], b: readonly number[]): number[] => {
      const rows = M.map((row, i) => [...row, b[i]!]);
      for (let k = 0; k < rows.length; k++) {
        const p = rows.reduce(
          (best, row, i) => (i >= k && Math.abs(row[k]!) > Math.abs(rows[best]![k]!) ? i : best),
          k,
        );
        [rows[k], rows[p]] = [rows[p]!, rows[k]!];
        for (let i = 0; i < rows.length; i++) {
          if (i === k) continue;
          const factor = rows[i]![k]! / rows[k]![k]!;
          rows[i] = rows[i]!.map((entry, j) => entry - factor * rows[k]![j]!);
        }
      }
      return rows.map((row, i) => row.at(-1)! / row[i]!);
    };
    const z = solve(
      C.map((row) => [...row]),
      start,
    );
    // exp(A t) z by its series.
    const t = 0.5;
    let term = z;
    const sum = z.slice();
    for (let k = 1; k < 60; k++) {
      term = A.map((row) => (row.reduce((s, entry, j) => s + entry * term[j]!, 0) * t) / k);
      term.forEach((entry, i) => (sum[i]! += entry));
    }
    const expected = C.map((row) => row.reduce((s, entry, j) => s + entry * sum[j]!, 0));
    cart.position.set([start[0]!, 0]);
    top.position.set([start[1]!, Math.sqrt(1 - (start[1]! - start[0]!) ** 2)]);
    cart.velocity.set([start[2]!, 0]);
    top.velocity.set([start[3]!, (-(start[1]! - start[0]!) * (start[3]! - start[2]!)) / top.position[1]]);
    world.run({ until: t });
    [cart.position[0], top.position[0], cart.velocity[0], top.velocity[0]].forEach((value, i) => {
      expect(Math.abs(value - expected[i]!)).toBeLessThan(1e-11);
    });
  });

  it('takes the angle of a hinge in space, and its rate', () => {
    const world = new World({ space: 3, forces: [gravity([0, -9.81, 0])] });
    const arm = world.addBody({ mass: 2, inertia: [0.3, 0.2, 0.1], position: [0, -0.5, 0] });
    const { joint, turn } = hingeInputs({ a: arm, b: world.ground, at: [0, 0, 0], axis: [0, 0, 1] });
    world.add(new Hinge(joint));
    const angle = hingeAngle(turn);
    const outputs = [angle, { rate: angle }, { acceleration: angle }];
    const { A, B, C, D, ...names } = linearize(world, { inputs: [angle], outputs });
    // φ̈ = −(m g l φ − τ)/I
    const [I, stiffness] = [0.6, 2 * 9.81 * 0.5];
    expect(A[1]![0]).toBeCloseTo(-stiffness / I, 12);
    expect(C[0]![0]! * B[1]![0]!).toBeCloseTo(1 / I, 12);
    expect(C[1]).toEqual(Float64Array.of(0, C[0]![0]!));
    expect(C[2]![0]! / C[0]![0]!).toBeCloseTo(-stiffness / I, 12);
    expect(D[2]![0]).toBeCloseTo(1 / I, 12);
    const label = 'hinge angle';
    expect(names).toEqual({ inputs: [label], outputs: [label, `rate of ${label}`, `acceleration of ${label}`] });
  });

  it.each(['spring', 'Spring2D', 'Dashpot2D'])('has the damping of a %s whose ends meet', (kind) => {
    const warnings: string[] = [];
    const world = new World({ space: 2, onWarning: ({ code, message }) => warnings.push(`${code} ${message}`) });
    const a = world.addParticle({ mass: 2, position: [3, 4] });
    const far = world.addParticle({ mass: 1, position: [6, 8] });
    const options = { a, b: world.ground.point([3, 4]), stiffness: 50, restLength: 0, damping: 4 };
    world.addForce(
      kind === 'spring' ? spring(options) : new Spring2D({ ...options, damping: 4 * +(kind === 'Spring2D') }),
    );
    if (kind === 'Dashpot2D') world.addForce(new Dashpot2D({ a, b: options.b, friction: 4 }));
    world.addForce(new Spring2D({ a: far, b: world.ground.point([3, 8]), stiffness: 8, restLength: 3, damping: 6 }));
    const { A } = linearize(world, { inputs: [], outputs: [] });
    [2, 2, 6, 0].forEach((expected, i) => {
      expect(-A[4 + i]![4 + i]!).toBeCloseTo(expected, 8);
    });
    if (kind === 'spring') expect(warnings).toEqual([]);
    else expect(warnings.join()).toMatch(/W_SINGULAR_STIFFNESS.* of force #1 \(Spring2D\), or its damping/);
  });

  it('is refused off equilibrium', () => {
    const { world, cart } = cartPole();
    cart.velocity[0] = 1;
    expect(() => linearize(world, { inputs: [cart], outputs: [] })).toThrow(/A linear system is one of small motions/);
    expect(() => linearize(world, { inputs: [{}], outputs: [] } as never)).toThrow(/Input #1 of linearize/);
  });
});
