import type { Diagnostic } from '../diagnostics/index.js';
import type { ExpandedConstraint, ExpandedInput, ExpandedQuantities } from '../formula/expanded.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import type { ParsedField } from '../syntax/parse-field.js';
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
export const constraintDeclarations = ({ inputs, params }: Pick<ConstraintSpec, 'inputs' | 'params'>): DeclaredUnits =>
  declaredUnits({ inputs, params });

/** The scope of formulas about inputs: what their names, and the quantities under `where`, are in. */
export class InputScope extends UnitScope {
  /** True where units are declared, so that formulas have to be consistent. */
  readonly isChecked: boolean;
  /** The unit of an input; null where it is not known. */
  readonly unitOf: (input: Pick<ExpandedInput, 'name' | 'kind'>) => Entry;

  constructor(
    {
      inputs,
      params,
      where,
    }: Pick<ExpandedQuantities, 'inputs' | 'params'> & { readonly where: readonly ParsedField[] },
    dimensions: DeclaredUnits['dimensions'],
    known?: ReadonlyMap<string, Entry>,
  ) {
    const hasPlainScalar = inputs.some((input) => input.kind === 'scalar' && !dimensions.has(input.name));
    super(hasPlainScalar ? ANGLE_HINT : undefined);
    this.isChecked = dimensions.size > 0 || known !== undefined;
    const scalarUnit = this.isChecked ? RADIAN : null;
    this.unitOf = ({ name: input, kind }) =>
      known?.has(input)
        ? known.get(input)!
        : (dimensions.get(input) ?? { point: METRE, direction: NUMBER, scalar: scalarUnit }[kind]);
    for (const input of inputs) this.define(input.name, input.components.length, this.unitOf(input));
    this.parameters(params, dimensions);
    this.where(where);
  }
}

/** The units of the forces on inputs, by input. A scalar whose unit is not known is missing. */
export const forceUnits = (
  inputs: readonly Pick<ExpandedInput, 'name' | 'kind'>[],
  { unitOf }: InputScope,
): ConstraintUnits['forces'] =>
  Object.fromEntries(
    inputs.flatMap((input) => {
      const unit = input.kind === 'direction' ? RADIAN : unitOf(input);
      return unit === null ? [] : [[input.name, over(JOULE, unit)]];
    }),
  );

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
  const scope = new InputScope({ inputs, params, where: formulas.where }, dimensions, known);
  const values = formulas.C.flatMap((field) =>
    entriesOf(scope.read(field, (checker, syntax) => checker.equations(syntax))),
  );
  const isKnown = scope.diagnostics.length === 0;
  return {
    faults: scope.isChecked ? scope.diagnostics : [],
    rows: rows.map(({ level }, i) => {
      const value = values[i];
      if (!isKnown || value === undefined || value === null) return undefined;
      return { value, lambda: over(level === 'velocity' ? over(JOULE, SECOND) : JOULE, value) };
    }),
    forces: forceUnits(inputs, scope),
  };
}
