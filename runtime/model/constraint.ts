import type { Rows, Vector } from '../base/vectors.js';
import type { DirectionConnector, ScalarConnector } from './connector.js';
import { ConstraintBinding } from './constraint-binding.js';
import { checkName, show } from '../base/check.js';
import { markCopy } from '../base/copies.js';
import { checkType, readConstraintOptions, readInputs } from './constraint-options.js';
import type { ConstraintRows } from './constraint-rows.js';
import type { ConstraintType } from './constraint-type.js';
import { isListType, type ListType } from './lists/list-type.js';
import { listEntries, sizedType, type SizedType } from './lists/sized-type.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { plainFields, printPlainly } from '../base/printing.js';
import { suggestName } from '../base/nearest-name.js';
import { crossProduct } from '../base/vector.js';
import { defineParameters, guardParameters, readParameters } from './parameters.js';
import { readSettings, type ConstraintSettings } from './softness.js';

/** The force on an input: a vector on a point or a direction, one entry on a scalar. */
export type ForceOn<Input> = [Input] extends [ScalarConnector] ? Rows : Vector;

/** Set by the class itself, which alone can read its private members. */
let readBinding: (constraint: Constraint) => ConstraintBinding;
let hasBinding: (value: object) => boolean;

/** True for constraints of any class, and for nothing else. */
export function isConstraint(value: unknown): value is Constraint {
  return typeof value === 'object' && value !== null && hasBinding(value);
}

/** Returns the runtime's side of a constraint. Not for applications. */
export function bindingOf(constraint: Constraint): ConstraintBinding {
  return readBinding(constraint);
}

/**
 * Base of all constraints. A generated class adds its description and its types:
 *
 * ```ts
 * export class Distance2D extends Constraint<Distance2DInputs, Distance2DParams> {
 *   static readonly type: ConstraintType = { … };
 *   constructor(options: Distance2DInputs & Distance2DParams, settings?: ConstraintSettings) {
 *     super(Distance2D.type, options, settings);
 *   }
 * }
 * ```
 */
export class Constraint<Inputs extends object = object, Params extends object = object> {
  readonly type: ConstraintType;
  /** The connectors given to the constructor. */
  readonly inputs: Readonly<Inputs>;
  /**
   * Parameters of the constraint. They can be set at any time between two steps and count from the
   * next evaluation on. Values are checked as in the constructor. A vector parameter reads as a
   * copy, and is set as a whole.
   */
  declare readonly params: Params;

  readonly #binding: ConstraintBinding;
  static {
    readBinding = (constraint) => constraint.#binding;
    hasBinding = (value) => #binding in value;
    markCopy(this.prototype);
    printPlainly(this.prototype);
  }

  /** The lists among the inputs, if any. */
  readonly #lists: SizedType | undefined;
  #name: string | undefined;
  /** Views on the rows, made when first read. */
  #viewed: ConstraintRows | undefined;
  #viewedRow = -1;
  #C = new Float64Array(0);
  #Cdot = new Float64Array(0);
  #lambda = new Float64Array(0);

  /**
   * Takes `options` with a connector for every input and a value for every parameter without a
   * default, and `settings` with a name and softness.
   *
   * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_INPUT_MISSING, E_INPUT_KIND, E_INPUT_SPACE,
   * E_PARAMETER_MISSING, E_PARAMETER_RANGE, E_NUMBER, E_VECTOR, E_DIMENSION, E_NOT_FINITE,
   * E_NEGATIVE, E_NOT_POSITIVE, E_NAME.
   */
  constructor(described: ConstraintType | ListType, options: object, settings?: ConstraintSettings) {
    checkType(described, 'A constraint');
    const listed = readConstraintOptions(described, options);
    const lists = isListType(described) ? sizedType(described, listed) : undefined;
    const type = lists?.type ?? (described as ConstraintType);
    const given = lists ? listEntries(lists, listed) : listed;
    const connectors = readInputs(type, given);
    const values = readParameters(type, given);
    const { name, softness } = readSettings(settings, type.rows, type.name);
    const binding = new ConstraintBinding(type, connectors, values, softness);
    this.type = type;
    this.#binding = binding;
    this.#lists = lists;
    this.inputs = Object.freeze(
      Object.fromEntries(
        described.inputs.map(({ name }) => {
          const list = lists?.places.get(name);
          if (list === undefined) return [name, connectors[type.inputs.findIndex((input) => input.name === name)]];
          return [name, Object.freeze(connectors.slice(list.first, list.first + list.length))];
        }),
      ),
    ) as Inputs;
    defineParameters(this, type, binding);
    guardParameters(this, type);
    if (name !== undefined) this.name = name;
  }

  /** Name for messages. Throws E_NAME when set to anything but a string. */
  get name(): string | undefined {
    return this.#name;
  }

  set name(name: string | undefined) {
    this.#name = checkName(name, `The name of ${this.label}`);
    this.#binding.label = name === undefined ? this.type.name : `${this.type.name} '${name}'`;
  }

  /**
   * Label in messages: `Distance2D #3` once it is in a world, or `Distance2D 'left rod'` if it has
   * a name.
   */
  get label(): string {
    return this.#binding.label;
  }

  /**
   * Constraint value at the present state, one entry per row, in the formula's unit; of an equation
   * between angles its distance from the nearest turn, in (−π, π] (see
   * {@link ConstraintType.periods}). It is evaluated when read, whatever changed the state. The array is a view: keep the constraint
   * rather than the array, and read again.
   */
  get C(): Rows {
    this.#refresh();
    return this.#C as Rows;
  }

  /** Rate of the constraint value, one entry per row, per second. Read like {@link C}. */
  get Cdot(): Rows {
    this.#refresh();
    return this.#Cdot as Rows;
  }

  /**
   * Lagrange multipliers of the last evaluation, one entry per row. After a step that is the
   * integrator's last evaluation within the step; `world.evaluate()` finds the multipliers of the
   * present state. Those of inequalities are means over the step, and 0 where they did not act. Zero until the constraint has taken part in an evaluation.
   */
  get lambda(): Rows {
    this.#renewViews();
    return this.#lambda as Rows;
  }

  /**
   * Returns the constraint force on the connector of the input `inputName`: `Jᵀ lambda`, with `J`
   * of the present state and {@link lambda}. It is a vector, N, for a point, and one entry for a
   * scalar, a torque in N·m for an angle. For a direction it is the vector `f`, N·m, that does the
   * work `f · ḋ` as the direction `d` turns; its moment is {@link momentOn}. On a fixed connector it
   * is the force that the support bears. Of a list of connectors, `index` says which one, from 0.
   *
   * Throws E_INPUT_UNKNOWN.
   */
  forceOn<Name extends keyof Inputs & string>(inputName: Name, index?: number): ForceOn<Inputs[Name]> {
    return this.#binding.forceOn(this.#indexOf(inputName, index)) as ForceOn<Inputs[Name]>;
  }

  /**
   * Returns the impulse of the last step on the connector of the input `inputName`: `∫ Jᵀ λ dt`,
   * with `J` and the multipliers of every place where the integrator applied them, and with impacts
   * and the velocities that projection takes away. It is a vector, N·s, for a point, one entry for a
   * scalar, and for a direction `∫ f dt`, N·m·s, with `f` as {@link forceOn} gives it. For particles
   * the impulses of all constraints and of the applied forces add up, to rounding, to the change of
   * momentum in the step, in every integrator.
   *
   * The step is the last `world.step()`, however many parts it was taken in. In a run of an
   * integrator that chooses its own steps it is what the run has taken up to the time shown since it
   * began, or since the last `onStep`. Zero before the first step, after one that failed, and after
   * `restore`. Steps that hold constraints as nearly as possible (`W_OUT_OF_REACH`) also take away
   * velocities by no impulse of theirs.
   *
   * A world counts impulses where some rows have bounds or a compliance, and with the option
   * `impulses` where none has.
   *
   * Throws E_INPUT_UNKNOWN and E_IMPULSES.
   */
  impulseOn<Name extends keyof Inputs & string>(inputName: Name, index?: number): ForceOn<Inputs[Name]> {
    return this.#binding.impulseOn(this.#indexOf(inputName, index)) as ForceOn<Inputs[Name]>;
  }

  /**
   * Returns the moment, N·m, that the constraint exerts on the body of a direction through it:
   * `d × f`, with `d` the direction and `f` what {@link forceOn} gives for it. It is a vector in
   * space and one entry in the plane. `body.reactionOf(constraint)` sums all inputs of a body.
   *
   * Throws E_INPUT_UNKNOWN, and E_INPUT_KIND for an input that is no direction.
   */
  momentOn(inputName: keyof Inputs & string, index?: number): Rows {
    const i = this.#indexOf(inputName, index);
    const connector = this.#binding.connectors[i]!;
    if (connector.kind !== 'direction') {
      throw new HolonomicRuntimeError(
        'E_INPUT_KIND',
        `Input '${inputName}' of ${this.label} is a ${connector.kind}, not a direction.`,
        connector.kind === 'scalar'
          ? 'forceOn gives its torque.'
          : 'body.reactionOf(constraint) gives force and moment.',
      );
    }
    return crossProduct((connector as DirectionConnector).direction, this.#binding.forceOn(i)) as Rows;
  }

  /**
   * Returns a summary as plain data, as consoles and JSON show it: the labels of the inputs, the
   * parameters, and `C` and `lambda`. At a singular point of the formula `C` is left out.
   */
  toJSON(): object {
    const { label, params } = this;
    const rows = this.type.rows;
    const { connectors } = this.#binding;
    const inputs = Object.fromEntries(this.type.inputs.map(({ name }, i) => [name, connectors[i]!.label]));
    return plainFields({ label, inputs, params, rows, C: this.#valueToShow(), lambda: this.lambda });
  }

  #valueToShow(): Float64Array | undefined {
    try {
      return this.C;
    } catch {
      return undefined;
    }
  }

  /** Returns the index of an input. Throws E_INPUT_UNKNOWN. */
  #indexOf(inputName: string, index?: number): number {
    const list = this.#lists?.places.get(inputName);
    if (list !== undefined) {
      if (index !== undefined && Number.isInteger(index) && index >= 0 && index < list.length)
        return list.first + index;
      throw new HolonomicRuntimeError(
        'E_INPUT_UNKNOWN',
        `Input '${inputName}' of ${this.label} is a list of ${list.length}, and ${show(index)} is no index of it.`,
        `Give an index from 0 to ${list.length - 1}, as in ('${inputName}', 0).`,
      );
    }
    // Callers without types may pass anything.
    const asked: unknown = inputName;
    const names = this.type.inputs.map((input) => input.name);
    const i = names.indexOf(inputName);
    if (i >= 0) return i;
    throw new HolonomicRuntimeError(
      'E_INPUT_UNKNOWN',
      `${this.label} has no input ${show(asked)}.`,
      suggestName(typeof asked === 'string' ? asked : '', names),
    );
  }

  #refresh(): void {
    this.#renewViews();
    const { C, Cdot } = this.#binding.evaluate();
    this.#C.set(C);
    this.#Cdot.set(Cdot);
  }

  #renewViews(): void {
    const { rows, row } = this.#binding;
    if (this.#viewed === rows && this.#viewedRow === row) return;
    const end = row + this.type.rows;
    this.#C = rows.C.subarray(row, end) as Float64Array<ArrayBuffer>;
    this.#Cdot = rows.Cdot.subarray(row, end) as Float64Array<ArrayBuffer>;
    this.#lambda = rows.lambda.subarray(row, end) as Float64Array<ArrayBuffer>;
    this.#viewed = rows;
    this.#viewedRow = row;
  }
}
