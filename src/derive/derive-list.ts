import type { ParameterDescription, RowLevel, RowRelation, Space } from '../../runtime/model/constraint-type.js';
import type { IndexListDescription, ListInputDescription } from '../../runtime/model/lists/list-type.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { listsOf } from '../lists/list-spec.js';
import { sumOfCounts, type OperationCount } from '../lower/count.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import { describe } from '../spec/describe.js';
import type { Leniency } from './leniency.js';
import type { DerivedPart, DerivedReduction } from './derived-part.js';
import { ListParts } from './list-parts.js';
import type { SingularPoint } from './singular-points.js';

/**
 * A constraint over lists derived in one space: `C = F(S₁ …)` with reductions `S = Σ f(x_i, …)`,
 * each part a derivation of its own.
 */
export interface ListDerivation {
  readonly kind: 'list';
  readonly space: Space;
  readonly className: string;
  readonly spec: ConstraintSpec;
  readonly rows: number;
  readonly levels: readonly RowLevel[];
  readonly relations: readonly RowRelation[];
  readonly periods: readonly number[];
  readonly inputs: readonly ListInputDescription[];
  readonly params: readonly ParameterDescription[];
  readonly indices: readonly IndexListDescription[];
  readonly reductions: readonly DerivedReduction[];
  readonly outer: DerivedPart;
  readonly singular: readonly SingularPoint[];
  readonly warnings: readonly Diagnostic[];
  /** Operations of one term of each reduction and of the outer part. */
  readonly operations: { readonly kernel: OperationCount };
}

/** Derives a constraint over lists in one space. Throws a SpecError with its mistakes. */
export function deriveList(
  className: string,
  spec: ConstraintSpec,
  space: Space,
  leniency: Leniency = {},
): ListDerivation {
  const { reductions, outer, unused } = new ListParts(className, spec, space, leniency);
  const { indices } = listsOf(spec);
  const { inputs, params } = describe(spec, space);
  const parts = [...reductions, outer].map(({ derivation }) => derivation);
  const nonzero = new Set(parts.flatMap((part) => part.params.flatMap((param) => (param.nonzero ? [param.name] : []))));
  return {
    kind: 'list',
    space,
    className,
    spec,
    rows: outer.derivation.rows,
    levels: outer.derivation.levels,
    relations: outer.derivation.relations,
    periods: outer.derivation.periods,
    // A ring is what lists are that do not say.
    inputs: inputs.map(({ ring, ...input }: ListInputDescription & { ring?: boolean }) =>
      ring === false ? { ...input, ring } : input,
    ),
    params: params.map((param) => (nonzero.has(param.name) ? { ...param, nonzero: true } : param)),
    indices: [...indices].map(([name, { of, arity, doc }]) => ({ name, of, arity, ...(doc !== undefined && { doc }) })),
    reductions,
    outer,
    singular: [...parts.flatMap(({ singular }) => singular), ...reductions.flatMap(tiesOf)],
    warnings: [...parts.flatMap(({ warnings }) => warnings), ...unused],
    operations: { kernel: sumOfCounts(parts.map(({ operations }) => operations.kernel)) },
  };
}

/** A minimum or a maximum has a kink where a second term equals it. */
const tiesOf = ({ take, text, name, derivation }: DerivedReduction): SingularPoint[] =>
  take === 'sum'
    ? []
    : [
        {
          kind: 'kink',
          where: `two terms of ${text} are its value`,
          policy: 'value and derivatives are those of the first of them',
          equations: [
            { left: derivation.expanded.C[0]!, right: derivation.expanded.graph.variable(name), isLess: false },
          ],
        },
      ];
