import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dense, type MultiplierProblem, type Solver } from '../../../runtime/index.js';
import type { MatrixSource } from '../../../runtime/equations/matrix-source.js';
import { PinnedProblem } from '../../../runtime/solvers/pinned-rows.js';
import { network, type NetworkOptions } from '../fixtures/networks.js';
import { assemble } from '../fixtures/oracle.js';
import { rigidStoreEquations } from '../fixtures/rigid-store.js';

/**
 * The matrix as its source writes it out, dense, and the number of times that each entry is
 * written.
 */
function writtenOut(matrix: MatrixSource): number[][] {
  const { size, start, row } = matrix.pattern;
  const values = new Float64Array(row.length);
  const writer = matrix.writer(Int32Array.from(row.keys()));
  // Twice: what is left from the first time must not count.
  writer.write(values);
  writer.write(values);
  const A = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (let j = 0; j < size; j++) {
    for (let e = start[j]!; e < start[j + 1]!; e++) A[row[e]!]![j] = A[j]![row[e]!] = values[e]!;
  }
  return A;
}

function products({
  size,
  multiply,
}: {
  size: number;
  multiply: (x: Float64Array, out: Float64Array) => void;
}): number[][] {
  return Array.from({ length: size }, (_, j) => {
    const unit = new Float64Array(size);
    const column = new Float64Array(size);
    unit[j] = 1;
    multiply(unit, column);
    return [...column];
  });
}

function problemOf(options: NetworkOptions): { problem: MultiplierProblem; expected: number[][] } {
  let seen: MultiplierProblem | undefined;
  const spy: Solver = {
    name: 'spy',
    create() {
      const solver = dense().create();
      return {
        solve(problem, report) {
          seen = problem;
          solver.solve(problem, report);
        },
      };
    },
  };
  const world = network(options, { solver: spy });
  world.evaluate();
  const { A } = assemble(world);
  // The rows of the runtime are ordered by type, those of the oracle by addition.
  const types = [...new Set(world.constraints.map(({ type }) => type))];
  const starts: number[] = [];
  let row = 0;
  for (const { type } of world.constraints) {
    starts.push(row);
    row += type.rows;
  }
  const order = types.flatMap((type) =>
    world.constraints.flatMap((constraint, k) =>
      constraint.type === type ? Array.from({ length: type.rows }, (_, r) => starts[k]! + r) : [],
    ),
  );
  // Rows that depend on others where C = 0 have a compliance.
  const compliance = seen instanceof PinnedProblem ? seen.compliance : new Float64Array(order.length);
  const expected = order.map((i, r) => order.map((j, s) => A[i]![j]! + (r === s ? compliance[r]! : 0)));
  return { problem: seen!, expected };
}

function expectClose(actual: number[][], expected: number[][]): void {
  const scale = Math.max(1e-300, ...expected.flat().map(Math.abs));
  actual.forEach((entries, i) => {
    entries.forEach((entry, j) => {
      expect(Math.abs(entry - expected[i]![j]!) / scale, `entry (${i}, ${j})`).toBeLessThan(1e-14);
    });
  });
}

describe('the assembled matrix', () => {
  it('is that of an independent dense assembly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(2 as const, 3 as const),
        fc.integer({ min: 1, max: 14 }),
        (seed, space, constraints) => {
          const { problem, expected } = problemOf({ seed, space, particles: 5, constraints });
          expectClose(writtenOut(problem.matrix!), expected);
          expect(problem.matrix!.pattern.row.length).toBeLessThanOrEqual(problem.matrix!.entryBound);
        },
      ),
      { seed: 4 },
    );
  });

  it('follows masses', () => {
    const options = { seed: 3, space: 2, particles: 3, constraints: 5 } as const;
    let matrix: MatrixSource | undefined;
    const world = network(options, {
      solver: {
        name: 'spy',
        create: () => ({
          solve: (problem) => {
            matrix = problem.matrix;
          },
        }),
      },
    });
    world.evaluate();
    const before = writtenOut(matrix!);
    for (const particle of world.particles) particle.mass *= 2;
    const after = writtenOut(matrix!);
    expect(before.flat().some((entry) => entry !== 0)).toBe(true);
    expectClose(
      after,
      before.map((entries) => entries.map((entry) => entry / 2)),
    );
  });

  it('couples different connectors of one body, as rigid bodies have them', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const equations = rigidStoreEquations(seed);
      const A = writtenOut(equations.matrix);
      const expected = products({
        size: equations.size,
        multiply: (x, out) => {
          equations.multiply(x, out);
        },
      });
      expect(expected.flat().filter((entry) => entry !== 0).length).toBeGreaterThan(equations.size);
      expectClose(A, expected);
    }
  });
});
