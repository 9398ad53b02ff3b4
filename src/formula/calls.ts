import { QUANTITIES_TOO, type VectorFunctionName } from '../spec/language.js';
import { isZeroNode } from '../symbolic/graph.js';
import { SCALAR_FUNCTIONS, type ScalarFunction } from '../symbolic/functions.js';
import type { Node } from '../symbolic/node.js';
import { foldsTooLong, isAlwaysZero, TOO_LONG } from './constants.js';
import type { Context, Operand } from './context.js';
import { adviceFor, foreignFunction, hintForMethod } from '../hints/functions.js';
import type { Motion } from './motion.js';
import type { Scope } from './scope.js';
import { SUM_USAGE } from '../syntax/sums.js';
import { ungrouped, type CallSyntax, type Syntax } from '../syntax/syntax.js';
import { scalar, shapeOf, type Quantity } from './values.js';
import type { VectorFunction } from './vector-arguments.js';
import { VECTOR_FUNCTIONS } from './vector-functions.js';

interface CallContext extends Context {
  readonly operands: (parts: readonly Syntax[]) => Operand<Quantity>[] | null;
}

/** Advice on what to write instead of a scalar function of a vector. */
const FOR_VECTORS: ReadonlyMap<string, string> = new Map([
  ['abs', 'the length of a vector is norm(v)'],
  ['hypot', 'the length of a vector is norm(v)'],
  ['square', 'the square of a length is dot(v, v)'],
  ['atan2', 'the angle of a vector is atan2(v.y, v.x)'],
  ['min', 'give its components: min(v.x, v.y)'],
  ['max', 'give its components: max(v.x, v.y)'],
]);

/** Expands a call. `motion` is that of the constraint's inputs; without one there are no rates. */
export function expandCall(
  context: CallContext,
  scope: Scope,
  motion: Motion | undefined,
  syntax: CallSyntax,
): Quantity | null {
  const { callee } = syntax;
  if (callee.kind !== 'name' || (scope.has(callee.name) && !QUANTITIES_TOO.has(callee.name)))
    return callOfValue(context, scope, syntax);
  const { name, span } = callee;
  if (name === 'sum') {
    const message = 'The terms of a sum are counted by whole numbers.';
    return context.report(syntax.span, 'E_ARGUMENT_COUNT', message, SUM_USAGE);
  }
  const args = context.operands(syntax.args);
  const definition = name === 'ddt' ? rateDefinition(motion) : functionCalled(name);
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

const rateDefinition = (motion: Motion | undefined): Definition => ({
  minArgs: 1,
  maxArgs: 1,
  usage: 'ddt(x), the rate of change',
  build: (context, [operand]) =>
    motion === undefined
      ? context.report(
          operand!.syntax.span,
          'E_VELOCITY_LEVEL',
          'Only the formulas of a constraint, and the kinetic energy and dissipation of a body, can have rates.',
        )
      : motion.ddt(context, operand!),
});

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
  if (
    (name === 'log' || name === 'log1p') &&
    nodes[1] !== undefined &&
    isAlwaysZero(context.graph.call('log', nodes[1]))
  )
    return context.report(args[1]!.syntax.span, 'E_DIVISION_BY_ZERO', 'There is no logarithm to the base 1.');
  if (name === 'pow' && foldsTooLong(nodes[0]!, nodes[1]!))
    return context.report(args[0]!.syntax.span, 'E_NUMBER_SIZE', TOO_LONG);
  return scalar(definition.build(context.graph, nodes));
}

function callOfValue(context: CallContext, scope: Scope, { callee, args, span }: CallSyntax): null {
  if (callee.kind === 'name') {
    const { name } = callee;
    const [operand, ...others] = context.operands(args) ?? [];
    // A name such as "length" that takes a vector is meant as the function of another language.
    const isFactor = operand?.value.kind === 'scalar' && others.length === 0;
    const advice = isFactor ? undefined : adviceFor(name);
    const hint = advice ?? (args.length === 1 ? PRODUCT : undefined);
    return context.report(callee.span, 'E_CALL_OF_VALUE', `"${name}" is not a function.`, hint);
  }
  if (callee.kind !== 'member')
    return context.report(span, 'E_CALL_OF_VALUE', 'This is not a function.', args.length === 1 ? PRODUCT : undefined);
  const { object, member } = callee;
  const isQuantity = object.kind !== 'name' || scope.has(object.name);
  const hint =
    hintForMethod(isQuantity ? context.textOf(ungrouped(object)) : undefined, member, args.map(context.textOf)) ??
    (isQuantity ? PRODUCT : `the functions are called by their names alone, as in sqrt(x)`);
  return context.report(callee.span, 'E_CALL_OF_VALUE', `"${context.textOf(callee)}" is not a function.`, hint);
}

const PRODUCT = 'write a "*" before the bracket if a product is meant';

function arity(minArgs: number, maxArgs: number): string {
  const plural = (count: number): string => `${count} argument${count === 1 ? '' : 's'}`;
  if (maxArgs === Infinity) return `at least ${plural(minArgs)}`;
  return minArgs === maxArgs ? plural(minArgs) : `${minArgs} or ${plural(maxArgs)}`;
}
