import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import type { SingularPoint } from '../derive/singular-points.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { describeType } from '../emit/type-description.js';
import type { OperationCount } from '../lower/count.js';
import { writeFormulas, type Formulas } from '../notation/formulas.js';
import { tex } from '../notation/tex.js';
import { text } from '../notation/text.js';
import { formatUnit } from '../units/format-unit.js';

/** A singular point without its graph. */
export type PlainSingularPoint = Omit<SingularPoint, 'equations'>;

export const plainSingularPoints = (points: readonly SingularPoint[]): readonly PlainSingularPoint[] =>
  points.map(({ kind, where, meaning, policy }) => ({
    kind,
    where,
    ...(meaning !== undefined && { meaning }),
    policy,
  }));

/** All there is to say of a derivation, as plain data. */
export interface Explanation extends Omit<ConstraintType, 'kernel' | 'jdotKernel'> {
  readonly singular: readonly PlainSingularPoint[];
  /** What the self-check of the derivation says. */
  readonly warnings: readonly Diagnostic[];
  readonly operations: { readonly kernel: OperationCount; readonly Jdot: OperationCount };
  /** Of `C` (`phi` at velocity level) and `lambda` by rows, `null` where they are not known, and of the force on each input. */
  readonly units: {
    readonly rows: readonly ({ readonly value: string; readonly lambda: string } | null)[];
    readonly forces: Readonly<Record<string, string>>;
  };
  readonly text: Formulas;
  readonly tex: Formulas;
}

export function explainData(derivation: SpaceDerivation): Explanation {
  return {
    ...describeType(derivation),
    singular: plainSingularPoints(derivation.singular),
    warnings: derivation.warnings,
    operations: derivation.operations,
    units: {
      rows: derivation.units.rows.map((row) =>
        row === undefined ? null : { value: formatUnit(row.value), lambda: formatUnit(row.lambda) },
      ),
      forces: Object.fromEntries(
        Object.entries(derivation.units.forces).map(([input, unit]) => [input, formatUnit(unit)]),
      ),
    },
    text: writeFormulas(derivation, text),
    tex: writeFormulas(derivation, tex),
  };
}
