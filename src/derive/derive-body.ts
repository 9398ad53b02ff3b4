import type { BodyModel } from '../bodies/body-model.js';
import type { Space } from '../../runtime/model/constraint-type.js';
import { expandBody } from '../formula/expand-body.js';
import type { ExpandedBody } from '../formula/expanded-body.js';
import { countOperations, type OperationCount } from '../lower/count.js';
import type { Program } from '../lower/program.js';
import { positionName } from '../reference/body-quantities.js';
import type { BodyConfiguration } from '../sampling/body-configuration.js';
import { BoundsOf } from '../symbolic/bounds.js';
import type { Graph } from '../symbolic/graph.js';
import { isRateVariable } from '../symbolic/motion.js';
import { isZeroNode, reachable, type Node } from '../symbolic/node.js';
import { rebuild } from '../symbolic/rebuild.js';
import { gradient } from '../symbolic/reverse.js';
import { bodyDeclarations, bodyUnitFaults } from '../units/body-units.js';
import { unitsInUse } from '../units/declared-units.js';
import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { checkBody } from '../self-check/body-check.js';
import type { CheckedPoint } from '../self-check/compare.js';
import { ProgramRunner } from '../self-check/run-program.js';
import { arcRadicands } from './arc-radicands.js';
import { differentiateBody, type BodyDerivatives } from './differentiate-body.js';
import { parameterBounds } from '../formula/parameter-bounds.js';
import { tolerated, type Leniency } from './leniency.js';
import { divisorParameters } from './divisor-parameters.js';
import { arePartial } from './domain.js';
import { singularPoints, type ExpandedFormulas, type SingularPoint } from './singular-points.js';

/** A kind of body derived in one space: everything that printing, proving and explaining it use. */
export interface BodyDerivation {
  readonly kind: 'body';
  readonly space: Space;
  readonly className: string;
  readonly model: BodyModel;
  readonly expanded: ExpandedBody;
  /** The parameters. Those that occur as a divisor are `nonzero`. */
  readonly params: BodyModel['params'];
  /** Places where the formulas are not smooth, and what the class does there. */
  readonly singular: readonly SingularPoint[];
  /** True where the formulas have no value for some coordinates. */
  readonly partial: boolean;
  /** Configurations at which the programs were compared with the formulas. */
  readonly checkedAt: readonly CheckedPoint<BodyConfiguration>[];
  /** Findings of the self-check that do not keep code from being emitted. */
  readonly warnings: readonly Diagnostic[];
  readonly derivatives: BodyDerivatives;
  /** True where the mass matrix depends on parameters alone. */
  readonly constantMass: boolean;
  readonly programs: BodyPrograms;
  readonly operations: BodyOperations;
}

/** One program per kernel; outputs in the order in which kernels store them. */
export interface BodyPrograms {
  /** `x`, `ẋ`, `ẍ` at `v̇ = 0`, `B` row-major: one program per connector. */
  readonly connectors: readonly Program[];
  /** `M` row-major, `Q`. */
  readonly dynamics: Program;
  /** Kinetic, potential. */
  readonly energy: Program;
  /** `Σ m x`, `Σ m B` row-major. */
  readonly weight: Program;
}

export interface BodyOperations {
  readonly connectors: Readonly<Record<string, OperationCount>>;
  readonly dynamics: OperationCount;
  readonly energy: OperationCount;
  readonly weight: OperationCount;
}

/**
 * Expands, differentiates and lowers a kind of body. Throws a SpecError with all faults of the
 * formulas.
 */
export function deriveBody(model: BodyModel, { isLenient = false }: Leniency = {}): BodyDerivation {
  const declared = bodyDeclarations(model);
  const noUnits = declared.diagnostics;
  const expanded = expandBody(model, isLenient ? [] : noUnits, isLenient);
  const misfits = bodyUnitFaults(expanded, unitsInUse(declared, expanded.unused));
  const notes = tolerated(model.name, { others: [...noUnits, ...expanded.unused], misfits }, isLenient);
  const derivatives = differentiateBody(expanded);
  checkMasses(expanded, derivatives);
  const { definitions } = expanded.rotations;
  const { connectors, M, Q, kinetic, potential, moment, weight } = derivatives;
  const roots = {
    connectors: connectors.map(({ x, rate, bias, B }) => [...x, ...rate, ...bias, ...B.flat()]),
    dynamics: [...M.flat(), ...Q],
    energy: [kinetic, potential],
    weight: [...moment, ...weight.flat()],
  };
  const divisors = divisorParameters(expanded.params, [
    ...roots.connectors.flat(),
    ...roots.dynamics,
    ...roots.energy,
    ...roots.weight,
  ]);
  const formulas: ExpandedFormulas = {
    graph: expanded.graph,
    C: [...connectors.flatMap(({ value }) => value), potential, expanded.kinetic, expanded.dissipation],
    names: expanded.names,
    sources: expanded.sources,
    inputs: [],
    params: expanded.params,
  };
  const bounds = new BoundsOf(parameterBounds(expanded.params, divisors), arcRadicands(formulas));
  const check = checkBody(expanded);
  const lowered = (nodes: readonly Node[], quantities: readonly string[]): Program =>
    check.lower(nodes, quantities, { definitions, bounds });
  const programs: BodyPrograms = {
    connectors: connectors.map(({ name }, i) =>
      lowered(roots.connectors[i]!, [positionName(name), `${name} rate`, `${name} bias`, `${name} B`]),
    ),
    dynamics: lowered(roots.dynamics, ['M', 'Q']),
    energy: lowered(roots.energy, ['T', 'V']),
    weight: lowered(roots.weight, ['moment', 'weight']),
  };
  checkDirections(model, programs.connectors, check.points);
  const count = ({ outputs }: Program): OperationCount => countOperations(outputs);
  return {
    kind: 'body',
    space: model.space,
    className: model.name,
    model,
    expanded,
    params: model.params.map((param) => (divisors.has(param.name) ? { ...param, nonzero: true } : param)),
    singular: singularPoints(formulas, bounds, 'regularize'),
    partial: arePartial([...formulas.sources.keys(), ...formulas.C], bounds),
    checkedAt: check.points,
    warnings: [...check.warnings.map((warning) => ({ ...warning, spec: model.name })), ...notes],
    derivatives,
    constantMass: isConstant(M.flat(), expanded),
    programs,
    operations: {
      connectors: Object.fromEntries(connectors.map(({ name }, i) => [name, count(programs.connectors[i]!)])),
      dynamics: count(programs.dynamics),
      energy: count(programs.energy),
      weight: count(programs.weight),
    },
  };
}

/**
 * Checks that every coordinate moves a mass, since otherwise it has no equation of motion, and that
 * the kinetic energy is of second degree in the rates.
 */
function checkMasses({ graph, kinetic, coordinates, model, params }: ExpandedBody, { M }: BodyDerivatives): void {
  const fault = (code: 'E_BODY_SHAPE' | 'E_MASS', message: string, hint: string): SpecError =>
    new SpecError([{ code, message, hint, field: 'kinetic', spec: model.name }]);
  const rates = coordinates.flatMap((coordinate) => coordinate.rates);
  // T₀ + b·v + ½ v·M v of what is driven, too, is nowhere negative: without T₀ there is no b.
  const [still, ...momenta] = [kinetic, ...gradient(graph, kinetic, rates)].map((node) => atRest(graph, node));
  const isLinear = isZeroNode(still!) && !momenta.every(isZeroNode);
  if (isLinear || M.flat().some((entry) => reachable([entry]).some(isRateVariable)))
    throw fault(
      'E_BODY_SHAPE',
      'The kinetic energy must be of second degree in the rates.',
      'it is a sum of squares and products of two rates ddt(…), with factors that have none',
    );
  const bounds = new BoundsOf(parameterBounds(params));
  if (M.some((row, i) => !isZeroNode(row[i]!) && bounds.of(row[i]!).high <= 0))
    throw fault('E_MASS', 'This kinetic energy is nowhere positive.', 'a kinetic energy is positive: check the sign');
  const names = coordinates.flatMap(({ name, rates }) => rates.map(() => name));
  const massless = names.filter((_, i) => isZeroNode(M[i]![i]!));
  if (massless.length > 0)
    throw new SpecError(
      massless.map((name) => ({
        code: 'E_MASSLESS',
        message: `Nothing that has a mass or an inertia moves with the coordinate "${name}".`,
        hint: 'give a mass to a point that moves with it, or an inertia to an angle or a direction',
        field: `coordinates.${name}`,
        spec: model.name,
      })),
    );
}

/** The value of a node where all rates are zero. */
function atRest(graph: Graph, node: Node): Node {
  const made = new Map<Node, Node>();
  const at = (child: Node): Node => made.get(child) ?? child;
  for (const part of reachable([node])) made.set(part, isRateVariable(part) ? graph.zero : rebuild(graph, part, at));
  return at(node);
}

/** Tests whether nodes depend on parameters alone, so that they do not change as the body moves. */
function isConstant(nodes: readonly Node[], { params, rotations }: ExpandedBody): boolean {
  const fixed = new Set(params.flatMap(({ components }) => components));
  return reachable(nodes).every(
    (node) => node.kind !== 'variable' || (fixed.has(node) && !rotations.definitions.has(node)),
  );
}

/** Difference of a direction's length from 1 that counts as rounding. */
const UNIT_TOLERANCE = 1e-9;

/** Throws a SpecError for each direction whose formula is not of length 1 where the formulas are checked. */
function checkDirections(
  { name: spec, connectors, space }: BodyModel,
  programs: readonly Program[],
  points: readonly CheckedPoint<BodyConfiguration>[],
): void {
  const faults = connectors.flatMap(({ name, kind, field, isLocal }, i): Diagnostic[] => {
    if (kind !== 'direction' || isLocal === true) return [];
    const runner = new ProgramRunner(programs[i]!);
    const lengths = points.map(({ loads }) => Math.hypot(...runner.run(loads).subarray(0, space)));
    const wrong = lengths.find((length) => Math.abs(length - 1) > UNIT_TOLERANCE);
    if (wrong === undefined) return [];
    const message = `The direction "${name}" must have length 1, but has length ${Number(wrong.toPrecision(3))} somewhere.`;
    return [{ code: 'E_BODY_SHAPE', message, hint: 'write normalize(…)', field, spec }];
  });
  if (faults.length > 0) throw new SpecError(faults);
}
