import type { ConstraintType } from '../../runtime/constraint-type.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import type { SingularPoint } from '../derive/singular-points.js';
import { describeType } from '../emit/type-description.js';
import type { OperationCount } from '../lower/count.js';
import { writeFormulas, type Formulas } from '../notation/formulas.js';
import { tex } from '../notation/tex.js';
import { text } from '../notation/text.js';

/** All there is to say of a derivation, as plain data. */
export interface Explanation extends Omit<ConstraintType, 'kernel' | 'jdotKernel'> {
  readonly singular: readonly Omit<SingularPoint, 'equations'>[];
  readonly operations: { readonly kernel: OperationCount; readonly Jdot: OperationCount };
  readonly text: Formulas;
  readonly tex: Formulas;
}

export function explainData(derivation: SpaceDerivation): Explanation {
  return {
    ...describeType(derivation),
    singular: derivation.singular.map(({ kind, where, meaning, policy }) => ({
      kind,
      where,
      ...(meaning !== undefined && { meaning }),
      policy,
    })),
    operations: derivation.operations,
    text: writeFormulas(derivation, text),
    tex: writeFormulas(derivation, tex),
  };
}
