import {
  parse,
  tokTypes,
  type ExportDefaultDeclaration,
  type ExportNamedDeclaration,
  type ImportDeclaration,
  type Program,
  type Token,
} from 'acorn';

/** A module's text, and what of it the loader knows. */
export interface ModuleSource {
  readonly source: string;
  /** Whether it may be TypeScript. */
  readonly ts?: boolean;
  /** Whether it is imported, and may wait for its own imports. */
  readonly async?: boolean;
}

/** What can be imported wherever the module lies, and never leads back to it. */
const PROVIDED = new Set<unknown>(['holonomic', 'holonomic/runtime', 'holonomic/library']);

/** What every supported version of Node runs as it stands. From the next edition on, a module may wait at its top, and others see it unfinished. */
const SYNTAX = { ecmaVersion: 2021, sourceType: 'module', allowHashBang: false } as const;

/** Parameters of the function that a module becomes: a declaration must not have their names. */
const PARAMETERS = new Set(['exports', 'require', 'module', '__filename', '__dirname', 'jitiImport', 'jitiESMResolve']);

/** The one piece of TypeScript that specs with shared entries are full of, where what follows tells that the expression ends. */
const CONST_ASSERTION = /(?<=['"}\]]) as const(?=\s*[;,)\]}])/g;

/**
 * The body of the function that a plain module becomes, line by line as it was. A module is plain if it imports but names, and from this package alone, exports but
 * constants, and holds no TypeScript but `as const`. For any other there is nothing, nor for one with a mistake: those are for a compiler, whose work and messages
 * take as long as it takes to derive a constraint.
 *
 * What is imported is read once, and exports are set at the end: a module that imports nothing of the user's is in no circle of imports, and nobody sees it unfinished.
 */
export function translatePlainModule({ source, ts, async }: ModuleSource): string | undefined {
  if (async !== true) return undefined;
  const text = ts === true ? source.replace(CONST_ASSERTION, (assertion) => ' '.repeat(assertion.length)) : source;
  const tokens: Token[] = [];
  let program: Program;
  try {
    program = parse(text, { ...SYNTAX, onToken: tokens });
  } catch {
    return undefined;
  }
  return arePlain(tokens, source, text) ? functionBody(program, text) : undefined;
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
        return !word.includes('\\') && (next === tokTypes.colon || !PARAMETERS.has(word));
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

/** The statements with imports at their head and exports at their end, or nothing if one of them is not plain. */
function functionBody(program: Program, text: string): string | undefined {
  const imports: string[] = [];
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
        const names = importedNames(statement);
        if (names === undefined) return undefined;
        imports.push(`const { ${names.join(', ')} } = await jitiImport(${JSON.stringify(statement.source.value)});`);
        replace(statement.start, statement.end, ';');
        break;
      }
      case 'ExportNamedDeclaration': {
        const constants = exportedConstants(statement, text);
        if (constants === undefined) return undefined;
        exports.push(...constants.names.map((name) => `exports.${name} = ${name};`));
        replace(statement.start, constants.start, '');
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
  const head = `"use strict";Object.defineProperty(exports, "__esModule", { value: true });${imports.join('')}`;
  return `${head}${body.join('')}${text.slice(at)}\n${exports.join('')}`;
}

/** The names that are imported from this package, as a pattern has them. */
function importedNames({ source, specifiers }: ImportDeclaration): string[] | undefined {
  if (!PROVIDED.has(source.value)) return undefined;
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
