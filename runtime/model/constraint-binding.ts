import { HolonomicRuntimeError } from '../base/errors.js';
import { copy } from '../base/vector.js';
import type { Connector } from './connector.js';
import { ConstraintRows } from './constraint-rows.js';
import { isBoundedType, type Coefficient, type ConstraintType } from './constraint-type.js';
import { parameterWidth } from './parameters.js';
import { singleEvaluation, type SingleEvaluation } from './single-evaluation.js';
import type { Softness } from './softness.js';

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
  /** True of a contact that stands for shapes at the places of one step: after that it holds only where it has pushed. */
  isOfStep = false;
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
    return isBoundedType(this.type);
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
