import type { ListType } from '../../../runtime/model/lists/list-type.js';
import {
  inTurn,
  proofOfType,
  type ProofSteps,
  type VerificationReport,
  type VerifyOptions,
} from '../../verify/index.js';
import { withJdot } from '../../verify/derived-jdot.js';
import { LENGTHS, proofType } from './proof-type.js';

const LONGEST = LENGTHS.at(-1);

/**
 * The proof of a class over lists, at each of a few lengths that its sums do not degenerate at. The
 * report is that of the first length that fails, else of the longest.
 */
export function proofOfList(type: ListType, options: VerifyOptions = {}): ProofSteps<VerificationReport> {
  const least = Math.max(1, ...type.sums.map(spanOf), ...type.indices.map(({ arity }) => arity));
  const types = LENGTHS.flatMap((length) => {
    const sized = length >= least || length === LONGEST ? proofType(type, length) : undefined;
    if (sized === undefined || length === LONGEST) return sized ?? [];
    // A formula whose terms all cancel at a short length is no constraint there.
    const warnings: string[] = [];
    const complete = withJdot(sized, warnings);
    return warnings.length > 0 ? [] : [complete];
  });
  const { steps, run } = inTurn(types.map((one) => proofOfType(one, options)));
  return {
    steps,
    run: (function* () {
      const reports = yield* run;
      return reports.find(({ pass }) => !pass) ?? reports.at(-1)!;
    })(),
  };
}

/** Length from which terms of a ring neither read an entry twice nor cancel: `u × v + v × u = 0`. */
function spanOf({ reads }: ListType['sums'][number]): number {
  const shifts = reads.flatMap((read) => ('shift' in read ? [read.shift] : []));
  const span = Math.max(0, ...shifts) - Math.min(0, ...shifts);
  return span === 0 ? 1 : span + 2;
}
