import { describe, expect, it } from 'vitest';
import {
  assemble,
  dense,
  dormandPrince,
  evaluateConstraint,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
} from '../../runtime/index.js';
import { derive } from '../../src/kinds/derive.js';
import { describeSingularPoint } from '../../src/derive/singular-points.js';
import { compile } from '../../src/kinds/compile.js';
import { explain } from '../../src/kinds/explain.js';
import { verifyType } from '../../src/verify/index.js';
import { thrown } from '../runtime/fixtures/thrown.js';
import type { ConstraintSpec, SingularPolicy } from '../../src/spec/constraint-spec.js';

const specOf = (C: string, singular?: SingularPolicy): ConstraintSpec => ({
  summary: 'A rod.',
  space: 2,
  inputs: { a: 'point', b: 'point', s: 'scalar' },
  params: { length: { min: 0 } },
  C: `${C} + dot(a, b) + s == length`,
  ...(singular && { singular }),
});
const rod = (singular?: SingularPolicy): ConstraintSpec => ({
  summary: 'A rod.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { length: { min: 0 } },
  C: 'norm(a - b) == length',
  ...(singular && { singular }),
});
const classOf = (spec: ConstraintSpec): ReturnType<typeof compile<ConstraintSpec>>[string] =>
  compile('Rod', spec)['Rod']!;
const HINT =
  "It is singular where norm(a - b) = 0 (a and b coincide). Keep away from there, or give its spec singular: 'regularize'.";

/** Makes a particle that meets the ground's point at the beginning of the second step. */
function meeting(spec: ConstraintSpec, options: object = {}): { world: World; add: () => void } {
  const world = new World({ space: 2, ...options });
  const b = world.addParticle({ mass: 1, position: [-0.25, 0], velocity: [1, 0] });
  world.step(0.25);
  b.position.fill(0);
  return {
    world,
    add: () => {
      world.add(new (classOf(spec))({ a: world.ground.point([0, 0]), b, length: 1 }));
    },
  };
}

describe("singular: 'throw'", () => {
  it.each([
    ['rk4', { integrator: rk4() }],
    ['semiImplicitEuler', { integrator: semiImplicitEuler(), solver: dense() }],
    ['velocityStep', { integrator: velocityStep() }],
    ['rattle', { integrator: rattle() }],
    ['dormandPrince', { integrator: dormandPrince() }],
  ])('a step throws, and the world is as before: %s', (_, options) => {
    const { world, add } = meeting(rod('throw'), options);
    add();
    expect(
      thrown(() => {
        world.step(0.25);
      }),
    ).toEqual({
      code: 'E_SINGULAR_POINT',
      message: `In step 2, at t = 0.25 s, Rod #1 has no finite value or derivative, with a = [0, 0], b = [0, 0], length = 1. ${HINT}`,
    });
    expect(world.time).toBe(0.25);
    expect([...world.particles[0]!.position]).toEqual([0, 0]);
    world.particles[0]!.position[0] = 1;
    world.step(0.25);
    expect(world.residual().position).toBeLessThan(1);
  });

  it('so does every other evaluation', () => {
    const { world, add } = meeting(rod('throw'));
    add();
    for (const evaluate of [
      () => {
        world.evaluate();
      },
      () => world.residual(),
      () => {
        assemble(world);
      },
      () => world.degreesOfFreedom(),
    ])
      expect(thrown(evaluate)).toEqual({
        code: 'E_SINGULAR_POINT',
        message: `At t = 0.25 s, Rod #1 has no finite value or derivative, with a = [0, 0], b = [0, 0], length = 1. ${HINT}`,
      });
  });

  it('stands in the class, its comment and explanation', () => {
    expect(classOf(rod('throw')).type.singularPoints).toEqual(['norm(a - b) = 0 (a and b coincide)']);
    expect(classOf(rod('regularize')).type.singularPoints).toBeUndefined();
    expect(explain('Rod', rod('throw'))).toContain(
      'Singular where norm(a - b) = 0 (a and b coincide): evaluating it throws there.',
    );
  });
});

const at = (a: readonly number[], b: readonly number[], s: number): Parameters<typeof evaluateConstraint>[1] => ({
  inputs: { a: { value: a, velocity: [1, 0] }, b: { value: b, velocity: [0, 2] }, s: { value: s, velocity: 1 } },
  params: { length: 1 },
});
const SINGULAR = [
  ['norm(a - b)', at([1, 2], [1, 2], 1)],
  ['abs(s)', at([1, 2], [0, 1], 0)],
  ['sign(s)', at([1, 2], [0, 1], 0)],
  ['sqrt(s)', at([1, 2], [0, 1], 0)],
  ['cbrt(s)', at([1, 2], [0, 1], 0)],
  ['acos(s)', at([1, 2], [0, 1], 1)],
  ['acos(s)', at([1, 2], [0, 1], -1)],
  ['asin(s)', at([1, 2], [0, 1], 1)],
  ['acos(1 - a.x)', at([0, 2], [3, 1], 1)],
  ['acosh(s)', at([1, 2], [0, 1], 1)],
  ['atanh(s)', at([1, 2], [0, 1], 1)],
  ['log(s)', at([1, 2], [0, 1], 0)],
  ['log(1 + s)', at([1, 2], [0, 1], -1)],
  ['atan2(a.y, b.x)', at([1, 0], [0, 1], 1)],
  ['a.x / s', at([1, 2], [0, 1], 0)],
  ['normalize(a - b)[1]', at([1, 2], [1, 2], 1)],
  ['s^1.5', at([1, 2], [0, 1], 0)],
] as const;
/** Formulas whose kinks no policy treats as singular: the branch is taken. */
const BRANCHES = [
  ['max(a.x, s)', at([1, 2], [0, 1], 1)],
  ['(s > 0 ? a.x : 2 * a.x)', at([1, 2], [0, 1], 0)],
] as const;

describe('evaluateConstraint', () => {
  it.each(SINGULAR)('%s at a singular point: finite by default, else an error', (C, where) => {
    for (const policy of [undefined, 'regularize'] as const) {
      const { C: value, Cdot, gamma, J, Jdot } = evaluateConstraint(classOf(specOf(C, policy)), where);
      const all = [value, Cdot, gamma, Object.values(J), Object.values(Jdot)].flat(3);
      expect(all.filter((x) => !Number.isFinite(x))).toEqual([]);
    }
    const { code, message } = thrown(() => evaluateConstraint(classOf(specOf(C, 'throw')), where));
    expect(code).toBe('E_SINGULAR_POINT');
    expect(message).toMatch(
      /^Rod has no finite value or derivative, with a = \[[^\]]+\], b = \[[^\]]+\], s = \S+, length = 1\. It is singular where /,
    );
    const { singular } = derive('Rod', specOf(C, 'throw')).spaces[2]!;
    expect(singular.map(describeSingularPoint).join()).toContain('evaluating it throws there');
  });

  it.each(BRANCHES)('%s where its branches meet: the same by either policy', (C, where) => {
    expect(evaluateConstraint(classOf(specOf(C, 'throw')), where)).toEqual(
      evaluateConstraint(classOf(specOf(C)), where),
    );
  });

  it.each(SINGULAR)('%s elsewhere: the same by either policy', (C) => {
    const regular = at([0.3, 0.4], [0.5, -0.2], C === 'acosh(s)' ? 1.75 : 0.75);
    const { C: value, J, gamma } = evaluateConstraint(classOf(specOf(C, 'throw')), regular);
    const other = evaluateConstraint(classOf(specOf(C)), regular);
    const numbers = [value, gamma, Object.values(J)].flat(3);
    [other.C, other.gamma, Object.values(other.J)].flat(3).forEach((x, i) => {
      expect(numbers[i]).toBeCloseTo(x, 12);
    });
  });

  it('costs no guards', () => {
    const select = (policy: SingularPolicy): number =>
      derive('Rod', specOf('norm(a - b)', policy)).spaces[2]!.operations.kernel.byKind['select'] ?? 0;
    expect([select('regularize'), select('throw')]).toEqual([1, 0]);
  });
});

describe('verification', () => {
  it('passes with either policy', () => {
    for (const policy of ['throw', 'regularize'] as const)
      expect(verifyType(classOf(rod(policy)).type, { samples: 5 })).toMatchObject({
        pass: true,
        singular: { pass: true, evaluated: 1 },
      });
  });

  it('finds a class that does not do what its policy says', () => {
    const [throwing, finite] = [classOf(rod('throw')).type, classOf(rod()).type];
    const { kernel, jdotKernel } = finite;
    const { singular } = verifyType({ ...throwing, kernel, jdotKernel }, { samples: 5 });
    expect(singular!.faults[0]).toMatchObject({ operation: 'sqrt', reason: 'finite, though it is to throw' });
    expect(
      verifyType({ ...finite, kernel: throwing.kernel, jdotKernel: throwing.jdotKernel }, { samples: 5 }).singular,
    ).toMatchObject({ pass: false });
  });
});
