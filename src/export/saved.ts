import type { Scene } from '../simulate/scene.js';
import { sceneDXF, scenePartsSVG, sceneSTL } from './scene-parts.js';
import { zip } from './zip.js';

/** The parts of a scene in one file, which a page can save: those in STL are an archive with a file for each. */
export async function savedParts(scene: Scene, format: 'dxf' | 'svg' | 'stl', scale = 1): Promise<Blob> {
  if (format === 'dxf') return new Blob([await sceneDXF(scene, { scale })], { type: 'image/vnd.dxf' });
  if (format === 'svg') return new Blob([await scenePartsSVG(scene, { scale })], { type: 'image/svg+xml' });
  const parts = await sceneSTL(scene, { scale });
  const files = parts.map(({ name, count, file }) => ({ path: `${name}${count > 1 ? `-x${count}` : ''}.stl`, content: file })); // prettier-ignore
  return new Blob([zip(files)], { type: 'application/zip' });
}
