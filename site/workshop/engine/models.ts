import { inSlices } from '../../../src/export/breath.js';
import { SceneFilm } from '../../../src/export/scene-glb.js';
import { savedParts } from '../../../src/export/saved.js';
import type { FilmQuestion, PartsQuestion } from './protocol.js';
import type { Theatre } from './theatre.js';

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
  const breathe = inSlices(tell);
  while (world.time + scene.dt / 2 < begin + seconds * speed) {
    theatre.step();
    film.note(built);
    await breathe((world.time - begin) / (seconds * speed));
  }
  return new Blob([await film.file(() => breathe(1))], { type: 'model/gltf-binary' });
}

/** The parts of a scene, to be cut or printed. */
export const partsOf = ({ scene }: Theatre, { format, scale }: PartsQuestion): Promise<Blob> =>
  savedParts(scene, format, scale);
