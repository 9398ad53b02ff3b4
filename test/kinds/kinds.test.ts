import { describe, expect, expectTypeOf, it } from 'vitest';
import { Distance2D, Pendulum } from 'holonomic/library';
import { compile, derive, verify, type SpaceDerivation, type VerificationReport } from 'holonomic/toolkit';
import type { BodyDerivation } from '../../src/derive/derive-body.js';
import { exportedNames } from '../../src/kinds/exported-names.js';
import { generatedClasses, isClassType, proverOf } from '../../src/kinds/generated-classes.js';
import { kindNameOf, markOf } from '../../src/kinds/index.js';
import { duplicateClassNames } from '../../src/spec/index.js';

const rod = { summary: 'A rod.', space: 2, inputs: { a: 'point' }, C: 'norm(a) == 1' } as const;
const bead = {
  summary: 'A bead.',
  space: 2,
  coordinates: { x: {} },
  points: { p: { at: '[x, 0]', mass: '1' } },
} as const;

describe('the kind of a spec', () => {
  it('is its mark, whatever else stands in it', () => {
    expect(markOf({ ...bead, kind: 'body' })).toBe('body');
    expect(kindNameOf({ ...bead, kind: 'constraint' })).toBe('constraint');
    for (const other of [bead, null, 'body', ['body'], { kind: 'force' }, { kind: 'toString' }])
      expect(markOf(other)).toBeUndefined();
  });

  it('is of the kind that its fields show, where it has no mark', () => {
    expect(kindNameOf(rod)).toBe('constraint');
    expect(kindNameOf(bead)).toBe('body');
    expect(kindNameOf({ ...bead, C: 'x' })).toBe('constraint');
  });

  it('is a constraint where nothing says so: the mistakes told are those of a constraint', () => {
    for (const nothing of [{}, null, 3, [], 'C']) expect(kindNameOf(nothing)).toBe('constraint');
  });

  it('is known to the types', () => {
    expectTypeOf(derive('Rod', rod).spaces[2]!).toExtend<SpaceDerivation>();
    expectTypeOf(derive('Bead', bead).spaces[2]!).toExtend<BodyDerivation>();
    expectTypeOf(compile('Rod', rod).Rod.type.rows).toEqualTypeOf<number>();
    expectTypeOf(verify(Distance2D)).toEqualTypeOf<VerificationReport>();
    expectTypeOf(verify(Pendulum)).toEqualTypeOf<VerificationReport<string>>();
  });
});

describe('the names that a spec brings into an index', () => {
  it('are those of its functions, too', () => {
    expect(exportedNames('Bead', bead)).toEqual(
      expect.arrayContaining(['Bead', 'BeadPoints', 'beadP', 'beadX', 'beadDynamics']),
    );
    const specs = [
      { name: 'Bead', exports: exportedNames('Bead', bead) },
      { name: 'beadP', exports: exportedNames('beadP', rod) },
    ];
    expect(duplicateClassNames([{ path: 'a.ts', specs }]).map(({ message }) => message)).toEqual([
      '"beadP" and "Bead" would both be emitted as "beadP".',
    ]);
  });

  it('are none where there is no telling', () => {
    for (const spec of [null, 'x', { ...rod, space: 4 }, { ...rod, space: [2] }])
      expect(exportedNames('A', spec)).toEqual([]);
    expect(exportedNames('A', { ...bead, points: 7 })).toContain('A');
  });
});

describe('a class', () => {
  it('is recognised by its properties, of whatever kind it is', () => {
    const found = generatedClasses({ Distance2D, Pendulum, Date, helper: () => 1, data: Distance2D.type });
    expect([...found.keys()]).toEqual(['Distance2D', 'Pendulum']);
    expect(isClassType({ ...Distance2D.type, kernel: undefined })).toBe(false);
  });

  it('is proven by the quantities of its kind', () => {
    expect(proverOf(Distance2D.type).quantities()).toEqual(['C', 'Cdot', 'J', 'Jdot', 'gamma']);
    expect(proverOf(Pendulum.type).quantities()).toContain('bob B');
    for (const { type } of [Distance2D, Pendulum]) {
      const prover = proverOf(type);
      const report = prover.verify({ samples: 3 });
      expect(report.pass).toBe(true);
      expect(Object.keys(report.quantities).sort()).toEqual([...prover.quantities()].sort());
    }
  });
});
