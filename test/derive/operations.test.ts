import { describe, expect, it } from 'vitest';
import { derive } from '../../src/kinds/derive.js';
import { SpecError } from '../../src/diagnostics/index.js';
import type { ConstraintSpec } from '../../src/spec/constraint-spec.js';
import * as circle from '../../constraints-spec/circle-and-sphere.js';
import { Distance } from '../../constraints-spec/distance.js';

const kernelOperations = (name: string, spec: ConstraintSpec): Record<string, number> =>
  Object.fromEntries(Object.values(derive(name, spec).spaces).map((s) => [s.className, s.operations.kernel.total]));

describe('derive', () => {
  it('needs hardly more operations than an expert', () => {
    const counts = {
      ...kernelOperations('Distance', Distance),
      ...kernelOperations('PointOnCircle', circle.PointOnCircle),
    };
    // n = d/r, Cdot = n·ḋ, J = [n, −n], gamma = (ḋ·ḋ − Cdot²)/r: 23 and 33; two more keep 1/r
    // finite where the points meet.
    expect(counts['Distance2D']).toBeLessThanOrEqual(1.25 * (23 + 2));
    expect(counts['Distance3D']).toBeLessThanOrEqual(1.25 * (33 + 2));
    expect(counts['PointOnCircle']).toBeLessThanOrEqual(1.25 * 14);
  });

  it('counts by kind what it counts in all', () => {
    const { total, byKind } = derive('Distance', Distance).spaces[3]!.operations.kernel;
    expect(Object.values(byKind).reduce((a, b) => a + b, 0)).toBe(total);
    expect(byKind['sqrt']).toBe(1);
  });

  it('does not care how the distance is written', () => {
    const spec = (C: string) => ({ ...Distance, where: {}, space: 2 as const, C });
    const counts = [
      'norm(a - b) == length',
      'norm(b - a) - length',
      'sqrt((a.x - b.x)^2 + (a.y - b.y)^2) - length',
    ].map((C) => kernelOperations('Rod', spec(C))['Rod']);
    expect(new Set(counts).size).toBe(1);
  });

  it('derives a choice once for both branches where they agree', () => {
    const spec = {
      summary: 'A choice between two values with one derivative.',
      space: 2,
      inputs: { theta: 'scalar' },
      C: 'theta > 1 ? theta - 2 : theta',
    };
    expect(derive('Choice', spec).spaces[2]!.operations.kernel.byKind).toEqual({ compare: 1, '-': 1, select: 1 });
  });

  it('decides conditions between constants while deriving', () => {
    const spec = {
      summary: 'Choices that are none.',
      space: 2,
      inputs: { theta: 'scalar' },
      C: '(cos(2) == 1 ? 0 : theta) + (cos(2) < 0 ? theta : 0) + (theta == theta ? 0 : theta)',
    };
    expect(derive('Settled', spec).spaces[2]!.operations.kernel.byKind).toEqual({ '*': 2 });
  });

  it.each([[5], [undefined], [null], [{}]])('refuses the name %s', (name) => {
    expect(() => derive(name as never, Distance)).toThrow(SpecError);
    expect(() => derive(name as never, null)).toThrow(/The name of a constraint is a text/);
  });

  it('gives each mistake once, although both spaces have it', () => {
    const faulty = { ...Distance, where: {}, C: 'norm(a - q) == length' };
    expect(() => derive('Distance', faulty)).toThrow(SpecError);
    try {
      derive('Distance', faulty);
    } catch (error) {
      const codes = (error as SpecError).diagnostics.map((d) => d.code);
      expect(codes.filter((code) => code === 'E_UNKNOWN_NAME')).toHaveLength(1);
    }
  });
});
