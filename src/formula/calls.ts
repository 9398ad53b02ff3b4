import { QUANTITIES_TOO, type VectorFunctionName } from '../spec/language.js';
import { SCALAR_FUNCTIONS, type ScalarFunction } from '../symbolic/functions.js';
import { isZeroNode, type Node } from '../symbolic/node.js';
import { foldsTooLong, isAlwaysZero, TOO_LONG } from './constants.js';
import type { Context, Operand } from './context.js';
import { hintForCall, hintForForeignCall, type Argument } from '../hints/calls.js';
import { foreignFunction, hintForMethod } from '../hints/functions.js';
import type { Motion } from './motion.js';
import type { Scope } from './scope.js';
import { SUM_USAGE } from '../syntax/sums.js';
import { ungrouped, type CallSyntax, type Syntax } from '../syntax/syntax.js';
import { AXES, scalar, shapeOf, vector, type Quantity } from './values.js';
import type { VectorFunction } from './vector-arguments.js';
import { VECTOR_FUNCTIONS } from './vector-functions.js';

interface CallContext extends Context {
  readonly operands: (parts: readonly Syntax[]) => Operand<Quantity>[] | null;
}

/** The arguments of a call for a hint; without their sorts where one is faulty. */
const argumentsOf = (
  { textOf }: Context,
  parts: readonly Syntax[],
  operands: readonly Operand<Quantity>[] | null,
): Argument[] =>
  parts.map((part, i) => {
    const value = operands?.[i]?.value;
    const size = value?.kind === 'vector' ? value.items.length : undefined;
    return { text: textOf(part), ...(value && { kind: value.kind }), ...(size !== undefined && { size }) };
  });

/** Expands a call. `motion` is that of the constraint's inputs; without one there are no rates. */
export function expandCall(
  context: CallContext,
  scope: Scope,
  motion: Motion | undefined,
  syntax: CallSyntax,
): Quantity | null {
  const { callee } = syntax;
  const curve = callee.kind === 'name' ? scope.curve(callee.name) : undefined;
  if (curve !== undefined) return curveCall(context, curve, syntax);
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
    const { code, message, hint } = foreignFunction(name, argumentsOf(context, syntax.args, args));
    return context.report(span, code, message, hint);
  }
  const { minArgs, maxArgs, usage } = definition;
  const count = syntax.args.length;
  if (count < minArgs || count > maxArgs) {
    const message = `${name} takes ${arity(minArgs, maxArgs)}, not ${count}.`;
    const hint =
      hintForCall(name, argumentsOf(context, syntax.args, args)) ??
      hintForComma(syntax.args, context) ??
      (usage === undefined ? undefined : `write ${usage}`);
    return context.report(syntax.span, 'E_ARGUMENT_COUNT', message, hint);
  }
  return args && definition.build(context, args);
}

/** `f(s)` of a curve, or of each component of a path. */
function curveCall(
  context: CallContext,
  handles: readonly Node[],
  { callee, args, span }: CallSyntax,
): Quantity | null {
  const name = context.textOf(callee);
  const operands = context.operands(args);
  const hint = `write ${name}(s)`;
  if (args.length !== 1)
    return context.report(span, 'E_ARGUMENT_COUNT', `The curve "${name}" takes 1 argument, not ${args.length}.`, hint);
  const [operand] = operands ?? [];
  if (operand === undefined) return null;
  if (operand.value.kind === 'scalar') {
    const { node } = operand.value;
    const values = handles.map((handle) => context.graph.call('curveValue', handle, node));
    return values.length === 1 ? scalar(values[0]!) : vector(values);
  }
  const message = `The curve "${name}" takes a scalar, not ${shapeOf(operand.value)}.`;
  return context.report(operand.syntax.span, 'E_ARGUMENT_SHAPE', message, 'take a component of it, or its norm');
}

type Definition = Omit<VectorFunction, 'usage'> & { readonly usage?: string };

/** Functions of several scalars, whose order is not the same everywhere. */
const USAGES: Readonly<Record<string, string>> = {
  mod: 'mod(x, y), the remainder of x divided by y',
  pow: 'pow(x, y), or x^y',
  atan2: 'atan2(y, x)',
  clamp: 'clamp(x, low, high)',
  smoothstep: 'smoothstep(low, high, x)',
};

function functionCalled(name: string): Definition | undefined {
  const definition = SCALAR_FUNCTIONS.get(name);
  if (definition !== undefined)
    return {
      ...definition,
      ...(USAGES[name] !== undefined && { usage: USAGES[name] }),
      build: (context, args) => scalarCall(context, name, definition, args),
    };
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
        hintForVectors(context, name, args),
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

/** What to write where a function of scalars is given vectors. */
function hintForVectors(context: Context, name: string, args: readonly Operand<Quantity>[]): string | undefined {
  const parts = args.map(({ syntax }) => syntax);
  const hint = hintForCall(name, argumentsOf(context, parts, args));
  const [first, ...others] = args;
  if (hint !== undefined || first?.value.kind !== 'vector' || others.length > 0) return hint;
  const text = context.textOf(first.syntax);
  const object = ungrouped(first.syntax).kind === 'name' ? text : `(${text})`;
  const components = AXES.slice(0, first.value.items.length).map((axis) => `${object}.${axis}`);
  const { maxArgs } = SCALAR_FUNCTIONS.get(name)!;
  return components.length > maxArgs
    ? `take a component: ${name}(${components[0]!})`
    : `give its components: ${name}(${components.join(', ')})`;
}

function callOfValue(context: CallContext, scope: Scope, { callee, args, span }: CallSyntax): null {
  if (callee.kind === 'name') {
    const { name } = callee;
    const [operand, ...others] = context.operands(args) ?? [];
    // A name such as "length" that takes a vector is meant as the function of another language.
    const isFactor = operand?.value.kind === 'scalar' && others.length === 0;
    const all = operand === undefined ? null : [operand, ...others];
    const advice = isFactor ? undefined : hintForForeignCall(name, argumentsOf(context, args, all));
    const hint = advice ?? productOf(context, callee, args);
    return context.report(callee.span, 'E_CALL_OF_VALUE', `"${name}" is not a function.`, hint);
  }
  if (callee.kind !== 'member')
    return context.report(span, 'E_CALL_OF_VALUE', 'This is not a function.', productOf(context, callee, args));
  const { object, member } = callee;
  const root = rootOf(object);
  const isQuantity = root.kind !== 'name' || scope.has(root.name);
  const isComponent = AXES.some((axis) => axis === member);
  const hint =
    hintForMethod(
      isQuantity ? argumentsOf(context, [ungrouped(object)], context.operands([object]))[0] : undefined,
      member,
      argumentsOf(context, args, context.operands(args)),
    ) ??
    (isQuantity && isComponent
      ? productOf(context, callee, args)
      : 'the functions are called by their names alone, as in sqrt(x)');
  return context.report(callee.span, 'E_CALL_OF_VALUE', `"${context.textOf(callee)}" is not a function.`, hint);
}

/** What a member belongs to in the end: `np` of `np.linalg.norm`. */
const rootOf = (syntax: Syntax): Syntax => (syntax.kind === 'member' ? rootOf(syntax.object) : syntax);

/** The product that `x(y)` may mean. */
const productOf = ({ textOf }: Context, callee: Syntax, args: readonly Syntax[]): string | undefined =>
  args.length === 1 ? `write ${textOf(callee)} * (${textOf(args[0]!)}) if a product is meant` : undefined;

/** A hint for `sin(0,5)`. */
function hintForComma(args: readonly Syntax[], { textOf }: Context): string | undefined {
  const [whole, digits] = args.map(textOf);
  const isDecimal = args.length === 2 && /^\d+$/.test(whole!) && /^\d+$/.test(digits!);
  return isDecimal ? `write ${whole!}.${digits!} with a point` : undefined;
}

function arity(minArgs: number, maxArgs: number): string {
  const plural = (count: number): string => `${count} argument${count === 1 ? '' : 's'}`;
  if (maxArgs === Infinity) return `at least ${plural(minArgs)}`;
  return minArgs === maxArgs ? plural(minArgs) : `${minArgs} or ${plural(maxArgs)}`;
}
