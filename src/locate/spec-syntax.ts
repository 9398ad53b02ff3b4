import type { ts as TypeScript } from 'ts-morph';
import { stringOffsets } from './string-offsets.js';

type Compiler = typeof TypeScript;
type Expression = TypeScript.Expression;

/** The place that a path inside a spec leads to, as far as it is written in the file. */
export interface FoundField {
  /**
   * The name under which the last step of the path is written; that of the export for an empty
   * path.
   */
  readonly key: TypeScript.Node;
  /** The value, unless the search ended before the end of the path. */
  readonly value?: Expression;
}

/** Longest chain of definitions that is followed. A longer one is taken for a cycle. */
const MAX_STEPS = 50;

/** A module that defines specs, read as text: finds where a field of a spec is written. */
export class SpecSyntax {
  readonly #ts: Compiler;
  readonly #file: TypeScript.SourceFile;
  readonly #variables = new Map<string, TypeScript.VariableDeclaration>();
  /** Exports whose names differ from the variable's. */
  readonly #exports = new Map<string, TypeScript.Node>();
  #steps = 0;

  constructor(ts: Compiler, path: string, text: string) {
    this.#ts = ts;
    this.#file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    for (const statement of this.#file.statements) this.#collect(statement);
  }

  #collect(statement: TypeScript.Statement): void {
    const ts = this.#ts;
    if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations)
        if (ts.isIdentifier(declaration.name)) this.#variables.set(declaration.name.text, declaration);
    } else if (ts.isExportAssignment(statement)) this.#exports.set('default', statement.expression);
    else if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
      for (const { name, propertyName } of statement.exportClause.elements)
        this.#exports.set(name.text, propertyName ?? name);
  }

  /** The field at `path` (`C[1]`, `params.length.min`) of the spec exported as `name`. */
  find(name: string, path: string): FoundField | undefined {
    this.#steps = 0;
    const exported = this.#exports.get(name);
    const declaration = this.#variables.get(
      exported !== undefined && this.#ts.isIdentifier(exported) ? exported.text : name,
    );
    const key = declaration?.name ?? exported;
    const start = declaration?.initializer ?? (exported as Expression | undefined);
    if (key === undefined || start === undefined) return undefined;
    const spec = this.#specOf(start);
    return spec === undefined ? { key } : this.#walk({ key, value: spec }, path);
  }

  #walk(from: FoundField, path: string): FoundField {
    if (path === '' || from.value === undefined) return from;
    const ts = this.#ts;
    const value = this.#resolve(from.value);
    const index = /^\[(\d+)\]\.?/.exec(path);
    if (index !== null) {
      const element = value && ts.isArrayLiteralExpression(value) ? value.elements[Number(index[1])] : undefined;
      return element === undefined
        ? { key: from.key }
        : this.#walk({ key: element, value: element }, path.slice(index[0].length));
    }
    const property = value && this.#property(value, path);
    if (property === undefined) return { key: from.key };
    return this.#walk(property.found, property.rest);
  }

  /** The property that a path begins with; if written several times, the last one. */
  #property(value: Expression, path: string): { found: FoundField; rest: string } | undefined {
    const ts = this.#ts;
    if (!ts.isObjectLiteralExpression(value)) return undefined;
    for (const property of [...value.properties].reverse()) {
      if (ts.isSpreadAssignment(property)) {
        const spread = this.#resolve(property.expression);
        const inside = spread && this.#property(spread, path);
        if (inside !== undefined) return inside;
        continue;
      }
      const name = property.name;
      const text =
        ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : undefined;
      const rest = text === undefined ? undefined : restAfter(path, text);
      if (rest === undefined) continue;
      if (ts.isPropertyAssignment(property)) return { found: { key: name, value: property.initializer }, rest };
      if (ts.isShorthandPropertyAssignment(property)) return { found: { key: name, value: property.name }, rest };
      return { found: { key: name }, rest };
    }
    return undefined;
  }

  /**
   * The object that defines a spec: the argument of `defineConstraint` or `defineBody`, or an
   * object itself.
   */
  #specOf(expression: Expression): Expression | undefined {
    const value = this.#resolve(expression);
    if (value === undefined) return undefined;
    if (this.#ts.isObjectLiteralExpression(value)) return value;
    if (!this.#ts.isCallExpression(value)) return undefined;
    const callee = value.expression.getText(this.#file);
    return /(^|\.)define[A-Z]\w*$/.test(callee) && value.arguments[0] ? this.#specOf(value.arguments[0]) : undefined;
  }

  /** An expression without its type annotations; for a name, the expression that defines it. */
  #resolve(expression: Expression): Expression | undefined {
    const ts = this.#ts;
    if (++this.#steps > MAX_STEPS) return undefined;
    if (
      ts.isParenthesizedExpression(expression) ||
      ts.isAsExpression(expression) ||
      ts.isSatisfiesExpression(expression) ||
      ts.isNonNullExpression(expression)
    )
      return this.#resolve(expression.expression);
    if (!ts.isIdentifier(expression)) return expression;
    const initializer = this.#variables.get(expression.text)?.initializer;
    return initializer && this.#resolve(initializer);
  }

  /**
   * A text as it is written, with the place of each of its characters. Undefined for a computed
   * one.
   */
  text(expression: Expression): { value: string; offsets: number[] } | undefined {
    const ts = this.#ts;
    const node = this.#resolve(expression);
    if (node === undefined) return undefined;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const start = node.getStart(this.#file);
      return { value: node.text, offsets: stringOffsets(this.#file.text.slice(start + 1, node.end - 1), start + 1) };
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      const [left, right] = [this.text(node.left), this.text(node.right)];
      if (left === undefined || right === undefined) return undefined;
      return { value: left.value + right.value, offsets: [...left.offsets.slice(0, -1), ...right.offsets] };
    }
    return undefined;
  }

  /** The range of a node in the file. */
  range(node: TypeScript.Node): [start: number, end: number] {
    return [node.getStart(this.#file), node.end];
  }
}

/** The rest of a path after the step `key`. Undefined if the path does not begin with it. */
function restAfter(path: string, key: string): string | undefined {
  if (path === key) return '';
  if (!path.startsWith(key)) return undefined;
  const rest = path.slice(key.length);
  return rest.startsWith('.') ? rest.slice(1) : rest.startsWith('[') ? rest : undefined;
}
