import type { InputDescription, ParameterDescription, RowLevel, Space } from '../../runtime/constraint-type.js';
import { expandConstraint } from '../formula/expand.js';
import type { ExpandedConstraint } from '../formula/expanded.js';
import { countOperations, type OperationCount } from '../lower/count.js';
import { lower, type Program } from '../lower/lower.js';
import { lengthsOf } from './lengths.js';
import { describe } from '../spec/describe.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import { differentiate, type Derivatives } from './differentiate.js';

/** A constraint derived in one space: everything that printing, proving and explaining it need. */
export interface SpaceDerivation {
  readonly kind: 'constraint';
  readonly space: Space;
  readonly className: string;
  readonly spec: ConstraintSpec;
  readonly rows: number;
  readonly levels: readonly RowLevel[];
  readonly inputs: readonly InputDescription[];
  readonly params: readonly ParameterDescription[];
  readonly expanded: ExpandedConstraint;
  readonly derivatives: Derivatives;
  /** `C, Cdot, J, gamma` as one program; outputs in that order, `J` input by input, row-major within each block. */
  readonly kernel: Program;
  /** `Jdot` as a program of its own, in the order of `J`. */
  readonly jdotKernel: Program;
  readonly operations: { readonly kernel: OperationCount; readonly Jdot: OperationCount };
}

/** Expands, differentiates and lowers a constraint in one space. Throws a SpecError with all faults of the formulas. */
export function deriveSpace(className: string, spec: ConstraintSpec, space: Space): SpaceDerivation {
  const expanded = expandConstraint(className, spec, space);
  const derivatives = differentiate(expanded);
  const { C, Cdot, gamma, J, Jdot } = derivatives;
  const lengths = lengthsOf(expanded);
  const kernel = lower([...C, ...Cdot, ...blocksOf(J), ...gamma], new Map(), lengths);
  const jdotKernel = lower(blocksOf(Jdot), new Map(), lengths);
  return {
    kind: 'constraint',
    space,
    className,
    spec,
    rows: C.length,
    levels: derivatives.levels,
    ...describe(spec, space),
    expanded,
    derivatives,
    kernel,
    jdotKernel,
    operations: { kernel: countOperations(kernel.outputs), Jdot: countOperations(jdotKernel.outputs) },
  };
}

/** The entries of a Jacobian in the order in which kernels store them: block by block, each row-major. */
export function blocksOf<T>(rows: readonly (readonly (readonly T[])[])[]): T[] {
  return (rows[0] ?? []).flatMap((_, input) => rows.flatMap((row) => row[input]!));
}
