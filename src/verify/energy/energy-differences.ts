import type { EnergyType } from '../../../runtime/model/energies/energy-type.js';
import { hessianEntries } from '../../reference/hessian-entries.js';
import { inputUnits, type Configuration } from '../../sampling/configuration.js';
import type { Entry } from '../../sampling/evaluation.js';
import type { EnergyValues } from '../../sampling/energy-evaluation.js';
import {
  evenly,
  firstDerivative,
  stencilNoise,
  STEPS,
  type StencilBounds,
  type StencilValues,
} from '../extrapolated-difference.js';
import type { DifferenceCheck, Place } from '../report.js';
import { REFINEMENTS } from '../stencil.js';
import { Tally, type Comparison, type Found } from '../tally.js';
import { sizeOfTerms } from '../tolerance.js';

/** One sample, with the data that its checks start from. */
export interface EnergySample {
  readonly index: number;
  readonly at: Configuration;
  readonly analytic: EnergyValues;
  /** Bounds on the formulas' own rounding in each quantity, and the same for rounded inputs. */
  readonly bounds: EnergyValues;
  readonly noise: EnergyValues;
  /** The rounding noise of the class in an entry of a quantity. */
  readonly ownNoise: (quantity: string, e: number) => number;
}

type Evaluate = (at: Configuration) => EnergyValues;

/** Where each entry of a quantity stands: of `H` row and column, of slopes the component as the column. */
export function energyEntries({ inputs }: Pick<EnergyType, 'inputs'>, quantity: string, length: number): Entry[] {
  if (quantity === 'H') return hessianEntries(inputs).map(([row, column]) => ({ row, column }));
  return Array.from({ length }, (_, e) =>
    length > 1 || quantity === 'g' || quantity === 'd' ? { row: 0, column: e } : { row: 0 },
  );
}

/**
 * Compares the derivatives of an energy with differences of the class's own values: `g` with those of
 * `V`, and `H` with those of `g`, along each component; `d` with those of `D` along each rate.
 */
export class EnergyDifferences {
  readonly #evaluate: Evaluate;
  readonly #noise: Evaluate;
  readonly #type: EnergyType;
  readonly #tallies = [
    new Tally<string>({ quantity: 'g', name: 'differences of V along each component', from: 'V' }),
    new Tally<string>({ quantity: 'H', name: 'differences of g along each component', from: 'g' }),
    new Tally<string>({ quantity: 'd', name: 'differences of D along each rate', from: 'D' }),
  ] as const;
  #asymmetric = 0;
  #pairs = 0;

  constructor(type: EnergyType, evaluate: Evaluate, noise: Evaluate) {
    this.#type = type;
    this.#evaluate = evaluate;
    this.#noise = noise;
  }

  add(sample: EnergySample): void {
    const { at, analytic } = sample;
    const [slopes, curvature, damping] = this.#tallies;
    const places = hessianEntries(this.#type.inputs);
    inputUnits(this.#type).forEach((unit, i) => {
      const along = this.#stencils((h) => ({ ...at, x: moved(at.x, i, h) }), unit);
      this.#compare(slopes, sample, i, { row: 0, column: i }, ['V', 0], along);
      places.forEach(([row, column], e) => {
        if (column === i) this.#compare(curvature, sample, e, { row, column }, ['g', row], along);
      });
      if (!('d' in analytic)) return;
      const byRate = this.#stencils((h) => ({ ...at, v: moved(at.v, i, h) }), 1);
      this.#compare(damping, sample, i, { row: 0, column: i }, ['D', 0], byRate);
    });
    places.forEach(([row, column], e) => {
      const twin = places.findIndex(([r, c]) => r === column && c === row);
      if (twin <= e) return;
      this.#pairs++;
      if (!Object.is(analytic['H']![e], analytic['H']![twin])) this.#asymmetric++;
    });
  }

  /** The checks of each quantity. */
  results(placeOf: (comparison: Comparison) => Place): ReadonlyMap<string, readonly DifferenceCheck[]> {
    const checks = this.#tallies.map((tally) => [tally.method.quantity, [tally.result(placeOf)]] as const);
    const symmetry: DifferenceCheck = {
      pass: this.#asymmetric === 0,
      method: 'its transpose',
      compared: this.#pairs,
      inconclusive: 0,
      ...(this.#asymmetric > 0 && { reason: `${this.#asymmetric} entries are not those of the transpose to the bit` }),
    };
    return new Map(checks.map(([name, list]) => [name, name === 'H' ? [...list, symmetry] : list]));
  }

  /** The stencil along a line of configurations, and finer ones, each evaluated when it is reached. */
  #stencils(point: (h: number) => Configuration, unit: number): () => Stencil[] {
    let known: Stencil[] | undefined;
    const of = (scale: number): Stencil => {
      const all = (evaluate: Evaluate): Evaluated => ({
        centre: evaluate(point(0)),
        plus: STEPS.map((step) => evaluate(point(unit * scale * step))),
        minus: STEPS.map((step) => evaluate(point(-unit * scale * step))),
      });
      return { unit: unit * scale, values: once(() => all(this.#evaluate)), bounds: once(() => all(this.#noise)) };
    };
    return () => (known ??= [1, ...REFINEMENTS].map(of));
  }

  #compare(
    tally: Tally<string>,
    { index, at, analytic, bounds, noise, ownNoise }: EnergySample,
    e: number,
    entry: Entry,
    [from, s]: readonly [string, number],
    along: () => Stencil[],
  ): void {
    const { quantity } = tally.method;
    const foundBy = ({ unit, values, bounds: own }: Stencil): Found => {
      const read = ({ centre, plus, minus }: Evaluated): StencilBounds => ({
        centre: centre[from]![s]!,
        plus: plus.map((one) => one[from]![s]!),
        minus: minus.map((one) => one[from]![s]!),
      });
      const numbers: StencilValues = { unit, ...read(values()) };
      const least = (bound: StencilBounds): StencilBounds => {
        const raised = (value: number): number => Math.max(value, ownNoise(from, s));
        return { centre: raised(bound.centre), plus: bound.plus.map(raised), minus: bound.minus.map(raised) };
      };
      return {
        difference: firstDerivative(numbers, stencilNoise(numbers, evenly(noise[from]![s]!))),
        closer: () => firstDerivative(numbers, stencilNoise(numbers, least(read(own())))),
      };
    };
    const [first, ...finer] = along() as [Stencil, ...Stencil[]];
    const { difference, closer } = foundBy(first);
    tally.add(
      {
        sample: index,
        at,
        entry,
        analytic: analytic[quantity]![e]!,
        difference,
        bound: bounds[quantity]![e]!,
        sourceSize: sizeOfTerms(analytic[from]![s]!, noise[from]![s]!),
        noise: () => ownNoise(quantity, e),
        finer: {
          *[Symbol.iterator]() {
            for (const stencil of finer) yield foundBy(stencil);
          },
        },
      },
      closer,
    );
  }
}

type Evaluated = Readonly<Record<'plus' | 'minus', readonly EnergyValues[]>> & { readonly centre: EnergyValues };

interface Stencil {
  readonly unit: number;
  readonly values: () => Evaluated;
  readonly bounds: () => Evaluated;
}

const moved = (numbers: readonly number[], i: number, h: number): readonly number[] =>
  numbers.map((value, k) => (k === i ? value + h : value));

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
