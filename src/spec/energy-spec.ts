import type { ConstraintFormula } from '../../runtime/model/constraint-type.js';
import type { EnergyFormula } from '../../runtime/model/energies/energy-type.js';
import type { InputSpec, ListInputSpec, NoParameters, ParameterSpecs, Range, SpaceSpec } from './constraint-spec.js';

/** Inputs of an energy: name → kind of connector. */
export type EnergyInputSpecs = Readonly<Record<string, Exclude<InputSpec, ListInputSpec>>>;

/**
 * An energy as its author writes it: what is preferred, where a constraint says what must hold. It is
 * plain data, like a constraint.
 *
 * Formulas have the syntax of constraints. They know the inputs, the parameters, the names under
 * `where`, and `t`.
 */
export interface EnergySpec<
  Inputs extends EnergyInputSpecs = EnergyInputSpecs,
  Params extends ParameterSpecs = ParameterSpecs,
> {
  /** Marks the object as an energy among the exports of a module; `defineEnergy` sets it. */
  readonly kind?: 'energy';
  /** The purpose of the energy, in one sentence. */
  readonly summary: string;
  /** Further remarks, for the documentation. */
  readonly doc?: string;
  readonly space: SpaceSpec;
  readonly inputs: Inputs;
  readonly params?: Params;
  /**
   * Names for parts of the formulas: name → formula, in any order. The names survive into the
   * generated code.
   */
  readonly where?: Readonly<Record<string, string>>;
  /**
   * The potential energy, J. Minus its slope along an input is the force on it. Left out of a spec with
   * damping alone, such as a dashpot.
   */
  readonly V?: string;
  /**
   * Dissipation function (Rayleigh's), W, of the inputs and their rates `ddt(…)`. Minus its slope
   * along the rate of an input is a force on it: for the damping force `c ẋ` it is `c / 2 * ddt(x)^2`.
   */
  readonly damping?: string;
  /**
   * Ranges from which verification draws, per input or parameter (for every component) and for `t`,
   * where the default box leaves the domain.
   */
  readonly sample?: Readonly<Partial<Record<NoInfer<keyof Inputs | keyof Params> | 't', Range>>>;
}

/** The return type of `defineEnergy`: the spec, marked. */
export type DefinedEnergy<
  Inputs extends EnergyInputSpecs = EnergyInputSpecs,
  Params extends ParameterSpecs = ParameterSpecs,
> = EnergySpec<Inputs, Params> & { readonly kind: 'energy' };

/**
 * Declares an energy. The name of the export becomes the name of the class.
 *
 * ```ts
 *  export const Bend = defineEnergy({
 *    summary: 'Resists the bending of a polyline.',
 *    space: [2, 3],
 *    inputs: { a: 'point', b: 'point', c: 'point' },
 *    params: { stiffness: { unit: 'J', min: 0 } },
 *    where: { u: 'normalize(b - a)', w: 'normalize(c - b)' },
 *    V: 'stiffness / 2 * norm(w - u)^2',
 *  });
 * ```
 *
 * Returns the same plain data with a mark. Nothing but the types is checked here, so that a spec
 * file loads at once. `derive` and `holonomic generate` report mistakes in a spec.
 */
export function defineEnergy<const Inputs extends EnergyInputSpecs, const Params extends ParameterSpecs = NoParameters>(
  spec: EnergySpec<Inputs, Params>,
): DefinedEnergy<Inputs, Params> {
  return { ...spec, kind: 'energy' };
}

/** The formulas of an energy as text, as its class carries them. Proofs read them. */
export const energyFormula = ({ V = '0', damping, where = {}, sample = {} }: EnergySpec): EnergyFormula => ({
  V,
  ...(damping !== undefined && { damping }),
  where,
  sample: Object.fromEntries(Object.entries(sample).flatMap(([name, range]) => (range ? [[name, range]] : []))),
});

/** The same as a list: that of `V`, then that of the damping, if there is one. */
export const formulasOf = ({ V, damping, where, sample }: EnergyFormula): ConstraintFormula => ({
  C: [V, ...(damping === undefined ? [] : [damping])],
  where,
  sample,
});
