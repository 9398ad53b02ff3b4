import { checkNotNegative, readOptions, show } from '../base/check.js';
import { checkCopy } from '../base/copies.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { printAs } from '../base/printing.js';
import { bindingOf, isConstraint, type Constraint } from '../model/constraint.js';
import type { ConstraintBinding } from '../model/constraint-binding.js';
import { applyForces, checkHome, type Force, type ForceTarget, type ForceWorld } from '../model/force.js';
import type { StiffRow } from '../model/stiff-row.js';

/** Option of {@link potential}. */
export interface PotentialOptions {
  /** Stiffness `k`, J per square of the unit of `C`: N/m where `C` is a length. */
  readonly stiffness: number;
}

/** `V = k C² / 2` of a constraint with one row. */
class Potential implements Force {
  /** The value `C`, along which the force is stiff. */
  readonly stiffRows: readonly StiffRow[];
  readonly #binding: ConstraintBinding;
  readonly actsOn: readonly ForceTarget[];
  readonly #names: readonly string[];
  readonly #stiffness: number;
  readonly #forces: readonly Float64Array[];
  readonly #force: Float64Array;

  constructor(binding: ConstraintBinding, stiffness: number) {
    const { inputs } = binding.type;
    const width = inputs.reduce((sum, { size }) => sum + size, 0);
    this.#binding = binding;
    this.actsOn = binding.connectors as readonly ForceTarget[];
    this.#names = inputs.map(({ name }) => `Input '${name}' of ${binding.label}`);
    this.#stiffness = stiffness;
    this.#force = new Float64Array(width);
    let next = 0;
    this.#forces = inputs.map(({ size }) => this.#force.subarray(next, (next += size)));
    this.stiffRows = [{ connectors: this.actsOn, slopes: new Float64Array(width), stiffness, damping: 0 }];
  }

  /** `−k C ∂C/∂x` on every input. */
  apply(world: ForceWorld): void {
    const connectors = this.actsOn;
    for (let i = 0; i < connectors.length; i++) checkHome(connectors[i]!, world, this.#names[i]!);
    const { C, J } = this.#binding.evaluate();
    const force = this.#force;
    const { slopes } = this.stiffRows[0]!;
    const scale = -this.#stiffness * C[0]!;
    for (let i = 0; i < force.length; i++) {
      slopes[i] = J[i]!;
      force[i] = scale * J[i]!;
    }
    applyForces(connectors, this.#forces);
  }

  energy(): number {
    const { C } = this.#binding.evaluate();
    return (this.#stiffness * C[0]! * C[0]!) / 2;
  }
}

/**
 * The energy `stiffness C² / 2` of a constraint with one equation, in place of the constraint: what
 * would hold `C = 0` pulls towards it, with the force `−stiffness C ∂C/∂x` on each input.
 * `velocityStep` takes it implicitly. The constraint is in no world, and is not added to one;
 * parameters set on it count.
 *
 * Throws E_CONSTRAINT for a constraint with several rows, with rates, inequalities or a largest force,
 * with a softness of its own, or in a world; E_OPTIONS, E_OPTION_UNKNOWN, E_NUMBER, E_NOT_FINITE,
 * E_NEGATIVE; and E_OTHER_WORLD on first use in a world that is not that of its inputs.
 */
export function potential(constraint: Constraint, options: PotentialOptions): Force {
  const given: unknown = constraint;
  if (!isConstraint(given)) {
    checkCopy(given, 'The constraint of potential');
    throw refusal(`The constraint of potential is ${show(given)}.`, 'Give a constraint, made by new of its class.');
  }
  const binding = bindingOf(given);
  const { label, world } = binding;
  const { rows, levels } = binding.type;
  if (rows !== 1)
    throw refusal(`${label} has ${rows} rows.`, 'A potential is of one equation: write the energy by defineEnergy.');
  if (levels !== undefined || !binding.isPlain)
    throw refusal(
      `${label} is no plain equation between positions.`,
      'Leave out rates, inequalities, a largest force and softness, or write the energy by defineEnergy.',
    );
  if (world !== null)
    throw refusal(`${label} is in a world, which holds it.`, 'Make another constraint for its potential.');
  const { stiffness } = readOptions(options, 'Options of potential', ['stiffness']);
  const force = new Potential(binding, checkNotNegative(stiffness, "Option 'stiffness' of potential"));
  return printAs(force, 'potential', () => ({ constraint, stiffness }));
}

const refusal = (problem: string, hint: string): HolonomicRuntimeError =>
  new HolonomicRuntimeError('E_CONSTRAINT', problem, hint);
