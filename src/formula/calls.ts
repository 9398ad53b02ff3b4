import type { VectorFunctionName } from '../spec/language.js';
import { isZeroNode } from '../symbolic/graph.js';
import { SCALAR_FUNCTIONS, type ScalarFunction } from '../symbolic/functions.js';
import type { Node } from '../symbolic/node.js';
import { foldsTooLong, TOO_LONG } from './constants.js';
import type { Context, Operand } from './context.js';
import { foreignFunction } from './foreign-functions.js';
import type { Scope } from './scope.js';
import type { CallSyntax, Syntax } from './syntax.js';
import { scalar, shapeOf, type Quantity } from './values.js';
import { VECTOR_FUNCTIONS, type VectorFunction } from './vector-functions.js';

interface CallContext extends Context {
  readonly operands: (parts: readonly Syntax[]) => Operand<Quantity>[] | null;
}

/** What to write instead of a scalar function of a vector. */
const FOR_VECTORS: ReadonlyMap<string, string> = new Map([
  ['abs', 'the length of a vector is norm(v)'],
  ['hypot', 'the length of a vector is norm(v)'],
  ['square', 'the square of a length is dot(v, v)'],
  ['atan2', 'the angle of a vector is atan2(v.y, v.x)'],
  ['min', 'give its components: min(v.x, v.y)'],
  ['max', 'give its components: max(v.x, v.y)'],
]);

export function expandCall(context: CallContext, scope: Scope, syntax: CallSyntax): Quantity | null {
  const { callee } = syntax;
  if (callee.kind !== 'name' || scope.has(callee.name)) return callOfValue(context, syntax);
  const { name, span } = callee;
  if (name === 'ddt') {
    const hint = 'write what is held in terms of positions, directions and angles';
    return context.report(
      span,
      'E_VELOCITY_LEVEL',
      'Formulas of velocities, with ddt(…), are not supported yet.',
      hint,
    );
  }
  const args = context.operands(syntax.args);
  const definition = functionCalled(name);
  if (definition === undefined) {
    const { code, message, hint } = foreignFunction(name);
    return context.report(span, code, message, hint);
  }
  const { minArgs, maxArgs, usage } = definition;
  const count = syntax.args.length;
  if (count < minArgs || count > maxArgs) {
    const message = `${name} takes ${arity(minArgs, maxArgs)}, not ${count}.`;
    return context.report(syntax.span, 'E_ARGUMENT_COUNT', message, usage === undefined ? undefined : `write ${usage}`);
  }
  return args && definition.build(context, args);
}

type Definition = Omit<VectorFunction, 'usage'> & { readonly usage?: string };

function functionCalled(name: string): Definition | undefined {
  const definition = SCALAR_FUNCTIONS.get(name);
  if (definition !== undefined)
    return { ...definition, build: (context, args) => scalarCall(context, name, definition, args) };
  return Object.hasOwn(VECTOR_FUNCTIONS, name) ? VECTOR_FUNCTIONS[name as VectorFunctionName] : undefined;
}

function scalarCall(
  context: Context,
  name: string,
  definition: ScalarFunction,
  args: readonly Operand<Quantity>[],
): Quantity | null {
  const nodes: Node[] = [];
  for (const { value, syntax } of args) {
    if (value.kind === 'scalar') nodes.push(value.node);
    else
      context.report(
        syntax.span,
        'E_ARGUMENT_SHAPE',
        `${name} takes scalars, not ${shapeOf(value)}.`,
        value.kind === 'vector' ? FOR_VECTORS.get(name) : undefined,
      );
  }
  if (nodes.length < args.length) return null;
  // 1/n is the exponent of the n-th root.
  if (name === 'nthRoot' && nodes[1] !== undefined && isZeroNode(nodes[1]))
    return context.report(args[1]!.syntax.span, 'E_DIVISION_BY_ZERO', 'There is no zeroth root.');
  if (name === 'pow' && foldsTooLong(nodes[0]!, nodes[1]!))
    return context.report(args[0]!.syntax.span, 'E_NUMBER_SIZE', TOO_LONG);
  return scalar(definition.build(context.graph, nodes));
}

function callOfValue(context: Context, { callee, args, span }: CallSyntax): null {
  const message = callee.kind === 'name' ? `"${callee.name}" is not a function.` : 'This is not a function.';
  const hint = args.length === 1 ? 'write a "*" before the bracket if a product is meant' : undefined;
  return context.report(callee.kind === 'name' ? callee.span : span, 'E_CALL_OF_VALUE', message, hint);
}

function arity(minArgs: number, maxArgs: number): string {
  const plural = (count: number): string => `${count} argument${count === 1 ? '' : 's'}`;
  if (maxArgs === Infinity) return `at least ${plural(minArgs)}`;
  return minArgs === maxArgs ? plural(minArgs) : `${minArgs} or ${plural(maxArgs)}`;
}
