import { bodyMotion, bodyQuantities, type Arithmetic } from '../body-quantities.js';
import type { BodyPlace } from '../body-values.js';
import type { BodyProgram } from '../read-body.js';
import type { Bounded } from './constraint.js';
import { UNIT_ROUNDOFF } from './jet-table.js';
import { TaylorMachine } from './machine.js';

/** Rounding error of a unit quaternion, relative to each component. */
const UNIT_LENGTH = 2 * UNIT_ROUNDOFF;

/** Numbers with running error bounds. */
const BOUNDED: Arithmetic<Bounded> = {
  of: (value) => ({ value, error: 0 }),
  add: (a, b) => rounded(a.value + b.value, a.error + b.error),
  multiply: (a, b) =>
    rounded(a.value * b.value, Math.abs(a.value) * b.error + a.error * Math.abs(b.value) + a.error * b.error),
};

const rounded = (value: number, error: number): Bounded => ({ value, error: error + UNIT_ROUNDOFF * Math.abs(value) });

/**
 * All quantities of a body by Taylor arithmetic on its formulas, by the names that `bodyQuantities`
 * gives them. The components of an orientation are taken to be those of a unit quaternion up to
 * rounding. The effect of that rounding on each quantity is part of its bound.
 */
export class TaylorBody {
  readonly #body: BodyProgram;
  readonly #machine: TaylorMachine;

  constructor(body: BodyProgram) {
    this.#body = body;
    const { program, type } = body;
    const coordinates = type.coordinates.flatMap(({ size }) => Array<number>(size).fill(0)).map((_, k) => k);
    const velocities = type.coordinates.flatMap(({ rateSize }) => Array<number>(rateSize).fill(0));
    const { directions } = bodyMotion(body, coordinates.map(BOUNDED.of), velocities, BOUNDED);
    this.#machine = new TaylorMachine(
      program,
      [...coordinates, program.inputs.indexOf('t')],
      directions.map((direction) => direction.map(([input]) => ({ input, slope: 0 }))),
    );
  }

  /** All quantities. `rounding` is the relative error of coordinates and time. */
  at({ x, v, p, t, local }: BodyPlace, rounding = 0): ReadonlyMap<string, readonly Bounded[]> {
    const { program, type } = this.#body;
    const relative = type.coordinates.flatMap(({ kind, size }) =>
      Array<number>(size).fill(Math.max(rounding, kind === 'orientation' ? UNIT_LENGTH : 0)),
    );
    const q = x.map((value, k): Bounded => ({ value, error: relative[k]! * Math.abs(value) }));
    const { rate, acceleration, directions } = bodyMotion(this.#body, q, v, BOUNDED);
    const others = [...[...local, ...p].map(BOUNDED.of), { value: t, error: rounding * Math.abs(t) }];
    const still = others.map((_, k) => BOUNDED.of(k === others.length - 1 ? 1 : 0));
    // Bodies have no formulas in rates, so those inputs are zero.
    const all = (list: readonly Bounded[]): Bounded[] => program.inputs.map((_, k) => list[k] ?? BOUNDED.of(0));
    const motion = { value: all([...q, ...others]), rate: all([...rate, ...still]), acceleration: all(acceleration) };
    this.#machine.run(
      { ...numbers(motion, 'value'), errors: numbers(motion, 'error') },
      directions.map((direction) => direction.map(([input, { value, error }]) => ({ input, slope: value, error }))),
    );
    const machine = this.#machine;
    const rows = {
      value: program.rows.map((k) => ({ value: machine.value(k), error: machine.valueError(k) })),
      rate: program.rows.map((k) => ({ value: machine.rate(k), error: machine.rateError(k) })),
      second: program.rows.map((k) => ({ value: machine.second(k), error: machine.secondError(k) })),
      slopes: program.rows.map((k) =>
        directions.map((_, j) => ({ value: machine.slope(k, j), error: machine.slopeError(k, j) })),
      ),
    };
    return bodyQuantities(this.#body, v, rows, BOUNDED);
  }
}

type Motion<T> = Record<'value' | 'rate' | 'acceleration', readonly T[]>;

/** The values, or the bounds, of the inputs along a motion. */
const numbers = ({ value, rate, acceleration }: Motion<Bounded>, of: keyof Bounded): Motion<number> => ({
  value: value.map((number) => number[of]),
  rate: rate.map((number) => number[of]),
  acceleration: acceleration.map((number) => number[of]),
});
