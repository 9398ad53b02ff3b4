import { calledIn } from '../emit/elementary/called-functions.js';
import * as library from '../../generated/index.js';
import type { BodyType, ConstraintType, EnergyType, ListType } from '../../runtime/index.js';
import { isBoundedType } from '../../runtime/model/constraint-type.js';
import { formulaFunction } from '../emit/formula-function.js';
import { Code, dataLiteral, stringLiteral } from '../emit/literal.js';
import { ALL_METHODS } from './all-methods.js';
import { checkShape } from './check-shape.js';
import { Faults } from './faults.js';
import type { SceneDocument } from './document.js';
import { Language } from './language.js';
import type { PrecompiledScene } from './load-precompiled.js';
import { methodsOf } from './methods.js';
import { Numbers } from './numbers.js';
import { checkPlainData } from './plain-data.js';
import type { Room } from '../painter/room.js';
import { reachOf } from './reach.js';
import { readScene, type LoadedScene } from './read-scene.js';

/** A scene as JavaScript, for pages without the toolkit. */
export interface PrecompiledText {
  readonly scene: LoadedScene;
  /** The box of a whole run, m, unless the document says what is shown. */
  readonly reach: Room | undefined;
  /** Names of the functions and the base class of the runtime, and of the classes of the library, that it refers to. */
  readonly functions: readonly string[];
  readonly classes: readonly string[];
  /** The code of each member of a `PrecompiledScene`. Its texts hold no `<`. */
  readonly parts: Readonly<Record<keyof PrecompiledScene, string>>;
}

/**
 * Compiles the specs and the formulas of a scene to JavaScript, which `loadPrecompiled` takes: the
 * world is the same to the bit. The document is checked as `loadScene` does it, and run once, for what
 * its first picture must hold.
 *
 * Throws a SpecError with all mistakes.
 */
export function precompileScene(document: unknown): PrecompiledText {
  checkPlainData(document);
  const checked = checkShape(document);
  const language = new Language(checked.space);
  const scene = readScene(checked, {}, { library, methods: ALL_METHODS }, new Numbers(new Faults(), language));
  const types = [...language.classes].filter(([, { type }]) => (type.space ?? checked.space) === checked.space);
  const base = baseName(types.map(([, { type }]) => type));
  const own = new Set(types.map(([name]) => name));
  const classes = [...new Set(typesOf(checked).map(scene.classNameOf))].filter((name) => !own.has(name)).sort();
  const methods = methodsOf(checked);
  const reach = reachOf(scene);
  const literal = (value: unknown): string => dataLiteral(value, (written) => escaped(stringLiteral(written)));
  const parts = {
    document: escaped(JSON.stringify(checked)),
    reach: reach ? literal(reach) : 'undefined',
    library: `{ ${classes.join(', ')} }`,
    methods: `{ ${methods.join(', ')} }`,
    types: literal(Object.fromEntries(types.map(([name, { type }]) => [name, withKernels(type)]))),
    base,
    formulas: functionsLiteral([...language.formulas].map(([key, node]) => [key, formulaFunction(node)])),
    motions: functionsLiteral(
      [...language.motions].map(([key, nodes]) => [key, `[${nodes.map(formulaFunction).join(', ')}]`]),
    ),
  };
  const code = Object.values(parts).join('\n');
  return { scene, reach, functions: [base, ...calledIn(code), ...methods], classes, parts };
}

/** An object literal of code by texts. */
const functionsLiteral = (entries: readonly (readonly [key: string, code: string])[]): string =>
  `{\n${entries.map(([key, code]) => `${escaped(JSON.stringify(key))}: ${code},\n`).join('')}}`;

/** The module of a precompiled scene; the scene is its default export. */
export const precompiledModule = ({ functions, classes, parts }: PrecompiledText): string =>
  [
    ...(functions.length > 0 ? [`import { ${functions.join(', ')} } from 'holonomic/runtime';`] : []),
    ...(classes.length > 0 ? [`import { ${classes.join(', ')} } from 'holonomic/library';`] : []),
    `export default {\n${Object.entries(parts)
      .map(([name, code]) => `${name}: ${code},\n`)
      .join('')}};\n`,
  ].join('\n');

/** The name of a class that constraints of all these types can extend. */
const baseName = (
  types: readonly (ConstraintType | ListType | BodyType | EnergyType)[],
): 'BoundedConstraint' | 'Constraint' =>
  types.some((type) => 'rows' in type && isBoundedType(type)) ? 'BoundedConstraint' : 'Constraint';

/** The names of classes in a document. */
function typesOf(document: SceneDocument): readonly string[] {
  return [document, ...(document.repeat ?? [])].flatMap(({ bodies = {}, constraints = {}, energies = {} }) => [
    ...Object.values(bodies)
      .map(({ kind }) => kind)
      .filter((kind) => !['particle', 'rigid', 'handle'].includes(kind)),
    ...Object.values({ ...constraints, ...energies }).map(({ type }) => type),
  ]);
}

/** A type as data, its kernels as the code that they were made of: arrow functions. */
export function withKernels(value: unknown): unknown {
  if (typeof value === 'function') return new Code(String(value));
  if (Array.isArray(value)) return value.map(withKernels);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withKernels(entry)]));
}

/** JSON or a string literal, without what ends a script in HTML or begins a comment there. */
export const escaped = (json: string): string =>
  json.replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
