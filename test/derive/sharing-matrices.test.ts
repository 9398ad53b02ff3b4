import { describe, expect, it } from 'vitest';
import { defineConstraint } from 'holonomic';
import { arcRadicands } from '../../src/derive/arc-radicands.js';
import { sharingMatrices } from '../../src/derive/sharing-matrices.js';
import { expandConstraint } from '../../src/formula/expand.js';
import type { ExpandedConstraint } from '../../src/formula/expanded.js';
import { countOperations } from '../../src/lower/count.js';
import { lowerPlainly } from '../../src/lower/lower.js';
import { inOrder } from '../../src/lower/program.js';
import { BoundsOf } from '../../src/symbolic/bounds.js';
import { gradient } from '../../src/symbolic/reverse.js';
import { doubleMachine } from '../support/programs.js';
import { runProgram, type Machine } from '../support/run-program.js';

const turned = (q: string, v: string): string =>
  `(${v} + 2 * ${q}w * cross(${q}, ${v}) + 2 * cross(${q}, cross(${q}, ${v})))`;

/** Vectors turned by one quaternion, and others by another. */
const spec = defineConstraint({
  summary: 'Vectors of two bodies at fixed angles to each other.',
  space: 3,
  inputs: { a: 'direction', aw: 'scalar', b: 'direction', bw: 'scalar' },
  params: { r: 'vector', s: 'vector', u: 'vector', w: 'vector', k: 'vector', m: 'vector' },
  where: { tip: `a + ${turned('a', 'r')}`, far: `b - ${turned('b', 'u')}` },
  C: [
    'acos(dot(tip, far))',
    `dot(${turned('a', 's')}, ${turned('b', 'w')})`,
    `dot(${turned('a', 'k')}, ${turned('b', 'm')})`,
  ],
});

/** The values, and slopes of the first over and under the root of 1 − cos², with guards. */
function kernelOf(expanded: ExpandedConstraint): Parameters<typeof sharingMatrices>[1] {
  const { graph, C, inputs } = expanded;
  const radicands = arcRadicands(expanded);
  const sines = Array.from(radicands, (radicand) => graph.multiply(inputs[1]!.components[0]!, graph.sqrt(radicand)));
  const roots = [...C, ...gradient(graph, C[0]!, inputs[0]!.components), ...sines];
  const bounds = new BoundsOf(undefined, radicands);
  const kernel = lowerPlainly(roots, undefined, bounds);
  return { divisors: new Set(), bounds, roots, kernel, count: countOperations(kernel.outputs) };
}

const machine: Machine<number> = {
  ...doubleMachine,
  call: (name, args) => Math[name as 'min'](...args),
};

describe('matrices that constant vectors have in common', () => {
  it('are computed once for each set of vectors; names and guards stay', () => {
    const expanded = expandConstraint('Fixed', spec, 3);
    const plain = kernelOf(expanded);
    const [shared, ...others] = sharingMatrices(expanded, plain, 'regularize');
    expect(others).toEqual([]);
    // Six vectors by 27 or so each; or two matrices of 24 or so, and 15 for each.
    expect(plain.count.total - shared!.count.total).toBeGreaterThan(20);
    for (const [node, name] of expanded.names) expect(shared!.kernel.values.get(node), name).toBeDefined();
    expect(plain.count.byKind['select']).toBeGreaterThan(0);
    expect(shared!.count.byKind['select']).toBe(plain.count.byKind['select']);
    const at = new Map(
      [...new Set(inOrder(plain.kernel.outputs).flatMap((value) => (value.kind === 'load' ? [value.name] : [])))].map(
        (name, i) => [name, Math.sin(i + 1) / 3],
      ),
    );
    const [expected, values] = [plain, shared!].map(({ kernel }) => runProgram(machine, kernel.outputs, at));
    values!.forEach((value, i) => {
      expect(value).toBeCloseTo(expected![i]!, 12);
    });
  });

  it('are not looked for where a vector is turned alone', () => {
    const one = defineConstraint({
      summary: 'A vector of a body across another.',
      space: 3,
      inputs: { a: 'direction', aw: 'scalar' },
      params: { r: 'vector' },
      C: `dot(a, ${turned('a', 'r')})`,
    });
    const expanded = expandConstraint('One', one, 3);
    expect(sharingMatrices(expanded, kernelOf(expanded), 'regularize')).toEqual([]);
  });
});
