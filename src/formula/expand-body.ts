import type { BodyModel, ConnectorModel, FormulaModel, InertialModel } from '../bodies/body-model.js';
import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { isZeroNode, reachable, type Node } from '../symbolic/node.js';
import { Orientation, Rotations, type Triple } from '../symbolic/rotations.js';
import type { ExpandedBody, ExpandedConnector, ExpandedCoordinate } from './expanded-body.js';
import type { ExpandedParameter } from './expanded.js';
import { BoundsOf } from '../symbolic/bounds.js';
import { parameterBounds } from './parameter-bounds.js';
import { Motion } from './motion.js';
import { FieldExpansion } from './field-expansion.js';
import { nameNodes } from './node-names.js';
import type { ParsedField } from '../syntax/parse-field.js';
import type { Syntax } from '../syntax/syntax.js';
import { unusedQuantities } from './unused.js';
import { AXES, nodesOf, scalar, shapeOf, vector, type Quantity } from './values.js';

/**
 * Reads all formulas of a body and writes them out in scalars, on a new graph. Throws a
 * {@link SpecError} with every fault that was found, after those that are `known`. A quantity that
 * depends on a faulty part is not reported again. Quantities that no formula uses are faults unless
 * `isLenient`: then they are handed back as `unused`.
 */
export function expandBody(model: BodyModel, known: readonly Diagnostic[] = [], isLenient = false): ExpandedBody {
  return new BodyExpansion(model, known).expand(isLenient);
}

/** The shape that a formula must have, in words and as a test. */
interface Expected {
  readonly subject: string;
  readonly shape: string;
  readonly fits: (value: Quantity) => boolean;
  readonly hint: string;
}

const number = (subject: string): Expected => ({
  subject,
  shape: 'a scalar',
  fits: ({ kind }) => kind === 'scalar',
  hint: 'it is one number',
});

const components = (subject: string, size: number): Expected => ({
  subject,
  shape: `a vector of ${size} components`,
  fits: (value) => value.kind === 'vector' && value.items.length === size,
  hint: `write ${size === 2 ? '[x, y]' : '[x, y, z]'}`,
});

class BodyExpansion {
  readonly #model: BodyModel;
  readonly #fields = new FieldExpansion();
  readonly #rotations: Rotations;
  readonly #orientations = new Map<string, Orientation>();
  readonly #coordinates: readonly ExpandedCoordinate[];
  readonly #params: readonly ExpandedParameter[];
  readonly #local: readonly Node[];
  readonly #formulas: ParsedField[] = [];
  /** Values of connectors and coordinates, by name: masses and inertias belong to them. */
  readonly #values = new Map<string, readonly Node[]>();

  constructor(model: BodyModel, known: readonly Diagnostic[]) {
    this.#model = model;
    this.#fields.diagnostics.push(...known);
    const { graph, scope } = this.#fields;
    this.#rotations = new Rotations(graph);
    this.#coordinates = model.coordinates.map((coordinate) => this.#declareCoordinate(coordinate));
    this.#params = model.params.map((param) => {
      const components = this.#variables(
        param.name,
        param.kind === 'vector' || param.kind === 'path' ? param.size : undefined,
      );
      if (param.kind === 'curve' || param.kind === 'path') scope.defineCurve(param.name, components);
      else scope.define(param.name, param.kind === 'scalar' ? scalar(components[0]!) : vector(components));
      return { ...param, components };
    });
    const hasLocal = model.connectors.some(({ isLocal }) => isLocal);
    this.#local = hasLocal ? this.#variables('local', model.space) : [];
    if (hasLocal) scope.define('local', vector(this.#local));
  }

  expand(isLenient: boolean): ExpandedBody {
    const { graph, diagnostics, names, sources } = this.#fields;
    const { where, connectors, masses, inertias, energy, kinetic, dissipation } = this.#model;
    const quantities = Object.entries(where).map(([key, text]) => this.#fields.parse(`where.${key}`, text, key));
    this.#formulas.push(...quantities);
    this.#fields.constants();
    this.#fields.where(quantities);
    const expanded = connectors.map((connector) => this.#connector(connector));
    const points = masses.map((mass) => ({ x: this.#values.get(mass.on) ?? [], mass: this.#mass(mass, 'mass') }));
    const turning = inertias.map((inertia) => this.#inertia(inertia));
    const result: Omit<ExpandedBody, 'unused'> = {
      model: this.#model,
      graph,
      coordinates: this.#coordinates,
      params: this.#params,
      connectors: expanded,
      masses: points,
      inertias: turning.flatMap((entry) => ('x' in entry ? [entry] : [])),
      tensors: turning.flatMap((entry) => ('orientation' in entry ? [entry] : [])),
      energy: energy === undefined ? graph.zero : (this.#scalar(energy, 'The energy') ?? graph.zero),
      kinetic: kinetic === undefined ? graph.zero : this.#ofRates(kinetic, 'The kinetic energy'),
      dissipation: dissipation === undefined ? graph.zero : this.#ofRates(dissipation, 'The dissipation'),
      formulas: {
        where: quantities,
        others: new Map(this.#formulas.slice(quantities.length).map((field) => [field.field, field])),
      },
      time: graph.variable('t'),
      rotations: this.#rotations,
      names,
      sources,
    };
    const unused = unusedQuantities(
      [
        ['params', 'E_UNUSED_PARAM', 'The parameter', this.#params.map(({ name }) => name)],
        ['where', 'E_UNUSED_WHERE', 'The quantity', Object.keys(where)],
      ],
      this.#formulas,
      diagnostics,
    );
    if (!isLenient) diagnostics.push(...unused);
    if (diagnostics.length > 0)
      throw new SpecError(diagnostics.map((diagnostic) => ({ ...diagnostic, spec: this.#model.name })));
    return { ...result, unused };
  }

  #variables(name: string, size: number | undefined): Node[] {
    const { graph } = this.#fields;
    if (size === undefined) return [graph.variable(name)];
    const suffixes = size === 4 ? QUATERNION : AXES.slice(0, size);
    return suffixes.map((suffix) => graph.variable(`${name}.${suffix}`));
  }

  #declareCoordinate(coordinate: BodyModel['coordinates'][number]): ExpandedCoordinate {
    const { name, kind, size } = coordinate;
    const { graph, scope } = this.#fields;
    const components = this.#variables(name, kind === 'scalar' ? undefined : size);
    this.#values.set(name, components);
    if (kind === 'orientation') {
      const rates = this.#variables('omega', 3);
      const quaternion = components as unknown as readonly [Node, Node, Node, Node];
      const orientation = new Orientation(graph, this.#rotations, quaternion, rates as unknown as Triple);
      this.#orientations.set(name, orientation);
      scope.define(name, { ...vector(components), orientation });
      return { ...coordinate, components, rates };
    }
    scope.define(name, kind === 'scalar' ? scalar(components[0]!) : vector(components));
    const rates = components.map((node) => graph.variable(`${(node as { name: string }).name}'`));
    return { ...coordinate, components, rates };
  }

  #connector(connector: ConnectorModel): ExpandedConnector {
    const { name, kind, isLocal } = connector;
    const size = kind === 'scalar' ? 1 : this.#model.space;
    const value = this.#quantity(
      connector,
      kind === 'scalar' ? number(`The angle "${name}"`) : components(`The ${kind} "${name}"`, size),
    );
    if (value !== null && isLocal === undefined) nameNodes(this.#fields.names, name, value);
    const nodes = value === null ? [] : nodesOf(value);
    this.#values.set(name, nodes);
    return { ...connector, size, local: isLocal ? this.#local : [], value: nodes };
  }

  #inertia(inertia: InertialModel): ExpandedBody['inertias'][number] | ExpandedBody['tensors'][number] {
    const orientation = this.#orientations.get(inertia.on);
    if (orientation === undefined) {
      return { x: this.#values.get(inertia.on) ?? [], inertia: this.#mass(inertia, 'inertia') };
    }
    const expected = { subject: 'The inertia', shape: 'a 3×3 matrix', fits: isMatrix, hint: 'about the body axes' };
    const tensor = this.#quantity(inertia, expected);
    return { orientation, inertia: tensor?.kind === 'matrix' ? tensor.rows : [] };
  }

  /**
   * A mass or an inertia. It must depend on parameters alone: Lagrange's equations for a varying
   * one have further terms.
   */
  #mass(model: InertialModel, what: 'mass' | 'inertia'): Node {
    const { graph } = this.#fields;
    const varying = new Set<Node>([...this.#coordinates.flatMap(({ components }) => components), graph.variable('t')]);
    const check = (node: Node, syntax: Syntax, report: Reporter): Node => {
      if (reachable([node]).some((child) => varying.has(child)))
        report(syntax.span, 'E_MASS', `This ${what} changes with a coordinate or with time.`, MASS_HINT);
      if (isZeroNode(node)) report(syntax.span, 'E_MASS', `This ${what} is always zero.`, `leave the ${what} out`);
      else if (new BoundsOf(parameterBounds(this.#params)).of(node).high <= 0)
        report(
          syntax.span,
          'E_MASS',
          `This ${what} is nowhere positive.`,
          `${what === 'mass' ? 'a mass' : 'an inertia'} is positive: check the sign`,
        );
      return node;
    };
    return this.#scalar(model, `The ${what}`, check) ?? graph.zero;
  }

  /** A scalar that may have rates of the coordinates. */
  #ofRates(model: FormulaModel, subject: string): Node {
    const { graph } = this.#fields;
    const moving = this.#coordinates.flatMap(({ components }) => components);
    return this.#scalar(model, subject, undefined, new Motion(graph, moving, graph.variable('t'))) ?? graph.zero;
  }

  #scalar(model: FormulaModel, subject: string, check?: Check, motion?: Motion): Node | null {
    const value = this.#quantity(model, number(subject), check, motion);
    return value?.kind === 'scalar' ? value.node : null;
  }

  #quantity({ field, formula }: FormulaModel, expected: Expected, check?: Check, motion?: Motion): Quantity | null {
    const parsed = this.#fields.parse(field, formula);
    this.#formulas.push(parsed);
    const { syntax } = parsed;
    if (syntax === undefined) return null;
    return this.#fields.read(
      parsed,
      (expander) => {
        const value = expander.quantity(syntax);
        if (value === null) return null;
        const { subject, shape, fits, hint } = expected;
        if (!fits(value))
          return expander.report(
            syntax.span,
            'E_BODY_SHAPE',
            `${subject} must be ${shape}, not ${shapeOf(value)}.`,
            hint,
          );
        if (value.kind === 'scalar') check?.(value.node, syntax, expander.report);
        return value;
      },
      motion,
    );
  }
}

type Reporter = (span: Syntax['span'], code: 'E_MASS', message: string, hint: string) => null;
type Check = (node: Node, syntax: Syntax, report: Reporter) => Node;

const QUATERNION = ['w', 'x', 'y', 'z'] as const;
const MASS_HINT = 'masses and inertias are made of parameters and numbers; write one that varies into "kinetic"';

const isMatrix = (value: Quantity): boolean =>
  value.kind === 'matrix' && value.rows.length === 3 && value.rows[0]!.length === 3;
