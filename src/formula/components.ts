import type { Context, Operand } from './context.js';
import { capital } from './operators.js';
import * as Q from '../symbolic/rational.js';
import type { IndexSyntax, MemberSyntax } from '../syntax/syntax.js';
import { AXES, scalar, shapeOf, type Quantity, type Scalar } from './values.js';

/** `a.x` */
export function component(
  context: Context,
  syntax: MemberSyntax,
  object: Quantity,
  kindOf: (name: string) => Quantity['kind'] | undefined,
): Scalar | null {
  const { member, memberSpan } = syntax;
  const at = AXES.findIndex((axis) => axis === member);
  const node = object.kind === 'vector' ? object.items[at] : undefined;
  if (node !== undefined) return scalar(node);
  const text = context.textOf(syntax.object);
  const isProduct = object.kind === 'vector' && kindOf(member) === 'vector';
  const hint = isProduct
    ? `write dot(${text}, ${member}) for the product of two vectors`
    : (adviceForMember(member, text) ?? componentsOf(object, member, text));
  return context.report(memberSpan, 'E_COMPONENT', `${capital(shapeOf(object))} has no component ".${member}".`, hint);
}

function componentsOf(object: Quantity, member: string, text: string): string | undefined {
  if (object.kind === 'matrix') return 'write A[1, 2] for the second entry of the first row';
  if (object.kind === 'scalar')
    return AXES.some((axis) => axis === member) ? `it is a number: leave ".${member}" out` : undefined;
  const axes = AXES.slice(0, object.items.length);
  if (axes.some((axis) => axis === member.toLowerCase())) return `write ${text}.${member.toLowerCase()}`;
  return `its components are ${axes.map((axis) => `.${axis}`).join(' ')}`;
}

/** Advice for what bodies and vectors of other libraries have as members. */
function adviceForMember(member: string, object: string): string | undefined {
  const axis = /^v([xyz])$/.exec(member)?.[1];
  if (axis !== undefined) return `the rate of change of ${object}.${axis} is ddt(${object}.${axis})`;
  switch (member) {
    case 'v':
    case 'vel':
    case 'velocity':
    case 'rate':
    case 'dot':
    case 'omega':
    case 'angularVelocity':
      return `the rate of change of ${object} is ddt(${object})`;
    case 'speed':
      return `the speed of ${object} is norm(ddt(${object}))`;
    case 'p':
    case 'pos':
    case 'position':
    case 'value':
      return `${object} is the quantity itself: write ${object}`;
    case 'length':
    case 'norm':
    case 'magnitude':
      return `the length of a vector is norm(${object})`;
    default:
      return undefined;
  }
}

/** `a[1]`, `A[1, 2]`, counted from 1 */
export function element(
  context: Context,
  { span }: IndexSyntax,
  object: Quantity,
  indices: readonly Operand<Quantity>[],
): Scalar | null {
  if (object.kind === 'scalar') return context.report(span, 'E_INDEX', 'A scalar has no components.');
  const expected = object.kind === 'vector' ? 1 : 2;
  if (indices.length !== expected)
    return context.report(
      span,
      'E_INDEX',
      `${capital(shapeOf(object))} takes ${expected === 1 ? 'one index' : 'two indices'}, not ${indices.length}.`,
      expected === 1 ? 'write a[1]' : 'write A[row, column]',
    );
  if (object.kind === 'vector') {
    const at = position(context, indices[0]!, object.items.length);
    return at === null ? null : scalar(object.items[at]!);
  }
  const row = position(context, indices[0]!, object.rows.length);
  const column = position(context, indices[1]!, object.rows[0]!.length);
  return row === null || column === null ? null : scalar(object.rows[row]![column]!);
}

/** An index from 0. */
function position(context: Context, { value, syntax }: Operand<Quantity>, count: number): number | null {
  const number = value.kind === 'scalar' && value.node.kind === 'number' ? value.node.value : undefined;
  if (number === undefined || !Q.isInteger(number))
    return context.report(syntax.span, 'E_INDEX', 'An index must be a whole number that is known beforehand.');
  const index = Q.toNumber(number);
  if (index >= 1 && index <= count) return index - 1;
  const message = `The index ${Q.toText(number)} is out of bounds: it must lie between 1 and ${count}.`;
  return context.report(syntax.span, 'E_INDEX', message, index === 0 ? 'the first component is [1]' : undefined);
}
