import { moduleSource } from '../../module-source.js';
import type { SceneDocument } from '../model/document.js';

const pageScript = moduleSource(() => import('page-script'));

/** Writes a scene as one HTML file, with a picture for who allows no scripts. */
export async function htmlOf(document: SceneDocument, picture: string): Promise<string> {
  const [{ default: script }, { precompileScene }, { scenePage }] = await Promise.all([
    pageScript(),
    import('../../../src/scene/precompile.js'),
    import('../../../src/scene/page.js'),
  ]);
  return scenePage(precompileScene(document), script, picture);
}
