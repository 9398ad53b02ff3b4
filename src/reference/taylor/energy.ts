import { hessianBlocks } from '../hessian-entries.js';
import type { Program } from '../program.js';
import type { ConfigurationOf } from '../row-values.js';
import type { Bounded } from './jet-table.js';
import { TaylorMachine, type TaylorMotion } from './machine.js';

/**
 * All quantities of an energy by Taylor arithmetic on its formulas, in the order of the kernels: `V`,
 * `g = ∂V/∂x`, and `H = ∂²V/∂x∂x`, whose column `j` is the rate of `g` along the motion `ẋ = e_j`;
 * with damping `D` and `d = ∂D/∂ẋ`.
 */
export class TaylorEnergy {
  readonly #rows: readonly number[];
  readonly #inputs: readonly { readonly size: number }[];
  readonly #byValues: TaylorMachine;
  readonly #byRates: TaylorMachine | undefined;

  /** `program` has the row of `V`, then that of the damping if there is one. */
  constructor(program: Program, inputs: readonly { readonly size: number }[]) {
    const width = inputs.reduce((sum, { size }) => sum + size, 0);
    const time = program.inputs.length - width - 1;
    const components = Array.from({ length: width }, (_, k) => k);
    const along = (first: number): TaylorMachine =>
      new TaylorMachine(
        program,
        components,
        components.map((k) => [{ input: first + k, slope: 1 }]),
      );
    this.#rows = program.rows;
    this.#inputs = inputs;
    this.#byValues = along(0);
    this.#byRates = program.rows.length > 1 ? along(time + 1) : undefined;
  }

  /** All quantities. `rounding` is the relative error of inputs, their rates and time. */
  at({ x, v, p, t }: ConfigurationOf<number>, rounding = 0): ReadonlyMap<string, readonly Bounded[]> {
    const still = [...x, ...p, t, ...v].map(() => 0);
    const rounded = (value: number): number => rounding * Math.abs(value);
    const at = {
      value: [...x, ...p, t, ...v],
      errors: {
        value: [...x.map(rounded), ...p.map(() => 0), rounded(t), ...v.map(rounded)],
        rate: still,
        acceleration: still,
      },
    };
    const [V, damping] = this.#rows as readonly [number, number?];
    const machine = this.#byValues;
    const columns = x.map((_, j) => {
      machine.run({ ...at, rate: still.map((__, k) => (k === j ? 1 : 0)) } satisfies TaylorMotion);
      return x.map((__, i): Bounded => ({ value: machine.slopeRate(V, i), error: machine.slopeRateError(V, i) }));
    });
    const slopes = (of: TaylorMachine, row: number): Bounded[] =>
      this.#evened(x.map((_, i) => ({ value: of.slope(row, i), error: of.slopeError(row, i) })));
    const values = new Map<string, readonly Bounded[]>([
      ['V', [{ value: machine.value(V), error: machine.valueError(V) }]],
      ['g', slopes(machine, V)],
      [
        'H',
        hessianBlocks(this.#inputs).flatMap((block) => evened(block.map(([row, column]) => columns[column]![row]!))),
      ],
    ]);
    const byRates = this.#byRates;
    if (byRates === undefined || damping === undefined) return values;
    byRates.run({ ...at, rate: still });
    return values
      .set('D', [{ value: byRates.value(damping), error: byRates.valueError(damping) }])
      .set('d', slopes(byRates, damping));
  }

  /** The bounds of each input raised to the largest of them. */
  #evened(all: readonly Bounded[]): Bounded[] {
    let end = 0;
    return this.#inputs.flatMap(({ size }) => evened(all.slice(end, (end += size))));
  }
}

/** Each bound raised to the largest: numbers that are computed as one vector or block; see `normwise`. */
function evened(block: readonly Bounded[]): Bounded[] {
  const largest = Math.max(...block.map(({ error }) => (error < Infinity ? error : 0)));
  return block.map(({ value, error }) => ({ value, error: Math.max(error, largest) }));
}
