import type { Space } from '../../runtime/model/constraint-type.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { ExpandedConstraint, RowOrigin } from '../formula/expanded.js';
import { text } from '../notation/text.js';
import { Writer } from '../notation/notation.js';
import { formulaField } from '../spec/formula-list.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import { crossedForm } from './crossed-form.js';
import type { JumpingAngle, RowJumps } from './angle-jumps.js';

/** Warns of rows that jump where an angle does, by anything but whole turns of an equation. */
export function jumpWarnings(
  spec: ConstraintSpec,
  expanded: ExpandedConstraint,
  jumps: readonly RowJumps[],
  space: Space,
): readonly Diagnostic[] {
  const writer = new Writer(text, expanded.names);
  return jumps.flatMap(({ faults }, r): readonly Diagnostic[] => {
    const [fault] = faults;
    if (fault === undefined) return [];
    const origin = expanded.rows[r]!;
    const { text: formula, syntax } = expanded.formulas.C[origin.formula]!;
    const angle = expanded.sources.get(fault.call) ?? writer.write(fault.call);
    const isPole = fault.call.name === 'atan';
    const remedy = syntax && origin.relation === '==' ? crossedForm(formula, syntax, space) : undefined;
    return [
      {
        code: 'W_ANGLE_JUMP',
        message: `The angle ${angle} jumps between ${isPole ? 'pi/2 and -pi/2' : 'pi and -pi'}, and the row with it ${amountOf(fault, origin)}: bodies that pass there are thrown.`,
        hint: hintFor(origin, isPole, remedy?.formula),
        field: formulaField(spec, origin.formula),
        formula,
        ...(remedy && { span: remedy.span }),
      },
    ];
  });
}

function amountOf({ turns }: JumpingAngle, { relation }: RowOrigin): string {
  if (relation === '>=') return 'from the allowed side to the other';
  const by = Number.isNaN(turns) ? 'by an amount that varies' : `by ${Number(Math.abs(turns).toPrecision(4))} turns`;
  return `${by}, no whole number of turns`;
}

function hintFor({ relation }: RowOrigin, isPole: boolean, crossed: string | undefined): string {
  if (relation === '>=') return 'give both ends, low <= angle <= high, with the angle a whole multiple';
  if (crossed !== undefined)
    return `write ${crossed}, which goes on smoothly there; it also holds half a turn further on`;
  return isPole
    ? 'write atan2(y, x) for atan(y / x), in a row that is a whole multiple of the angle'
    : 'make the angle a whole multiple in a row of its own, theta == angle, with a scalar theta that counts turns, and use theta here';
}
