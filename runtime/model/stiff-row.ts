import { checkList } from '../base/check.js';
import type { DirectionConnector, PointConnector, ScalarConnector } from './connector.js';
import { bindingOf, Constraint } from './constraint.js';
import type { ConstraintBinding } from './constraint-binding.js';
import type { ConstraintKernel, ConstraintType } from './constraint-type.js';

/**
 * A coordinate `x` along which a force is stiff, such as the length of a spring. Along it the force
 * acts with `f(x, ẋ)`, and `velocityStep` takes it at the end of the step: it solves for
 * `f − (h stiffness + damping) Δẋ` instead of `f`, so that no step is too long for it.
 *
 * `apply` keeps slopes, stiffness and damping up to date.
 */
export interface StiffRow {
  /** The points, directions and scalars that `x` depends on. */
  readonly connectors: readonly (PointConnector | DirectionConnector | ScalarConnector)[];
  /**
   * Derivatives of `x` by the connectors' values, one connector after the other: for the distance
   * from `a` to `b` the unit vector `−u`, then `u`.
   */
  readonly slopes: Float64Array;
  /** `−∂f/∂x ≥ 0`, in N/m where `x` is a length. */
  stiffness: number;
  /** `−∂f/∂ẋ ≥ 0`, in N·s/m where `x` is a length. */
  damping: number;
}

/** The stiff rows of a force; a function of the world for a force that acts on all its bodies. */
export type StiffRows<World> = readonly StiffRow[] | ((world: World) => readonly StiffRow[]);

/** `C = 0`, `Cdot = slopes · v`, `J = slopes`, which are the parameters. */
function kernelOf(sizes: readonly number[]): ConstraintKernel {
  const width = sizes.reduce((sum, size) => sum + size, 0);
  return (count, slots, _x, v, p, _t, C, Cdot, J, gamma) => {
    for (let k = 0; k < count; k++) {
      let at = k * width;
      let rate = 0;
      for (let i = 0; i < sizes.length; i++) {
        const slot = slots[k * sizes.length + i]!;
        for (let c = 0; c < sizes[i]!; c++, at++) {
          J[at] = p[at]!;
          rate += p[at]! * v[slot + c]!;
        }
      }
      C[k] = 0;
      Cdot[k] = rate;
      gamma[k] = 0;
    }
  };
}

const types = new Map<string, ConstraintType>();

/** Returns the type of all rows with as many connectors of the same kinds and sizes. */
function typeOf({ connectors }: StiffRow): ConstraintType {
  const key = connectors.map(({ kind, size }) => `${kind} ${size}`).join();
  let type = types.get(key);
  if (type) return type;
  const sizes = connectors.map(({ size }) => size);
  type = {
    name: 'StiffRow',
    summary: 'A coordinate along which a force is stiff.',
    rows: 1,
    levels: ['velocity'],
    inputs: connectors.map(({ kind, size }, i) => ({ name: `x${i}`, kind, size })),
    params: [{ name: 'slopes', kind: 'vector', size: sizes.reduce((sum, size) => sum + size, 0) }],
    formula: { C: [], where: {}, sample: {} },
    dependsOnTime: false,
    kernel: kernelOf(sizes),
  };
  types.set(key, type);
  return type;
}

/** A stiff row as a row of the equations of impulses. */
export class StiffConstraint extends Constraint {
  readonly row: StiffRow;
  readonly #binding: ConstraintBinding;

  constructor(row: StiffRow) {
    const inputs = Object.fromEntries(row.connectors.map((connector, i) => [`x${i}`, connector]));
    super(typeOf(row), { ...inputs, slopes: row.slopes.map(() => 0) });
    this.row = row;
    this.#binding = bindingOf(this);
  }

  /** Writes `factor · slopes` to where the kernel reads them. */
  setSlopes(factor: number): void {
    const { slopes } = this.row;
    const { values, offset } = this.#binding;
    for (let i = 0; i < slopes.length; i++) values[offset + i] = factor * slopes[i]!;
  }
}

/**
 * Returns the stiff rows of `forces` in `world`. Those that act on something that was removed, or
 * on another world, are left out: the error for that is thrown by `apply`. Throws E_LIST where a
 * function returns something else.
 */
export function stiffConstraints<World extends object>(
  forces: readonly { readonly stiffRows?: StiffRows<World> }[],
  world: World,
): StiffConstraint[] {
  return forces
    .flatMap(({ stiffRows = [] }) =>
      typeof stiffRows === 'function'
        ? (checkList(stiffRows(world), 'The list of stiff rows of a force', 'stiff rows') as readonly StiffRow[])
        : stiffRows,
    )
    .filter(({ connectors }) => connectors.every((connector) => !connector.removed && connector.world === world))
    .map((row) => new StiffConstraint(row));
}
