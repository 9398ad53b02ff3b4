import type { Diagnostic } from '../diagnostics/index.js';
import type { ConstraintSpec, Space } from '../spec/constraint-spec.js';
import { coefficientParameters } from '../spec/coefficients.js';
import { formulaField, formulaList, isFriction } from '../spec/formula-list.js';
import { contactFaults } from './contact-faults.js';
import { expandEquation, expandSlip } from './equation.js';
import type { ExpandedConstraint } from './expanded.js';
import { InputExpansion } from './field-expansion.js';
import { LIMITS } from '../syntax/limits.js';
import { rowsOf, type Row } from './rows.js';

/**
 * Reads all formulas of a valid spec in one space and writes them out in scalars, on a new graph.
 * Throws a {@link SpecError} with every fault that was found, after those that are `known`. A
 * quantity that depends on a faulty part is not reported again. Quantities that no formula uses are
 * faults unless `isLenient`: then they are handed back as `unused`.
 */
export function expandConstraint(
  name: string,
  spec: ConstraintSpec,
  space: Space,
  known: readonly Diagnostic[] = [],
  isLenient = false,
): ExpandedConstraint {
  const formulas = formulaList(spec).map((text, i) => [formulaField(spec, i), text] as const);
  const expansion = new InputExpansion({ spec, formulas }, space, known);
  const { diagnostics, motion, inputs } = expansion;
  const variables = new Set(inputs.flatMap((input) => input.components));
  const rows: Row[] = expansion.formulas.flatMap((field, i) => {
    const { syntax } = field;
    if (syntax === undefined) return [];
    return expansion.read(
      field,
      (expander) => {
        const held = isFriction(spec, i) ? expandSlip(expander, syntax) : expandEquation(expander, syntax);
        return held.flatMap((part) => rowsOf(expander, syntax, part, i, variables, motion));
      },
      motion,
    );
  });
  diagnostics.push(...contactFaults(spec, space, rows));
  if (rows.length > LIMITS.rows)
    diagnostics.push({
      code: 'E_ROW_COUNT',
      message: `The constraint has ${rows.length} rows; the limit is ${LIMITS.rows}.`,
      field: 'C',
    });
  return {
    ...expansion.finish(name, isLenient, coefficientParameters(spec)),
    C: rows.map((row) => row.node),
    rows: rows.map((row) => row.origin),
    formulas: { where: expansion.quantities, C: expansion.formulas },
  };
}
