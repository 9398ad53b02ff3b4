import {
  addBody,
  constraintsOf,
  freeName,
  looseConnector,
  namesIn,
  without,
  type ConnectorEntry,
  type ConnectorKind,
  type ConstraintEntry,
  type SceneDocument,
} from './document.js';
import type { Formulas } from './formula-text.js';
import { removeConstraint } from './removal.js';

/** A spec of a constraint, as far as it can be read: a spec is any data until the toolkit checks it. */
export interface FormulaSpec extends Formulas {
  readonly inputs: Readonly<Record<string, ConnectorKind>>;
  readonly params: readonly string[];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads a spec of a constraint; undefined for a body, and for what is no spec. */
export function readSpec(spec: unknown): FormulaSpec | undefined {
  if (!isRecord(spec) || spec['kind'] === 'body' || 'coordinates' in spec) return undefined;
  const { C, where, inputs, params } = spec;
  if (!isText(C) && !(Array.isArray(C) && C.every(isText))) return undefined;
  const definitions = isRecord(where)
    ? Object.entries(where).filter((entry): entry is [string, string] => isText(entry[1]))
    : [];
  const kinds = isRecord(inputs) ? Object.entries(inputs).map(([name, input]) => [name, kindOf(input)] as const) : [];
  return {
    C: C as string | readonly string[],
    ...(definitions.length > 0 && { where: Object.fromEntries(definitions) }),
    inputs: Object.fromEntries(kinds),
    params: isRecord(params) ? Object.keys(params) : [],
  };
}

function kindOf(input: unknown): ConnectorKind {
  const kind = isRecord(input) ? input['kind'] : input;
  return kind === 'direction' || kind === 'scalar' ? kind : 'point';
}

/** The names of the specs whose formula can be edited. */
export const formulaNames = ({ specs = {} }: SceneDocument): readonly string[] =>
  Object.keys(specs).filter((name) => readSpec(specs[name]) !== undefined);

const withSpec = (document: SceneDocument, name: string, spec: Readonly<Record<string, unknown>>): SceneDocument => ({
  ...document,
  specs: { ...document.specs, [name]: { ...spec } },
});

/** Replaces the formulas of a spec. */
export function setFormulas(document: SceneDocument, name: string, { C, where }: Formulas): SceneDocument {
  const spec = without(document.specs?.[name] ?? {}, 'where');
  return withSpec(document, name, { ...spec, ...(where && { where }), C: typeof C === 'string' ? C : [...C] });
}

/** Gives a spec a parameter, and the scene one of the same name with a slider. */
export function addParameter(document: SceneDocument, spec: string, name: string): SceneDocument {
  const old = document.specs?.[spec] ?? {};
  const params = isRecord(old['params']) ? old['params'] : {};
  const given = document.params ?? {};
  const next = withSpec(document, spec, { ...old, params: { ...params, [name]: {} } });
  return {
    ...next,
    params: Object.hasOwn(given, name) ? given : { ...given, [name]: { value: 1, min: 0, max: 2 } },
    ...withUses(next, spec, (use) => ({ ...use, params: { ...use.params, [name]: name } })),
  };
}

/**
 * Gives a spec an input. Where the spec is used, it is attached to the ground; but a point is attached to one that
 * moves, if nothing else moves that the formula names: `norm(a - b) == 1` holds for no two points of the ground.
 */
export function addInput(document: SceneDocument, spec: string, name: string, kind: ConnectorKind): SceneDocument {
  const old = document.specs?.[spec] ?? {};
  const inputs = isRecord(old['inputs']) ? old['inputs'] : {};
  const next = withSpec(document, spec, { ...old, inputs: { ...inputs, [name]: kind } });
  const loose = looseConnector(kind, document.space);
  const { C = '', where = {} } = readSpec(old) ?? {};
  const texts = [C, ...Object.values(where)].flat().join('\n');
  const isNamed = (input: string): boolean => new RegExp(`(?<![\\w.])${input}(?!\\w)`).test(texts);
  const attachTo = ({ on = {} }: ConstraintEntry): ConnectorEntry => {
    const ends = Object.entries(on).filter((end): end is [string, string] => typeof end[1] === 'string');
    const spare = ends.find(([input]) => !isNamed(input) && inputs[input] === kind)?.[1];
    return kind === 'point' && spare !== undefined && !ends.some(([input]) => isNamed(input)) ? spare : loose;
  };
  return { ...next, ...withUses(next, spec, (use) => ({ ...use, on: { ...use.on, [name]: attachTo(use) } })) };
}

/** Takes an input or a parameter from a spec, and from where the spec is used. */
export function removeQuantity(document: SceneDocument, spec: string, name: string): SceneDocument {
  const old = document.specs?.[spec] ?? {};
  const fields = (['inputs', 'params'] as const).flatMap((field) =>
    isRecord(old[field]) ? [[field, without(old[field], name)] as const] : [],
  );
  const next = withSpec(document, spec, { ...old, ...Object.fromEntries(fields) });
  return {
    ...next,
    ...withUses(next, spec, (use) => ({
      ...use,
      ...(use.on && { on: without(use.on, name) }),
      ...(use.params && { params: without(use.params, name) }),
    })),
  };
}

function withUses(
  document: SceneDocument,
  spec: string,
  change: (use: ConstraintEntry) => ConstraintEntry,
): Pick<SceneDocument, 'constraints'> {
  const uses = constraintsOf(document, spec);
  const { constraints } = document;
  if (constraints === undefined) return {};
  return {
    constraints: Object.fromEntries(
      Object.entries(constraints).map(([name, entry]) => [name, uses.includes(name) ? change(entry) : entry]),
    ),
  };
}

/** Takes a formula out of a scene, with the constraints that obey it. */
export function withoutFormula(document: SceneDocument, name: string): SceneDocument {
  const left = constraintsOf(document, name).reduce(removeConstraint, document);
  return { ...left, specs: without(left.specs ?? {}, name) };
}

/** Adds a formula, a point that obeys it, and the constraint between the two. */
export function addFormula(document: SceneDocument): { readonly document: SceneDocument; readonly name: string } {
  const name = freeName('Formula', Object.keys(document.specs ?? {}));
  // On the curve, each bead elsewhere.
  const angle = 0.6 + 2.4 * Object.keys(document.bodies ?? {}).length;
  const place = [Math.cos(angle), Math.sin(angle)].map((x) => Math.round(100 * x) / 100);
  const added = addBody(document, 'P', (position) => ({
    kind: 'particle',
    mass: 1,
    position: [...place, ...position.slice(2)],
  }));
  const use = freeName('wire', namesIn(added.document));
  return {
    name,
    document: {
      ...added.document,
      specs: {
        ...document.specs,
        [name]: {
          summary: 'A constraint of my own.',
          space: document.space,
          inputs: { p: 'point' },
          C: 'norm(p) == 1',
        },
      },
      constraints: { ...document.constraints, [use]: { type: name, on: { p: added.name } } },
    },
  };
}
