import type { ExpandedConstraint } from '../formula/expanded.js';
import type { Vector } from '../symbolic/vectors.js';

/** The parameters of a constraint that are vectors. */
export const constantVectors = ({ params }: Pick<ExpandedConstraint, 'params'>): Vector[] =>
  params.flatMap(({ components }) => (components.length > 1 ? [components] : []));
