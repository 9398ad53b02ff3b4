import ts from 'typescript';

/**
 * Counts the operations that a kernel's loop executes for one constraint, from its TypeScript text,
 * by the toolkit's rule. Every `+ − * /`, function call, comparison, connective, selection and
 * negation is one. Loads, stores, constants and the arithmetic of indices are none.
 *
 * `name` is a function of the module, or an arrow function held by a constant, whose body is one
 * loop over the batch. Its statements are constants and assignments; anything else is an error, so
 * that nothing goes uncounted.
 */
export function countSourceOperations(text: string, name: string): number {
  const file = ts.createSourceFile(`${name}.ts`, text, ts.ScriptTarget.ES2022, true);
  const body = bodyOf(file, name);
  const loop = body?.statements.find(ts.isForStatement);
  if (loop === undefined || !ts.isBlock(loop.statement))
    throw new Error(`no function ${name} with a loop over a batch`);
  const counter = new Counter(constantsOf(file));
  for (const statement of loop.statement.statements) counter.statement(statement);
  return counter.total;
}

function bodyOf(file: ts.SourceFile, name: string): ts.Block | undefined {
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement.body;
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: held, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(held) && held.text === name && initializer && ts.isArrowFunction(initializer))
        return ts.isBlock(initializer.body) ? initializer.body : undefined;
  }
  return undefined;
}

/** Collects the names of numbers that the module computes once. */
function constantsOf(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of file.statements.filter(ts.isVariableStatement))
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer && isConstant(initializer, names)) names.add(name.text);
  return names;
}

const ARITHMETIC = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
]);

class Counter {
  total = 0;
  readonly #constants: ReadonlySet<string>;
  /** The batch index, and names computed only from it and from slots. */
  readonly #indices = new Set(['k']);

  constructor(constants: ReadonlySet<string>) {
    this.#constants = constants;
  }

  statement(node: ts.Statement): void {
    if (ts.isVariableStatement(node)) {
      for (const { name, initializer } of node.declarationList.declarations) {
        if (!ts.isIdentifier(name) || initializer === undefined) throw unexpected(node);
        if (this.#isIndex(initializer)) this.#indices.add(name.text);
        else this.#value(initializer);
      }
    } else if (
      ts.isExpressionStatement(node) &&
      ts.isBinaryExpression(node.expression) &&
      node.expression.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isElementAccessExpression(node.expression.left)
    ) {
      this.#value(node.expression.right);
    } else throw unexpected(node);
  }

  #value(node: ts.Expression): void {
    if (isConstant(node, this.#constants) || ts.isIdentifier(node) || ts.isElementAccessExpression(node)) return;
    if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) {
      this.#value(node.expression);
      return;
    }
    this.total += 1;
    if (ts.isBinaryExpression(node) && ARITHMETIC.has(node.operatorToken.kind)) {
      this.#value(node.left);
      this.#value(node.right);
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
      this.#value(node.operand);
    } else if (ts.isConditionalExpression(node)) {
      this.#value(node.condition);
      this.#value(node.whenTrue);
      this.#value(node.whenFalse);
    } else if (ts.isCallExpression(node)) {
      node.arguments.forEach((argument) => {
        this.#value(argument);
      });
    } else throw unexpected(node);
  }

  #isIndex(node: ts.Expression): boolean {
    if (ts.isNumericLiteral(node)) return true;
    if (ts.isIdentifier(node)) return this.#indices.has(node.text);
    if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)) return this.#isIndex(node.expression);
    if (ts.isElementAccessExpression(node)) return ts.isIdentifier(node.expression) && node.expression.text === 'slots';
    return ts.isBinaryExpression(node) && this.#isIndex(node.left) && this.#isIndex(node.right);
  }
}

/**
 * True if an expression is a number known before the loop: literals, the constants of `Math` and of
 * the module, and arithmetic of those.
 */
function isConstant(node: ts.Expression, constants: ReadonlySet<string>): boolean {
  if (ts.isNumericLiteral(node)) return true;
  if (ts.isIdentifier(node)) return constants.has(node.text);
  if (ts.isPropertyAccessExpression(node)) return node.expression.getText() === 'Math';
  if (ts.isParenthesizedExpression(node)) return isConstant(node.expression, constants);
  if (ts.isPrefixUnaryExpression(node)) return isConstant(node.operand, constants);
  return ts.isBinaryExpression(node) && isConstant(node.left, constants) && isConstant(node.right, constants);
}

const unexpected = (node: ts.Node): Error => new Error(`not counted: ${node.getText()}`);
