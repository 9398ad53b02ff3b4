import { readFileSync } from 'node:fs';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { derive } from '../../src/kinds/derive.js';
import type { SpaceDerivation } from '../../src/derive/derive-space.js';
import { compileClass } from '../../src/emit/compile.js';
import type { SingularPolicy } from '../../src/spec/constraint-spec.js';
import { angleAcos } from './angle-acos.js';
import { angleAtan2 } from './angle-atan2.js';
import { ballJoint } from './ball-joint.js';
import { circleDistance } from './circle-distance.js';
import { circle } from './circle.js';
import { countSourceOperations } from './count-source.js';
import { dihedral } from './dihedral.js';
import { distance2D } from './distance-2d.js';
import { distance3D } from './distance-3d.js';
import { ellipse } from './ellipse.js';
import { fourBar } from './four-bar.js';
import { helix } from './helix.js';
import { hinge } from './hinge.js';
import { pointToTrianglePlane } from './point-to-triangle.js';
import { tetrahedronVolume } from './tetrahedron-volume.js';
import { torus } from './torus.js';
import { triangleArea } from './triangle-area.js';
import type { Yardstick } from './yardstick.js';

export const YARDSTICKS: readonly Yardstick[] = [
  distance2D,
  distance3D,
  circle,
  circleDistance,
  ellipse,
  torus,
  helix,
  fourBar,
  angleAcos,
  angleAtan2,
  triangleArea,
  tetrahedronVolume,
  pointToTrianglePlane,
  dihedral,
  ballJoint,
  hinge,
];

/** Counts the operations of the hand-written kernel from its text. */
export function handWrittenOperations({ handWritten, source }: Yardstick): number {
  return countSourceOperations(readFileSync(new URL(source), 'utf8'), handWritten.name);
}

/**
 * Derives the constraint, and makes the class. With the policy `'throw'` it has no guards at
 * singular points, like the hand-written kernels. By default it stays finite there.
 */
export function derived(
  { name, spec, space }: Yardstick,
  singular?: SingularPolicy,
): { derivation: SpaceDerivation; type: ConstraintType } {
  const derivation = derive(name, singular === undefined ? spec : { ...spec, singular }).spaces[space]!;
  return { derivation, type: compileClass(derivation).type };
}
