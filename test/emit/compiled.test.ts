import { describe, expect, it } from 'vitest';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as library from '../../generated/index.js';
import { BoundedConstraint, Constraint, evaluateConstraint, writeConstantEntries } from '../../runtime/index.js';
import { deriveAll } from '../../src/kinds/derive.js';
import { compileClass } from '../../src/emit/compile.js';
import { compile, SpecError, verify } from '../../src/toolkit.js';
import { findSpecFiles, loadSpecFiles } from '../../src/generate/load-specs.js';
import { LIBRARY_TYPES } from '../support/library.js';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { inFull } from '../support/scope.js';

const specs = join(dirname(fileURLToPath(import.meta.url)), '../../constraints-spec');

/** Runs both kernels on one configuration full of awkward numbers, and returns all outputs. */
function outputsOf(type: ConstraintType): number[] {
  const width = type.inputs.reduce((sum, input) => sum + input.size, 0);
  const parameters = type.params.reduce((sum, param) => sum + param.size, 0);
  let start = 0;
  const slots = Int32Array.from(type.inputs, (input) => (start += input.size) - input.size);
  const [x, v] = [0.37, -0.61].map((scale) =>
    Float64Array.from({ length: width }, (_, i) => scale * Math.cos(3 * i + 1)),
  );
  const p = Float64Array.from({ length: parameters }, (_, i) => 0.7 + 0.1 * i);
  const [C, Cdot, gamma] = [0, 0, 0].map(() => new Float64Array(type.rows).fill(NaN));
  const J = new Float64Array(type.rows * width).fill(NaN);
  const Jdot = new Float64Array(type.rows * width);
  writeConstantEntries(type, 1, J);
  type.kernel(1, slots, x!, v!, p, 0.3, C!, Cdot!, J, gamma!);
  type.jdotKernel?.(1, slots, x!, v!, p, 0.3, Jdot);
  return [C!, Cdot!, J, gamma!, Jdot].flatMap((array) => [...array]);
}

describe('compile', () => {
  inFull('computes bit by bit what the emitted classes compute', async () => {
    const { files } = findSpecFiles([specs]);
    const loaded = await loadSpecFiles(files);
    const compiled = loaded.files.flatMap((file) =>
      file.specs.flatMap(({ name, spec }) =>
        deriveAll(name, spec).flatMap((space) => (space.kind === 'constraint' ? compileClass(space) : [])),
      ),
    );
    expect(compiled.map(({ type }) => type.name).sort()).toEqual(LIBRARY_TYPES.map((type) => type.name).sort());
    for (const { type } of compiled) {
      const emitted = LIBRARY_TYPES.find((other) => other.name === type.name)!;
      const { jdotKernel, ...own } = type;
      expect({ ...emitted, kernel: type.kernel }).toEqual(own);
      expect(outputsOf(own)).toEqual(outputsOf(emitted));
      expect(typeof jdotKernel).toBe('function');
    }
  });

  it('lets classes with bounds, and only these, extend what brings the code for bounds', () => {
    const classes = Object.values(library).filter((one) => one.prototype instanceof Constraint);
    const bounded = classes.filter(({ type }) => 'relations' in type || 'maxForce' in type);
    expect(bounded.length).toBeGreaterThan(10);
    expect(classes.length).toBeGreaterThan(2 * bounded.length);
    expect(classes.filter((one) => one.prototype instanceof BoundedConstraint)).toEqual(bounded);
  });

  it('makes classes that can be used at once, with their names', () => {
    const { Rope } = compile('Rope', {
      summary: 'Holds two points a fixed distance apart.',
      space: 2,
      inputs: { a: 'point', b: 'point' },
      params: { length: { min: 0 } },
      C: 'norm(a - b) == length',
    });
    expect(Rope.name).toBe('Rope');
    const { C, J, Jdot, gamma } = evaluateConstraint(Rope, {
      inputs: { a: { value: [3, 4], velocity: [0, 1] }, b: { value: [0, 0] } },
      params: { length: 2 },
    });
    expect(C).toEqual([3]);
    expect(J['a']![0]![0]).toBeCloseTo(0.6, 15);
    // J̇ = (v − ṙ n)/r with n = (3, 4)/5 and ṙ = 4/5
    expect(Jdot['a']![0]![0]).toBeCloseTo(-0.096, 15);
    expect(Jdot['a']![0]![1]).toBeCloseTo((1 - 0.64) / 5, 15);
    // γ = (|v|² − ṙ²)/r with ṙ = 4/5
    expect(gamma[0]).toBeCloseTo((1 - 0.64) / 5, 15);
  });

  it('is used by verify to prove a spec; anything else is refused', () => {
    const spec = { summary: 'A line.', space: [2, 3], inputs: { a: 'point' }, C: 'a.x + 2 * a.y^2' } as const;
    expect(verify(spec, { name: 'Line', samples: 5 })).toMatchObject({
      name: 'Line3D',
      pass: true,
      classes: [
        { name: 'Line2D', pass: true },
        { name: 'Line3D', pass: true },
      ],
    });
    // The slope of |x| takes only two values, so differences of it are exact without being a copy
    // of the code.
    const kink = { summary: 'A kink.', space: 2, inputs: { a: 'point' }, C: 'abs(a.x) == a.y' } as const;
    expect(verify(kink).pass).toBe(true);
    for (const none of [null, undefined, 5, { type: 5 }]) expect(() => verify(none as never)).toThrow(SpecError);
  });

  it('gives names of the spec to nothing that runs', () => {
    const awkward = {
      summary: 'Names that the code uses itself.',
      space: 2,
      inputs: { x: 'point', v: 'point', k: 'scalar' },
      params: {
        count: 'scalar',
        slots: 'scalar',
        J: 'scalar',
        gamma: 'scalar',
        row: 'scalar',
        block: 'scalar',
        p: 'vector',
      },
      where: { C: 'x - v', t1: 'count + slots', xSlot: 'J + gamma' },
      C: ['dot(C, p) == t1 * k', 'norm(C) == xSlot + row * block'],
    };
    const { Awkward } = compile('Awkward', awkward);
    const { C } = evaluateConstraint(Awkward!, {
      inputs: { x: { value: [4, 6] }, v: { value: [1, 2] }, k: { value: 5 } },
      params: { count: 1, slots: 2, J: 0.5, gamma: 0.25, row: 3, block: 2, p: [10, 100] },
    });
    expect(C).toEqual([3 * 10 + 4 * 100 - 3 * 5, 5 - (0.75 + 6)]);
  });
});
