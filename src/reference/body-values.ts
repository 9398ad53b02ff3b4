import { exact, powerOfTen, type BigNumber } from './big.js';
import { bodyMotion, bodyQuantities, type Arithmetic } from './body-quantities.js';
import { ReferenceMachine } from './machine.js';
import type { BodyProgram } from './read-body.js';

/**
 * A configuration of a body: components of its coordinates, velocities, components of its
 * parameters, time, and the place on the body.
 */
export interface BodyPlace {
  readonly x: readonly number[];
  readonly v: readonly number[];
  readonly p: readonly number[];
  readonly t: number;
  readonly local: readonly number[];
}

const BIG: Arithmetic<BigNumber> = {
  of: exact,
  add: (a, b) => a.plus(b),
  multiply: (a, b) => a.times(b),
};

/** The shift of an input, by its index. */
type Shift = readonly [index: number, shift: BigNumber];
type Shifting = (h: BigNumber) => readonly Shift[];

/** Step of the differences: see `referenceValues`. */
const STEP = powerOfTen(-15);
const HALF_SQUARE = STEP.times(STEP).div(2);

/**
 * The quantities of a body at 64 digits, from the text of its formulas: central differences along
 * the motion and along each velocity.
 */
export class BodyReference {
  readonly #body: BodyProgram;
  readonly #machine: ReferenceMachine;

  constructor(body: BodyProgram) {
    this.#body = body;
    this.#machine = new ReferenceMachine(body.program);
  }

  at({ x, v, p, t, local }: BodyPlace): ReadonlyMap<string, readonly BigNumber[]> {
    const q = x.map(exact);
    const inputs = [...q, ...[...local, ...p, t].map(exact)];
    const { program, isPlain, kinetic, dissipation } = this.#body;
    const first = inputs.length;
    const rates = Array.from({ length: program.inputs.length - first }, (_, k) =>
      exact((isPlain ? v[k] : undefined) ?? 0),
    );
    const value = this.#machine.moveTo([...inputs, ...rates]).slice();
    const { rate, acceleration, directions } = bodyMotion(this.#body, q, v, BIG);
    const time = inputs.length - 1;
    const motion = (h: BigNumber): Shift[] => [
      ...rate.map((speed, k) => [k, speed.times(h).plus(acceleration[k]!.times(HALF_SQUARE))] as const),
      [time, h],
    ];
    const alongMotion = (h: BigNumber): readonly BigNumber[] => this.#machine.perturbed(motion(h));
    const alongRate =
      (j: number) =>
      (h: BigNumber): Shift[] => [[first + j, h]];
    const [forth, back] = [alongMotion(STEP), alongMotion(STEP.neg())];
    const columns = directions.map((direction) => {
      const along = (h: BigNumber): readonly BigNumber[] =>
        this.#machine.perturbed(direction.map(([k, slope]) => [k, slope.times(h)] as const));
      const [plus, minus] = [along(STEP), along(STEP.neg())];
      return value.map((_, r) => plus[r]!.minus(minus[r]!).div(STEP.times(2)));
    });
    const rows = {
      value,
      rate: value.map((_, r) => forth[r]!.minus(back[r]!).div(STEP.times(2))),
      second: value.map((centre, r) => forth[r]!.plus(back[r]!).minus(centre.times(2)).div(HALF_SQUARE.times(2))),
      slopes: value.map((_, r) => columns.map((column) => column[r]!)),
      damping: dissipation === undefined ? undefined : v.map((_, j) => this.#slope(dissipation, alongRate(j))),
      kinetic:
        kinetic === undefined
          ? undefined
          : {
              momentumRates: v.map((_, j) => this.#mixed(kinetic, alongRate(j), motion)),
              M: v.flatMap((_, i) => v.map((__, j) => this.#mixed(kinetic, alongRate(i), alongRate(j)))),
            },
    };
    return bodyQuantities(this.#body, v, rows, BIG);
  }

  /** The derivative of a row along a direction. */
  #slope(row: number, along: Shifting): BigNumber {
    const at = (h: BigNumber): BigNumber => this.#machine.perturbed(along(h))[row]!;
    return at(STEP).minus(at(STEP.neg())).div(STEP.times(2));
  }

  /** The second derivative of a row along two directions. */
  #mixed(row: number, a: Shifting, b: Shifting): BigNumber {
    return this.#slopeOfSlope(row, a, b, STEP)
      .minus(this.#slopeOfSlope(row, a, b, STEP.neg()))
      .div(STEP.times(2));
  }

  #slopeOfSlope(row: number, a: Shifting, b: Shifting, step: BigNumber): BigNumber {
    return this.#slope(row, (h) => [...a(h), ...b(step)]);
  }
}
