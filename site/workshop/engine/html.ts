import type { SceneDocument } from '../model/document.js';
import { savingWith } from './fetching.js';

const PART = 'writes web pages';
const pageScript = savingWith(PART, () => import('page-script'));
const precompiling = savingWith(PART, () => import('../../../src/scene/precompile.js'));
const page = savingWith(PART, () => import('../../../src/scene/page.js'));

/** Writes a scene as one HTML file, with a picture for who allows no scripts. */
export async function htmlOf(document: SceneDocument, picture: string): Promise<string> {
  const [{ default: script }, { precompileScene }, { scenePage }] = await Promise.all([
    pageScript(),
    precompiling(),
    page(),
  ]);
  return scenePage(precompileScene(document), script, picture);
}
