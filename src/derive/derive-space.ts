import type { InputDescription, ParameterDescription, RowLevel, Space } from '../../runtime/model/constraint-type.js';
import { expandConstraint } from '../formula/expand.js';
import type { ExpandedConstraint } from '../formula/expanded.js';
import { countOperations, type OperationCount } from '../lower/count.js';
import { lower, lowerPlainly, withBestScales, type Program } from '../lower/lower.js';
import { lowerDirectly } from '../lower/direct.js';
import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { ConstraintCheck } from '../self-check/constraint-check.js';
import type { CheckedPoint } from '../self-check/compare.js';
import { oncePerCode, prove, unproven } from '../self-check/prove.js';
import { checkRows } from '../self-check/rows.js';
import { lengthsOf } from './lengths.js';
import { constraintFormula } from '../spec/constraint-formula.js';
import { describe } from '../spec/describe.js';
import type { ConstraintSpec, SingularPolicy } from '../spec/constraint-spec.js';
import type { Node } from '../symbolic/node.js';
import type { Configuration } from '../sampling/configuration.js';
import { BoundsOf } from '../symbolic/bounds.js';
import { constraintDeclarations, constraintUnits, type ConstraintUnits } from '../units/constraint-units.js';
import { arcRadicands } from './arc-radicands.js';
import { divisorParameters, parameterBounds } from './parameter-bounds.js';
import { singularPoints, type SingularPoint } from './singular-points.js';
import { differentiate, type Derivatives } from './differentiate.js';
import { sharingMatrices } from './sharing-matrices.js';

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
  readonly units: ConstraintUnits;
  readonly derivatives: Derivatives;
  /** `C, Cdot, J, gamma` as one program; outputs in that order, `J` input by input, row-major within each block. */
  readonly kernel: Program;
  /** `Jdot` as a program of its own, in the order of `J`. */
  readonly jdotKernel: Program;
  /** Where the formulas are not smooth, and what the class does there. */
  readonly singular: readonly SingularPoint[];
  /** Where the programs were compared with the formulas. */
  readonly checkedAt: readonly CheckedPoint<Configuration>[];
  /** What the self-check found that does not keep code from being emitted. */
  readonly warnings: readonly Diagnostic[];
  readonly operations: { readonly kernel: OperationCount; readonly Jdot: OperationCount };
}

/** Expands, differentiates and lowers a constraint in one space. Throws a SpecError with all faults of the formulas. */
export function deriveSpace(className: string, spec: ConstraintSpec, space: Space): SpaceDerivation {
  const policy = spec.singular ?? 'regularize';
  const declared = constraintDeclarations(spec);
  const expanded = expandConstraint(className, spec, space, declared.diagnostics);
  const units = constraintUnits(className, expanded, declared);
  const ways = differentiate(expanded);
  const { derivatives, divisors, bounds, kernel, count } = cheapest(expanded, ways, policy);
  const { C, levels } = derivatives;
  const { inputs, params } = describe(spec, space);
  const jdotKernel = lower(blocksOf(derivatives.Jdot), undefined, bounds, lengthsOf(expanded), policy);
  const check = new ConstraintCheck({ inputs, params, formula: constraintFormula(spec) }, expanded, levels);
  const rowFaults = checkRows(check, spec, expanded.rows);
  if (rowFaults.length > 0) throw new SpecError(rowFaults.map((fault) => ({ ...fault, spec: className })));
  // The first way to derive is the plain one.
  const [{ Jdot: plainJdot }] = ways;
  const direct = (roots: readonly Node[]): Program => lowerDirectly(roots, new Map(), bounds, policy);
  const provenKernel = prove(
    kernel,
    () => direct(kernelRoots(ways[0])),
    (program) => check.kernel(program),
  );
  const provenJdot = prove(
    jdotKernel,
    () => direct(blocksOf(plainJdot)),
    (program) => check.jdot(program),
  );
  return {
    kind: 'constraint',
    space,
    className,
    spec,
    rows: C.length,
    levels,
    inputs,
    params: params.map((param) => (divisors.has(param.name) ? { ...param, nonzero: true } : param)),
    expanded,
    units,
    // What is written out is what is computed.
    derivatives: provenKernel.program === kernel ? derivatives : ways[0],
    kernel: provenKernel.program,
    jdotKernel: provenJdot.program,
    checkedAt: check.points,
    warnings: oncePerCode([...unproven(check), ...provenKernel.warnings, ...provenJdot.warnings]).map((warning) => ({
      ...warning,
      spec: className,
    })),
    singular: singularPoints(expanded, bounds, policy),
    operations: {
      kernel: provenKernel.program === kernel ? count : countOperations(provenKernel.program.outputs),
      Jdot: countOperations(provenJdot.program.outputs),
    },
  };
}

interface Lowered {
  readonly derivatives: Derivatives;
  /** The parameters that something is divided by. */
  readonly divisors: ReadonlySet<string>;
  readonly bounds: BoundsOf;
  /** What the kernel computes, as the graph has it. */
  readonly roots: readonly Node[];
  readonly kernel: Program;
  readonly count: OperationCount;
}

/** Ways to derive a constraint that take so much more than the fewest operations, before scales are chosen, are not looked at any further. */
const OUT_OF_QUESTION = 1.02;

/** Of several ways to derive a constraint the one with the fewest operations; of equals the first. */
function cheapest(expanded: ExpandedConstraint, ways: readonly Derivatives[], policy: SingularPolicy): Lowered {
  const plain = ways.map((derivatives) => loweredPlainly(expanded, derivatives, policy));
  const bound = OUT_OF_QUESTION * Math.min(...plain.map(({ count }) => count.total));
  return plain
    .filter(({ count }) => count.total <= bound)
    .flatMap((way) => [way, ...sharingMatrices(expanded, way, policy)])
    .map((way) => {
      const kernel = withBestScales(way.kernel);
      return { ...way, kernel, count: countOperations(kernel.outputs) };
    })
    .reduce((a, b) => (b.count.total < a.count.total ? b : a));
}

function loweredPlainly(expanded: ExpandedConstraint, derivatives: Derivatives, policy: SingularPolicy): Lowered {
  const { params } = expanded;
  const { C, Cdot, J, Jdot, gamma } = derivatives;
  const roots = kernelRoots(derivatives);
  const divisors = divisorParameters(params, [...C, ...Cdot, ...gamma, ...J.flat(2), ...Jdot.flat(2)]);
  const bounds = new BoundsOf(parameterBounds(params, divisors), arcRadicands(expanded));
  const kernel = lowerPlainly(roots, undefined, bounds, lengthsOf(expanded), policy);
  return { derivatives, divisors, bounds, roots, kernel, count: countOperations(kernel.outputs) };
}

/** What a kernel computes, in the order in which it does. */
const kernelRoots = ({ C, Cdot, J, gamma }: Derivatives): readonly Node[] => [...C, ...Cdot, ...blocksOf(J), ...gamma];

/** The entries of a Jacobian in the order in which kernels store them: block by block, each row-major. */
export function blocksOf<T>(rows: readonly (readonly (readonly T[])[])[]): T[] {
  return (rows[0] ?? []).flatMap((_, input) => rows.flatMap((row) => row[input]!));
}
