import { cross, inSpace, lengthOf, minus, unit, type Vector } from '../painter/frame.js';
import type { Mesh } from '../solids/mesh.js';

const HEADER = 80;
const TRIANGLE = 50;

/** Surfaces in the binary form of STL, mm: after a header of 80 bytes, normal and corners of each triangle. */
export function stlOf(name: string, meshes: readonly Mesh[]): Uint8Array<ArrayBuffer> {
  const count = meshes.reduce((sum, { triangles }) => sum + triangles.length / 3, 0);
  const file = new Uint8Array(HEADER + 4 + TRIANGLE * count);
  const view = new DataView(file.buffer);
  // A file that begins with "solid" would be taken for text.
  file.set(new TextEncoder().encode(`holonomic: ${name}`).subarray(0, HEADER));
  view.setUint32(HEADER, count, true);
  let at = HEADER + 4;
  const write = (vector: Vector): void => {
    for (const x of vector) {
      view.setFloat32(at, x, true);
      at += 4;
    }
  };
  for (const { positions, triangles } of meshes)
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => inSpace(positions.subarray(3 * triangles[t + k]!, 3 * triangles[t + k]! + 3))); // prettier-ignore
      const normal = cross(minus(b!, a!), minus(c!, a!));
      write(lengthOf(normal) > 0 ? unit(normal) : [0, 0, 0]);
      for (const corner of [a!, b!, c!]) write(corner);
      at += 2;
    }
  return file;
}
