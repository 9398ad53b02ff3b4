import type { Space } from '../../runtime/model/constraint-type.js';
import type { Span } from '../diagnostics/index.js';
import { partsOf, ungrouped, type CallSyntax, type Syntax } from '../syntax/syntax.js';

/** An equation without a jump, and the place of the angle in the formula that it stands for. */
export interface CrossedForm {
  readonly formula: string;
  readonly span: Span;
}

/**
 * Solves an equation for its one planar angle, `angle == g`, and says that by a cross product, which
 * vanishes where the two directions are parallel:
 *
 *     atan2(y, x) == g        cross([cos(g), sin(g)], [x, y]) == 0
 *     angle(u, w) == g        cross(rotate(g, u), w) == 0
 *
 * Undefined where the formula has another shape, as with an angle under `where`.
 */
export function crossedForm(formula: string, syntax: Syntax, space: Space): CrossedForm | undefined {
  const root = ungrouped(syntax);
  const sides = root.kind === 'relation' ? root.operands : [root];
  if (sides.length > 2) return undefined;
  const angles = sides.flatMap(anglesIn);
  const [angle] = angles;
  if (angle === undefined || angles.length > 1) return undefined;
  const slice = ({ span }: Syntax): string => formula.slice(span.start, span.end);
  const k = sides.findIndex((side) => anglesIn(side).length > 0);
  const other = sides.length === 1 ? '0' : slice(sides[1 - k]!);
  const value = solve(sides[k]!, angle, other, slice);
  const crossed = value === undefined ? undefined : crossedWith(angle, value, space, slice);
  return crossed === undefined ? undefined : { formula: crossed, span: angle.span };
}

const ANGLES: ReadonlySet<string> = new Set(['atan2', 'atan', 'angle', 'dihedral']);

const nameOf = ({ callee }: CallSyntax): string => (callee.kind === 'name' ? callee.name : '');

/** The calls of angles in a formula, the outer ones only. */
function anglesIn(syntax: Syntax): readonly CallSyntax[] {
  if (syntax.kind === 'call' && ANGLES.has(nameOf(syntax))) return [syntax];
  return partsOf(syntax).flatMap(anglesIn);
}

/** The value of `angle` where `side == value`, as text; undefined unless `side` is linear in it. */
function solve(side: Syntax, angle: Syntax, value: string, slice: (part: Syntax) => string): string | undefined {
  if (side === angle) return value;
  if (side.kind === 'group') return solve(side.inner, angle, value, slice);
  if (side.kind === 'prefix' && side.operator !== 'not')
    return solve(side.operand, angle, side.operator === '-' ? negated(value) : value, slice);
  if (side.kind !== 'binary') return undefined;
  const { left, right, operator } = side;
  const isLeft = anglesIn(left).length > 0;
  const known = bracketed(slice(isLeft ? right : left));
  const next = (): string | undefined => {
    if (operator === '+') return value === '0' ? negated(known) : `${value} - ${known}`;
    if (operator === '-') {
      if (isLeft) return value === '0' ? known : `${value} + ${known}`;
      return value === '0' ? known : `${known} - ${bracketed(value)}`;
    }
    if (operator === '*') return value === '0' ? '0' : `${bracketed(value)} / ${known}`;
    if (operator === '/' && isLeft) return value === '0' ? '0' : `${known} * ${bracketed(value)}`;
    return undefined;
  };
  const moved = next();
  return moved === undefined ? undefined : solve(isLeft ? left : right, angle, moved, slice);
}

const negated = (value: string): string => (value === '0' ? '0' : `-${bracketed(value)}`);

/** A text as an operand: in brackets unless it is a name, a number, or a call without operators around it. */
const bracketed = (value: string): string =>
  /^[\w.]+(\([^()]*\))?$/.test(value) || /^\[[^[\]]*\]$/.test(value) ? value : `(${value})`;

function crossedWith(
  angle: CallSyntax,
  value: string,
  space: Space,
  slice: (part: Syntax) => string,
): string | undefined {
  const [first, second] = angle.args.map(ungrouped);
  if (first === undefined) return undefined;
  const vector = (x: string, y: string): string =>
    space === 2 && x.endsWith('.x') && y === x.replace(/x$/, 'y') ? x.slice(0, -2) : `[${x}, ${y}]`;
  const onCircle = `[cos(${value}), sin(${value})]`;
  switch (nameOf(angle)) {
    case 'angle':
      return second && `cross(rotate(${value}, ${slice(first)}), ${slice(second)}) == 0`;
    case 'atan2':
      return second && `cross(${onCircle}, ${vector(slice(second), slice(first))}) == 0`;
    case 'atan':
      if (first.kind !== 'binary' || first.operator !== '/') return undefined;
      return `cross(${onCircle}, ${vector(slice(first.right), slice(first.left))}) == 0`;
    default:
      return undefined;
  }
}
