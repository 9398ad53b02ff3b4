import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import type { Program } from '../lower/lower.js';
import { describeFault, type Fault } from './fault.js';

/** A program that computes what the formulas say, and a warning if it is not the first that was tried. */
export interface Proven {
  readonly program: Program;
  readonly warnings: readonly Diagnostic[];
}

const REPORT = 'this is a fault of holonomic, not of your formula: please report it with the spec';

/**
 * Takes a program if it agrees with the formulas, else the one that `direct` makes without the optimiser. Throws a SpecError with the
 * code `E_SELF_CHECK` if that is wrong as well.
 */
export function prove(program: Program, direct: () => Program, check: (program: Program) => Fault | undefined): Proven {
  const fault = check(program);
  if (fault === undefined) return { program, warnings: [] };
  const instead = direct();
  const remaining = check(instead);
  if (remaining !== undefined)
    throw new SpecError([
      {
        code: 'E_SELF_CHECK',
        message: `The derivation failed its self-check, and nothing is made of it: ${describeFault(remaining)}.`,
        hint: REPORT,
      },
    ]);
  return {
    program: instead,
    warnings: [
      {
        code: 'W_SELF_CHECK',
        message: `An optimisation failed the self-check, so that code without it is used, which is right but slower: with it ${describeFault(fault)}.`,
        hint: REPORT,
      },
    ],
  };
}

/** A warning for formulas that are finite nowhere they were looked at, so that nothing could be checked. */
export const unproven = ({ points }: { readonly points: readonly unknown[] }): readonly Diagnostic[] =>
  points.length > 0
    ? []
    : [
        {
          code: 'W_NOT_CHECKED',
          message: 'The derivation could not be checked: the formula is a finite number at none of the samples tried.',
          hint: 'give ranges of its inputs and parameters in "sample" that lie inside its domain',
        },
      ];
