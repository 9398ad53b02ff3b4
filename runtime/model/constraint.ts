import type { Rows, Vector } from '../base/vectors.js';
import type { Connector, DirectionConnector, ScalarConnector } from './connector.js';
import { checkName, show } from '../base/check.js';
import { markCopy } from '../base/copies.js';
import { checkType, readConstraintOptions, readInputs } from './constraint-options.js';
import { ConstraintRows } from './constraint-rows.js';
import type { Coefficient, ConstraintType } from './constraint-type.js';
import { isListType, type ListType } from './lists/list-type.js';
import { listEntries, sizedType, type SizedType } from './lists/sized-type.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { plainFields, printPlainly } from '../base/printing.js';
import { suggestName } from '../base/nearest-name.js';
import { copy, crossProduct } from '../base/vector.js';
import { parameterAccessors, parameterWidth, readParameters } from './parameters.js';
import { readSettings, type ConstraintSettings, type Softness } from './softness.js';
import { singleEvaluation, type SingleEvaluation } from './single-evaluation.js';

/** Hears of parameters that are about to be set. */
export interface ParameterListener {
  changing(binding: ConstraintBinding): void;
}

/** Number of entries of all inputs of a constraint. */
export function inputWidth(type: ConstraintType): number {
  return type.inputs.reduce((sum, input) => sum + input.size, 0);
}

/** Number of entries of `J` of one constraint. */
export function jacobianSize(type: ConstraintType): number {
  return type.rows * inputWidth(type);
}

/**
 * The runtime's side of a constraint: where its rows and parameters lie. A constraint outside a
 * world has small arrays of its own. In a world they are parts of the arrays that all constraints,
 * and all constraints of its type, share.
 */
export class ConstraintBinding {
  readonly type: ConstraintType;
  readonly connectors: readonly Connector[];
  /** Softness of the rows; undefined where all are hard. */
  readonly softness: Softness | undefined;
  /** Number of entries that the parameters take. */
  readonly parameterWidth: number;
  label: string;
  /** The world the constraint is in, or null. */
  world: object | null = null;
  /** Hears of its parameters, while it is in a world. */
  listener: ParameterListener | undefined;
  rows: ConstraintRows;
  row = 0;
  /** Array that holds the parameters, from `offset` on. */
  values: Float64Array;
  offset = 0;
  /** Array that holds the impulses of the last step on the inputs, from `inputStart` on; empty where none are counted. */
  impulses: Float64Array;
  inputStart = 0;

  constructor(type: ConstraintType, connectors: readonly Connector[], values: Float64Array, softness?: Softness) {
    this.type = type;
    this.softness = softness;
    this.parameterWidth = parameterWidth(type);
    this.connectors = connectors;
    this.label = type.name;
    this.rows = new ConstraintRows(type.rows);
    this.values = values;
    this.impulses = new Float64Array(inputWidth(type));
  }

  /** True where all rows are equations that hold without compliance and bounds. */
  get isPlain(): boolean {
    return !this.softness && !this.isBounded;
  }

  /** True where some multipliers are bounded: inequalities, friction, largest forces. */
  get isBounded(): boolean {
    return this.type.relations !== undefined || this.type.maxForce !== undefined;
  }

  /** The present value of a coefficient of the type; 0 where it is left out. */
  coefficient(coefficient: Coefficient | undefined): number {
    if (coefficient === undefined) return 0;
    if (typeof coefficient === 'number') return coefficient;
    let at = this.offset;
    for (const { name, size } of this.type.params) {
      if (name === coefficient) return this.values[at]!;
      at += size;
    }
    return 0;
  }

  /** False where its world does not count impulses. */
  get countsImpulses(): boolean {
    return this.impulses.length > 0;
  }

  /** Moves rows, parameters and impulses into larger arrays. */
  moveTo(
    rows: ConstraintRows,
    row: number,
    values: Float64Array,
    offset: number,
    impulses: Float64Array,
    inputStart: number,
  ): void {
    rows.carryOver(this.rows, this.row, row, this.type.rows);
    for (let i = 0; i < this.parameterWidth; i++) values[offset + i] = this.values[this.offset + i]!;
    if (this.countsImpulses && impulses.length > 0)
      copy(this.impulses, this.inputStart, impulses, inputStart, inputWidth(this.type));
    this.impulses = impulses;
    this.inputStart = inputStart;
    this.rows = rows;
    this.row = row;
    this.values = values;
    this.offset = offset;
  }

  /** Called before a parameter is set. */
  changing(): void {
    this.listener?.changing(this);
  }

  /**
   * Evaluates the constraint by itself at the present state of its connectors, with its parameters
   * or those in `values` from `offset` on.
   */
  evaluate(values = this.values, offset = this.offset): SingleEvaluation {
    const evaluation = singleEvaluation(this.type);
    this.read(evaluation, values, offset);
    evaluation.evaluate(this.connectors[0]?.world.time ?? 0);
    return evaluation;
  }

  /** Reads the present state of the connectors and the parameters into a workspace. */
  read(evaluation: SingleEvaluation, values = this.values, offset = this.offset): void {
    for (let i = 0; i < this.connectors.length; i++) {
      this.connectors[i]!.read(evaluation.x, evaluation.v, evaluation.a, evaluation.offsets[i]!);
    }
    for (let i = 0; i < evaluation.p.length; i++) evaluation.p[i] = values[offset + i]!;
  }

  /**
   * Returns the constraint force on the connector of input `i`: `Jᵀ λ`, with `J` of the present
   * state.
   */
  forceOn(i: number): Float64Array {
    const evaluation = this.evaluate();
    const { lambda } = this.rows;
    const force = new Float64Array(this.type.inputs[i]!.size);
    for (let r = 0; r < this.type.rows; r++) {
      const start = evaluation.blockRow(i, r);
      for (let c = 0; c < force.length; c++) force[c]! += evaluation.J[start + c]! * lambda[this.row + r]!;
    }
    return force;
  }

  /** Returns the impulse of the last step on the connector of input `i`. Throws E_IMPULSES. */
  impulseOn(i: number): Float64Array {
    if (!this.countsImpulses) {
      throw new HolonomicRuntimeError(
        'E_IMPULSES',
        `The world of ${this.label} does not count impulses.`,
        'Make it by new World({ impulses: true }). Worlds with contacts, limits, friction or soft rows count them anyway.',
      );
    }
    let start = this.inputStart;
    for (let k = 0; k < i; k++) start += this.type.inputs[k]!.size;
    return this.impulses.slice(start, start + this.type.inputs[i]!.size);
  }
}

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
  readonly params: Params;

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
    this.params = parameterAccessors(type, binding) as Params;
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
   * the impulses of all constraints and those of the applied forces are, to rounding, the change of
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
