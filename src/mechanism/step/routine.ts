import type { Expression } from '../../emit/syntax.js';
import type { ArrayOf, FunctionPlan } from '../ops/functions.js';

/** A function in a step, with what stands for its numbers; if nothing does, their own names. */
export interface StepCall {
  readonly plan: FunctionPlan;
  /** The number of entries to each of which it is applied; undefined of a function of a whole world. */
  readonly entries?: number;
  readonly numbers?: Readonly<Record<string, Expression>>;
}

/** A step of one world from `t` by `dt`, as functions that are called one after the other. */
export interface StepRoutine {
  /** Numbers that calls use, made of the time and the step. */
  readonly numbers: readonly { readonly name: string; readonly value: Expression }[];
  readonly calls: readonly StepCall[];
  /** Arrays that hold something between two calls alone. */
  readonly workspace: readonly ArrayOf[];
}

/** The functions of a step, each once. */
export const functionsOf = ({ calls }: StepRoutine): StepCall[] =>
  calls.filter(({ plan }, i) => calls.findIndex((other) => other.plan === plan) === i);

/** Arrays of adjoints: of the state, of what is prepared, and of the parameters. */
export const ADJOINTS = { state: 'yb', prepared: 'parb', parameters: 'pb' } as const;
