import type { Connector } from '../../runtime/model/connector.js';
import type { Constraint } from '../../runtime/model/constraint.js';
import type { ParameterValue } from '../../runtime/model/parameters.js';
import { baseOf } from '../../runtime/stabilize/bounded-constraint.js';
import type { ConstraintSettings } from '../../runtime/model/softness.js';
import type { ConstraintKernel, ConstraintTypeWithJdot, JdotKernel } from '../../runtime/model/constraint-type.js';
import type { ListType } from '../../runtime/model/lists/list-type.js';
import type { ListDerivation } from '../derive/derive-list.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { RUNTIME_FUNCTIONS } from '../primitives/index.js';
import { checkEmission } from './check-emission.js';
import { constraintKernel, jdotKernel } from './kernel.js';
import type { KernelFunction } from './syntax.js';
import { javascript } from './targets/javascript.js';
import { printFunction } from './targets/target.js';
import { describeListType } from './list-description.js';
import { describeType } from './type-description.js';

/**
 * A constraint class made in memory. Inputs and parameters are those of the spec; they are checked
 * when it is constructed.
 */
export interface CompiledClass {
  readonly type: ConstraintTypeWithJdot;
  new (
    options: object,
    settings?: ConstraintSettings,
  ): Constraint<Readonly<Record<string, Connector>>, Record<string, ParameterValue>>;
}

/** A constraint class over lists, made in memory: like {@link CompiledClass}, with lists as inputs. */
export interface CompiledListClass {
  readonly type: ListType;
  new (
    options: object,
    settings?: ConstraintSettings,
  ): Constraint<Readonly<Record<string, Connector | readonly Connector[]>>, Record<string, ParameterValue>>;
}

/**
 * Makes the type of a constraint from the same kernels that a file would hold, and checks that it
 * computes what was derived.
 */
function compileType(derivation: SpaceDerivation): ConstraintTypeWithJdot {
  const type: ConstraintTypeWithJdot = {
    ...describeType(derivation),
    kernel: compileKernel(constraintKernel(derivation)) as ConstraintKernel,
    jdotKernel: compileKernel(jdotKernel(derivation)) as JdotKernel,
  };
  checkEmission(derivation, type);
  return type;
}

/**
 * Makes the class that the emitted file would hold. Its text is printed from the graph alone. All
 * that it holds of the spec is numbers, and names that were checked to be identifiers.
 */
export const compileClass = (derivation: SpaceDerivation): CompiledClass => classOf(compileType(derivation));

/** The class over lists that the emitted file would hold. */
export const compileListClass = (derivation: ListDerivation): CompiledListClass =>
  // Its constructor makes a type for the lengths of the lists, whatever kind of type it is given.
  classOf(compileListType(derivation) as unknown as ConstraintTypeWithJdot) as unknown as CompiledListClass;

/** The type of a class over lists, each of its kernels checked to compute what was derived. */
export const compileListType = (derivation: ListDerivation): ListType =>
  describeListType(derivation, (part) =>
    // What a sum adds up is checked as a whole.
    part.role === 'summand' ? (compileKernel(constraintKernel(part)) as ConstraintKernel) : compileType(part).kernel,
  );

function classOf(type: ConstraintTypeWithJdot): CompiledClass {
  const compiled = class extends baseOf(type)<Readonly<Record<string, Connector>>, Record<string, ParameterValue>> {
    static readonly type = type;
    constructor(options: object, settings?: ConstraintSettings) {
      super(type, options, settings);
    }
  };
  Object.defineProperty(compiled, 'name', { value: type.name });
  return compiled;
}

/** Prints a kernel and makes a function of it. */
export function compileKernel(kernel: KernelFunction): unknown {
  const text = `"use strict";\nreturn ${printFunction(javascript, kernel)};`;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- compiles the printed graph
  const make = new Function(...RUNTIME_FUNCTIONS.keys(), text) as (...functions: unknown[]) => unknown;
  return make(...RUNTIME_FUNCTIONS.values());
}
