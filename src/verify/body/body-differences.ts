import type { BodyType } from '../../../runtime/bodies/body-type.js';
import { firstDerivative, secondDerivative, STEPS, type DifferenceEstimate } from '../extrapolated-difference.js';
import type { DifferenceCheck, Place } from '../report.js';
import { Tally, type Comparison } from '../tally.js';
import { displaced, rateWidth, type BodyConfiguration } from './body-configuration.js';
import type { BodyEvaluation, BodyEvaluator } from './body-evaluation.js';

/** What the checks of one sample start from. */
export interface BodySample {
  readonly index: number;
  readonly at: BodyConfiguration;
  readonly analytic: BodyEvaluation;
  readonly scales: Readonly<Record<string, number>>;
}

type Placing = (comparison: Comparison) => Place;

/**
 * Each quantity of a body against differences, `e_j` the unit velocities and `τ` the time along the motion at `v̇ = 0`:
 *
 *     rate = dx/dτ      B = dx along e_j      bias = d²x/dτ² = drate/dτ      weight = dmoment along e_j
 *     M_ij = ∂²T/∂v_i ∂v_j
 *     Q_i = −dp_i/dτ + (ω × p)_i + ∂T/∂e_i − ∂V/∂e_i,      p_i = ∂T/∂v_i
 *
 * The last line is Lagrange's equation; for an orientation, whose velocities are no derivatives of coordinates, Hamel's (Greenwood, *Advanced
 * Dynamics*, section 4.3), where alone the term in `ω` appears. It knows nothing of masses, points and their biases: `M` and `Q` come from the
 * energies alone.
 */
export class BodyDifferences {
  readonly #type: BodyType;
  readonly #evaluator: BodyEvaluator;
  readonly #tallies = new Map<string, Tally<string>>();
  readonly #nv: number;

  constructor(type: BodyType, evaluator: BodyEvaluator) {
    this.#type = type;
    this.#evaluator = evaluator;
    this.#nv = rateWidth(type);
  }

  add(sample: BodySample): void {
    const { at, analytic } = sample;
    const along = (w: readonly number[], dt: number): Stencil =>
      new Stencil((h) => this.#evaluator.at(displaced(this.#type, at, w, h, h * dt)));
    const motion = along(at.v, 1);
    const units = at.v.map((_, j) => at.v.map((__, k) => (k === j ? 1 : 0)));
    const each = units.map((unit) => along(unit, 0));

    for (const { name, size } of this.#type.connectors)
      for (let c = 0; c < size; c++) {
        const noise = sample.scales[name]!;
        const rateNoise = sample.scales[`${name} rate`]!;
        this.#compare(sample, `${name} rate`, 'differences along the motion', name, c, motion.first(name, c, noise));
        this.#compare(sample, `${name} bias`, 'second differences', name, c, motion.second(name, c, noise));
        const ofRate = motion.first(`${name} rate`, c, rateNoise);
        this.#compare(sample, `${name} bias`, 'differences of the rate', `${name} rate`, c, ofRate);
        each.forEach((stencil, j) => {
          const difference = stencil.first(name, c, noise);
          this.#compare(sample, `${name} B`, 'differences along each velocity', name, c * this.#nv + j, difference);
        });
      }
    analytic['moment']!.forEach((_, c) => {
      each.forEach((stencil, j) => {
        const difference = stencil.first('moment', c, sample.scales['moment']!);
        this.#compare(sample, 'weight', 'differences of the moment', 'moment', c * this.#nv + j, difference);
      });
    });
    this.#compareMass(sample, units);
    this.#compareForce(sample, each);
  }

  /** `T` is quadratic in the velocities, so that its differences are exact but for rounding. */
  #compareMass(sample: BodySample, units: readonly (readonly number[])[]): void {
    const { at } = sample;
    const energy = (a: readonly number[], b: readonly number[]): number =>
      this.#evaluator.at({ ...at, v: at.v.map((_, k) => a[k]! + b[k]!) })['T']![0]!;
    units.forEach((a, i) => {
      units.forEach((b, j) => {
        const opposite = b.map((x) => -x);
        // At zero velocity: T(a + b) − T(a − b) = 2 aᵀ M b + what is linear in b, which the second line takes out.
        const there = energy(a, b) - energy(a, opposite);
        const back = energy(negated(a), b) - energy(negated(a), opposite);
        const value = (there - back) / 4;
        const estimate = 2 ** -50 * (sample.scales['M']! + sample.scales['T']!);
        this.#compare(sample, 'M', 'differences of T by the velocities', 'T', i * this.#nv + j, { value, estimate });
      });
    });
  }

  #compareForce(sample: BodySample, each: readonly Stencil[]): void {
    const { at, scales } = sample;
    const noise = scales['T']! + scales['M']!;
    const momentum = (where: BodyConfiguration, i: number): number => {
      const push = (by: number): number =>
        this.#evaluator.at({ ...where, v: where.v.map((x, k) => (k === i ? x + by : x)) })['T']![0]!;
      return (push(1) - push(-1)) / 2;
    };
    const turning = this.#turning(at, (i) => momentum(at, i));
    at.v.forEach((_, i) => {
      const pi = new Stencil((h) => ({
        p: Float64Array.of(momentum(displaced(this.#type, at, at.v, h, h), i)),
      })).first('p', 0, noise);
      const slopeT = each[i]!.first('T', 0, noise);
      const slopeV = each[i]!.first('V', 0, scales['V']!);
      const value = -pi.value + turning[i]! + slopeT.value - slopeV.value;
      const estimate = pi.estimate + slopeT.estimate + slopeV.estimate + 2 ** -50 * noise;
      this.#compare(sample, 'Q', "Lagrange's equations from T and V", 'T', i, { value, estimate });
    });
  }

  /** `ω × p` at the velocities of an orientation, zero elsewhere. */
  #turning(at: BodyConfiguration, momentum: (i: number) => number): number[] {
    const terms: number[] = [];
    for (const { kind, rateSize } of this.#type.coordinates) {
      const j = terms.length;
      if (kind !== 'orientation') {
        for (let c = 0; c < rateSize; c++) terms.push(0);
        continue;
      }
      const [a, b] = [at.v.slice(j, j + 3), [0, 1, 2].map((c) => momentum(j + c))];
      for (const [y, z] of [
        [1, 2],
        [2, 0],
        [0, 1],
      ] as const)
        terms.push(a[y]! * b[z]! - a[z]! * b[y]!);
    }
    return terms;
  }

  #compare(
    sample: BodySample,
    quantity: string,
    name: string,
    from: string,
    entry: number,
    difference: DifferenceEstimate,
  ): void {
    const key = `${quantity}: ${name}`;
    let tally = this.#tallies.get(key);
    // Constant Jacobians and mass matrices have differences that are exact.
    if (tally === undefined)
      this.#tallies.set(key, (tally = new Tally<string>({ quantity, name, from, mayBeEqual: quantity === 'M' })));
    tally.add({
      sample: sample.index,
      at: sample.at,
      entry: { row: entry },
      analytic: sample.analytic[quantity]![entry]!,
      difference,
      scale: sample.scales[quantity]!,
      sourceScale: sample.scales[from]!,
    });
  }

  /** The checks of each quantity. */
  results(placeOf: Placing): ReadonlyMap<string, readonly DifferenceCheck[]> {
    const results = new Map<string, DifferenceCheck[]>();
    for (const tally of this.#tallies.values()) {
      const { quantity } = tally.method;
      results.set(quantity, [...(results.get(quantity) ?? []), tally.result(placeOf)]);
    }
    return results;
  }
}

const negated = (values: readonly number[]): number[] => values.map((x) => -x);

/** Values at the points of a symmetric stencil. */
class Stencil {
  readonly #centre: BodyEvaluation;
  readonly #plus: readonly BodyEvaluation[];
  readonly #minus: readonly BodyEvaluation[];

  constructor(at: (h: number) => BodyEvaluation) {
    this.#centre = at(0);
    this.#plus = STEPS.map((step) => at(step));
    this.#minus = STEPS.map((step) => at(-step));
  }

  first(name: string, entry: number, noise: number): DifferenceEstimate {
    return firstDerivative(this.#values(name, entry), noise);
  }

  second(name: string, entry: number, noise: number): DifferenceEstimate {
    return secondDerivative(this.#values(name, entry), noise);
  }

  #values(name: string, entry: number): Parameters<typeof firstDerivative>[0] {
    const value = (evaluation: BodyEvaluation): number => evaluation[name]![entry]!;
    return { unit: 1, centre: value(this.#centre), plus: this.#plus.map(value), minus: this.#minus.map(value) };
  }
}
