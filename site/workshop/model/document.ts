import type { BodyEntry, ConnectorEntry, ConstraintEntry, SceneDocument } from '../../../src/scene/document.js';

export type { BodyEntry, ConnectorEntry, ConstraintEntry, SceneDocument };

export type ConnectorKind = 'point' | 'direction' | 'scalar';

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
export const namesIn = ({
  bodies = {},
  constraints = {},
  energies = {},
  traces = {},
}: SceneDocument): readonly string[] => [
  ...Object.keys(bodies),
  ...Object.keys(constraints),
  ...Object.keys(energies),
  ...Object.keys(traces),
];

/** Copies a record without some keys. */
export const without = <V>(record: Readonly<Record<string, V>>, ...keys: readonly string[]): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

/** The name of a scalar input is not that of a slider: it is 0 until something is attached. */
const LOOSE: Readonly<Record<ConnectorKind, (space: 2 | 3) => ConnectorEntry>> = {
  point: (space) => ({ ground: space === 2 ? [0, 0] : [0, 0, 0] }),
  direction: (space) => ({ direction: space === 2 ? [1, 0] : [1, 0, 0] }),
  scalar: () => ({ scalar: 0 }),
};

/** The connector of the ground that stands for an input until another is attached. */
export const looseConnector = (kind: ConnectorKind, space: 2 | 3): ConnectorEntry => LOOSE[kind](space);

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
export function addBody(
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
  readonly params: readonly {
    readonly name: string;
    readonly value: NonNullable<ConstraintEntry['params']>[string];
  }[];
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
  const params = facts.params.map(({ name: param, value }) => [param, structuredClone(value)] as const);
  const entry: ConstraintEntry = {
    type: facts.name,
    on: Object.fromEntries(ends),
    ...(params.length > 0 && { params: Object.fromEntries(params) }),
    ...(facts.isDriver && { driver: ends.flatMap(([input, end]) => (typeof end === 'string' ? [input] : [])) }),
  };
  return { name, document: { ...document, constraints: { ...document.constraints, [name]: entry } } };
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
