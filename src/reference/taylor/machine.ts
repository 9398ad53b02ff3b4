import { OPERATIONS } from '../operations/index.js';
import type { Place, Program } from '../program.js';
import { constantPlaces } from './constants.js';
import { applyFunction } from './functions.js';
import { FIRST_DIRECTION, JetTable, RATE, SECOND } from './jet-table.js';

/** A motion through one configuration: value, rate and acceleration of each input of a program. */
export interface TaylorMotion {
  readonly value: ArrayLike<number>;
  readonly rate: ArrayLike<number>;
  readonly acceleration?: ArrayLike<number>;
  /** Errors of these numbers; if left out, inputs are exact. */
  readonly errors?: Readonly<Record<'value' | 'rate' | 'acceleration', ArrayLike<number>>>;
}

/**
 * The change of one input along a direction: its `slope` with an `error`, and the `rate` of the
 * slope along the motion.
 */
export interface Seed {
  readonly input: number;
  readonly slope: number;
  readonly error?: number;
  readonly rate?: number;
}

type Operation = Extract<Place, { kind: 'operation' }>;

/**
 * Truncated Taylor arithmetic on a formula's own program, in doubles. Each place carries its value,
 * its first and second derivative along a motion, and its derivative along each of several
 * directions with the rate of that (Griewank and Walther, *Evaluating Derivatives*, chapter 13).
 *
 * Beside each number stands a *running error bound*, to first order, to which every operation adds
 * its own rounding (Higham, *Accuracy and Stability of Numerical Algorithms*, section 3.3). A
 * number that rounding may have put on either side of a branch, or that is at a kink, has an
 * infinite bound.
 */
export class TaylorMachine {
  readonly #program: Program;
  readonly #table: JetTable;
  readonly #directions: readonly (readonly Seed[])[];
  /** 1 for a place that no run changes. */
  readonly #isConstant: Uint8Array;

  /** Creates a machine. `moving` are the inputs that change along motions. */
  constructor(program: Program, moving: readonly number[], directions: readonly (readonly Seed[])[]) {
    this.#program = program;
    this.#directions = directions;
    this.#table = new JetTable(program.places.length, directions.length);
    const masks = [moving, ...directions.map((seeds) => seeds.map(({ input }) => input))].map((inputs) =>
      inputs.reduce((mask, input) => mask | (1n << BigInt(input)), 0n),
    );
    program.dependencies.forEach((dependencies, place) => {
      masks.forEach((mask, k) => {
        if ((dependencies & mask) === 0n) return;
        const first = place * this.#table.columns + (k === 0 ? RATE : FIRST_DIRECTION + 2 * (k - 1));
        this.#table.active[first] = this.#table.active[first + 1] = 1;
      });
    });
    this.#isConstant = new Uint8Array(program.places.length);
    for (const [place, { value, error }] of constantPlaces(program)) {
      this.#isConstant[place] = 1;
      this.#table.values[place * this.#table.columns] = value;
      this.#table.errors[place * this.#table.columns] = error;
    }
  }

  /**
   * Evaluates the program. `seeds` replaces the slopes and rates of the directions, on the same
   * inputs.
   */
  run(motion: TaylorMotion, seeds = this.#directions): void {
    const { places } = this.#program;
    const columns = this.#table.columns;
    this.#seed(seeds);
    for (let place = 0, at = 0; place < places.length; place++, at += columns) {
      const node = places[place]!;
      if (node.kind === 'input') {
        this.#table.values[at] = motion.value[place]!;
        this.#table.values[at + RATE] = motion.rate[place]!;
        this.#table.values[at + SECOND] = motion.acceleration?.[place] ?? 0;
        if (motion.errors) {
          this.#table.errors[at] = motion.errors.value[place]!;
          this.#table.errors[at + RATE] = motion.errors.rate[place]!;
          this.#table.errors[at + SECOND] = motion.errors.acceleration[place]!;
        }
      } else if (node.kind === 'operation' && this.#isConstant[place] === 0) this.#operate(node, at);
    }
  }

  value(place: number): number {
    return this.#table.values[place * this.#table.columns]!;
  }
  rate(place: number): number {
    return this.#table.values[place * this.#table.columns + RATE]!;
  }
  second(place: number): number {
    return this.#table.values[place * this.#table.columns + SECOND]!;
  }
  /** The derivative along a direction. */
  slope(place: number, direction: number): number {
    return this.#table.values[place * this.#table.columns + FIRST_DIRECTION + 2 * direction]!;
  }
  /** The rate of the derivative along a direction. */
  slopeRate(place: number, direction: number): number {
    return this.#table.values[place * this.#table.columns + FIRST_DIRECTION + 2 * direction + 1]!;
  }

  valueError(place: number): number {
    return this.#table.errors[place * this.#table.columns]!;
  }
  rateError(place: number): number {
    return this.#table.errors[place * this.#table.columns + RATE]!;
  }
  secondError(place: number): number {
    return this.#table.errors[place * this.#table.columns + SECOND]!;
  }
  slopeError(place: number, direction: number): number {
    return this.#table.errors[place * this.#table.columns + FIRST_DIRECTION + 2 * direction]!;
  }
  slopeRateError(place: number, direction: number): number {
    return this.#table.errors[place * this.#table.columns + FIRST_DIRECTION + 2 * direction + 1]!;
  }

  #seed(directions: readonly (readonly Seed[])[]): void {
    directions.forEach((seeds, k) => {
      for (const { input, slope, error = 0, rate = 0 } of seeds) {
        const at = input * this.#table.columns + FIRST_DIRECTION + 2 * k;
        this.#table.values[at] = slope;
        this.#table.errors[at] = error;
        this.#table.values[at + 1] = rate;
      }
    });
  }

  #operate({ name, args }: Operation, at: number): void {
    const columns = this.#table.columns;
    const x = args[0]! * columns;
    const y = (args[1] ?? 0) * columns;
    const operation = OPERATIONS[name];
    if ('slopes' in operation) applyFunction(this.#table, operation, at, x);
    else operation.jet(this.#table, at, x, y, (args[2] ?? 0) * columns);
  }
}
