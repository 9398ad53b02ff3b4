import { power as powerOf } from '../symbolic/functions.js';
import type { Node } from '../symbolic/node.js';
import { foldsTooLong, isAlwaysZero, TOO_LONG } from './constants.js';
import type { Context } from './context.js';
import { LIMITS } from '../syntax/limits.js';
import { ungrouped, type BinarySyntax, type Syntax } from '../syntax/syntax.js';
import { mapValue, matrix, scalar, shapeOf, vector, zipValues, type Matrix, type Quantity } from './values.js';

type Rule = (context: Context, syntax: BinarySyntax, a: Quantity, b: Quantity) => Quantity | null;

/** The arithmetic operators on scalars, vectors and matrices. */
export const ARITHMETIC: Readonly<Record<'+' | '-' | '*' | '/' | '^', Rule>> = {
  '+': (context, syntax, a, b) => additive(context, syntax, a, b, (x, y) => context.graph.add(x, y)),
  '-': (context, syntax, a, b) => additive(context, syntax, a, b, (x, y) => context.graph.subtract(x, y)),
  '*': multiply,
  '/': divide,
  '^': power,
};

function additive(
  context: Context,
  syntax: BinarySyntax,
  a: Quantity,
  b: Quantity,
  f: (x: Node, y: Node) => Node,
): Quantity | null {
  const sum = zipValues(a, b, f);
  if (sum !== null) return sum;
  const { sign, operator } = syntax;
  const verb = operator === '+' ? 'added to' : 'subtracted from';
  const [what, from] = operator === '+' ? [a, b] : [b, a];
  const message = `${capital(shapeOf(what))} cannot be ${verb} ${shapeOf(from)}.`;
  return context.report(sign, 'E_SHAPE', message, hintForShapes(context, syntax, a, b));
}

/** A hint where a vector meets a scalar: a component or a length of the vector is meant. */
export function hintForShapes(
  context: Context,
  { left, right }: Pick<BinarySyntax, 'left' | 'right'>,
  a: Quantity,
  b: Quantity,
): string | undefined {
  const [vectorial, other] = a.kind === 'vector' ? [left, b] : [right, a];
  if (other.kind !== 'scalar' || (a.kind !== 'vector' && b.kind !== 'vector')) return undefined;
  const part = ungrouped(vectorial);
  if (part.kind === 'list' && part.items.length === 1)
    return `leave out the brackets of ${context.textOf(part)}, which make a vector of it`;
  const text = context.textOf(part);
  const name = part.kind === 'name' ? text : 'v';
  return `take a component of the vector, as in ${name}.x, or its length, norm(${text.length <= 30 ? text : 'v'})`;
}

function multiply(context: Context, { sign, left, right }: BinarySyntax, a: Quantity, b: Quantity): Quantity | null {
  const { graph } = context;
  if (a.kind === 'scalar') return mapValue(b, (node) => graph.multiply(a.node, node));
  if (b.kind === 'scalar') return mapValue(a, (node) => graph.multiply(node, b.node));
  if (a.kind === 'vector')
    return b.kind === 'vector'
      ? context.report(
          sign,
          'E_VECTOR_PRODUCT',
          'Two vectors have more than one product.',
          products(context, left, right),
        )
      : context.report(
          sign,
          'E_SHAPE',
          'A vector cannot be multiplied by a matrix from the right.',
          `write transpose(${context.textOf(ungrouped(right))}) * ${atom(context, left)}`,
        );
  const columns = b.kind === 'vector' ? b.items.map((node) => [node]) : b.rows;
  if (a.rows[0]!.length !== columns.length)
    return context.report(
      sign,
      'E_SHAPE',
      `${capital(shapeOf(a))} cannot be multiplied by ${shapeOf(b)}.`,
      'the matrix needs as many columns as the other has rows',
    );
  if (a.rows.length * columns[0]!.length > LIMITS.components)
    return context.report(
      sign,
      'E_SHAPE',
      `The product has more than ${LIMITS.components} components, which is the limit.`,
    );
  const product = matrixProduct(context, a, columns);
  return b.kind === 'vector' ? vector(product.map((row) => row[0]!)) : matrix(product);
}

/** The products of two vectors, with their texts if they are short. */
function products({ textOf }: Context, left: Syntax, right: Syntax): string {
  const [a, b] = [left, right].map((part) => textOf(ungrouped(part)));
  const pair = `${a!}, ${b!}`.length <= 30 ? `${a!}, ${b!}` : 'a, b';
  return `write dot(${pair}) or cross(${pair})`;
}

/** The text of an operand, in brackets unless it is a name or has some. */
function atom({ textOf }: Context, operand: Syntax): string {
  const isAtom = ['name', 'number', 'group', 'call', 'list', 'member', 'index'].includes(operand.kind);
  return isAtom ? textOf(operand) : `(${textOf(operand)})`;
}

const matrixProduct = ({ graph }: Context, a: Matrix, b: readonly (readonly Node[])[]): Node[][] =>
  a.rows.map((row) =>
    b[0]!.map((_, column) => graph.add(...row.map((node, k) => graph.multiply(node, b[k]![column]!)))),
  );

function divide(context: Context, { sign, right }: BinarySyntax, a: Quantity, b: Quantity): Quantity | null {
  if (b.kind !== 'scalar')
    return context.report(
      sign,
      'E_SHAPE',
      `${capital(shapeOf(a))} cannot be divided by ${shapeOf(b)}.`,
      'only scalars divide',
    );
  if (isAlwaysZero(b.node)) return context.report(right.span, 'E_DIVISION_BY_ZERO', 'This divisor is always zero.');
  return mapValue(a, (node) => context.graph.divide(node, b.node));
}

function power(context: Context, { sign, left, right, span }: BinarySyntax, a: Quantity, b: Quantity): Quantity | null {
  const base = ungrouped(left);
  if (a.kind !== 'scalar')
    return context.report(
      sign,
      'E_SHAPE',
      `${capital(shapeOf(a))} cannot be raised to a power.`,
      a.kind === 'vector'
        ? `the square of its length is dot(${context.textOf(base)}, ${context.textOf(base)})`
        : `write ${atom(context, left)} * ${atom(context, left)} for the square`,
    );
  if (b.kind !== 'scalar') return context.report(right.span, 'E_SHAPE', `An exponent cannot be ${shapeOf(b)}.`);
  if (foldsTooLong(a.node, b.node)) return context.report(span, 'E_NUMBER_SIZE', TOO_LONG);
  return scalar(powerOf(context.graph, a.node, b.node));
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
