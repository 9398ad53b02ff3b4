/** Rate, m/s or rad/s, down to which a contact rests in a step: what solutions leave of a rate of zero is less. */
const AT_REST = 1e-9;
/** The same in an impact, relative to the largest rate in it, whose rounding all its contacts share. */
const BESIDE_IMPACT = 1e-6;

/**
 * True where restitution gives back a part of the rate `u` of an inequality that is met: what rests,
 * or has come to rest, does not bounce. In an impact, whose contacts are met together at a rate of
 * `largest` at most, that is where `u < −1e-6 largest`, however slow it is. A step meets rows that may
 * be far from each other, and judges each by itself: where `u < −1e-9`, with no `largest`.
 */
export const rebounds = (rate: number, largest?: number): boolean =>
  rate < (largest === undefined ? -AT_REST : -BESIDE_IMPACT * largest);
