import type { BodyType } from '../../../runtime/model/bodies/body-type.js';
import { positionName } from '../../reference/body-quantities.js';
import { UNIT_ROUNDOFF } from '../../reference/taylor/jet-table.js';
import {
  firstDerivative,
  secondDerivative,
  stencilNoise,
  STEPS,
  type DifferenceEstimate,
} from '../extrapolated-difference.js';
import type { DifferenceCheck, Place } from '../report.js';
import { Tally, type Comparison } from '../tally.js';
import { sizeOfTerms } from '../tolerance.js';
import { displaced, rateWidth, type BodyConfiguration } from '../../sampling/body-configuration.js';
import type { BodyEvaluation } from '../../sampling/body-evaluation.js';

/** One sample, with the data that its checks start from. */
export interface BodySample {
  readonly index: number;
  readonly at: BodyConfiguration;
  readonly analytic: BodyEvaluation;
  /** Bounds on the formulas' own rounding in each quantity. */
  readonly bounds: BodyEvaluation;
  /** The same bounds for rounded coordinates, as those of differences are. */
  readonly noise: BodyEvaluation;
}

/** Numbers by the names of the quantities, at any configuration. */
type Evaluate = (at: BodyConfiguration) => BodyEvaluation;

/**
 * A number at each configuration, with a bound on its rounding that follows from those of all
 * quantities.
 */
interface Reading {
  readonly value: (at: BodyConfiguration) => number;
  readonly bound: (at: BodyConfiguration, bounds: Evaluate) => number;
}

type Placing = (comparison: Comparison) => Place;

/**
 * Compares each quantity of a body with differences, `e_j` the unit velocities and `τ` the time
 * along the motion at `v̇ = 0`:
 *
 *     rate = dx/dτ      B = dx along e_j      bias = d²x/dτ² = drate/dτ
 *     weight = dmoment along e_j
 *     M_ij = ∂²T/∂v_i ∂v_j
 *     Q_i = −dp_i/dτ + (ω × p)_i + ∂T/∂e_i − ∂V/∂e_i,      p_i = ∂T/∂v_i
 *
 * The last line is Lagrange's equation. The velocities of an orientation are no derivatives of
 * coordinates, so for them it is Hamel's equation (Greenwood, *Advanced Dynamics*, section 4.3), in
 * which alone the term in `ω` appears. The equation contains no masses, points or biases: `M` and
 * `Q` come from the energies alone. So `Q` is not compared where there is a dissipation.
 */
export class BodyDifferences {
  readonly #type: BodyType;
  readonly #evaluate: Evaluate;
  readonly #noise: Evaluate;
  readonly #tallies = new Map<string, Tally<string>>();
  readonly #nv: number;

  constructor(type: BodyType, evaluate: Evaluate, noise: Evaluate) {
    this.#type = type;
    this.#evaluate = remembering(evaluate);
    this.#noise = remembering(noise);
    this.#nv = rateWidth(type);
  }

  add(sample: BodySample): void {
    const { at, analytic } = sample;
    const motion = this.#stencil(at, at.v, 1);
    const units = at.v.map((_, j) => at.v.map((__, k) => (k === j ? 1 : 0)));
    const each = units.map((unit) => this.#stencil(at, unit, 0));
    /** Compares an entry with differences of an entry of another quantity. */
    const compare = (
      [quantity, entry]: Entry,
      method: string,
      [from, e]: Entry,
      stencil: Stencil,
      derivative = firstDerivative,
    ): void => {
      const reading = this.#entry(from, e);
      this.#compare(sample, quantity, method, from, entry, (bounds) =>
        difference(stencil, reading, bounds, derivative),
      );
    };

    for (const { name, size } of this.#type.connectors)
      for (let c = 0; c < size; c++) {
        const [position, rate, bias] = [positionName(name), `${name} rate`, `${name} bias`];
        compare([rate, c], 'differences along the motion', [position, c], motion);
        compare([bias, c], 'second differences', [position, c], motion, secondDerivative);
        compare([bias, c], 'differences of the rate', [rate, c], motion);
        each.forEach((stencil, j) => {
          compare([`${name} B`, c * this.#nv + j], 'differences along each velocity', [position, c], stencil);
        });
      }
    analytic['moment']!.forEach((_, c) => {
      each.forEach((stencil, j) => {
        compare(['weight', c * this.#nv + j], 'differences of the moment', ['moment', c], stencil);
      });
    });
    this.#compareMass(sample, units);
    // The dissipation is in no energy: there the reference alone knows it.
    if (this.#type.formula.dissipation === undefined) this.#compareForce(sample, motion, each);
  }

  /** The points of a stencil along velocities `w`. */
  #stencil(at: BodyConfiguration, w: readonly number[], dt: number): Stencil {
    const point = (h: number): BodyConfiguration => displaced(this.#type, at, w, h, h * dt);
    return { centre: point(0), plus: STEPS.map(point), minus: STEPS.map((step) => point(-step)) };
  }

  #entry(name: string, entry: number): Reading {
    return {
      value: (at) => this.#evaluate(at)[name]![entry]!,
      bound: (at, bounds) => bounds(at)[name]![entry]!,
    };
  }

  /**
   * Checks the mass matrix. `T` is quadratic in the velocities, so its differences are exact but
   * for rounding.
   */
  #compareMass(sample: BodySample, units: readonly (readonly number[])[]): void {
    const { at } = sample;
    const T = this.#entry('T', 0);
    units.forEach((a, i) => {
      units.forEach((b, j) => {
        // At zero velocity T(a + b) − T(a − b) = 2 aᵀ M b plus terms linear in b, which the other
        // two remove.
        const terms = [1, -1].flatMap((s) =>
          [1, -1].map((r) => ({ sign: s * r, at: { ...at, v: at.v.map((_, k) => s * a[k]! + r * b[k]!) } })),
        );
        this.#compare(sample, 'M', 'differences of T by the velocities', 'T', i * this.#nv + j, (bounds) => ({
          value: terms.reduce((sum, term) => sum + term.sign * T.value(term.at), 0) / 4,
          ...certain(terms.reduce((sum, term) => sum + rounding(T, term.at, bounds), 0) / 4),
        }));
      });
    });
  }

  #compareForce(sample: BodySample, motion: Stencil, each: readonly Stencil[]): void {
    const { at } = sample;
    const [T, V] = [this.#entry('T', 0), this.#entry('V', 0)];
    const momenta = at.v.map((_, i): Reading => {
      const pushed = (from: BodyConfiguration, by: number): BodyConfiguration => ({
        ...from,
        v: from.v.map((x, k) => (k === i ? x + by : x)),
      });
      return {
        value: (from) => (T.value(pushed(from, 1)) - T.value(pushed(from, -1))) / 2,
        bound: (from, bounds) => (rounding(T, pushed(from, 1), bounds) + rounding(T, pushed(from, -1), bounds)) / 2,
      };
    });
    const turning = this.#turning(at, momenta);
    at.v.forEach((_, i) => {
      this.#compare(sample, 'Q', "Lagrange's equations from T and V", 'T', i, (bounds) => {
        const p = difference(motion, momenta[i]!, bounds);
        const slopeT = difference(each[i]!, T, bounds);
        const slopeV = difference(each[i]!, V, bounds);
        const turned = turning[i]!;
        return {
          value: -p.value + turned.value + slopeT.value - slopeV.value,
          estimate: p.estimate + turned.bound(bounds) + slopeT.estimate + slopeV.estimate,
          rounding: p.rounding + turned.bound(bounds) + slopeT.rounding + slopeV.rounding,
        };
      });
    });
  }

  /** `ω × p` at the velocities of an orientation, zero elsewhere. */
  #turning(
    at: BodyConfiguration,
    momenta: readonly Reading[],
  ): { readonly value: number; readonly bound: (bounds: Evaluate) => number }[] {
    let first = 0;
    return this.#type.coordinates.flatMap(({ kind, rateSize }) => {
      const j = first;
      first += rateSize;
      return Array.from({ length: rateSize }, (_, c) => {
        if (kind !== 'orientation') return { value: 0, bound: () => 0 };
        const [y, z] = [j + ((c + 1) % 3), j + ((c + 2) % 3)];
        const [a, b] = [at.v[y]!, at.v[z]!];
        return {
          value: a * momenta[z]!.value(at) - b * momenta[y]!.value(at),
          bound: (bounds: Evaluate) =>
            Math.abs(a) * momenta[z]!.bound(at, bounds) + Math.abs(b) * momenta[y]!.bound(at, bounds),
        };
      });
    });
  }

  /**
   * Compares one entry. `find` finds it by differences, given the rounding of the differenced
   * values.
   */
  #compare(
    sample: BodySample,
    quantity: string,
    name: string,
    from: string,
    entry: number,
    find: (bounds: Evaluate) => DifferenceEstimate,
  ): void {
    const { analytic, bounds, noise } = sample;
    const key = `${quantity}: ${name}`;
    let tally = this.#tallies.get(key);
    // Constant Jacobians and mass matrices have exact differences.
    if (tally === undefined)
      this.#tallies.set(key, (tally = new Tally<string>({ quantity, name, from, mayBeEqual: quantity === 'M' })));
    const source = analytic[from]!;
    tally.add(
      {
        sample: sample.index,
        at: sample.at,
        entry: { row: entry },
        analytic: analytic[quantity]![entry]!,
        difference: find(() => noise),
        bound: bounds[quantity]![entry]!,
        sourceSize: Math.max(...source.map((value, e) => sizeOfTerms(value, noise[from]![e]!))),
      },
      () => find(this.#noise),
    );
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

type Entry = readonly [quantity: string, entry: number];

type Stencil = Readonly<Record<'plus' | 'minus', readonly BodyConfiguration[]>> & {
  readonly centre: BodyConfiguration;
};

/** The derivative of a reading along a stencil. */
function difference(
  { centre, plus, minus }: Stencil,
  { value, bound }: Reading,
  bounds: Evaluate,
  derivative = firstDerivative,
): DifferenceEstimate {
  const values = { unit: 1, centre: value(centre), plus: plus.map(value), minus: minus.map(value) };
  const of = (at: BodyConfiguration): number => bound(at, bounds);
  return derivative(values, stencilNoise(values, { centre: of(centre), plus: plus.map(of), minus: minus.map(of) }));
}

/** The bound on the rounding of a reading. */
const rounding = ({ value, bound }: Reading, at: BodyConfiguration, bounds: Evaluate): number =>
  Math.max(bound(at, bounds), 2 * UNIT_ROUNDOFF * Math.abs(value(at)));

/** A difference whose only uncertainty is rounding. */
const certain = (estimate: number): Omit<DifferenceEstimate, 'value'> => ({ estimate, rounding: estimate });

/** Evaluates each configuration once. */
function remembering(evaluate: Evaluate): Evaluate {
  const known = new WeakMap<BodyConfiguration, BodyEvaluation>();
  return (at) => {
    let values = known.get(at);
    if (values === undefined) known.set(at, (values = evaluate(at)));
    return values;
  };
}
