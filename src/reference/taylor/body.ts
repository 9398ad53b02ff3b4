import { bodyMotion, bodyQuantities, type Arithmetic, type KineticRow } from '../body-quantities.js';
import type { BodyPlace } from '../body-values.js';
import type { BodyProgram } from '../read-body.js';
import type { Bounded } from './jet-table.js';
import { UNIT_ROUNDOFF } from './jet-table.js';
import { TaylorMachine, type Seed } from './machine.js';

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
  /** Directions of the rates, where formulas have any. */
  readonly #rates: readonly (readonly Seed[])[];

  constructor(body: BodyProgram) {
    this.#body = body;
    const { program, type } = body;
    const coordinates = type.coordinates.flatMap(({ size }) => Array<number>(size).fill(0)).map((_, k) => k);
    const velocities = type.coordinates.flatMap(({ rateSize }) => Array<number>(rateSize).fill(0));
    const { directions } = bodyMotion(body, coordinates.map(BOUNDED.of), velocities, BOUNDED);
    const time = program.inputs.indexOf('t');
    const hasRates = body.kinetic !== undefined || body.dissipation !== undefined;
    this.#rates = hasRates ? velocities.map((_, j) => [{ input: time + 1 + j, slope: 1 }]) : [];
    this.#machine = new TaylorMachine(
      program,
      [...coordinates, time],
      [...directions.map((direction) => direction.map(([input]) => ({ input, slope: 0 }))), ...this.#rates],
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
    // Inputs that are rates of no coordinate are zero.
    const all = (list: readonly Bounded[]): Bounded[] => program.inputs.map((_, k) => list[k] ?? BOUNDED.of(0));
    const machine = this.#machine;
    const seeds = directions.map((direction) =>
      direction.map(([input, { value, error }]): Seed => ({ input, slope: value, error })),
    );
    /** Evaluates with the rates `w` in the formulas, along the motion with the velocities `v`. */
    const run = (w: readonly number[]): void => {
      const rates = this.#rates.length > 0 ? w.map(BOUNDED.of) : [];
      const motion = {
        value: all([...q, ...others, ...rates]),
        rate: all([...rate, ...still]),
        acceleration: all(acceleration),
      };
      machine.run({ ...numbers(motion, 'value'), errors: numbers(motion, 'error') }, [...seeds, ...this.#rates]);
    };
    const kinetic = this.#kineticRow(v, directions.length, run);
    run(v);
    const rows = {
      value: program.rows.map((k) => ({ value: machine.value(k), error: machine.valueError(k) })),
      rate: program.rows.map((k) => ({ value: machine.rate(k), error: machine.rateError(k) })),
      second: program.rows.map((k) => ({ value: machine.second(k), error: machine.secondError(k) })),
      slopes: program.rows.map((k) =>
        directions.map((_, j) => ({ value: machine.slope(k, j), error: machine.slopeError(k, j) })),
      ),
      damping: this.#slopesByRates(this.#body.dissipation, directions.length),
      kinetic,
    };
    return bodyQuantities(this.#body, v, rows, BOUNDED);
  }

  /** The slopes of a row along the rates at the last evaluation; those of rates begin at `first`. */
  #slopesByRates(row: number | undefined, first: number): Bounded[] | undefined {
    if (row === undefined) return undefined;
    const [machine, k] = [this.#machine, this.#body.program.rows[row]!];
    return this.#rates.map((_, j) => ({ value: machine.slope(k, first + j), error: machine.slopeError(k, first + j) }));
  }

  /** `∂²T/∂v_i ∂v_j` is half the difference of `∂T/∂v_i` at the rates `e_j` and `−e_j`. */
  #kineticRow(
    v: readonly number[],
    first: number,
    run: (w: readonly number[]) => void,
  ): KineticRow<Bounded> | undefined {
    const { kinetic, program } = this.#body;
    if (kinetic === undefined) return undefined;
    const momentaAt = (w: readonly number[]): Bounded[] => {
      run(w);
      return this.#slopesByRates(kinetic, first)!;
    };
    const { add, multiply, of } = BOUNDED;
    const columns = v.map((_, j) => {
      const [plus, minus] = [1, -1].map((sign) => momentaAt(v.map((__, i) => (i === j ? sign : 0))));
      return v.map((__, i) => multiply(of(0.5), add(plus![i]!, multiply(of(-1), minus![i]!))));
    });
    run(v);
    const [machine, k] = [this.#machine, program.rows[kinetic]!];
    const momentumRates = this.#rates.map((_, j) => ({
      value: machine.slopeRate(k, first + j),
      error: machine.slopeRateError(k, first + j),
    }));
    return { momentumRates, M: v.flatMap((_, i) => columns.map((column) => column[i]!)) };
  }
}

type Motion<T> = Record<'value' | 'rate' | 'acceleration', readonly T[]>;

/** The values, or the bounds, of the inputs along a motion. */
const numbers = ({ value, rate, acceleration }: Motion<Bounded>, of: keyof Bounded): Motion<number> => ({
  value: value.map((number) => number[of]),
  rate: rate.map((number) => number[of]),
  acceleration: acceleration.map((number) => number[of]),
});
