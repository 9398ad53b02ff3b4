import type {
  InputDescription,
  ParameterDescription,
  RowLevel,
  RowRelation,
  Space,
} from '../../runtime/model/constraint-type.js';
import { expandConstraint } from '../formula/expand.js';
import type { ExpandedConstraint } from '../formula/expanded.js';
import { countOperations, type OperationCount } from '../lower/count.js';
import type { Program } from '../lower/program.js';
import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { checkConstraint, KERNEL_QUANTITIES } from '../self-check/constraint-check.js';
import type { CheckedPoint } from '../self-check/compare.js';
import { oncePerCode } from '../self-check/prove.js';
import { checkRows } from '../self-check/rows.js';
import { constraintFormula } from '../spec/constraint-formula.js';
import { describe } from '../spec/describe.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import type { Node } from '../symbolic/node.js';
import type { Configuration } from '../sampling/configuration.js';
import { BoundsOf } from '../symbolic/bounds.js';
import { coefficientFaults } from '../units/coefficient-units.js';
import { unitsInUse } from '../units/declared-units.js';
import type { Dimension } from '../units/dimension.js';
import { constraintDeclarations, constraintUnits, type ConstraintUnits } from '../units/constraint-units.js';
import { angleJumps } from './angle-jumps.js';
import { arcRadicands } from './arc-radicands.js';
import { haveBreaks } from './breaks.js';
import { arePartial } from './domain.js';
import { parameterBounds } from '../formula/parameter-bounds.js';
import { divisorParameters } from './divisor-parameters.js';
import { singularPoints, type SingularPoint } from './singular-points.js';
import { differentiate, type Derivatives } from './differentiate.js';
import { jumpWarnings } from './jump-warnings.js';
import { tolerated, type Leniency } from './leniency.js';

/**
 * What a derivation is of: a constraint; or a term of a sum, or of a minimum or maximum, over lists.
 * Rows of a term need not be independent, and its parameters are common to all terms. The kernel of
 * a summand adds its results up.
 */
export type Role = 'constraint' | 'summand' | 'candidate';

/** A constraint derived in one space: everything that printing, proving and explaining it use. */
export interface SpaceDerivation {
  readonly kind: 'constraint';
  readonly role: Role;
  readonly space: Space;
  readonly className: string;
  readonly spec: ConstraintSpec;
  readonly rows: number;
  readonly levels: readonly RowLevel[];
  readonly relations: readonly RowRelation[];
  /** The period of each row, rad: `2π` of an equation between angles, else 0. */
  readonly periods: readonly number[];
  readonly inputs: readonly InputDescription[];
  readonly params: readonly ParameterDescription[];
  readonly expanded: ExpandedConstraint;
  readonly units: ConstraintUnits;
  readonly derivatives: Derivatives;
  /**
   * `C, Cdot, J, gamma` as one program; outputs in that order, `J` input by input, row-major within
   * each block.
   */
  readonly kernel: Program;
  /** `Jdot` as a program of its own, in the order of `J`. */
  readonly jdotKernel: Program;
  /** Places where the formulas are not smooth, and what the class does there. */
  readonly singular: readonly SingularPoint[];
  /** True where the formulas have no value in a part of space. */
  readonly partial: boolean;
  /** True where the formulas or their slopes jump at places that motions may pass. */
  readonly breaks: boolean;
  /** Configurations at which the programs were compared with the formulas. */
  readonly checkedAt: readonly CheckedPoint<Configuration>[];
  /** Findings of the self-check that do not keep code from being emitted. */
  readonly warnings: readonly Diagnostic[];
  readonly operations: { readonly kernel: OperationCount; readonly Jdot: OperationCount };
}

/** Options of the derivation of a part of a larger constraint. */
interface PartOptions extends Leniency {
  readonly role?: Role;
  /** Units of inputs and parameters that no spec declares; null where they are not known. */
  readonly units?: ReadonlyMap<string, Dimension | null>;
}

/**
 * Expands, differentiates and lowers a constraint in one space. Throws a SpecError with all faults
 * of the formulas.
 */
export function deriveSpace(
  className: string,
  spec: ConstraintSpec,
  space: Space,
  { role = 'constraint', units: known, isLenient = false }: PartOptions = {},
): SpaceDerivation {
  const policy = spec.singular ?? 'regularize';
  const all = constraintDeclarations(spec);
  const noUnits = all.diagnostics;
  const expanded = expandConstraint(className, spec, space, isLenient ? [] : noUnits, isLenient);
  const declared = unitsInUse(all, expanded.unused);
  const units = constraintUnits(expanded, declared, known);
  const misfits = [...units.faults, ...coefficientFaults(spec, expanded, units, declared)];
  const notes = tolerated(className, { others: [...noUnits, ...expanded.unused], misfits }, isLenient);
  const derivatives = differentiate(expanded);
  const { C, levels } = derivatives;
  const roots = kernelRoots(derivatives);
  const jdotRoots = blocksOf(derivatives.Jdot);
  const divisors = divisorParameters(expanded.params, [...roots, ...jdotRoots]);
  const bounds = new BoundsOf(parameterBounds(expanded.params, divisors), arcRadicands(expanded));
  const { inputs, params } = describe(spec, space);
  const owner = { inputs, params, formula: constraintFormula(spec) };
  const check = checkConstraint(owner, expanded, levels);
  const rowFaults = role !== 'constraint' ? [] : checkRows(check, spec, expanded.rows);
  if (rowFaults.length > 0) throw new SpecError(rowFaults.map((fault) => ({ ...fault, spec: className })));
  const jumps = angleJumps(owner, expanded, bounds);
  const kernel = check.lower(roots, KERNEL_QUANTITIES, { bounds, policy });
  const jdotKernel = check.lower(jdotRoots, ['Jdot'], { bounds, policy });
  return {
    kind: 'constraint',
    role,
    space,
    className,
    spec,
    rows: C.length,
    levels,
    relations: expanded.rows.map(({ relation }) => relation),
    periods: jumps.map(({ period }) => period),
    inputs,
    params: params.map((param) => (divisors.has(param.name) ? { ...param, nonzero: true } : param)),
    expanded,
    units,
    derivatives,
    kernel,
    jdotKernel,
    checkedAt: check.points,
    warnings: [
      ...oncePerCode([...check.warnings, ...jumpWarnings(spec, expanded, jumps, space)]).map((warning) => ({
        ...warning,
        spec: className,
      })),
      ...notes,
    ],
    singular: singularPoints(expanded, bounds, policy),
    partial: arePartial([...expanded.sources.keys(), ...expanded.C], bounds),
    // Tangents of slips may be chosen anew anywhere: it is the contact that holds.
    breaks: haveBreaks(
      expanded.C.filter((_, row) => expanded.rows[row]!.relation !== 'friction'),
      bounds,
    ),
    operations: {
      kernel: countOperations(kernel.outputs),
      Jdot: countOperations(jdotKernel.outputs),
    },
  };
}

/** The outputs of a kernel, in the order in which it computes them. */
const kernelRoots = ({ C, Cdot, J, gamma }: Derivatives): readonly Node[] => [...C, ...Cdot, ...blocksOf(J), ...gamma];

/**
 * The entries of a Jacobian in the order in which kernels store them: block by block, each
 * row-major.
 */
export function blocksOf<T>(rows: readonly (readonly (readonly T[])[])[]): T[] {
  return (rows[0] ?? []).flatMap((_, input) => rows.flatMap((row) => row[input]!));
}
