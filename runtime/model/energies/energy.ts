import { checkName, readOptions } from '../../base/check.js';
import { markCopy } from '../../base/copies.js';
import { labelled, printPlainly } from '../../base/printing.js';
import { readInputs } from '../constraint-options.js';
import { applyForces, checkHome, type Force, type ForceTarget, type ForceWorld } from '../force.js';
import { defineParameters, guardParameters, readParameters } from '../parameters.js';
import { checkDivisors } from './divisors.js';
import { EnergyEvaluation } from './energy-evaluation.js';
import { checkEnergyType, type EnergyType } from './energy-type.js';

/** Settings of one energy besides its inputs and parameters. */
export interface EnergySettings {
  /** Name for messages. */
  readonly name?: string;
}

/** Set by the class itself, which alone can read its private members. */
let readEvaluation: (energy: Energy) => EnergyEvaluation;

/** Returns the workspace of an energy, which holds its parameters. Not for applications. */
export function evaluationOf(energy: Energy): EnergyEvaluation {
  return readEvaluation(energy);
}

/** What to do about settings that constraints have. */
const SOFTNESS = Object.fromEntries(
  ['compliance', 'damping', 'hertz', 'dampingRatio'].map((name) => [
    name,
    'An energy is soft by itself: its stiffness and its damping are parameters of its class.',
  ]),
);

/**
 * Base of all energies: a potential `V` of points, directions and scalars, and its force `−∂V/∂x` on
 * each of them. It is a {@link Force}, and `world.energy()` counts it as potential energy. With a
 * dissipation function `D` the force is `−∂V/∂x − ∂D/∂ẋ`. Integrators take it explicitly. A generated
 * class adds its description and its types:
 *
 * ```ts
 * world.addForce(new Bend2D({ a, b, c, stiffness: 3 }));
 * ```
 */
export class Energy<Inputs extends object = object, Params extends object = object> implements Force {
  readonly type: EnergyType;
  /** Name for messages. */
  readonly name: string | undefined;
  /** The class, and the name if there is one: `Bend2D 'hinge'`. */
  readonly label: string;
  /** The connectors given to the constructor. */
  readonly inputs: Readonly<Inputs>;
  /**
   * Parameters of the energy. They can be set at any time between two steps and count from the next
   * evaluation on. Values are checked as in the constructor. A vector parameter reads as a copy, and
   * is set as a whole. Like all that belongs to a force they are not part of a snapshot.
   */
  declare readonly params: Params;
  /** The connectors, in the order of the type's inputs. */
  readonly actsOn: readonly ForceTarget[];
  readonly #evaluation: EnergyEvaluation;
  /** The part of the force that acts on each connector. */
  readonly #forces: readonly Float64Array[];
  readonly #names: readonly string[];
  /** True where the divisors of the present parameters have not been checked yet. */
  #isNew = true;

  static {
    readEvaluation = (energy) => {
      energy.#checkDivisors();
      return energy.#evaluation;
    };
    markCopy(this.prototype);
    printPlainly(this.prototype);
  }

  /**
   * Takes `options` with a connector for every input and a value for every parameter without a
   * default, and `settings` with a name.
   *
   * Throws E_ENERGY, E_NAME, E_OPTIONS, E_OPTION_UNKNOWN, E_INPUT_MISSING, E_INPUT_KIND, E_INPUT_SPACE,
   * E_PARAMETER_MISSING, E_PARAMETER_RANGE, E_NUMBER, E_VECTOR, E_DIMENSION, E_NOT_FINITE; and
   * E_OTHER_WORLD on first use in a world that is not that of its inputs.
   */
  constructor(type: EnergyType, options: object, settings: EnergySettings = {}) {
    checkEnergyType(type, 'An energy');
    const known = [...type.inputs, ...type.params].map(({ name }) => name);
    const given = readOptions(options, `Options of ${type.name}`, known, `${type.name} has no input or parameter`);
    const connectors = readInputs(type, given as Readonly<Record<string, unknown>>) as ForceTarget[];
    const { name } = readOptions(settings, `Settings of ${type.name}`, ['name'], undefined, SOFTNESS);
    checkName(name, `The name of ${type.name}`);
    const label = name === undefined ? type.name : `${type.name} '${name}'`;
    const evaluation = new EnergyEvaluation(type);
    evaluation.p.set(readParameters(type, given as Readonly<Record<string, unknown>>));
    this.type = type;
    this.name = name;
    this.label = label;
    this.inputs = Object.freeze(Object.fromEntries(type.inputs.map(({ name }, i) => [name, connectors[i]]))) as Inputs;
    defineParameters(this, type, {
      values: evaluation.p,
      offset: 0,
      label,
      changed: () => {
        this.#isNew = true;
      },
    });
    guardParameters(this, type);
    this.actsOn = connectors;
    this.#evaluation = evaluation;
    this.#names = type.inputs.map(({ name }) => `Input '${name}' of ${label}`);
    this.#forces = connectors.map(({ size }, i) => {
      const start = evaluation.offsets[i]!;
      return evaluation.g.subarray(start, start + size);
    });
    this.#checkDivisors();
  }

  /** Adds the force `−∂V/∂x − ∂D/∂ẋ` to every input. Called by the world. */
  apply(world: ForceWorld): void {
    const connectors = this.actsOn;
    const evaluation = this.#evaluation;
    for (let i = 0; i < connectors.length; i++) checkHome(connectors[i]!, world, this.#names[i]!);
    this.#read();
    evaluation.evaluate(world.time);
    const { g, d } = evaluation;
    if (d) {
      evaluation.evaluateDamping(world.time);
      for (let i = 0; i < g.length; i++) g[i]! += d[i]!;
    }
    for (let i = 0; i < g.length; i++) g[i] = -g[i]!;
    applyForces(connectors, this.#forces);
  }

  /** `V` at the present state, J. Called by the world. */
  energy(world: ForceWorld): number {
    this.#read();
    this.#evaluation.evaluate(world.time);
    return this.#evaluation.V[0]!;
  }

  /** Returns a summary as plain data, as consoles and JSON show it: the labels of the inputs, and the parameters. */
  toJSON(): object {
    const { label, inputs, params } = this;
    return { label, inputs: labelled(inputs), params };
  }

  /** Checks the divisors where parameters have changed. */
  #checkDivisors(): void {
    if (!this.#isNew) return;
    checkDivisors(this.type, this.#evaluation.p, this.label);
    this.#isNew = false;
  }

  #read(): void {
    this.#checkDivisors();
    const { x, v, a, offsets } = this.#evaluation;
    const connectors = this.actsOn;
    for (let i = 0; i < connectors.length; i++) connectors[i]!.read(x, v, a, offsets[i]!);
  }
}
