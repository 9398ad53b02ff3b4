import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import type { ConstraintSpec, Space } from '../spec/constraint-spec.js';
import { describe } from '../spec/describe.js';
import { Graph } from '../symbolic/graph.js';
import type { Node } from '../symbolic/node.js';
import { ConstantCheck } from './constants.js';
import { Expander } from './expander.js';
import type { ExpandedInput, ExpandedParameter, ExpandedQuantities } from './expanded.js';
import { Motion } from './motion.js';
import { nameNodes } from './node-names.js';
import { parseField, type ParsedField } from '../syntax/parse-field.js';
import { constantsOf, Scope } from './scope.js';
import { graphBudgets, inField } from './size.js';
import { unusedQuantities } from './unused.js';
import { AXES, scalar, unitVector, vector } from './values.js';
import { orderByUse } from './where-order.js';

/** Expands the formulas of one spec on one graph, and collects their faults. */
export class FieldExpansion {
  readonly graph = new Graph(graphBudgets());
  readonly scope = new Scope();
  readonly names = new Map<Node, string>();
  /** The formulas' own text for nodes that stand in them. */
  readonly sources = new Map<Node, string>();
  readonly diagnostics: Diagnostic[] = [];
  readonly #constants = new ConstantCheck();

  /** Reads a formula; records its fault, if any. */
  parse(field: string, formula: string, key = field): ParsedField {
    return parseField(field, formula, this.diagnostics, key);
  }

  /** Defines the constants of the language, and time. */
  constants(): void {
    for (const [name, value] of Object.entries(constantsOf(this.graph))) this.scope.define(name, value);
  }

  /**
   * Defines the quantities under `where`. Each comes after those that it uses. `motion` is as in
   * {@link read}.
   */
  where(fields: readonly ParsedField[], motion?: Motion): void {
    // Declared first, so that a call of a quantity is told from a call of an unknown function.
    for (const { key } of fields) this.scope.define(key, null);
    for (const field of orderByUse(fields, this.diagnostics)) {
      const { syntax, key, isCyclic } = field;
      if (syntax === undefined || isCyclic) continue;
      const read = (expander: Expander): void => {
        const value = expander.quantity(syntax);
        this.scope.define(key, value, expander.lostInput(syntax) !== undefined);
        if (value !== null) nameNodes(this.names, key, value);
      };
      this.read(field, read, motion);
    }
  }

  /**
   * Expands one formula; records faults under its field. `motion` is what its rates are taken along,
   * if it may have any.
   */
  read<T>(field: ParsedField, read: (expander: Expander) => T, motion?: Motion): T {
    const expander = new Expander(field.text, this.graph, this.scope, this.#constants, motion);
    const result = inField(field.field, () => read(expander));
    for (const [node, source] of expander.sources) if (!this.sources.has(node)) this.sources.set(node, source);
    this.diagnostics.push(...expander.diagnostics.map((diagnostic) => ({ ...diagnostic, field: field.field })));
    return result;
  }
}

/** A spec whose formulas are about inputs, and the texts of those formulas by their fields. */
interface FormulasOfInputs {
  readonly spec: Pick<ConstraintSpec, 'inputs' | 'params' | 'where'>;
  readonly formulas: readonly (readonly [field: string, text: string])[];
}

/**
 * The expansion of a spec with inputs, such as a constraint: every component of inputs and parameters
 * has its variable, the quantities under `where` are written out, and the formulas are read and wait
 * to be expanded.
 */
export class InputExpansion extends FieldExpansion {
  readonly inputs: readonly ExpandedInput[];
  readonly params: readonly ExpandedParameter[];
  readonly formulas: readonly ParsedField[];
  readonly quantities: readonly ParsedField[];
  readonly time: Node;
  /** The motion of the inputs, along which `ddt` differentiates. */
  readonly motion: Motion;

  /** Reads a spec. The faults that are `known` come before all others. */
  constructor({ spec, formulas }: FormulasOfInputs, space: Space, known: readonly Diagnostic[]) {
    super();
    this.diagnostics.push(...known);
    this.quantities = Object.entries(spec.where ?? {}).map(([key, text]) => this.parse(`where.${key}`, text, key));
    this.formulas = formulas.map(([field, text]) => this.parse(field, text));
    const { inputs, params } = describe(spec, space);
    this.inputs = inputs.map((input) => this.#declare(input));
    this.params = params.map((param) => this.#declare(param));
    this.constants();
    this.time = this.graph.variable('t');
    this.motion = new Motion(
      this.graph,
      this.inputs.flatMap(({ components }) => components),
      this.time,
    );
    this.where(this.quantities, this.motion);
  }

  #declare<D extends { readonly name: string; readonly kind: string; readonly size: number }>(
    description: D,
  ): D & { readonly components: readonly Node[] } {
    const { name, kind, size } = description;
    const { graph, scope } = this;
    const components =
      kind === 'scalar' || kind === 'curve'
        ? [graph.variable(name)]
        : AXES.slice(0, size).map((axis) => graph.variable(`${name}.${axis}`));
    const vectorOf = kind === 'direction' ? unitVector : vector;
    if (kind === 'curve' || kind === 'path') scope.defineCurve(name, components);
    else scope.define(name, kind === 'scalar' ? scalar(components[0]!) : vectorOf(components));
    return { ...description, components };
  }

  /**
   * The quantities, after all formulas have been expanded. Throws a SpecError with every fault of the
   * spec called `name`. Quantities that no formula uses are faults unless `isLenient`; those
   * `usedElsewhere` are used.
   */
  finish(name: string, isLenient: boolean, usedElsewhere: readonly string[] = []): ExpandedQuantities {
    const { graph, inputs, params, time, names, sources, diagnostics } = this;
    const unused = unusedQuantities(
      [
        ['inputs', 'E_UNUSED_INPUT', 'The input', inputs.map((input) => input.name)],
        ['params', 'E_UNUSED_PARAM', 'The parameter', params.map((param) => param.name)],
        ['where', 'E_UNUSED_WHERE', 'The quantity', this.quantities.map(({ key }) => key)],
      ],
      [...this.quantities, ...this.formulas],
      diagnostics,
      usedElsewhere,
    );
    if (!isLenient) diagnostics.push(...unused);
    if (diagnostics.length > 0) throw new SpecError(diagnostics.map((diagnostic) => ({ ...diagnostic, spec: name })));
    return { graph, inputs, params, time, names, sources, unused };
  }
}
