import { checkList, reading, readOptions } from '../base/check.js';
import { maxAbs } from '../base/vector.js';
import type { AnyWorld } from '../world/internals.js';
import { HingeAngle } from '../model/bodies/hinge-angle.js';
import { linearDamping } from './damping.js';
import { checkQuantity, namesOf, rowsOf, type BodyQuantity } from './connector-rows.js';
import { RestState } from './rest-state.js';
import { Balance } from './statics.js';

/** A quantity to observe: itself, its rate or its acceleration. */
export type Output = BodyQuantity | { readonly rate: BodyQuantity } | { readonly acceleration: BodyQuantity };

/** Arguments of {@link linearize}. */
export interface LinearizeOptions {
  /** Where forces act from outside: one input per component of a point, or per scalar or hinge angle, N or N m. */
  readonly inputs: readonly BodyQuantity[];
  /** Displacements from the equilibrium, rates or accelerations; one output per component. */
  readonly outputs: readonly Output[];
}

/** The linear system `ẋ = A x + B u`, `y = C x + D u`, matrices as lists of rows. */
export interface LinearSystem {
  readonly A: readonly Float64Array[];
  readonly B: readonly Float64Array[];
  readonly C: readonly Float64Array[];
  readonly D: readonly Float64Array[];
  /** Names of the entries of `u` and `y`. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/**
 * Returns the linear system of small motions about the equilibrium that a world is in, for the design of
 * controllers. Its state is `x = (z, ż)` with as many `z` as the world has freedoms: coordinates of
 * the displacements within the constraints, in which the kinetic energy is `ż·ż / 2`, so that `z̈ = −K z −
 * D ż + Nᵀ L⁻¹ Q`. Dampers and drag enter by the slope of their forces.
 *
 * ```ts
 * const { A, B } = linearize(world, { inputs: [cart.x], outputs: [cart.x, pole.angle] });
 * ```
 *
 * Throws E_NOT_AT_REST, E_ANALYSIS, E_NO_STIFFNESS, E_PRESTRESS, E_WORLD, E_STEPPING, E_OPTIONS,
 * E_OPTION_UNKNOWN, E_LIST, E_INPUT_KIND, E_OTHER_WORLD.
 */
export function linearize(world: AnyWorld, options: LinearizeOptions): LinearSystem {
  const given = readOptions(options, 'Options of linearize', ['inputs', 'outputs']);
  const rest = new RestState(world, 'linearize');
  try {
    const inputs = checkList(given.inputs, "Option 'inputs' of linearize", 'points, scalars or hinge angles').map(
      (one, i) => checkQuantity(one, world, `Input #${i + 1} of linearize`),
    );
    const outputs = checkList(given.outputs, "Option 'outputs' of linearize", 'points, scalars or hinge angles').map(
      (one, i) => readOutput(one, world, `Output #${i + 1} of linearize`),
    );
    return rest.internals.structure.during('calculating', () => linearSystem(rest, inputs, outputs));
  } finally {
    rest.end();
  }
}

interface ReadOutput {
  readonly of: BodyQuantity;
  /** 0 for the quantity itself, 1 for its rate, 2 for its acceleration. */
  readonly order: 0 | 1 | 2;
}

function readOutput(value: unknown, world: object, what: string): ReadOutput {
  const { rate, acceleration } = reading(what, 'E_INPUT_KIND', (): { rate?: unknown; acceleration?: unknown } =>
    typeof value === 'object' && value !== null && !('kind' in value || value instanceof HingeAngle) ? value : {},
  );
  if (rate !== undefined) return { of: checkQuantity(rate, world, what), order: 1 };
  if (acceleration !== undefined) return { of: checkQuantity(acceleration, world, what), order: 2 };
  return { of: checkQuantity(value, world, what), order: 0 };
}

function linearSystem(rest: RestState, inputs: readonly BodyQuantity[], outputs: readonly ReadOutput[]): LinearSystem {
  const balance = new Balance(rest);
  const { reduction } = balance;
  balance.checkPrestress();
  const { reduced: K, eigen } = balance.stiffness();
  balance.checkAtRest('A linear system is one', Math.sqrt(maxAbs(eigen.values)));
  const f = reduction.freedoms;
  const damping = reduction.reduce(linearDamping(rest), false);
  const A = Array.from({ length: 2 * f }, (_, i) =>
    Float64Array.from({ length: 2 * f }, (__, j) => {
      if (i < f) return j === i + f ? 1 : 0;
      return j < f ? -K[(i - f) * f + j]! : -damping[(i - f) * f + j - f]!;
    }),
  );
  const columns = inputs.flatMap((input) => rowsOf(input, reduction).map((row) => reduction.project(row)));
  const B = Array.from({ length: 2 * f }, (_, i) =>
    Float64Array.from(columns, (column) => (i < f ? 0 : column[i - f]!)),
  );
  const none = new Float64Array(columns.length);
  const rows = outputs.flatMap(({ of, order }) =>
    rowsOf(of, reduction).map((row) => ({ row: reduction.project(row), order })),
  );
  const product = (row: Float64Array, M: readonly Float64Array[], width: number): Float64Array => {
    const sum = new Float64Array(width);
    row.forEach((entry, i) => {
      for (let j = 0; j < width; j++) sum[j]! += entry * M[f + i]![j]!;
    });
    return sum;
  };
  return {
    A,
    B,
    C: rows.map(({ row, order }) => {
      if (order === 2) return product(row, A, 2 * f);
      const own = new Float64Array(2 * f);
      own.set(row, order * f);
      return own;
    }),
    D: rows.map(({ row, order }) => (order === 2 ? product(row, B, none.length) : none.slice())),
    inputs: inputs.flatMap(namesOf),
    outputs: outputs.flatMap(({ of, order }) =>
      namesOf(of).map((name) => ['', 'rate of ', 'acceleration of '][order]! + name),
    ),
  };
}
