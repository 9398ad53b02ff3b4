import type { BranchCoverage } from '../reference/branch-coverage.js';

/** A warning for choices of a formula that went only one way at all samples. */
export const oneSidedChoices = ({ oneSided, choices }: BranchCoverage): readonly string[] =>
  oneSided === 0
    ? []
    : [
        `${oneSided} of ${choices} choices in the formula went only one way at all samples: give ranges in "sample" that reach both.`,
      ];
