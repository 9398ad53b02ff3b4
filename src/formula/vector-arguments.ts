import type { Span } from '../diagnostics/index.js';
import { hintForCall } from '../hints/calls.js';
import type { Node } from '../symbolic/node.js';
import type { Context, Operand } from './context.js';
import { shapeOf, type Quantity, type Vector } from './values.js';

/** A function whose arguments or results include vectors and matrices. */
export interface VectorFunction {
  readonly minArgs: number;
  readonly maxArgs: number;
  /** The form of a call, for messages. */
  readonly usage: string;
  readonly build: (context: Context, args: readonly Operand<Quantity>[]) => Quantity | null;
}

export const spanOf = (args: readonly Operand<Quantity>[]): Span => ({
  start: args[0]!.syntax.span.start,
  end: args.at(-1)!.syntax.span.end,
});

export function vectorOf(context: Context, name: string, { value, syntax }: Operand<Quantity>): Vector | null {
  if (value.kind === 'vector') return value;
  const message = `${name} takes a vector, not ${shapeOf(value)}.`;
  const kind = value.kind;
  const written = hintForCall(name, [{ text: context.textOf(syntax), kind }]);
  return context.report(syntax.span, 'E_ARGUMENT_SHAPE', message, written);
}

export function spatialVector(
  context: Context,
  name: string,
  operand: Operand<Quantity>,
  what = 'vectors',
): readonly Node[] | null {
  const value = vectorOf(context, name, operand);
  if (value === null || value.items.length === 3) return value?.items ?? null;
  return context.report(
    operand.syntax.span,
    'E_ARGUMENT_SHAPE',
    `${name} takes ${what} in space, not ${shapeOf(value)}.`,
    name === 'rotate' ? 'in the plane there is one axis: write rotate(theta, v)' : undefined,
  );
}

export function planarVector(
  context: Context,
  name: string,
  operand: Operand<Quantity>,
  hintInSpace: string,
): [Node, Node] | null {
  const value = vectorOf(context, name, operand);
  if (value === null) return null;
  const [x, y, ...rest] = value.items;
  if (x !== undefined && y !== undefined && rest.length === 0) return [x, y];
  const message = `${name} takes a vector of the plane, not ${shapeOf(value)}.`;
  return context.report(operand.syntax.span, 'E_ARGUMENT_SHAPE', message, hintInSpace);
}
