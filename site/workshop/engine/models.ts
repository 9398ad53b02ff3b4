import { SceneFilm } from '../../../src/export/scene-glb.js';
import { sceneDXF, scenePartsSVG, sceneSTL } from '../../../src/export/scene-parts.js';
import { zip } from '../model/zip.js';
import type { FilmQuestion, PartsQuestion } from './protocol.js';
import type { Theatre } from './theatre.js';

/** Time between two breaths in which others work, ms. */
const BREATH = 30;

/** How a scene goes on from where it is, as fast as it is shown, as a film of solids: in glTF's binary form. */
export async function glbOf(
  shown: Theatre,
  { seconds }: FilmQuestion,
  speed: number,
  tell: (done: number) => void,
): Promise<Blob> {
  const theatre = shown.goingOn();
  const { scene, built, world } = theatre;
  const film = new SceneFilm(scene, { speed });
  const begin = world.time;
  film.note(built);
  for (let breath = performance.now(); world.time + scene.dt / 2 < begin + seconds * speed;) {
    theatre.step();
    film.note(built);
    if (performance.now() - breath < BREATH) continue;
    tell((world.time - begin) / (seconds * speed));
    await new Promise((resolve) => setTimeout(resolve, 0));
    breath = performance.now();
  }
  return new Blob([film.file()], { type: 'model/gltf-binary' });
}

/** The parts of a scene, to be cut or printed. */
export async function partsOf({ scene }: Theatre, { format, scale }: PartsQuestion): Promise<Blob> {
  if (format === 'dxf') return new Blob([await sceneDXF(scene, { scale })], { type: 'image/vnd.dxf' });
  if (format === 'svg') return new Blob([await scenePartsSVG(scene, { scale })], { type: 'image/svg+xml' });
  const parts = await sceneSTL(scene, { scale });
  const files = parts.map(({ name, count, file }) => ({ path: `${name}${count > 1 ? `-x${count}` : ''}.stl`, content: file })); // prettier-ignore
  return new Blob([zip(files)], { type: 'application/zip' });
}
