import type { RowLevel } from '../../../runtime/model/constraint-type.js';
import type { Program } from '../program.js';
import type { ConfigurationOf, RowValues } from '../row-values.js';
import type { Bounded } from './jet-table.js';
import { TaylorMachine, type TaylorMotion } from './machine.js';

/** `C Cdot J Jdot gamma` of one configuration, with bounds of their errors. */
export type BoundedValues = RowValues<Bounded>;

const EXACT_ZERO: Bounded = { value: 0, error: 0 };

/**
 * All quantities of a constraint by Taylor arithmetic on its formula.
 *
 * For a row at position level, `C(x, t)`, the directions are the components of the inputs:
 * `Cdot = Ċ`, `gamma = C̈` at zero acceleration, `J = ∂C/∂x`, `Jdot = (∂C/∂x)˙`. For a row at
 * velocity level, `φ(x, ẋ, t)`, they are the rates: `Cdot = φ`, `gamma = φ̇` with `ẋ` fixed,
 * `J = ∂φ/∂ẋ`.
 */
export class TaylorConstraint {
  readonly #program: Program;
  readonly #levels: readonly RowLevel[];
  readonly #width: number;
  /** One machine per level of the rows. */
  readonly #machines: ReadonlyMap<RowLevel, TaylorMachine>;

  /** `width` is the number of components of all inputs. */
  constructor(program: Program, levels: readonly RowLevel[], width: number) {
    this.#program = program;
    this.#levels = levels;
    this.#width = width;
    const time = program.inputs.length - width - 1;
    const components = Array.from({ length: width }, (_, k) => k);
    this.#machines = new Map(
      [...new Set(levels)].map((level) => {
        const first = level === 'velocity' ? time + 1 : 0;
        const directions = components.map((k) => [{ input: first + k, slope: 1 }]);
        return [level, new TaylorMachine(program, [...components, time], directions)];
      }),
    );
  }

  /** All quantities. `rounding` is the relative error of inputs, their rates and time. */
  at({ x, v, p, t }: ConfigurationOf<number>, rounding = 0): BoundedValues {
    const rates = [...v, ...p.map(() => 0), 1, ...v.map(() => 0)];
    const still = rates.map(() => 0);
    const rounded = (value: number): number => rounding * Math.abs(value);
    const motion: TaylorMotion = {
      value: [...x, ...p, t, ...v],
      rate: rates,
      errors: {
        value: [...x.map(rounded), ...p.map(() => 0), rounded(t), ...v.map(rounded)],
        rate: still,
        acceleration: still,
      },
    };
    for (const machine of this.#machines.values()) machine.run(motion);
    const each = <T>(read: (machine: TaylorMachine, place: number, isVelocity: boolean) => T): T[] =>
      this.#program.rows.map((place, row) => {
        const level = this.#levels[row]!;
        return read(this.#machines.get(level)!, place, level === 'velocity');
      });
    const columns = <T>(read: (k: number) => T): T[] => Array.from({ length: this.#width }, (_, k) => read(k));
    const value = (m: TaylorMachine, k: number): Bounded => ({ value: m.value(k), error: m.valueError(k) });
    const rate = (m: TaylorMachine, k: number): Bounded => ({ value: m.rate(k), error: m.rateError(k) });
    const second = (m: TaylorMachine, k: number): Bounded => ({ value: m.second(k), error: m.secondError(k) });
    return {
      C: each((m, k, isVelocity) => (isVelocity ? EXACT_ZERO : value(m, k))),
      Cdot: each((m, k, isVelocity) => (isVelocity ? value(m, k) : rate(m, k))),
      gamma: each((m, k, isVelocity) => (isVelocity ? rate(m, k) : second(m, k))),
      J: each((m, k) => columns((i) => ({ value: m.slope(k, i), error: m.slopeError(k, i) }))),
      Jdot: each((m, k) => columns((i) => ({ value: m.slopeRate(k, i), error: m.slopeRateError(k, i) }))),
    };
  }
}
