import { setBodyField, type SceneDocument } from './document.js';

/**
 * The first scene of the gallery as the page begins with it: its bead is faster, so that it leaves
 * the dip where it begins.
 */
export const asFirst = (scene: SceneDocument): SceneDocument =>
  scene.bodies?.['bead'] ? setBodyField({ ...scene, expect: {} }, 'bead', 'velocity', [2, 0]) : scene;
