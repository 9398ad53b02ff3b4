import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockLDL,
  conjugateGradient,
  World,
  type Constraint,
  type MultiplierProblem,
  type PointConnector,
  type Solver,
} from '../../../runtime/index.js';
import { Coincident2D, Distance2D, PointOnCircleDistance } from '../fixtures/index.js';

const PARTICLES = 7;
const BODIES = 2;

/** Description of a constraint: its kind and the numbers of its points. */
interface Plan {
  readonly kind: number;
  readonly a: number;
  readonly b: number;
}

/** A change: adds a constraint, removes an existing one, or takes a step. */
type Change = { readonly add: Plan } | { readonly remove: number } | 'step';

interface Scene {
  readonly world: World;
  readonly points: readonly PointConnector[];
  /** The last problem that was solved. */
  readonly problem: () => MultiplierProblem | undefined;
}

/**
 * Makes particles and bodies in the present state of those of `like`, or in their initial state,
 * without constraints.
 */
function scene(solver: Solver, like?: World): Scene {
  let seen: MultiplierProblem | undefined;
  const spy: Solver = {
    name: 'spy',
    create() {
      const own = solver.create();
      return {
        solve(problem, report) {
          seen = problem;
          own.solve(problem, report);
        },
      };
    },
  };
  const world = new World({ space: 2, feedback: false, solver: spy, onWarning: () => undefined });
  const points: PointConnector[] = [];
  for (let i = 0; i < PARTICLES; i++) {
    const there = like?.particles[i];
    const position = there?.position ?? [3 * Math.sin(2 * i), 3 * Math.cos(5 * i)];
    const velocity = there?.velocity ?? [Math.cos(i), Math.sin(3 * i)];
    points.push(world.addParticle({ mass: 1 + i, position, velocity }));
  }
  for (let i = 0; i < BODIES; i++) {
    const { q, v } = like?.snapshot() ?? { q: [], v: [] };
    const at = 2 * PARTICLES + 3 * i;
    const body = world.addBody({
      mass: 2,
      inertia: 3,
      position: like ? [q[at]!, q[at + 1]!] : [5, i],
      angle: like ? q[at + 2]! : 0.4,
      velocity: like ? [v[at]!, v[at + 1]!] : [0, 1],
      angularVelocity: like ? v[at + 2]! : 0.3,
    });
    points.push(body.point([1, 0]), body.point([0, 2]));
  }
  points.push(world.ground.point([0, 1]));
  return { world, points, problem: () => seen };
}

function make({ kind, a, b }: Plan, points: readonly PointConnector[]): Constraint {
  const p = points[a % points.length]!;
  // Another one.
  const q = points[(a + 1 + (b % (points.length - 1))) % points.length]!;
  if (kind === 0) return new PointOnCircleDistance({ p, radius: 2, centre: [1, 1] });
  if (kind === 1) return new Coincident2D({ a: p, b: q });
  return new Distance2D({ a: p, b: q, length: 3 });
}

const plans = fc.record({ kind: fc.nat(3), a: fc.nat(40), b: fc.nat(40) });
const changes = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: plans.map((add): Change => ({ add })) },
    { weight: 2, arbitrary: fc.nat(40).map((remove): Change => ({ remove })) },
    { weight: 1, arbitrary: fc.constant<Change>('step') },
  ),
  { minLength: 3, maxLength: 30 },
);

describe.each([
  ['blockLDL', blockLDL()],
  ['incompleteCholesky', conjugateGradient({ preconditioner: 'incompleteCholesky' })],
] as const)('a world that was changed, with %s', (_, solver) => {
  it('has the matrix of one built at once, and accelerates like it to the last bit', () => {
    let entries = 0;
    fc.assert(
      fc.property(changes, (list) => {
        const edited = scene(solver);
        const left: { plan: Plan; constraint: Constraint }[] = [];
        for (const change of list) {
          if (change === 'step') edited.world.step(1e-3);
          else if ('add' in change) {
            left.push({ plan: change.add, constraint: edited.world.add(make(change.add, edited.points)) });
          } else if (left.length > 0) {
            const [gone] = left.splice(change.remove % left.length, 1);
            edited.world.remove(gone!.constraint);
          }
        }
        fc.pre(edited.world.snapshot().q.every((x) => Math.abs(x) < 1e3));
        const direct = scene(solver, edited.world);
        for (const { plan } of left) direct.world.add(make(plan, direct.points));
        // Iterative solvers start from the multipliers of the last step.
        for (const { constraint } of left) constraint.lambda.fill(0);
        const snapshot = edited.world.snapshot();
        for (const saved of snapshot.constraints) saved.warmStart.fill(0);
        edited.world.restore(snapshot);

        edited.world.evaluate();
        direct.world.evaluate();
        expect([...edited.world.accelerations]).toEqual([...direct.world.accelerations]);
        if (left.length === 0) return;
        const patterns = [edited, direct].map(({ problem }) => problem()!.matrix!.pattern);
        expect(patterns[0]).toEqual(patterns[1]);
        entries = Math.max(entries, patterns[0]!.row.length);
      }),
      { numRuns: 60, seed: 11 },
    );
    expect(entries).toBeGreaterThan(40);
  });
});
