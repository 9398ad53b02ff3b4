import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import {
  parse,
  tokTypes,
  type ExportDefaultDeclaration,
  type ExportNamedDeclaration,
  type ImportDeclaration,
  type Program,
  type Token,
} from 'acorn';

/** What a plain module may import: none of it leads back to a module of the user's. */
const IMPORTABLE = new Map<unknown, () => Promise<object>>([
  ['holonomic', () => import('../index.js')],
  ['holonomic/runtime', () => import('../../runtime/index.js')],
]);

/** What every supported version of Node runs as it stands. From the next edition on, a module may wait at its top, and others see it unfinished. */
const SYNTAX = { ecmaVersion: 2021, sourceType: 'module', allowHashBang: false } as const;

/** Names that mean something else in a module that is run as a function. The loader of other modules gives a meaning to the last ones. */
const PARAMETERS = ['exports', 'imports'];
const FOREIGN = new Set([
  ...PARAMETERS,
  'require',
  'module',
  '__filename',
  '__dirname',
  'jitiImport',
  'jitiESMResolve',
]);

/** The one piece of TypeScript that specs with shared entries are full of, where what follows tells that the expression ends. */
const CONST_ASSERTION = /(?<=['"}\]]) as const(?=\s*[;,)\]}])/g;

/**
 * Imports a TypeScript module if it is plain: if it imports but names, and from this package alone, exports but constants, and holds no TypeScript but `as const`. For any
 * other there is nothing, nor for one with a mistake: those are for a compiler, which takes as long as it takes to derive a constraint, and explains mistakes.
 *
 * What is imported is read once, and exports are set at the end: a module that imports nothing of the user's is in no circle of imports, and nobody sees it unfinished.
 */
export async function loadPlainModule(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const source = /\.m?ts$/.test(path) ? textOf(path) : undefined;
  const plain = source === undefined ? undefined : readPlainModule(source);
  if (plain === undefined) return undefined;
  const imports = await Promise.all(plain.imports.map((load) => load()));
  const run = compileFunction(plain.body, PARAMETERS, { filename: path }) as (
    exports: Record<string, unknown>,
    imports: readonly object[],
  ) => void;
  const exports: Record<string, unknown> = {};
  run(exports, imports);
  return exports;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** A plain module as a function. */
export interface PlainModule {
  /** Line by line as the module was. */
  readonly body: string;
  readonly imports: readonly (() => Promise<object>)[];
}

export function readPlainModule(source: string): PlainModule | undefined {
  const text = source.replace(CONST_ASSERTION, (assertion) => ' '.repeat(assertion.length));
  const tokens: Token[] = [];
  let program: Program;
  try {
    program = parse(text, { ...SYNTAX, onToken: tokens });
  } catch {
    return undefined;
  }
  return arePlain(tokens, source, text) ? asFunction(program, text) : undefined;
}

/** Whether the text means the same in a function as in the module, and is JavaScript only: `f<T>(x)` is two comparisons there. */
function arePlain(tokens: readonly Token[], source: string, text: string): boolean {
  let isLess = false;
  return tokens.every(({ type, start, end }, k) => {
    const word = source.slice(start, end);
    const next = tokens[k + 1]?.type;
    // What looked like an assertion stands in a string.
    if (word !== text.slice(start, end)) return false;
    switch (type) {
      case tokTypes.name:
        return !word.includes('\\') && !FOREIGN.has(word);
      case tokTypes._import:
        return next !== tokTypes.parenL && next !== tokTypes.dot;
      case tokTypes.relational:
      case tokTypes.bitShift:
      case tokTypes.assign:
        if (isLess && word.startsWith('>')) return false;
        isLess ||= /^<+$/.test(word);
        return true;
      default:
        return true;
    }
  });
}

/** The module with imports at its head and exports at its end, or nothing if one of its statements is not plain. */
function asFunction(program: Program, text: string): PlainModule | undefined {
  const imports: (() => Promise<object>)[] = [];
  const constants: string[] = [];
  const exports: string[] = [];
  const body: string[] = [];
  let at = 0;
  /** Writes what comes before a statement, and `instead` of what stands between `start` and `end`, in as many lines. */
  const replace = (start: number, end: number, instead: string): void => {
    body.push(text.slice(at, start), text.slice(start, end).replace(/[^\r\n\u2028\u2029]+/g, ''), instead);
    at = end;
  };
  for (const statement of program.body)
    switch (statement.type) {
      case 'ImportDeclaration': {
        const [names, load] = [importedNames(statement), IMPORTABLE.get(statement.source.value)];
        if (names === undefined || load === undefined) return undefined;
        constants.push(`const { ${names.join(', ')} } = imports[${imports.push(load) - 1}];`);
        replace(statement.start, statement.end, ';');
        break;
      }
      case 'ExportNamedDeclaration': {
        const exported = exportedConstants(statement, text);
        if (exported === undefined) return undefined;
        exports.push(...exported.names.map((name) => `exports.${name} = ${name};`));
        replace(statement.start, exported.start, '');
        break;
      }
      case 'ExportDefaultDeclaration': {
        const start = startOfDefault(statement, text);
        if (start === undefined) return undefined;
        replace(statement.start, start, 'exports.default = ');
        break;
      }
      case 'ExportAllDeclaration':
        return undefined;
      default:
    }
  return { body: `"use strict";${constants.join('')}${body.join('')}${text.slice(at)}\n${exports.join('')}`, imports };
}

/** Names that are imported, as a pattern has them. */
function importedNames({ specifiers }: ImportDeclaration): string[] | undefined {
  const names: string[] = [];
  for (const specifier of specifiers) {
    if (specifier.type !== 'ImportSpecifier') return undefined;
    const { imported, local } = specifier;
    if (imported.type !== 'Identifier' || imported.name === 'default') return undefined;
    names.push(`${imported.name}: ${local.name}`);
  }
  return names;
}

/** The names in `export const a = …, b = …`, and where `const` stands. */
function exportedConstants(
  { start, declaration }: ExportNamedDeclaration,
  text: string,
): { names: string[]; start: number } | undefined {
  if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') return undefined;
  if (!/^export\s+$/.test(text.slice(start, declaration.start))) return undefined;
  const names: string[] = [];
  for (const { id } of declaration.declarations) {
    if (id.type !== 'Identifier') return undefined;
    names.push(id.name);
  }
  return { names, start: declaration.start };
}

/** Where the expression of `export default f(…)` or of an object begins: neither takes a name from being the default. */
function startOfDefault({ start, declaration }: ExportDefaultDeclaration, text: string): number | undefined {
  const isNameless = declaration.type === 'CallExpression' || declaration.type === 'ObjectExpression';
  return isNameless && /^export\s+default\s+$/.test(text.slice(start, declaration.start))
    ? declaration.start
    : undefined;
}
