import type { Diagnostic } from '../diagnostics/index.js';
import type { ExpandedConstraint, ExpandedInput } from '../formula/expanded.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import { declaredUnits, type DeclaredUnits } from './declared-units.js';
import { JOULE, METRE, NUMBER, over, RADIAN, SECOND, type Dimension } from './dimension.js';
import { UnitScope } from './scope.js';
import { entriesOf, type Entry } from './values.js';

/**
 * The units of a constraint's results. A row is missing if it depends on a quantity without a unit.
 */
export interface ConstraintUnits {
  readonly rows: readonly (RowUnits | undefined)[];
  /** Units of `forceOn(input)`, by input. A scalar whose unit is not known is missing. */
  readonly forces: Readonly<Record<string, Dimension>>;
  /** Parts of formulas whose units do not fit, in a constraint whose formulas are checked. */
  readonly faults: readonly Diagnostic[];
}

export interface RowUnits {
  /** The unit of `C`; at velocity level, of `phi`. */
  readonly value: Dimension;
  readonly lambda: Dimension;
}

const ANGLE_HINT = "a scalar input is an angle unless it says otherwise: { kind: 'scalar', unit: 'm' }";

/** The units that the inputs and parameters of a constraint declare. */
export const constraintDeclarations = ({ inputs, params }: ConstraintSpec): DeclaredUnits =>
  declaredUnits({ inputs, params });

/**
 * Checks the formulas of a constraint dimensionally, and finds the units of its results. Points are
 * in metres, directions are numbers, scalars in radians unless they declare another unit. A
 * constraint that declares no unit need not have consistent ones; if its formulas are consistent
 * nevertheless, their units are known. `known` are units of a larger constraint that this one is part
 * of, which declares some.
 */
export function constraintUnits(
  { inputs, params, rows, formulas }: ExpandedConstraint,
  { dimensions }: DeclaredUnits,
  known?: ReadonlyMap<string, Entry>,
): ConstraintUnits {
  const isChecked = dimensions.size > 0 || known !== undefined;
  const scalarUnit = isChecked ? RADIAN : null;
  const hasPlainScalar = inputs.some((input) => input.kind === 'scalar' && !dimensions.has(input.name));
  const scope = new UnitScope(hasPlainScalar ? ANGLE_HINT : undefined);
  const unitOf = ({ name: input, kind }: ExpandedInput): Entry =>
    known?.has(input)
      ? known.get(input)!
      : (dimensions.get(input) ?? { point: METRE, direction: NUMBER, scalar: scalarUnit }[kind]);
  for (const input of inputs) scope.define(input.name, input.components.length, unitOf(input));
  for (const { name: param, components } of params)
    scope.define(param, components.length, dimensions.get(param) ?? null);
  scope.where(formulas.where);
  const values = formulas.C.flatMap((field) =>
    entriesOf(scope.read(field, (checker, syntax) => checker.equations(syntax))),
  );
  const isKnown = scope.diagnostics.length === 0;
  return {
    faults: isChecked ? scope.diagnostics : [],
    rows: rows.map(({ level }, i) => {
      const value = values[i];
      if (!isKnown || value === undefined || value === null) return undefined;
      return { value, lambda: over(level === 'velocity' ? over(JOULE, SECOND) : JOULE, value) };
    }),
    forces: Object.fromEntries(
      inputs.flatMap((input) => {
        const unit = input.kind === 'direction' ? RADIAN : unitOf(input);
        return unit === null ? [] : [[input.name, over(JOULE, unit)]];
      }),
    ),
  };
}
