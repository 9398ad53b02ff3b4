import type { Syntax } from '../syntax/syntax.js';
import { agree, type Dimension } from './dimension.js';
import { describeUnit } from './format-unit.js';
import type { UnitChecker } from './unit-checker.js';
import { entriesOf, type UnitValue } from './values.js';

/** Finds the units of a formula, and reports one that is not `unit`. `subject` begins the message. */
export function requireUnit(checker: UnitChecker, syntax: Syntax, subject: string, unit: Dimension): UnitValue {
  const value = checker.quantity(syntax);
  const wrong = entriesOf(value).find((entry) => entry !== null && !agree(entry, unit));
  if (wrong !== undefined && wrong !== null)
    checker.report(
      syntax.span,
      'E_UNIT_RESULT',
      `${subject} must be ${describeUnit(unit)}, not ${describeUnit(wrong)}.`,
    );
  return value;
}
