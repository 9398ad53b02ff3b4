import type { Diagnostic } from '../diagnostics/index.js';
import { SpecError } from '../diagnostics/index.js';
import type { ConstraintSpec, Space } from '../spec/constraint-spec.js';
import { coefficientParameters } from '../spec/coefficients.js';
import { describe } from '../spec/describe.js';
import { formulaField, formulaList, isFriction } from '../spec/formula-list.js';
import { Graph } from '../symbolic/graph.js';
import type { Node } from '../symbolic/node.js';
import { ConstantCheck } from './constants.js';
import { contactFaults } from './contact-faults.js';
import { expandEquation, expandSlip } from './equation.js';
import type { ExpandedConstraint } from './expanded.js';
import { Expander } from './expander.js';
import { LIMITS } from '../syntax/limits.js';
import { Motion } from './motion.js';
import { nameNodes } from './node-names.js';
import { parseField, type ParsedField } from '../syntax/parse-field.js';
import { rowsOf, type Row } from './rows.js';
import { constantsOf, Scope } from './scope.js';
import { graphBudgets, inField } from './size.js';
import { unusedQuantities } from './unused.js';
import { AXES, scalar, unitVector, vector } from './values.js';
import { orderByUse } from './where-order.js';

/**
 * Reads all formulas of a valid spec in one space and writes them out in scalars, on a new graph.
 * Throws a {@link SpecError} with every fault that was found, after those that are `known`. A
 * quantity that depends on a faulty part is not reported again. Quantities that no formula uses are
 * faults unless `isLenient`: then they are handed back as `unused`.
 */
export function expandConstraint(
  name: string,
  spec: ConstraintSpec,
  space: Space,
  known: readonly Diagnostic[] = [],
  isLenient = false,
): ExpandedConstraint {
  const diagnostics: Diagnostic[] = [...known];
  const where = Object.entries(spec.where ?? {}).map(([key, text]) =>
    parseField(`where.${key}`, text, diagnostics, key),
  );
  const equations = formulaList(spec).map((text, i) => parseField(formulaField(spec, i), text, diagnostics));

  const graph = new Graph(graphBudgets());
  const scope = new Scope();
  const { inputs, params } = declareVariables(graph, scope, spec, space);
  const constants = new ConstantCheck();
  const time = graph.variable('t');
  const variables = inputs.flatMap((input) => input.components);
  const motion = new Motion(graph, variables, time);
  const sources = new Map<Node, string>();
  const expand = <T>(field: ParsedField, read: (expander: Expander) => T): T => {
    const expander = new Expander(field.text, graph, scope, constants, motion);
    const result = inField(field.field, () => read(expander));
    for (const [node, source] of expander.sources) if (!sources.has(node)) sources.set(node, source);
    diagnostics.push(...expander.diagnostics.map((diagnostic) => ({ ...diagnostic, field: field.field })));
    return result;
  };

  const names = new Map<Node, string>();
  for (const field of orderByUse(where, diagnostics)) {
    const { syntax } = field;
    if (syntax === undefined || field.isCyclic) continue;
    expand(field, (expander) => {
      const value = expander.quantity(syntax);
      scope.define(field.key, value, expander.lostInput(syntax) !== undefined);
      if (value !== null) nameNodes(names, field.key, value);
    });
  }
  const rows: Row[] = equations.flatMap((field, i) => {
    const { syntax } = field;
    if (syntax === undefined) return [];
    return expand(field, (expander) => {
      const held = isFriction(spec, i) ? expandSlip(expander, syntax) : expandEquation(expander, syntax);
      return held.flatMap((part) => rowsOf(expander, syntax, part, i, new Set(variables), motion));
    });
  });
  diagnostics.push(...contactFaults(spec, rows));
  if (rows.length > LIMITS.rows)
    diagnostics.push({
      code: 'E_ROW_COUNT',
      message: `The constraint has ${rows.length} rows; the limit is ${LIMITS.rows}.`,
      field: 'C',
    });
  const unused = unusedQuantities(
    [
      ['inputs', 'E_UNUSED_INPUT', 'The input', inputs.map(({ name: input }) => input)],
      ['params', 'E_UNUSED_PARAM', 'The parameter', params.map(({ name: param }) => param)],
      ['where', 'E_UNUSED_WHERE', 'The quantity', where.map(({ key }) => key)],
    ],
    [...where, ...equations],
    diagnostics,
    coefficientParameters(spec),
  );
  if (!isLenient) diagnostics.push(...unused);
  if (diagnostics.length > 0) throw new SpecError(diagnostics.map((diagnostic) => ({ ...diagnostic, spec: name })));
  return {
    graph,
    C: rows.map((row) => row.node),
    rows: rows.map((row) => row.origin),
    inputs,
    params,
    formulas: { where, C: equations },
    time,
    names,
    sources,
    unused,
  };
}

/** Gives every component of inputs and parameters its variable, and all quantities their names. */
function declareVariables(
  graph: Graph,
  scope: Scope,
  spec: ConstraintSpec,
  space: Space,
): Pick<ExpandedConstraint, 'inputs' | 'params'> {
  const declare = <D extends { readonly name: string; readonly kind: string; readonly size: number }>(
    description: D,
  ): D & { readonly components: readonly Node[] } => {
    const { name, kind, size } = description;
    const components =
      kind === 'scalar' ? [graph.variable(name)] : AXES.slice(0, size).map((axis) => graph.variable(`${name}.${axis}`));
    const vectorOf = kind === 'direction' ? unitVector : vector;
    scope.define(name, kind === 'scalar' ? scalar(components[0]!) : vectorOf(components));
    return { ...description, components };
  };
  const { inputs, params } = describe(spec, space);
  const declared = { inputs: inputs.map(declare), params: params.map(declare) };
  for (const [name, value] of Object.entries(constantsOf(graph))) scope.define(name, value);
  // Declared first, so that a call of a quantity is told from a call of an unknown function.
  for (const name of Object.keys(spec.where ?? {})) scope.define(name, null);
  return declared;
}
