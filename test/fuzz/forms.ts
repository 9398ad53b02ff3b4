import { SpecError } from '../../src/diagnostics/index.js';
import { ConstantCheck } from '../../src/formula/constants.js';
import { expandEquation } from '../../src/formula/equation.js';
import { Expander } from '../../src/formula/expander.js';
import { Motion } from '../../src/formula/motion.js';
import { rowsOf } from '../../src/formula/rows.js';
import { constantsOf, Scope } from '../../src/formula/scope.js';
import { AXES, scalar, vector, type Quantity } from '../../src/formula/values.js';
import type { Space } from '../../src/spec/constraint-spec.js';
import { CONSTANT_NAMES } from '../../src/spec/language.js';
import { Graph } from '../../src/symbolic/graph.js';
import { isZeroNode } from '../../src/symbolic/node.js';
import { parseFormula } from '../../src/syntax/parse.js';
import { partsOf, ungrouped, type RelationSyntax, type Syntax } from '../../src/syntax/syntax.js';
import { INPUTS, PARAMETERS, VECTOR_PARAMETER } from './drafts.js';

/** Formulas of a constraint: parts under `where` by their names, in order, and entries of `C`. */
export interface Formulas {
  readonly space: Space;
  readonly where?: Readonly<Record<string, string>>;
  readonly C: readonly string[];
}

/**
 * Returns the forms that formulas consist of, such as `vector2 + vector2`: each operator, function
 * and relation with the sorts of its operands. Undefined for formulas that the language refuses.
 */
export function formsOf({ space, where = {}, C }: Formulas): Set<string> | undefined {
  const graph = new Graph();
  const scope = new Scope();
  const inputs = Object.entries(INPUTS).flatMap(([name, kind]) => {
    const components =
      kind === 'scalar'
        ? [graph.variable(name)]
        : AXES.slice(0, space).map((axis) => graph.variable(`${name}.${axis}`));
    scope.define(name, kind === 'scalar' ? scalar(components[0]!) : vector(components));
    return components;
  });
  for (const name of Object.keys(PARAMETERS)) scope.define(name, scalar(graph.variable(name)));
  scope.define(
    VECTOR_PARAMETER,
    vector(AXES.slice(0, space).map((axis) => graph.variable(`${VECTOR_PARAMETER}.${axis}`))),
  );
  for (const [name, value] of Object.entries(constantsOf(graph))) scope.define(name, value);
  const motion = new Motion(graph, inputs, graph.variable('t'));
  const constants = new ConstantCheck();

  const forms = new Set<string>();
  const read = (text: string, expand: (expander: Expander, syntax: Syntax) => readonly Syntax[]): boolean => {
    const syntax = parsed(text);
    if (syntax === undefined) return false;
    const expander = new Expander(text, graph, scope, constants, motion);
    const parts = expand(expander, syntax);
    for (const part of parts) collect(part, expander.values, forms);
    return expander.diagnostics.length === 0;
  };
  const isAccepted = [
    ...Object.entries(where).map(([name, text]) =>
      read(text, (expander, syntax) => {
        scope.define(name, expander.quantity(syntax));
        return [syntax];
      }),
    ),
    ...C.map((text) =>
      read(text, (expander, syntax) => {
        const held = expandEquation(expander, syntax);
        held.forEach((part) => rowsOf(expander, syntax, part, 0, new Set(inputs), motion));
        const root = ungrouped(syntax);
        for (const form of entryForms(root, expander.values)) forms.add(form);
        return root.kind === 'relation' ? root.operands : [root];
      }),
    ),
  ];
  return isAccepted.every(Boolean) ? forms : undefined;
}

/** A formula that can be read at all. */
function parsed(text: string): Syntax | undefined {
  try {
    return parseFormula(text).syntax;
  } catch (error) {
    if (error instanceof SpecError) return undefined;
    throw error;
  }
}

type Values = ReadonlyMap<Syntax, Quantity>;

/** The sort of a part: what the grammar calls it. */
function sortOf(syntax: Syntax, values: Values): string {
  const value = values.get(syntax);
  if (value === undefined) return 'truth';
  if (value.kind === 'scalar') return 'scalar';
  return value.kind === 'vector' ? `vector${value.items.length}` : `matrix${value.rows.length}${value.rows[0]!.length}`;
}

/**
 * The forms of an entry of `C`: its length, and each of its comparisons, in which a zero may stand
 * beside a vector.
 */
function entryForms(root: Syntax, values: Values): string[] {
  if (root.kind !== 'relation') return [`entry ${sortOf(root, values)}`];
  const sorts = root.operands.map((operand) => sortOf(operand, values));
  const sides = root.operands.map((operand, i) => {
    const value = values.get(operand);
    const isZero = value?.kind === 'scalar' && isZeroNode(value.node) && sorts.some((sort) => sort !== 'scalar');
    return isZero ? 'zero' : sorts[i]!;
  });
  const pairs = root.operators.map((operator, i) => `entry ${sides[i]!} ${operator} ${sides[i + 1]!}`);
  return [`entry of ${sides.length} by ${root.operators[0]!}`, ...pairs];
}

const chain = ({ operators }: RelationSyntax, sides: readonly string[]): string =>
  sides.map((side, i) => (i === 0 ? side : `${operators[i - 1]!} ${side}`)).join(' ');

function collect(syntax: Syntax, values: Values, forms: Set<string>): void {
  forms.add(formOf(syntax, values));
  const parts = syntax.kind === 'call' ? syntax.args : syntax.kind === 'index' ? [syntax.object] : partsOf(syntax);
  for (const part of parts) collect(part, values, forms);
}

/** The form of one part. The compiler asks for one for each kind of syntax. */
function formOf(syntax: Syntax, values: Values): string {
  const sort = (part: Syntax): string => sortOf(part, values);
  switch (syntax.kind) {
    case 'number':
      return 'number';
    case 'name':
      return [...CONSTANT_NAMES, 'true', 'false'].includes(syntax.name) ? syntax.name : `name of ${sort(syntax)}`;
    case 'group':
      return '( )';
    case 'prefix':
      return `${syntax.operator} ${sort(syntax.operand)}`;
    case 'binary':
      return `${sort(syntax.left)} ${syntax.implicit ? '' : syntax.operator} ${sort(syntax.right)}`;
    case 'relation':
      return `condition ${chain(syntax, syntax.operands.map(sort))}`;
    case 'conditional':
      return `? ${sort(syntax.whenTrue)}`;
    case 'call':
      return `${syntax.callee.kind === 'name' ? syntax.callee.name : ''}(${syntax.args.map(sort).join(', ')})`;
    case 'member':
      return `${sort(syntax.object)}.${syntax.member}`;
    case 'index':
      return `${sort(syntax.object)}[${syntax.indices.length}]`;
    case 'sum':
      return `sum of ${sort(syntax.terms[0]!)}`;
    case 'list':
      return `[${syntax.items.map(sort).join(', ')}]`;
  }
}
