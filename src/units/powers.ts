import type { Span } from '../diagnostics/index.js';
import type { Syntax } from '../syntax/syntax.js';
import type { UnitContext } from './context.js';
import { isNumber, NUMBER, toThe } from './dimension.js';
import { rationalOf } from './exponent.js';
import { describeUnit } from './format-unit.js';
import type { Entry } from './values.js';

/** The unit of `base ^ exponent`. A base with a unit may only have a known fraction as exponent. */
export function raise(context: UnitContext, base: Entry, exponent: Entry, written: Syntax, sign: Span): Entry {
  if (exponent !== null && !isNumber(exponent))
    return context.report(written.span, 'E_UNIT_POWER', `An exponent is a number, not ${describeUnit(exponent)}.`);
  if (base === null) return null;
  if (isNumber(base)) return NUMBER;
  const value = rationalOf(written);
  if (value !== undefined) return toThe(base, value);
  return context.report(
    sign,
    'E_UNIT_POWER',
    `The unit of ${describeUnit(base)} to this power is not known.`,
    'of a quantity with a unit, the exponent is a whole number or a fraction',
  );
}
