import { primitiveOf } from '../primitives/index.js';
import { mayReach } from '../primitives/singularity.js';
import type { BoundsOf } from '../symbolic/bounds.js';
import { reachable, type Node } from '../symbolic/node.js';

/**
 * True where formulas or their slopes may jump at places that divide their arguments' range, so that motions
 * pass them: `abs` and `sign` at 0, `min` and `max` where both are equal, `floor` at whole numbers, conditionals.
 * The norm has its kink in a point, which motions miss, and angles jump by whole turns, which rows with periods take out.
 */
export const haveBreaks = (roots: readonly Node[], bounds: BoundsOf): boolean =>
  reachable(roots).some(
    (node) =>
      node.kind === 'select' ||
      (node.kind === 'call' &&
        (primitiveOf(node.name).singular ?? []).some(
          (place) =>
            (place.kind === 'kink' || place.kind === 'jump') &&
            place.at !== 'cut' &&
            mayReach(
              place,
              node.args.map((arg) => bounds.of(arg)),
            ),
        )),
  );
