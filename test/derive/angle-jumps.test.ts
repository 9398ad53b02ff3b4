import { describe, expect, it } from 'vitest';
import { compile } from '../../src/kinds/compile.js';
import { derive } from '../../src/kinds/derive.js';
import { diagnose } from '../../src/kinds/diagnose.js';
import { explain } from '../../src/kinds/explain.js';
import { evaluateConstraint, type ConstraintType } from '../../runtime/index.js';
import type { SpaceDerivation } from '../../src/derive/derive-space.js';
import type { ConstraintSpec } from '../../src/index.js';

const INPUTS = { theta: 'scalar', p: 'point', q: 'point', r: 'point', s: 'point' } as const;

const specOf = (C: string, space: 2 | 3 = 2, where: Record<string, string> = {}): ConstraintSpec => {
  const text = [C, ...Object.values(where)].join(' ');
  const isUsed = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  return {
    summary: 'An angle.',
    space,
    inputs: Object.fromEntries(Object.entries(INPUTS).filter(([name]) => isUsed(name))),
    ...(isUsed('k') && { params: { k: { min: 0.1 } } }),
    where,
    C,
  };
};

const findings = (spec: ConstraintSpec) => {
  const { periods, warnings } = derive('Angle', spec).spaces[spec.space as 2] as SpaceDerivation;
  return { periods, warnings: warnings.map(({ code }) => code), hint: warnings[0]?.hint };
};

describe('a row that jumps by whole turns has the period 2π', () => {
  it.each([
    ['theta == atan2(p.y, p.x)', 2],
    ['theta == 2 * atan2(p.y, p.x)', 2],
    ['2 * (theta - atan2(p.y, p.x)) == 0', 2],
    ['theta + norm(p - q) == 3 * atan2(p.y, p.x) - atan2(q.y, q.x)', 2],
    ['angle(p, q) == theta', 2],
    ['angle(p - q, r - q) == k', 2],
    ['dihedral(p, q, r, s) == theta', 3],
    ['theta == atan2(p.y, p.x)', 3],
    ['2 * theta == 2 * atan(p.y / p.x)', 2],
    ['theta == atan2(p.y, p.x) + 0.3 * atan2(k - 1, k - 2)', 2],
  ] as const)('%s, %iD', (C, space) => {
    expect(findings(specOf(C, space))).toEqual({ periods: [2 * Math.PI], warnings: [] });
  });

  it('row by row, and under names', () => {
    const spec = {
      ...specOf('norm(p) == 1'),
      inputs: { theta: 'scalar', p: 'point' } as const,
      where: { way: 'atan2(p.y, p.x)' },
    };
    expect(findings({ ...spec, C: ['norm(p) == 1', 'theta == way'] }).periods).toEqual([0, 2 * Math.PI]);
  });
});

describe('a row that does not jump has none, and nothing is said of it', () => {
  it.each([
    ['norm(p - q) == 1', 2],
    // Of parameters, or constant, which nothing moves.
    ['theta == 0.3 * atan2(k - 1, k - 2)', 2],
    ['theta <= atan2(k - 1, k - 2)', 2],
    ['theta == 0.3 * atan2(0, -1)', 2],
    // Of space without a sign, or kept from the cut.
    ['angle(p, q) == theta', 3],
    ['theta == atan2(p.y, k)', 2],
    ['theta == atan2(abs(p.y), p.x)', 2],
    // Periodic or even in the angle, or zero with the sine.
    ['sin(3 * atan2(p.y, p.x)) == theta', 2],
    ['cos(theta) == cos(angle(p, q))', 2],
    ['norm(p) == 1 + k / 9 * sin(ceil * atan2(p.y, p.x) + 1)', 2],
    ['abs(atan2(p.y, p.x)) == theta', 2],
    ['p.y * atan2(p.y, p.x) == theta', 2],
    // Rates, and limits with the cut outside.
    ['ddt(theta) == ddt(atan2(p.y, p.x)) / 3', 2],
    ['abs(angle(p, q)) <= k', 2],
    ['theta == atan(p.y / k)', 2],
  ] as const)('%s, %iD', (C, space) => {
    // A number of lobes, whole as the reader of the class is told.
    const spec = specOf(C.replace('ceil', 'k'), space);
    expect(findings(spec)).toEqual({ periods: [0], warnings: [] });
  });
});

describe('the ends of a range have the period 2π, as a pair', () => {
  it.each([
    ['-k <= angle(p, q) <= k', [1, 1]],
    ['2 <= atan2(p.y, p.x) <= 4', [1, 1]],
    ['-k <= atan2(p.y, p.x) - theta <= k', [1, 1]],
    ['-1 <= 2 * atan2(p.y, p.x) <= 1', [1, 1]],
    // Parts of a turn: the cut is outside.
    ['-k <= angle(p, q) / 2 <= k', [0, 0]],
  ])('%s', (C, turns) => {
    const periods = turns.map((turn) => 2 * Math.PI * turn);
    expect(findings(specOf(C))).toEqual({ periods, warnings: [] });
  });

  it('among other rows, each with one end', () => {
    const spec = { ...specOf('angle(p, q) == 1'), C: ['norm(p) == 1', '0 <= angle(p, q) <= 1', 'angle(p, q) >= 0.5'] };
    expect(findings(spec)).toEqual({ periods: [0, 2 * Math.PI, 2 * Math.PI, 0], warnings: [] });
  });

  it('the angle is taken at the turn nearest to the middle of the range', () => {
    const type = typeOf(specOf('2 <= atan2(p.y, p.x) - theta <= 4'));
    const at = (phi: number, theta: number): number[] =>
      evaluateConstraint(
        { type },
        { inputs: { theta: { value: theta }, p: { value: [Math.cos(phi), Math.sin(phi)] } } },
      ).C.map((value) => Number(value.toFixed(12)));
    for (const turns of [-3, 0, 5]) {
      expect(at(2.5, 2 * Math.PI * turns)).toEqual([0.5, 1.5]);
      expect(at(3.5, 2 * Math.PI * turns)).toEqual([1.5, 0.5]);
      expect(at(4.25, 2 * Math.PI * turns)).toEqual([2.25, -0.25]);
      expect(at(1.75, 2 * Math.PI * turns)).toEqual([-0.25, 2.25]);
    }
  });
});

describe('any other jump is a warning', () => {
  it.each([
    ['theta == atan2(p.y, p.x) / 2', 'cross([cos(2 * theta), sin(2 * theta)], p) == 0'],
    ['theta == atan(p.y / p.x)', 'cross([cos(theta), sin(theta)], p) == 0'],
    ['theta == atan((q.y - p.y) / (q.x - p.x))', 'cross([cos(theta), sin(theta)], [(q.x - p.x), (q.y - p.y)]) == 0'],
    ['norm(p) == k * atan2(p.y, p.x)', 'cross([cos(norm(p) / k), sin(norm(p) / k)], p) == 0'],
    ['theta - 0.5 * angle(p, q)', 'cross(rotate(theta / 0.5, p), q) == 0'],
    ['k == theta + angle(p - q, r - q) / 3', 'cross(rotate(3 * (k - theta), p - q), r - q) == 0'],
    ['-(atan2(p.y, p.x) * 180 / pi) == theta + 1', ''],
  ])('%s, with the cross product as the remedy', (C, remedy) => {
    const { periods, warnings, hint } = findings(specOf(C));
    expect({ periods, warnings }).toEqual({ periods: [0], warnings: ['W_ANGLE_JUMP'] });
    const offered = /^write (.*), which goes on smoothly there/.exec(hint!)?.[1];
    expect(offered).toBeDefined();
    if (remedy !== '') expect(offered).toBe(remedy);
    // It derives without a word, and vanishes where the formula does.
    expect(findings(specOf(offered!)).warnings).toEqual([]);
    for (const at of solutions(specOf(C))) {
      const value = evaluateConstraint({ type: typeOf(specOf(offered!)) }, at).C[0]!;
      expect(value).toBeCloseTo(0, 9);
    }
  });

  it.each([
    ['theta == exp(atan2(p.y, p.x))', {}],
    ['theta == way / 2', { way: 'atan2(p.y, p.x)' }],
    ['angle(p, q) == 2 * angle(q, r) / 3', {}],
  ])('%s, with words', (C, where: Record<string, string>) => {
    const { warnings, hint } = findings(specOf(C, 2, where));
    expect(warnings).toEqual(['W_ANGLE_JUMP']);
    expect(hint).toContain('theta == angle, with a scalar theta that counts turns');
  });

  it('a limit on one side', () => {
    const { warnings, hint } = findings(specOf('angle(p, q) >= 0.3'));
    expect(warnings).toEqual(['W_ANGLE_JUMP']);
    expect(hint).toContain('give both ends, low <= angle <= high');
  });

  it('with the place in the formula', () => {
    const [warning] = diagnose(specOf('theta == atan2(p.y, p.x) / 2'));
    expect(warning).toMatchObject({ field: 'C', span: { start: 9, end: 24 } });
    expect(warning!.message).toContain('atan2(p.y, p.x) jumps between pi and -pi, and the row with it by 0.5 turns');
  });
});

describe('the period is told', () => {
  it('by explain, and by the class', () => {
    const spec = specOf('theta == atan2(p.y, p.x)');
    expect(explain('Angle', spec)).toContain('C, modulo 2π');
    expect(typeOf(spec).periods).toEqual([2 * Math.PI]);
  });

  it('by evaluateConstraint, which gives C to the nearest turn', () => {
    const type = typeOf(specOf('theta == atan2(p.y, p.x)'));
    const at = (theta: number, phi: number): number =>
      evaluateConstraint(
        { type },
        { inputs: { theta: { value: theta }, p: { value: [Math.cos(phi), Math.sin(phi)] } } },
      ).C[0]!;
    expect(at(7, 7)).toBeCloseTo(0, 14);
    expect(at(-20.5, -20)).toBeCloseTo(-0.5, 14);
    expect(at(Math.PI, 0)).toBe(Math.PI);
    expect(at(-Math.PI, 0)).toBe(Math.PI);
  });
});

const typeOf = (spec: ConstraintSpec): ConstraintType =>
  (compile('Angle', spec)['Angle'] as unknown as { type: ConstraintType }).type;

/** Configurations at which a formula in one unknown scalar holds, by its linearity in that. */
function solutions(spec: ConstraintSpec): Parameters<typeof evaluateConstraint>[1][] {
  const type = typeOf(spec);
  return [0.4, -1.1, 2.9].flatMap((phi) => {
    const place = (turn: number): number[] => [1.3 * Math.cos(turn), 1.3 * Math.sin(turn)];
    const points = Object.fromEntries(
      type.inputs.filter(({ kind }) => kind === 'point').map(({ name }, i) => [name, { value: place(phi + 1.9 * i) }]),
    );
    const has = (name: string): boolean => type.inputs.some((input) => input.name === name);
    const at = (unknown: number) => ({
      inputs: { ...points, ...(has('theta') && { theta: { value: unknown } }) },
      ...(type.params.length > 0 && { params: { k: has('theta') ? 0.7 : unknown } }),
    });
    const value = (unknown: number): number => evaluateConstraint({ type }, at(unknown)).C[0]!;
    const [first, second] = [value(1), value(2)];
    const root = 1 - first / (second - first);
    return root > 0.1 || has('theta') ? [at(root)] : [];
  });
}
