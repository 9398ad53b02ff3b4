import type { OpeningRecord } from '../../src/canvas/opening-record.js';
import { recordOpening } from '../../src/canvas/record-opening.js';
import { loadScene } from '../../src/scene/index.js';
import { withReach } from '../../src/scene/load-precompiled.js';
import { reachOf } from '../../src/scene/reach.js';
import { asFirst } from './model/first-scene.js';

/** Records the beginning of a scene of the gallery as the page begins with it. What is shown is that of the gallery. */
export async function recordFirst(document: unknown): Promise<OpeningRecord> {
  const gallery = await loadScene(document);
  return recordOpening(withReach(await loadScene(asFirst(gallery.document)), reachOf(gallery)));
}
