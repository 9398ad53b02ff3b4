import { checkNumber, checkVector, readOptions, reading } from '../base/check.js';
import { checkType } from './constraint-options.js';
import type { ConstraintType, ConstraintTypeWithJdot, InputDescription } from './constraint-type.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { isListType, type ListType } from './lists/list-type.js';
import { listEntries, sizedType } from './lists/sized-type.js';
import { describeArguments } from './describe-arguments.js';
import { readParameters, type ParameterValue } from './parameters.js';
import { kernelTime, SingleEvaluation } from './single-evaluation.js';
import { singularPointError } from './singular-point.js';
import { areFinite } from '../base/vector.js';

/** Value of an input: a vector, or for a scalar a number or a list of one. */
export type InputComponents = number | ArrayLike<number>;

/** State of one input's connector. */
export interface InputState {
  readonly value: InputComponents;
  /** Rate of change. Zero if left out. */
  readonly velocity?: InputComponents;
  /** Acceleration of the connector at zero generalized acceleration. Zero if left out. */
  readonly acceleration?: InputComponents;
}

/** Arguments of {@link evaluateConstraint}. */
export interface EvaluateOptions {
  /** Per input its state; of a list of connectors, a list of states. */
  readonly inputs: Readonly<Record<string, InputState | readonly InputState[]>>;
  readonly params?: Readonly<Record<string, ParameterValue | readonly ArrayLike<number>[]>>;
  /** Time, s. 0 if left out. */
  readonly time?: number;
}

/** Result of {@link evaluateConstraint}. */
export interface ConstraintEvaluation {
  /** One entry per row; of a row with a period its distance from the nearest turn. */
  readonly C: number[];
  readonly Cdot: number[];
  /**
   * `C̈` at zero generalized acceleration: the kernel's `gamma` plus `J` times the connectors'
   * accelerations.
   */
  readonly gamma: number[];
  /** `∂C/∂x` per input: rows × components of the input. */
  readonly J: Record<string, number[][]>;
  /** `∂Cdot/∂x = dJ/dt`, like `J`. Left out for a class that was emitted without it. */
  readonly Jdot?: Record<string, number[][]>;
}

/** Result of {@link evaluateConstraint} for a class over lists. */
export interface ListEvaluation extends Omit<ConstraintEvaluation, 'J' | 'Jdot'> {
  /** `∂C/∂x` per input: rows × components of the input; of a list, one such block per entry. */
  readonly J: Record<string, number[][] | number[][][]>;
}

function readComponents(value: unknown, input: InputDescription, what: string): ArrayLike<number> {
  if (input.kind === 'scalar' && typeof value === 'number') return [checkNumber(value, what)];
  return checkVector(value, input.size, what);
}

/** Reads the states of the inputs, objects with the `fields`, into a workspace. */
export function readStates(
  type: Pick<ConstraintType, 'name' | 'inputs'>,
  inputs: Readonly<Record<string, unknown>>,
  { x, v, a, offsets }: Pick<SingleEvaluation, 'x' | 'v' | 'a' | 'offsets'>,
  fields: readonly (keyof InputState)[] = ['value', 'velocity', 'acceleration'],
): void {
  type.inputs.forEach((input, i) => {
    const given = inputs[input.name];
    const what = `'${input.name}' of ${type.name}`;
    if (given === undefined) {
      throw new HolonomicRuntimeError(
        'E_INPUT_MISSING',
        `${type.name} needs the input '${input.name}'.`,
        `Give inputs: { ${input.name}: { value: … } }.`,
      );
    }
    const state = readOptions(given as InputState, `The state of ${what}`, fields, `The state of ${what} has no`);
    const offset = offsets[i]!;
    x.set(readComponents(state.value, input, `Value of ${what}`), offset);
    if (state.velocity !== undefined) v.set(readComponents(state.velocity, input, `Velocity of ${what}`), offset);
    if (state.acceleration !== undefined) {
      a.set(readComponents(state.acceleration, input, `Acceleration of ${what}`), offset);
    }
  });
}

/** Cuts a block-by-block Jacobian into one matrix per input. */
function blocksOf(type: ConstraintType, evaluation: SingleEvaluation, J: Float64Array): Record<string, number[][]> {
  return Object.fromEntries(
    type.inputs.map(({ name, size }, i) => [
      name,
      Array.from({ length: type.rows }, (_, r) => {
        const start = evaluation.blockRow(i, r);
        return Array.from(J.subarray(start, start + size));
      }),
    ]),
  );
}

/**
 * Evaluates one constraint outside any world at a given state of its inputs. It finds value, rate,
 * `gamma`, the Jacobian and, if the class has it, its time derivative. `constraint` is a generated
 * class, or any other object with a `type`.
 *
 * ```ts
 * evaluateConstraint(Distance2D, {
 *   inputs: { a: { value: [0, 0] }, b: { value: [3, 4], velocity: [0, 1] } },
 *   params: { length: 5 },
 * });
 * ```
 *
 * Throws E_CONSTRAINT, E_OPTIONS, E_OPTION_UNKNOWN, E_INPUT_MISSING, E_PARAMETER_MISSING,
 * E_PARAMETER_RANGE, E_NUMBER, E_VECTOR, E_DIMENSION and E_NOT_FINITE. Throws E_SINGULAR_POINT for
 * a class that throws at singular points.
 */
export function evaluateConstraint(constraint: { readonly type: ListType }, options: EvaluateOptions): ListEvaluation;
export function evaluateConstraint(
  constraint: { readonly type: ConstraintTypeWithJdot },
  options: EvaluateOptions,
): Required<ConstraintEvaluation>;
export function evaluateConstraint(
  constraint: { readonly type: ConstraintType },
  options: EvaluateOptions,
): ConstraintEvaluation;
export function evaluateConstraint(
  constraint: { readonly type: ConstraintType | ListType },
  options: EvaluateOptions,
): ConstraintEvaluation | ListEvaluation {
  const described = reading(
    'A constraint',
    'E_CONSTRAINT',
    () => (constraint as { readonly type?: unknown } | null)?.type,
  );
  checkType(described, 'What is to be evaluated');
  const given = readOptions(options, 'Options of evaluateConstraint', ['inputs', 'params', 'time']);
  const namesOf = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name);
  const { inputs: states, params: values = {}, time = 0 } = given;
  checkNumber(time, 'Time');
  const { name: className } = described;
  const listed = readOptions(states, `Inputs of ${className}`, namesOf(described.inputs), `${className} has no input`);
  const parameters = [...described.params, ...(isListType(described) ? described.indices : [])];
  const params = readOptions(
    values,
    `Parameters of ${className}`,
    namesOf(parameters),
    `${className} has no parameter`,
  ) as Readonly<Record<string, unknown>>;
  const lists = isListType(described) ? sizedType(described, { ...listed, ...params }) : undefined;
  const type = lists?.type ?? (described as ConstraintType);
  const inputs = lists ? listEntries(lists, listed) : listed;

  const evaluation = new SingleEvaluation(type);
  evaluation.p.set(readParameters(type, params));
  readStates(type, inputs, evaluation);
  evaluation.evaluate(time);
  const { C, Cdot, gamma, J, x, v, p, a, offsets } = evaluation;
  const Jdot = new Float64Array(J.length);
  type.jdotKernel?.(1, offsets, x, v, p, kernelTime(type, time), Jdot);

  if (type.singularPoints !== undefined && ![C, Cdot, gamma, J, Jdot].every(areFinite)) {
    throw singularPointError(type.name, type, `, with ${describeArguments(type, offsets, x, p)}`);
  }

  // C̈ = gamma + J a, for connectors with an acceleration of their own.
  type.inputs.forEach(({ size }, i) => {
    for (let r = 0; r < type.rows; r++) {
      for (let c = 0; c < size; c++) gamma[r]! += J[evaluation.blockRow(i, r) + c]! * a[offsets[i]! + c]!;
    }
  });
  const blocks = blocksOf(type, evaluation, J);
  const ofList = ({ name }: { readonly name: string }): number[][] | number[][][] => {
    const list = lists?.places.get(name);
    return list ? Array.from({ length: list.length }, (_, i) => blocks[`${name}[${i}]`]!) : blocks[name]!;
  };
  return {
    C: Array.from(C),
    Cdot: Array.from(Cdot),
    gamma: Array.from(gamma),
    J: (lists
      ? Object.fromEntries(described.inputs.map((input) => [input.name, ofList(input)]))
      : blocks) as ConstraintEvaluation['J'],
    ...(type.jdotKernel && { Jdot: blocksOf(type, evaluation, Jdot) }),
  };
}
