import { doubleConstant, DOUBLES } from '../doubles.js';
import type { Place, Program } from '../program.js';
import { SINGULAR_ARGUMENTS, SLOPES } from './slopes.js';

/** Unit round-off of doubles. */
export const UNIT_ROUNDOFF = 2 ** -53;
/** Rounding of a function's value and of its slopes, in unit round-offs: libraries err by one or two in the last place. */
const VALUE_ROUNDING = 4 * UNIT_ROUNDOFF;
const SLOPE_ROUNDING = 8 * UNIT_ROUNDOFF;

/** A motion through one configuration: value, rate and acceleration of each input of a program. */
export interface TaylorMotion {
  readonly value: ArrayLike<number>;
  readonly rate: ArrayLike<number>;
  readonly acceleration?: ArrayLike<number>;
  /** Errors that these come with; inputs are exact where it is left out. */
  readonly errors?: Readonly<Record<'value' | 'rate' | 'acceleration', ArrayLike<number>>>;
}

/** How one input changes along a direction: by `slope`, which comes with an `error`, and that by `rate` along the motion. */
export interface Seed {
  readonly input: number;
  readonly slope: number;
  readonly error?: number;
  readonly rate?: number;
}

// Columns of a place: f, ḟ, f̈, and per direction ∂f and ∂ḟ.
const VALUE = 0;
const RATE = 1;
const SECOND = 2;
const FIRST_DIRECTION = 3;

type Operation = Extract<Place, { kind: 'operation' }>;

/**
 * Truncated Taylor arithmetic on a formula's own program, in doubles: each place carries its value, its first and second derivative
 * along a motion, and its derivative along each of several directions with the rate of that (Griewank and Walther, *Evaluating
 * Derivatives*, chapter 13). Beside each number goes a *running error bound*, to first order: what rounding may have made of it, every
 * operation adding its own (Higham, *Accuracy and Stability of Numerical Algorithms*, section 3.3). A number that rounding may have
 * put on either side of a branch, or that is at a kink, has an infinite bound.
 */
export class TaylorMachine {
  readonly #program: Program;
  readonly #columns: number;
  readonly #values: Float64Array;
  readonly #errors: Float64Array;
  /** 1 where a column of a place can differ from zero: the place depends on an input that moves in this column. */
  readonly #active: Uint8Array;
  readonly #slopes = new Float64Array(3);
  readonly #directions: readonly (readonly Seed[])[];

  /** `moving` are the inputs that change along motions. */
  constructor(program: Program, moving: readonly number[], directions: readonly (readonly Seed[])[]) {
    this.#program = program;
    this.#directions = directions;
    this.#columns = FIRST_DIRECTION + 2 * directions.length;
    // Two places more hold the logarithm and the exponent of a power.
    const count = program.places.length + 2;
    this.#values = new Float64Array(count * this.#columns);
    this.#errors = new Float64Array(count * this.#columns);
    this.#active = new Uint8Array(count * this.#columns);
    const masks = [moving, ...directions.map((seeds) => seeds.map(({ input }) => input))].map((inputs) =>
      inputs.reduce((mask, input) => mask | (1n << BigInt(input)), 0n),
    );
    program.dependencies.forEach((dependencies, place) => {
      masks.forEach((mask, k) => {
        if ((dependencies & mask) === 0n) return;
        const first = place * this.#columns + (k === 0 ? RATE : FIRST_DIRECTION + 2 * (k - 1));
        this.#active[first] = this.#active[first + 1] = 1;
      });
    });
    this.#active.fill(1, program.places.length * this.#columns);
  }

  /** Evaluates the program; `seeds` replaces the slopes and rates of the directions, on the same inputs. */
  run(motion: TaylorMotion, seeds = this.#directions): void {
    const { places } = this.#program;
    const columns = this.#columns;
    this.#seed(seeds);
    for (let place = 0, at = 0; place < places.length; place++, at += columns) {
      const node = places[place]!;
      if (node.kind === 'input') {
        this.#values[at] = motion.value[place]!;
        this.#values[at + RATE] = motion.rate[place]!;
        this.#values[at + SECOND] = motion.acceleration?.[place] ?? 0;
        if (motion.errors) {
          this.#errors[at] = motion.errors.value[place]!;
          this.#errors[at + RATE] = motion.errors.rate[place]!;
          this.#errors[at + SECOND] = motion.errors.acceleration[place]!;
        }
      } else if (node.kind === 'constant') {
        const value = doubleConstant(node.text);
        this.#values[at] = value;
        this.#errors[at] = Number.isInteger(value * 2 ** 10) ? 0 : UNIT_ROUNDOFF * Math.abs(value);
      } else this.#operate(node, at);
    }
  }

  value(place: number): number {
    return this.#values[place * this.#columns]!;
  }
  rate(place: number): number {
    return this.#values[place * this.#columns + RATE]!;
  }
  second(place: number): number {
    return this.#values[place * this.#columns + SECOND]!;
  }
  /** The derivative along a direction. */
  slope(place: number, direction: number): number {
    return this.#values[place * this.#columns + FIRST_DIRECTION + 2 * direction]!;
  }
  /** The rate of the derivative along a direction. */
  slopeRate(place: number, direction: number): number {
    return this.#values[place * this.#columns + FIRST_DIRECTION + 2 * direction + 1]!;
  }

  valueError(place: number): number {
    return this.#errors[place * this.#columns]!;
  }
  rateError(place: number): number {
    return this.#errors[place * this.#columns + RATE]!;
  }
  secondError(place: number): number {
    return this.#errors[place * this.#columns + SECOND]!;
  }
  slopeError(place: number, direction: number): number {
    return this.#errors[place * this.#columns + FIRST_DIRECTION + 2 * direction]!;
  }
  slopeRateError(place: number, direction: number): number {
    return this.#errors[place * this.#columns + FIRST_DIRECTION + 2 * direction + 1]!;
  }

  #seed(directions: readonly (readonly Seed[])[]): void {
    directions.forEach((seeds, k) => {
      for (const { input, slope, error = 0, rate = 0 } of seeds) {
        const at = input * this.#columns + FIRST_DIRECTION + 2 * k;
        this.#values[at] = slope;
        this.#errors[at] = error;
        this.#values[at + 1] = rate;
      }
    });
  }

  #operate({ name, args }: Operation, at: number): void {
    const columns = this.#columns;
    const x = args[0]! * columns;
    const y = (args[1] ?? 0) * columns;
    switch (name) {
      case 'add':
        this.#sum(at, x, y, 1);
        return;
      case 'subtract':
        this.#sum(at, x, y, -1);
        return;
      case 'multiply':
        this.#multiply(at, x, y);
        return;
      case 'divide':
        this.#divide(at, x, y);
        return;
      case 'pow':
        this.#power(at, x, y);
        return;
      case 'atan2':
        this.#angle(at, x, y);
        return;
      case 'select':
        this.#select(at, x, y, args[2]! * columns);
        return;
      case 'smaller':
      case 'smallerEq':
      case 'equal':
        this.#compare(name, at, x, y);
        return;
      case 'and':
      case 'or':
      case 'not':
        this.#values[at] = DOUBLES[name](this.#values[x]!, this.#values[y]!);
        this.#errors[at] = Math.max(this.#errors[x]!, name === 'not' ? 0 : this.#errors[y]!);
        return;
      case 'sign':
        this.#sign(at, x);
        return;
      default:
        this.#function(name, at, x);
        return;
    }
  }

  #sum(at: number, x: number, y: number, sign: 1 | -1): void {
    const [v, e] = [this.#values, this.#errors];
    for (let c = 0; c < this.#columns; c++) {
      if (c > 0 && this.#active[at + c] === 0) continue;
      const sum = v[x + c]! + sign * v[y + c]!;
      v[at + c] = sum;
      e[at + c] = e[x + c]! + e[y + c]! + UNIT_ROUNDOFF * Math.abs(sum);
    }
  }

  // Products and quotients: the columns of derivatives follow from those of first order, `p` and `q`, that a second derivative has.

  #multiply(at: number, x: number, y: number): void {
    const [v, e, active] = [this.#values, this.#errors, this.#active];
    for (let c = 0; c < this.#columns; c++) {
      if (c > 0 && active[at + c] === 0) continue;
      let value = 0;
      let error = 0;
      const take = (i: number, j: number, times: number): void => {
        if ((i !== x && active[i] === 0) || (j !== y && active[j] === 0)) return;
        const term = times * v[i]! * v[j]!;
        value += term;
        error +=
          times * (e[i]! * Math.abs(v[j]!) + Math.abs(v[i]!) * e[j]! + e[i]! * e[j]!) +
          2 * UNIT_ROUNDOFF * Math.abs(term);
      };
      if (c === VALUE) take(x, y, 1);
      else {
        take(x + c, y, 1);
        take(x, y + c, 1);
        if (c === SECOND) take(x + RATE, y + RATE, 2);
        else if (c > SECOND && c % 2 === 0) {
          take(x + c - 1, y + RATE, 1);
          take(x + RATE, y + c - 1, 1);
        }
      }
      v[at + c] = value;
      e[at + c] = error;
    }
  }

  /** `f = x/y` solves `f y = x`, and so do its derivatives: `f_c y = x_c − f y_c − (f_p y_q + f_q y_p)`. */
  #divide(at: number, x: number, y: number): void {
    const [v, e, active] = [this.#values, this.#errors, this.#active];
    const divisor = Math.abs(v[y]!);
    // A divisor that may be zero bounds nothing.
    const relative = e[y]! / divisor;
    for (let c = 0; c < this.#columns; c++) {
      if (c > 0 && active[at + c] === 0) continue;
      let value = v[x + c]!;
      let error = e[x + c]!;
      const take = (i: number, j: number, times: number): void => {
        if ((i !== at && active[i] === 0) || active[j] === 0) return;
        const term = times * v[i]! * v[j]!;
        value -= term;
        error += times * (e[i]! * Math.abs(v[j]!) + Math.abs(v[i]!) * e[j]!) + 2 * UNIT_ROUNDOFF * Math.abs(term);
      };
      if (c > 0) {
        take(at, y + c, 1);
        if (c === SECOND) take(at + RATE, y + RATE, 2);
        else if (c > SECOND && c % 2 === 0) {
          take(at + c - 1, y + RATE, 1);
          take(at + RATE, y + c - 1, 1);
        }
      }
      v[at + c] = value / v[y]!;
      const size = Math.abs(v[at + c]!);
      e[at + c] = relative < 0.5 ? 2 * (error / divisor + size * (relative + UNIT_ROUNDOFF)) : Infinity;
    }
  }

  /** A function of one number; see {@link SLOPES}. */
  #function(name: keyof typeof DOUBLES, at: number, x: number): void {
    const slopes = SLOPES[name];
    if (slopes === undefined) throw new Error(`no slopes of "${name}"`);
    const argument = this.#values[x]!;
    const value = DOUBLES[name](argument);
    slopes(argument, value, this.#slopes);
    this.#compose(at, x, value, VALUE_ROUNDING * Math.abs(value));
    if (name === 'negate') this.#errors[at] = this.#errors[x]!;
    if (name === 'abs' && this.#mayVanish(x)) this.#errors.fill(Infinity, at + 1, at + this.#columns);
    for (const singular of SINGULAR_ARGUMENTS[name] ?? []) this.#widen(at, x, singular, DOUBLES[name]);
  }

  /**
   * Near a singular point the bounds of first order say nothing, since rounding may have led there: slopes may be infinite, and the value
   * any between the ends of what the argument may be.
   */
  #widen(at: number, x: number, singular: number, f: (argument: number) => number): void {
    const [argument, dx, value] = [this.#values[x]!, this.#errors[x]!, this.#values[at]!];
    if (!(8 * dx > Math.abs(argument - singular))) return;
    const ends = [argument - dx, argument + dx, singular].map(f).filter((end) => !Number.isNaN(end));
    this.#errors[at] = Math.max(...ends.map((end) => Math.abs(end - value))) + VALUE_ROUNDING * Math.abs(value);
    this.#errors.fill(Infinity, at + 1, at + this.#columns);
  }

  #sign(at: number, x: number): void {
    const mayVanish = this.#mayVanish(x);
    this.#values[at] = Math.sign(this.#values[x]!);
    // Rounding does not act on an argument that is exact.
    this.#errors[at] = mayVanish && this.#errors[x]! > 0 ? Infinity : 0;
    this.#errors.fill(mayVanish ? Infinity : 0, at + 1, at + this.#columns);
  }

  /** True where rounding may have led past zero, or a number is zero. */
  #mayVanish(x: number): boolean {
    return Math.abs(this.#values[x]!) <= this.#errors[x]!;
  }

  /** `f(x)` along the motion and the directions, given `f`, its rounding, and its derivatives `g₁ g₂ g₃`: `f_c = g₁ x_c + g₂ x_p x_q`. */
  #compose(at: number, x: number, value: number, rounding: number): void {
    const [v, e, active] = [this.#values, this.#errors, this.#active];
    const [g1, g2, g3] = this.#slopes as unknown as [number, number, number];
    const dx = e[x]!;
    const [size1, size2] = [Math.abs(g1), Math.abs(g2)];
    const d1 = size2 * dx + SLOPE_ROUNDING * size1;
    const d2 = Math.abs(g3) * dx + SLOPE_ROUNDING * size2;
    v[at] = value;
    // Where the argument is exact, an infinite slope does no harm to the value.
    e[at] = rounding + (dx === 0 ? 0 : size1 * dx + size2 * dx * dx);
    for (let c = 1; c < this.#columns; c++) {
      if (active[at + c] === 0) continue;
      const linear = g1 * v[x + c]!;
      let second = 0;
      let error = d1 * Math.abs(v[x + c]!) + size1 * e[x + c]!;
      if (c === SECOND || (c > SECOND && c % 2 === 0)) {
        const p = x + (c === SECOND ? RATE : c - 1);
        const q = x + RATE;
        if (active[p] === 1 && active[q] === 1) {
          second = g2 * v[p]! * v[q]!;
          error += d2 * Math.abs(v[p]! * v[q]!) + size2 * (e[p]! * Math.abs(v[q]!) + Math.abs(v[p]!) * e[q]!);
        }
      }
      v[at + c] = linear + second;
      e[at + c] = error + 2 * UNIT_ROUNDOFF * (Math.abs(linear) + Math.abs(second));
    }
  }

  /** `x^y`: by the derivatives of a power where `y` does not change, else as `exp(y log x)`. */
  #power(at: number, x: number, y: number): void {
    const [base, exponent] = [this.#values[x]!, this.#values[y]!];
    const value = base ** exponent;
    const uncertain = this.#errors[y]! === 0 ? 0 : Math.abs(value * Math.log(Math.abs(base))) * this.#errors[y]!;
    const rounding = VALUE_ROUNDING * Math.abs(value) + uncertain;
    if (!this.#changes(y)) {
      let factor = 1;
      for (let k = 0; k < 3; k++) {
        factor *= exponent - k;
        this.#slopes[k] = factor === 0 ? 0 : factor * base ** (exponent - k - 1);
      }
      this.#compose(at, x, value, rounding);
      if (!Number.isInteger(exponent) || exponent < 0) this.#widen(at, x, 0, (argument) => argument ** exponent);
      return;
    }
    const logarithm = this.#program.places.length * this.#columns;
    const product = logarithm + this.#columns;
    this.#function('log', logarithm, x);
    this.#multiply(product, y, logarithm);
    this.#slopes.fill(value);
    this.#compose(at, product, value, rounding);
  }

  #changes(place: number): boolean {
    for (let c = 1; c < this.#columns; c++) if (this.#active[place + c] === 1) return true;
    return false;
  }

  /**
   * `f = atan2(y, x)`: `f_c r² = x y_c − y x_c + (x_q y_p − y_q x_p) − f_p (r²)_q` with `r² = x² + y²` and, by the symmetry of second
   * derivatives, any order of `p` and `q`.
   */
  #angle(at: number, y: number, x: number): void {
    const [v, e, active] = [this.#values, this.#errors, this.#active];
    const [X, Y] = [v[x]!, v[y]!];
    const square = X * X + Y * Y;
    const reach = Math.sqrt(square);
    const dx = (e[x]! + e[y]!) / reach;
    v[at] = Math.atan2(Y, X);
    // Beyond half its size, an error may have put the point anywhere around the origin, or across the cut.
    const isNearCut = X < 0 && Math.abs(Y) <= e[y]! && e[y]! > 0;
    e[at] = dx < 0.5 && !isNearCut ? 2 * dx + VALUE_ROUNDING * Math.abs(v[at]) : Infinity;
    for (let c = 1; c < this.#columns; c++) {
      if (active[at + c] === 0) continue;
      let value = 0;
      let error = 0;
      const take = (i: number, j: number, times: number): void => {
        const term = times * v[i]! * v[j]!;
        value += term;
        error +=
          Math.abs(times) * (e[i]! * Math.abs(v[j]!) + Math.abs(v[i]!) * e[j]!) + 3 * UNIT_ROUNDOFF * Math.abs(term);
      };
      take(x, y + c, 1);
      take(y, x + c, -1);
      if (c === SECOND || (c > SECOND && c % 2 === 0)) {
        const p = c === SECOND ? RATE : c - 1;
        take(x + RATE, y + p, 1);
        take(y + RATE, x + p, -1);
        // f_p (r²)_q = 2 f_p (x x_q + y y_q)
        const radial = 2 * (X * v[x + RATE]! + Y * v[y + RATE]!);
        const radialError =
          2 *
            (e[x]! * Math.abs(v[x + RATE]!) +
              Math.abs(X) * e[x + RATE]! +
              e[y]! * Math.abs(v[y + RATE]!) +
              Math.abs(Y) * e[y + RATE]!) +
          4 * UNIT_ROUNDOFF * (Math.abs(X * v[x + RATE]!) + Math.abs(Y * v[y + RATE]!));
        value -= v[at + p]! * radial;
        error += e[at + p]! * Math.abs(radial) + Math.abs(v[at + p]!) * radialError;
      }
      v[at + c] = value / square;
      e[at + c] = dx < 0.25 ? 2 * (error / square + Math.abs(v[at + c]!) * (2 * dx + 3 * UNIT_ROUNDOFF)) : Infinity;
    }
  }

  #compare(name: 'smaller' | 'smallerEq' | 'equal', at: number, x: number, y: number): void {
    const [a, b] = [this.#values[x]!, this.#values[y]!];
    this.#values[at] = DOUBLES[name](a, b);
    const uncertainty = this.#errors[x]! + this.#errors[y]!;
    this.#errors[at] = uncertainty > 0 && Math.abs(a - b) <= uncertainty ? Infinity : 0;
  }

  #select(at: number, condition: number, whenTrue: number, whenFalse: number): void {
    const chosen = this.#values[condition] === 0 ? whenFalse : whenTrue;
    const isCertain = this.#errors[condition]! < Infinity;
    for (let c = 0; c < this.#columns; c++) {
      this.#values[at + c] = this.#values[chosen + c]!;
      this.#errors[at + c] = isCertain ? this.#errors[chosen + c]! : Infinity;
    }
  }
}
