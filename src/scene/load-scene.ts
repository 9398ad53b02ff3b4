import * as library from '../../generated/index.js';
import { checkOptions, isRecord, type OptionRule } from '../diagnostics/arguments.js';
import { ALL_METHODS } from './all-methods.js';
import { checkShape } from './check-shape.js';
import type { SceneClasses } from './classes.js';
import type { SceneDocument } from './document.js';
import { Faults } from './faults.js';
import { LanguageMissing, Numbers } from './numbers.js';
import { checkPlainData } from './plain-data.js';
import { readScene, type LoadedScene } from './read-scene.js';

export interface LoadSceneOptions {
  /** Values of parameters, in place of the document's. */
  readonly params?: Readonly<Record<string, number>>;
  /**
   * Classes by name, made of the document's specs before: for pages that come without the toolkit,
   * or forbid functions made of text.
   */
  readonly classes?: SceneClasses;
}

const PARAMS: OptionRule = {
  is: (value) => isRecord(value) && Object.values(value).every(Number.isFinite),
  expected: 'numbers by name',
};
const OPTIONS = { params: PARAMS, classes: { is: isModule, expected: 'classes by name' } };

/** Modules have no prototype. */
function isModule(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/**
 * Reads a scene, plain data in the format `holonomic-scene/1`, and checks all of it but what it
 * expects, which {@link checkScene} judges: the result builds. Nothing of a document is executed; formulas and specs go through the language. mathjs is
 * loaded only if the document has any.
 *
 * Rejects with a SpecError. Each of its diagnostics names its path in the document as `field`.
 */
export async function loadScene(document: unknown, options: LoadSceneOptions = {}): Promise<LoadedScene> {
  checkOptions('loadScene', options, OPTIONS);
  checkPlainData(document);
  const checked = checkShape(document);
  const { params = {}, classes: handed = {} } = options;
  try {
    return readScene(checked, params, { ...PARTS, handed }, new Numbers(new Faults(), undefined));
  } catch (error) {
    if (!(error instanceof LanguageMissing)) throw error;
    return readWithLanguage(checked, params, handed);
  }
}

const PARTS = { library, methods: ALL_METHODS };

/** Reads a checked document, so that its worlds also take formulas that it does not have. Rejects with a SpecError. */
export async function readWithLanguage(
  document: SceneDocument,
  params: Readonly<Record<string, number>>,
  handed: SceneClasses = {},
): Promise<LoadedScene> {
  const { Language } = await import('./language.js');
  return readScene(document, params, { ...PARTS, handed }, new Numbers(new Faults(), new Language(document.space)));
}
