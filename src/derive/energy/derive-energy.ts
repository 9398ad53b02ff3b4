import type { InputDescription, ParameterDescription, Space } from '../../../runtime/model/constraint-type.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import { expandEnergy, type ExpandedEnergy } from '../../formula/energy/expand-energy.js';
import { parameterBounds } from '../../formula/parameter-bounds.js';
import { countOperations, type OperationCount } from '../../lower/count.js';
import { lower } from '../../lower/lower.js';
import type { Program } from '../../lower/program.js';
import { hessianEntries } from '../../reference/hessian-entries.js';
import type { FormulaOwner } from '../../reference/read-formula.js';
import type { Configuration } from '../../sampling/configuration.js';
import type { CheckedPoint } from '../../self-check/compare.js';
import { checkEnergy } from '../../self-check/energy-check.js';
import { describe } from '../../spec/describe.js';
import { energyFormula, formulasOf, type EnergySpec } from '../../spec/energy-spec.js';
import { BoundsOf } from '../../symbolic/bounds.js';
import { motionJets, rateOf } from '../../symbolic/motion.js';
import type { Node } from '../../symbolic/node.js';
import { gradient } from '../../symbolic/reverse.js';
import { constraintDeclarations, type ConstraintUnits } from '../../units/constraint-units.js';
import { unitsInUse } from '../../units/declared-units.js';
import { energyUnits } from '../../units/energy-units.js';
import { arcRadicands } from '../arc-radicands.js';
import { divisorParameters, parameterDivisors } from '../divisor-parameters.js';
import { arePartial } from '../domain.js';
import { tolerated, type Leniency } from '../leniency.js';
import { singularPoints, writeNode, type ExpandedFormulas, type SingularPoint } from '../singular-points.js';
import { joinUnitVectors } from '../../symbolic/unit-vectors.js';
import { secondDerivatives } from './second-derivatives.js';
import { singularStiffness } from './singular-stiffness.js';

/** The derivatives of an energy, as nodes of one graph. */
export interface EnergyDerivatives {
  readonly V: Node;
  /** `∂V/∂x`, component by component. */
  readonly g: readonly Node[];
  /** `∂²V/∂x∂x` in the order of the kernel. */
  readonly H: readonly Node[];
  /** The dissipation function and its slopes by the rates, if there is one. */
  readonly damping: { readonly D: Node; readonly d: readonly Node[] } | undefined;
  /** `f˙` for a node `f`; gives the rates of named quantities their names. */
  readonly rate: (node: Node) => Node;
}

/** An energy derived in one space: everything that printing, proving and explaining it use. */
export interface EnergyDerivation {
  readonly kind: 'energy';
  readonly space: Space;
  readonly className: string;
  readonly spec: EnergySpec;
  readonly inputs: readonly InputDescription[];
  readonly params: readonly ParameterDescription[];
  readonly expanded: ExpandedEnergy;
  readonly units: Pick<ConstraintUnits, 'forces'>;
  readonly derivatives: EnergyDerivatives;
  /** `V, g`; the Hessian's blocks; `D, d`: one program per kernel. */
  readonly programs: { readonly energy: Program; readonly hessian: Program; readonly damping?: Program };
  /** Divisors of parameters alone, as the formula has them; and the program of their values, each with its size. */
  readonly divisors?: { readonly names: readonly string[]; readonly program: Program };
  /** Places where the formulas are not smooth, and what the class does there. */
  readonly singular: readonly SingularPoint[];
  /** True where the formulas have no value in a part of space. */
  readonly partial: boolean;
  /** Configurations at which the programs were compared with the formulas. */
  readonly checkedAt: readonly CheckedPoint<Configuration>[];
  /** Findings of the self-check that do not keep code from being emitted. */
  readonly warnings: readonly Diagnostic[];
  readonly operations: {
    readonly energy: OperationCount;
    readonly hessian: OperationCount;
    readonly damping?: OperationCount;
  };
}

/**
 * Expands, differentiates and lowers an energy in one space. Throws a SpecError with all faults of
 * the formulas.
 */
export function deriveEnergy(
  className: string,
  spec: EnergySpec,
  space: Space,
  { isLenient = false }: Leniency = {},
): EnergyDerivation {
  const all = constraintDeclarations(spec);
  const noUnits = all.diagnostics;
  const expanded = expandEnergy(className, spec, space, isLenient ? [] : noUnits, isLenient);
  const units = energyUnits(expanded, unitsInUse(all, expanded.unused));
  const notes = tolerated(className, { others: [...noUnits, ...expanded.unused], misfits: units.faults }, isLenient);
  const derivatives = differentiate(expanded);
  const { V, g, H, damping } = derivatives;
  const formulas: ExpandedFormulas = { ...expanded, C: [V, ...(damping ? [damping.D] : [])] };
  const roots = [V, ...g, ...H, ...(damping ? [damping.D, ...damping.d] : [])];
  const divisors = divisorParameters(expanded.params, roots);
  const ranges = parameterBounds(expanded.params, divisors);
  const composed = parameterDivisors(expanded.graph, expanded.params, roots, new BoundsOf(ranges));
  const nonzero = new Set(composed.map(({ node }) => node));
  const options = { bounds: new BoundsOf(ranges, arcRadicands(formulas), nonzero) };
  const { inputs, params } = describe(spec, space);
  const owner: FormulaOwner = { inputs, params, formula: formulasOf(energyFormula(spec)) };
  const check = checkEnergy(owner, expanded);
  const programs = {
    energy: check.lower([V, ...g], ['V', 'g'], options),
    hessian: check.lower(H, ['H'], options),
    ...(damping && { damping: check.lower([damping.D, ...damping.d], ['D', 'd'], options) }),
  };
  return {
    kind: 'energy',
    space,
    className,
    spec,
    inputs,
    params: params.map((param) => (divisors.has(param.name) ? { ...param, nonzero: true } : param)),
    expanded,
    units,
    derivatives,
    programs,
    ...(composed.length > 0 && {
      divisors: {
        names: composed.map(({ node }) => writeNode(formulas, node)),
        program: lower(composed.flatMap(({ node, size }) => [node, size])),
      },
    }),
    singular: singularPoints(formulas, options.bounds, 'regularize'),
    partial: arePartial([...expanded.sources.keys(), ...formulas.C], options.bounds),
    checkedAt: check.points,
    warnings: [
      ...[...check.warnings, ...singularStiffness(expanded, programs, owner.formula.sample, check.points)].map(
        (warning) => ({ ...warning, spec: className }),
      ),
      ...notes,
    ],
    operations: {
      energy: countOperations(programs.energy.outputs),
      hessian: countOperations(programs.hessian.outputs),
      ...(programs.damping && { damping: countOperations(programs.damping.outputs) }),
    },
  };
}

function differentiate({ graph, inputs, time, V, damping: D }: ExpandedEnergy): EnergyDerivatives {
  const variables = inputs.flatMap(({ components }) => components);
  const { g, H } = secondDerivatives(graph, joinUnitVectors(graph, V), variables);
  const rates = variables.map((variable) => rateOf(graph, variable));
  const jets = motionJets(graph, variables, time);
  return {
    V,
    g,
    H: hessianEntries(inputs).map(([row, column]) => H[Math.max(row, column)]![Math.min(row, column)]!),
    damping: D && { D, d: gradient(graph, D, rates) },
    rate: (node) => jets.first(node),
  };
}
