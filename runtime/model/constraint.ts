import type { Connector } from './connector.js';
import { checkName, show } from '../base/check.js';
import { checkType, readConstraintOptions, readInputs } from './constraint-options.js';
import { ConstraintRows } from './constraint-rows.js';
import type { ConstraintType } from './constraint-type.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { suggestName } from '../base/nearest-name.js';
import { parameterAccessors, parameterWidth, readParameters } from './parameters.js';
import { singleEvaluation, type SingleEvaluation } from './single-evaluation.js';

/**
 * The runtime's side of a constraint: where its rows and parameters lie. A constraint outside a world has its own little arrays; in a
 * world they are parts of the arrays that all constraints, and all constraints of its type, share.
 */
export class ConstraintBinding {
  readonly type: ConstraintType;
  readonly connectors: readonly Connector[];
  label: string;
  /** The world the constraint is in, or null. */
  world: object | null = null;
  rows: ConstraintRows;
  row = 0;
  /** Parameters, from `offset` on. */
  values: Float64Array;
  offset = 0;

  constructor(type: ConstraintType, connectors: readonly Connector[], values: Float64Array) {
    this.type = type;
    this.connectors = connectors;
    this.label = type.name;
    this.rows = new ConstraintRows(type.rows);
    this.values = values;
  }

  /** Moves rows and parameters to their places in larger arrays. */
  moveTo(rows: ConstraintRows, row: number, values: Float64Array, offset: number): void {
    rows.carryOver(this.rows, this.row, row, this.type.rows);
    const width = parameterWidth(this.type);
    for (let i = 0; i < width; i++) values[offset + i] = this.values[this.offset + i]!;
    this.rows = rows;
    this.row = row;
    this.values = values;
    this.offset = offset;
  }

  /** Evaluates the constraint by itself at the present state of its connectors. */
  evaluate(): SingleEvaluation {
    const evaluation = singleEvaluation(this.type);
    for (let i = 0; i < this.connectors.length; i++) {
      this.connectors[i]!.read(evaluation.x, evaluation.v, evaluation.a, evaluation.offsets[i]!);
    }
    for (let i = 0; i < evaluation.p.length; i++) evaluation.p[i] = this.values[this.offset + i]!;
    evaluation.evaluate(this.connectors[0]?.world.time ?? 0);
    return evaluation;
  }
}

/** Set by the class itself, which alone can read its private members. */
let readBinding: (constraint: Constraint) => ConstraintBinding;
let hasBinding: (value: object) => boolean;

/** True for constraints of any class, and for nothing else. */
export function isConstraint(value: unknown): value is Constraint {
  return typeof value === 'object' && value !== null && hasBinding(value);
}

/** The runtime's side of a constraint. Not for applications. */
export function bindingOf(constraint: Constraint): ConstraintBinding {
  return readBinding(constraint);
}

/**
 * Base of all constraints. A generated class adds its description and its types:
 *
 * ```ts
 * export class Distance2D extends Constraint<Distance2DInputs, Distance2DParams> {
 *   static readonly type: ConstraintType = { … };
 *   constructor(options: Distance2DInputs & Distance2DParams) { super(Distance2D.type, options); }
 * }
 * ```
 */
export class Constraint<Inputs extends object = object, Params extends object = object> {
  readonly type: ConstraintType;
  /** The connectors it was made with. */
  readonly inputs: Readonly<Inputs>;
  /**
   * Its parameters. They can be set at any time between two steps and count from the next evaluation on; a value is checked like in the
   * constructor. A vector parameter reads as a copy, and is set as a whole.
   */
  readonly params: Params;

  readonly #binding: ConstraintBinding;
  static {
    readBinding = (constraint) => constraint.#binding;
    hasBinding = (value) => #binding in value;
  }

  #name: string | undefined;
  /** Views on the rows, made when first asked for. */
  #viewed: ConstraintRows | undefined;
  #viewedRow = -1;
  #C = new Float64Array(0);
  #Cdot = new Float64Array(0);
  #lambda = new Float64Array(0);

  /**
   * `options` holds a connector for every input and a value for every parameter without a default.
   *
   * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_INPUT_MISSING, E_INPUT_KIND, E_INPUT_SPACE, E_PARAMETER_MISSING, E_PARAMETER_RANGE, E_NUMBER, E_VECTOR,
   * E_DIMENSION, E_NOT_FINITE.
   */
  constructor(type: ConstraintType, options: object) {
    checkType(type, 'A constraint');
    const given = readConstraintOptions(type, options);
    const connectors = readInputs(type, given);
    const values = readParameters(type, given);
    const binding = new ConstraintBinding(type, connectors, values);
    this.type = type;
    this.#binding = binding;
    this.inputs = Object.freeze(
      Object.fromEntries(type.inputs.map((input, i) => [input.name, connectors[i]])),
    ) as Inputs;
    this.params = parameterAccessors(type, binding) as Params;
  }

  /** Name for messages. Throws E_NAME when set to what is no text. */
  get name(): string | undefined {
    return this.#name;
  }

  set name(name: string | undefined) {
    this.#name = checkName(name, `The name of ${this.label}`);
    this.#binding.label = name === undefined ? this.type.name : `${this.type.name} '${name}'`;
  }

  /** What messages call it: `Distance2D #3` once it is in a world, or `Distance2D 'left rod'` if it has a name. */
  get label(): string {
    return this.#binding.label;
  }

  /**
   * Constraint value, one entry per row, in the formula's unit: that of the present state, whatever changed it, found when it is read. The
   * array is a view; keep the constraint rather than the array, and read again.
   */
  get C(): Float64Array {
    this.#refresh();
    return this.#C;
  }

  /** Rate of the constraint value, one entry per row, per second. Read like {@link C}. */
  get Cdot(): Float64Array {
    this.#refresh();
    return this.#Cdot;
  }

  /**
   * Lagrange multipliers, one entry per row: those of the last evaluation, which after a step is the integrator's last one, within
   * the step. `world.evaluate()` finds those of the present state. Zero until the constraint has taken part in an evaluation.
   */
  get lambda(): Float64Array {
    this.#renewViews();
    return this.#lambda;
  }

  /**
   * Constraint force on the connector of the input `inputName`: `Jᵀ lambda` with `J` of the present state and `lambda` as above. A vector, N,
   * for a point; one entry, a torque in N·m for an angle, for a scalar. Fixed connectors have one too: it is what their support bears.
   *
   * Throws E_INPUT_UNKNOWN.
   */
  forceOn(inputName: keyof Inputs & string): Float64Array {
    // A caller without types may hand in anything.
    const asked: unknown = inputName;
    const names = this.type.inputs.map((input) => input.name);
    const i = names.indexOf(inputName);
    if (i < 0) {
      throw new HolonomicRuntimeError(
        'E_INPUT_UNKNOWN',
        `${this.label} has no input ${show(asked)}.`,
        suggestName(typeof asked === 'string' ? asked : '', names),
      );
    }
    const evaluation = this.#binding.evaluate();
    const lambda = this.lambda;
    const force = new Float64Array(this.type.inputs[i]!.size);
    for (let r = 0; r < this.type.rows; r++) {
      const start = evaluation.blockRow(i, r);
      for (let c = 0; c < force.length; c++) force[c]! += evaluation.J[start + c]! * lambda[r]!;
    }
    return force;
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
