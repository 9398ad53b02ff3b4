import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import type { Program } from '../lower/program.js';
import type { Comparison } from './compare.js';
import { describeFault, short } from './fault.js';

/** A program that agrees with the formulas, and a warning if there is one. */
export interface Proven {
  readonly program: Program;
  readonly warnings: readonly Diagnostic[];
}

/** The hint for a fault of the toolkit. */
export const REPORT = 'this is a fault of holonomic, not of your formula: please report it with the spec';

/**
 * Returns a program if it agrees with the formulas, else the one that `direct` makes without the
 * optimiser. Throws a SpecError with the code `E_SELF_CHECK` if that is wrong as well.
 */
export function prove(program: Program, direct: () => Program, check: (program: Program) => Comparison): Proven {
  const { wrong, overflow } = check(program);
  if (wrong === undefined) return { program, warnings: overflowWarning(overflow) };
  const instead = direct();
  const again = check(instead);
  if (again.wrong !== undefined)
    throw new SpecError([
      {
        code: 'E_SELF_CHECK',
        message: `The derivation failed its self-check, and nothing is made of it: ${describeFault(again.wrong)}.`,
        hint: REPORT,
      },
    ]);
  const message = `An optimisation failed the self-check, so that code without it is used, which is right but slower: with it ${describeFault(wrong)}.`;
  return {
    program: instead,
    warnings: [{ code: 'W_SELF_CHECK', message, hint: REPORT }, ...overflowWarning(again.overflow)],
  };
}

const overflowWarning = (fault: Comparison['overflow']): Diagnostic[] =>
  fault === undefined
    ? []
    : [
        {
          code: 'W_OVERFLOW',
          message: `${fault.quantity} overflows at ${fault.at}: it is ${short(fault.computed)}, and the formula's is ${short(fault.expected)}.`,
          hint: 'a part of it overflows there: write it in another way, or give the ranges that it is meant for in "sample"',
        },
      ];

/**
 * A warning for formulas that are finite at none of the configurations tried, so that nothing could
 * be checked.
 */
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

/** Keeps the first warning of each code: a fault of a kernel shows in `Jdot` as well. */
export const oncePerCode = (warnings: readonly Diagnostic[]): readonly Diagnostic[] =>
  warnings.filter(({ code }, k) => warnings.findIndex((other) => other.code === code) === k);
