import { BufferAttribute, BufferGeometry, InstancedMesh, Quaternion, Vector3 } from 'three';
import type { Group, Line, LineSegments, Matrix4, Mesh as Drawable } from 'three';
import { isRigidBody } from '../painter/rigid.js';
import { frameAlong, inSpace, minus, type Vector } from '../painter/frame.js';
import type { Mesh } from '../solids/mesh.js';
import type { Carrier } from '../solids/parts.js';

export function geometryOf({ positions, normals, triangles }: Mesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  return geometry;
}

/** What is drawn of a geometry. */
type Drawn = Drawable | Line | LineSegments;

/** Adds an object with a name to a group; it is drawn wherever it is, since what it is made of moves. */
export function addTo<T extends Drawn>(group: Group, object: T, name: string): T {
  object.name = name;
  object.frustumCulled = false;
  group.add(object);
  return object;
}

/** Takes an object away, and frees its geometry. */
export function remove(object: Drawn): void {
  object.removeFromParent();
  object.geometry.dispose();
  if (object instanceof InstancedMesh) object.dispose();
}

const place = new Vector3();
const turn = new Quaternion();
const ONE = new Vector3(1, 1, 1);
const UP = new Vector3(0, 0, 1);

/** Writes the pose of what carries solids, in the axes of the world, into a matrix. */
export function poseOf(carrier: Carrier, into: Matrix4): Matrix4 {
  if (carrier === null) return into.identity();
  place.set(...inSpace(carrier.position));
  if (!isRigidBody(carrier)) return into.makeTranslation(place);
  const { orientation } = carrier;
  if (typeof orientation === 'number') turn.setFromAxisAngle(UP, orientation);
  // The world begins with the real part, three.js ends with it.
  else turn.set(orientation[1], orientation[2], orientation[3], orientation[0]);
  return into.compose(place, turn, ONE);
}

/** Writes the axes of a solid between two places: the third of them, of length `stretch` (0 at one place), from `a` to `b`. */
export function spanOf(a: Vector, b: Vector, across: number, stretch: number, into: Matrix4): Matrix4 {
  const away = minus(b, a);
  const { u, v, w } = frameAlong(a, away.some((x) => x !== 0) ? away : [0, 0, 1]);
  return into.set(
    across * u[0], across * v[0], stretch * w[0], a[0],
    across * u[1], across * v[1], stretch * w[1], a[1],
    across * u[2], across * v[2], stretch * w[2], a[2],
    0, 0, 0, 1,
  ); // prettier-ignore
}
