import type { BodyEntry, ConnectorEntry, ConstraintEntry, SceneDocument } from '../../../src/scene/document.js';
import type { Formulas } from './formula-text.js';

export type { BodyEntry, ConnectorEntry, ConstraintEntry, SceneDocument };

export type ConnectorKind = 'point' | 'direction' | 'scalar';

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

/** The constraints, outside of repeats, that are of a class. */
export const constraintsOf = ({ constraints = {}, space }: SceneDocument, type: string): readonly string[] =>
  Object.keys(constraints).filter((name) => [type, `${type}${space}D`].includes(constraints[name]!.type));

/** `base`, or `base2`, `base3`, …: a name that is not taken. */
export function freeName(base: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  if (!names.has(base)) return base;
  for (let k = 2; ; k++) if (!names.has(`${base}${k}`)) return `${base}${k}`;
}

/** All names of a scene's parts. */
const namesIn = ({ bodies = {}, constraints = {}, traces = {} }: SceneDocument): readonly string[] => [
  ...Object.keys(bodies),
  ...Object.keys(constraints),
  ...Object.keys(traces),
];

/** Copies a record without some keys. */
export const without = <V>(record: Readonly<Record<string, V>>, ...keys: readonly string[]): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

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

/** The name of a scalar input is not that of a slider: it is 0 until something is attached. */
const LOOSE: Readonly<Record<ConnectorKind, (space: 2 | 3) => ConnectorEntry>> = {
  point: (space) => ({ ground: space === 2 ? [0, 0] : [0, 0, 0] }),
  direction: (space) => ({ direction: space === 2 ? [1, 0] : [1, 0, 0] }),
  scalar: () => ({ scalar: 0 }),
};

/** The connector of the ground that stands for an input until another is attached. */
export const looseConnector = (kind: ConnectorKind, space: 2 | 3): ConnectorEntry => LOOSE[kind](space);

/** Gives a spec an input. Where the spec is used, it is attached to the ground. */
export function addInput(document: SceneDocument, spec: string, name: string, kind: ConnectorKind): SceneDocument {
  const old = document.specs?.[spec] ?? {};
  const inputs = isRecord(old['inputs']) ? old['inputs'] : {};
  const next = withSpec(document, spec, { ...old, inputs: { ...inputs, [name]: kind } });
  const loose = looseConnector(kind, document.space);
  return { ...next, ...withUses(next, spec, (use) => ({ ...use, on: { ...use.on, [name]: loose } })) };
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

/** Sets a parameter of the scene; its range grows to hold the value. */
export function setParameter(document: SceneDocument, name: string, value: number): SceneDocument {
  const old = document.params?.[name];
  const entry =
    typeof old === 'object'
      ? {
          ...old,
          value,
          ...(old.min !== undefined && { min: Math.min(old.min, value) }),
          ...(old.max !== undefined && { max: Math.max(old.max, value) }),
        }
      : value;
  return { ...document, params: { ...document.params, [name]: entry } };
}

/** Sets the range of a parameter, which makes it a slider. */
export function setRange(document: SceneDocument, name: string, min: number, max: number): SceneDocument {
  const old = document.params?.[name] ?? 0;
  const { value, ...rest } = typeof old === 'object' ? old : { value: old };
  const inside = typeof value === 'number' ? Math.max(min, Math.min(max, value)) : value;
  return { ...document, params: { ...document.params, [name]: { ...rest, value: inside, min, max } } };
}

/** An input of a constraint, or one entry of an input that is a list. */
export interface Place {
  readonly constraint: string;
  readonly input: string;
  readonly index?: number | undefined;
}

/** What an input is attached to; a list of connectors where the input is a list. */
export type InputEntry = NonNullable<ConstraintEntry['on']>[string];

/** Changes what an input of a constraint is attached to. */
function changeInput(
  document: SceneDocument,
  { constraint, input }: Place,
  change: (before: InputEntry | undefined) => InputEntry | undefined,
): SceneDocument {
  const old = document.constraints?.[constraint];
  if (old === undefined) return document;
  const to = change(old.on?.[input]);
  if (to === undefined) return document;
  return {
    ...document,
    constraints: { ...document.constraints, [constraint]: { ...old, on: { ...old.on, [input]: to } } },
  };
}

/** Attaches an input of a constraint. The entry behind the last of a list makes the list longer. */
export const attach = (document: SceneDocument, place: Place, to: ConnectorEntry): SceneDocument =>
  changeInput(document, place, (before) => {
    const { index } = place;
    if (index === undefined || !Array.isArray(before)) return to;
    return [...before.slice(0, index), to, ...before.slice(index + 1)];
  });

/** Takes an entry out of an input that is a list. */
export const detach = (document: SceneDocument, place: Place): SceneDocument =>
  changeInput(document, place, (before) =>
    Array.isArray(before) ? before.filter((_, k) => k !== place.index) : undefined,
  );

/** Adds a body near the middle of what is there. */
function addBody(
  document: SceneDocument,
  base: string,
  make: (position: number[]) => BodyEntry,
): { readonly document: SceneDocument; readonly name: string } {
  const name = freeName(base, namesIn(document));
  const count = Object.keys(document.bodies ?? {}).length;
  // One after the other on a spiral, so that none hides another.
  const [angle, radius] = [2.4 * count, 0.25 * Math.sqrt(count)];
  const place = [radius * Math.cos(angle), radius * Math.sin(angle)].map((x) => Math.round(100 * x) / 100);
  const position = document.space === 2 ? place : [...place, 0];
  return { name, document: { ...document, bodies: { ...document.bodies, [name]: make(position) } } };
}

/** Adds a particle. */
export const addParticle = (document: SceneDocument): ReturnType<typeof addBody> =>
  addBody(document, 'P', (position) => ({ kind: 'particle', mass: 1, position }));

/** Adds a bar of 1 kg and 1 m, with a point at each end: its inertia is m l²/12. */
export const addBar = (document: SceneDocument): ReturnType<typeof addBody> =>
  addBody(document, 'bar', (position) => {
    const isPlanar = document.space === 2;
    const end = (x: number): number[] => (isPlanar ? [x, 0] : [x, 0, 0]);
    return {
      kind: 'rigid',
      mass: 1,
      inertia: isPlanar ? 0.0833 : [0.001, 0.0833, 0.0833],
      position,
      points: { left: end(-0.5), right: end(0.5) },
      draw: { shape: 'bar', from: 'left', to: 'right' },
    };
  });

/** A connector of a scene. A scalar has a unit where that is known. */
export interface ConnectorFacts {
  readonly reference: string;
  readonly kind: ConnectorKind;
  readonly unit?: string;
}

/** An input of a class. A scalar may ask for a unit. */
export interface InputFacts {
  readonly name: string;
  readonly kind: ConnectorKind;
  readonly unit?: string;
}

/** A class of constraints that a scene may use. */
export interface ClassFacts {
  readonly name: string;
  readonly summary: string;
  readonly inputs: readonly InputFacts[];
  /** True for a motor, whose work is no part of the balance of energy. */
  readonly isDriver?: boolean;
  readonly params: readonly { readonly name: string; readonly value: number | string | readonly number[] }[];
}

/** Adds a constraint of a class. An input that nothing is given for is attached to the ground. */
export function addConstraint(
  document: SceneDocument,
  facts: ClassFacts,
  on: Readonly<Record<string, ConnectorEntry>>,
): { readonly document: SceneDocument; readonly name: string } {
  const name = freeName(facts.name.charAt(0).toLowerCase() + facts.name.slice(1), namesIn(document));
  const ends = facts.inputs.map(
    ({ name: input, kind }) => [input, on[input] ?? looseConnector(kind, document.space)] as const,
  );
  const params = facts.params.map(
    ({ name: param, value }) => [param, typeof value === 'object' ? [...value] : value] as const,
  );
  const entry: ConstraintEntry = {
    type: facts.name,
    on: Object.fromEntries(ends),
    ...(params.length > 0 && { params: Object.fromEntries(params) }),
    ...(facts.isDriver && { driver: ends.flatMap(([input, end]) => (typeof end === 'string' ? [input] : [])) }),
  };
  return { name, document: { ...document, constraints: { ...document.constraints, [name]: entry } } };
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

/** Sets a field of a body of the document. */
export function setBodyField(document: SceneDocument, name: string, field: string, value: unknown): SceneDocument {
  const old = document.bodies?.[name];
  if (old === undefined) return document;
  return { ...document, bodies: { ...document.bodies, [name]: { ...old, [field]: value } } };
}

/** Sets a parameter of a constraint. */
export function setConstraintParameter(
  document: SceneDocument,
  name: string,
  param: string,
  value: number | string | readonly number[],
): SceneDocument {
  const old = document.constraints?.[name];
  if (old === undefined) return document;
  return {
    ...document,
    constraints: {
      ...document.constraints,
      [name]: { ...old, params: { ...old.params, [param]: typeof value === 'object' ? [...value] : value } },
    },
  };
}

export const removeConstraint = (document: SceneDocument, name: string): SceneDocument => ({
  ...document,
  constraints: without(document.constraints ?? {}, name),
  ...withoutPlotsOf(document, name),
  ...withoutLayerOf(document, name),
});

/** Removes a body, and what refers to it. */
export function removeBody(document: SceneDocument, name: string): SceneDocument {
  const refers = (entry: unknown): boolean =>
    typeof entry === 'string' && (entry === name || entry.startsWith(`${name}.`));
  const { constraints = {}, forces, traces, view } = document;
  const gone = Object.entries(constraints).filter(
    ([, { on = {}, hinge }]) => Object.values(on).flat().some(refers) || refers(hinge?.a) || refers(hinge?.b),
  );
  const left: SceneDocument = {
    ...document,
    bodies: without(document.bodies ?? {}, name),
    constraints: without(constraints, ...gone.map(([key]) => key)),
    ...(forces && { forces: forces.filter((force) => !Object.values(force).some(refers)) }),
    ...(traces && {
      traces: Object.fromEntries(
        Object.entries(traces).filter(([, { point, about }]) => !refers(point) && !refers(about)),
      ),
    }),
    ...(view && { view: refers(view.follow) ? without(view, 'follow') : view }),
  };
  return [name, ...gone.map(([key]) => key)].reduce<SceneDocument>(
    (scene, key) => ({ ...scene, ...withoutPlotsOf(scene, key), ...withoutLayerOf(scene, key) }),
    left,
  );
}

/** A view whose layers do not name a part. */
const withoutLayerOf = ({ view }: SceneDocument, name: string): Pick<SceneDocument, 'view'> =>
  view?.layers ? { view: { ...view, layers: view.layers.map((names) => names.filter((one) => one !== name)) } } : {};

/** Plots and expectations without those that read a part of the scene. */
function withoutPlotsOf({ plots, expect }: SceneDocument, name: string): Pick<SceneDocument, 'plots' | 'expect'> {
  const reads = (text: string): boolean =>
    new RegExp(`(?<![\\w.])${name.replace(/[^\w]/g, '\\$&')}(?![\\w])`).test(text);
  const readsAny = (one: {
    readonly of: string;
    readonly where?: Readonly<Record<string, string>> | undefined;
  }): boolean => reads(one.of) || Object.values(one.where ?? {}).some(reads);
  return {
    ...(plots && {
      plots: plots.filter((plot) => (plot.kind === 'time' ? !plot.of.some(reads) : !reads(plot.x) && !reads(plot.y))),
    }),
    ...(expect && {
      expect: {
        ...(without(expect, 'at', 'always') as typeof expect),
        ...(expect.at && { at: expect.at.filter((one) => !readsAny(one)) }),
        ...(expect.always && { always: expect.always.filter((one) => !readsAny(one)) }),
      },
    }),
  };
}

/** Tests whether gravity acts in a scene. */
export const hasGravity = ({ forces = [] }: SceneDocument): boolean => forces.some(({ type }) => type === 'gravity');

export function setGravity(document: SceneDocument, on: boolean): SceneDocument {
  const others = (document.forces ?? []).filter(({ type }) => type !== 'gravity');
  const g = document.space === 2 ? [0, -9.81] : [0, 0, -9.81];
  return { ...document, forces: on ? [{ type: 'gravity', g }, ...others] : others };
}

type Shown = NonNullable<NonNullable<SceneDocument['view']>['show']>[number];

/** Shows forces, or names, or not. */
export function setShown(document: SceneDocument, what: Shown, on: boolean): SceneDocument {
  const { view = {} } = document;
  const others = (view.show ?? []).filter((one) => one !== what);
  return { ...document, view: { ...view, show: on ? [...others, what] : others } };
}

/** A scene to begin with: a bead on a wire. */
export const NEW_SCENE: SceneDocument = {
  format: 'holonomic-scene/1',
  title: 'My scene',
  space: 2,
  params: {
    h: { value: 0.4, unit: 'm', min: 0, max: 1 },
    length: { value: 2, unit: 'm', min: 1, max: 3 },
  },
  specs: {
    Wire: {
      summary: 'Keeps a point on a wire.',
      space: 2,
      inputs: { p: 'point' },
      params: { h: { unit: 'm' }, length: { unit: 'm' } },
      C: 'p.y == h * cos(2 * pi * p.x / length)',
    },
  },
  bodies: { bead: { kind: 'particle', mass: 1, position: ['length/2', '-h'], velocity: [2.5, 0] } },
  constraints: { wire: { type: 'Wire', on: { p: 'bead' }, params: { h: 'h', length: 'length' } } },
  forces: [{ type: 'gravity', g: [0, -9.81] }],
  settings: { integrator: 'rattle', dt: 0.004 },
  traces: { path: { point: 'bead', fade: 2 } },
};
