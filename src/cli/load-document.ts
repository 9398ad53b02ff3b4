import { thrownText } from '../diagnostics/index.js';
import { readTextIfAny } from '../files/files.js';
import { loadScene, type LoadedScene } from '../scene/index.js';
import { inFile } from './display-diagnostics.js';
import { UserError } from './errors.js';

/** Largest text of a scene, characters. */
const MOST_TEXT = 10_000_000;

/**
 * Reads the scene in a JSON file. `shown` is the path as the user wrote it. Throws a SpecError whose
 * diagnostics name the file.
 */
export async function loadDocument(path: string, shown: string): Promise<LoadedScene> {
  if (/\.[cm]?[jt]sx?$/.test(path))
    throw new UserError(
      `${shown} is a module, and this command takes a scene as JSON.`,
      '"holonomic simulate" runs modules. Scenes as JSON are described in docs/scenes.md.',
    );
  const text = readTextIfAny(path);
  if (text === undefined) throw new UserError(`There is no scene "${shown}".`, 'Name a JSON file.');
  if (text.length > MOST_TEXT) throw new UserError(`${shown} has ${text.length} characters: too many for a scene.`);
  return inFile(path, () => loadScene(parsed(text, shown)));
}

function parsed(text: string, shown: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = thrownText(error);
    throw new UserError(`${shown} is no JSON: ${reason}.`, undefined, { cause: error });
  }
}
