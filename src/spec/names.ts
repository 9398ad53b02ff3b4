import { RUNTIME_FUNCTIONS } from '../primitives/index.js';
import type { DiagnosticCode } from '../diagnostics/index.js';
import { quote } from '../diagnostics/index.js';
import { RUNTIME_IMPORTS } from './emitted-names.js';
import { RESERVED_TYPES, RESERVED_WORDS } from './reserved-words.js';
import { CONSTANT_NAMES, FOREIGN_NAMES, FUNCTION_NAMES, LANGUAGE_WORDS, QUANTITIES_TOO } from './language.js';

/** Members that every object has. A quantity of that name would hide them, or be hidden. */
const OBJECT_MEMBERS: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** Names that emitted files refer to; a class of that name would hide them. */
const EMITTED_NAMES: ReadonlySet<string> = new Set([
  ...RUNTIME_FUNCTIONS.keys(),
  ...RUNTIME_IMPORTS,
  ...(
    'Array ArrayLike Boolean ConstraintFormula Date Error Exclude Extract Float32Array Float64Array Function Infinity Int32Array ' +
    'JSON Map Math NaN Number Object Omit Partial Pick Promise Proxy RangeError Readonly Record Reflect RegExp Required Set ' +
    'String Symbol TypeError WeakMap WeakSet globalThis wasmModule'
  ).split(' '),
]);

const CONSTANTS: ReadonlySet<string> = new Set(CONSTANT_NAMES);
const FORMULA_GOES = 'give a name, then a spec with the formula: ("Distance", { summary, space, inputs, C })';
const BY_NAME = 'the name of the export is that of the class: export const Distance = …';
const OTHER = 'choose another name';
const MAX_NAME = 60;

export interface NameFault {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string;
}

/** The fault of `name` as the name of a class. A caller without types may pass anything. */
export function classNameFault(name: unknown): NameFault | undefined {
  if (typeof name !== 'string') {
    const message = `The name of a constraint is a text, not ${name === null ? 'null' : `a value of type ${typeof name}`}.`;
    const hint = 'the name of the class comes before the spec, as in ("Distance", { … })';
    return { code: 'E_NAME_INVALID', message, hint };
  }
  const invalid = identifierFault(name);
  if (invalid !== undefined) return /[=(]/.test(name) ? { ...invalid, hint: FORMULA_GOES } : invalid;
  if (RESERVED_WORDS.has(name) || RESERVED_TYPES.has(name) || OBJECT_MEMBERS.has(name))
    return reserved(
      name,
      'a reserved word of JavaScript or TypeScript',
      name === 'default' ? BY_NAME : 'class names are like "Distance"',
    );
  if (EMITTED_NAMES.has(name))
    return reserved(name, 'a name that the emitted code needs', 'choose a more specific name');
  return undefined;
}

/** The fault of `name` as the name of an input, a parameter, or a quantity under `where`. */
export function quantityNameFault(name: string): NameFault | undefined {
  const invalid = identifierFault(name);
  if (invalid !== undefined) return invalid;
  if (name === 't') return reserved(name, 'time', OTHER);
  if (CONSTANTS.has(name)) return reserved(name, 'a constant of the formula language', OTHER);
  if (FUNCTION_NAMES.has(name) && !QUANTITIES_TOO.has(name))
    return reserved(name, 'a function of the formula language', OTHER);
  if (LANGUAGE_WORDS.has(name) || FOREIGN_NAMES.has(name))
    return reserved(name, 'a word of the formula language', OTHER);
  if (RESERVED_WORDS.has(name) || OBJECT_MEMBERS.has(name))
    return reserved(name, 'a reserved word of JavaScript or TypeScript', OTHER);
  return undefined;
}

const reserved = (name: string, meaning: string, hint: string): NameFault => ({
  code: 'E_NAME_RESERVED',
  message: `The name ${quote(name)} is ${meaning}.`,
  hint,
});

function identifierFault(name: string): NameFault | undefined {
  if (/^[A-Za-z][A-Za-z0-9_]*$/.test(name) && name.length <= MAX_NAME) return undefined;
  const hint =
    name.length > MAX_NAME
      ? `a name has at most ${MAX_NAME} characters`
      : 'a name begins with a letter and has ASCII letters, digits and underscores only';
  return { code: 'E_NAME_INVALID', message: `The name ${quote(name)} is not an identifier.`, hint };
}
