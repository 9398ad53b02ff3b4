import { freeName, without, type SceneDocument } from '../document.js';
import { removeBody, removeConstraint } from '../removal.js';
import { bodyOf, linksOf, type Sketch, type Thing } from './sketch.js';
import { withoutSlots } from './sliders.js';
import type { Spot } from './spots.js';

/** What is meant by a spot: a motor before the pin that it turns about, a pin before what it holds. */
export function thingAt(document: SceneDocument, sketch: Sketch, spot: Spot): Thing | undefined {
  switch (spot.on) {
    case 'point':
      return { kind: 'body', name: bodyOf(spot.reference) };
    case 'body':
      return { kind: 'body', name: spot.name };
    case 'link':
      return spot.link.thing;
    case 'fixed':
      return thingFixedAt(document, sketch, spot);
    default:
      return undefined;
  }
}

function thingFixedAt(
  document: SceneDocument,
  sketch: Sketch,
  { entry }: Extract<Spot, { on: 'fixed' }>,
): Thing | undefined {
  const text = JSON.stringify(entry);
  const here = Object.entries(document.constraints ?? {}).filter(([, { on = {} }]) =>
    Object.values(on).some((end) => JSON.stringify(end) === text),
  );
  const found = here.find(([, { driver }]) => driver !== undefined) ?? here[0];
  if (found) return { kind: 'constraint', name: found[0] };
  return linksOf(document, sketch).find(({ ends }) => ends.some((end) => JSON.stringify(end) === text))?.thing;
}

/** Removes a thing, with what hangs on it. */
export function erase(document: SceneDocument, thing: Thing): SceneDocument {
  switch (thing.kind) {
    case 'body':
      return tidy(document, removeBody(document, thing.name));
    case 'constraint':
      return tidy(document, removeConstraint(document, thing.name));
    case 'trace':
      return { ...document, traces: without(document.traces ?? {}, thing.name) };
    case 'force':
      return { ...document, forces: (document.forces ?? []).filter((_, index) => index !== thing.index) };
  }
}

/** Takes out the parameters that nothing names any more, and the specs of which there is no constraint more. */
function tidy(before: SceneDocument, after: SceneDocument): SceneDocument {
  const typesOf = ({ constraints = {}, repeat = [] }: SceneDocument): string =>
    textsOf([Object.values(constraints).map(({ type }) => type), repeat]);
  const specs = Object.keys(after.specs ?? {}).filter(
    (name) => names(typesOf(before), name) && !names(typesOf(after), name),
  );
  const next = specs.length === 0 ? after : { ...after, specs: without(after.specs ?? {}, ...specs) };
  // Formulas of a spec name its own parameters.
  const namedIn = (one: SceneDocument): string =>
    textsOf({ ...one, specs: undefined, title: undefined, summary: undefined });
  const params = Object.keys(after.params ?? {}).filter(
    (name) => names(namedIn(before), name) && !names(namedIn(next), name),
  );
  const left = params.length === 0 ? next : { ...next, params: without(next.params ?? {}, ...params) };
  const [was, is] = [textsOf(before), textsOf(left)];
  return withoutSlots(left, (reference) => !names(was, reference) || names(is, reference));
}

/** All texts in data, without its keys. */
function textsOf(data: unknown): string {
  if (typeof data === 'string') return data;
  if (typeof data !== 'object' || data === null) return '';
  return Object.values(data).map(textsOf).join('\n');
}

const names = (text: string, name: string): boolean => wordOf(name).test(text);

/** A name as a whole word, in formulas too. Names have no signs of expressions but "-". */
const wordOf = (name: string): RegExp => new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g');

/** Characters that a name of a scene may have. */
const NAME = /^[A-Za-z_][\w-]*$/;

/** Fields whose texts are words of the format, or of the author, and no names: a wheel may be called `wheel`. */
export const WORDS: ReadonlySet<string> = new Set(['type', 'kind', 'shape', 'group']);

/** Data in which a body has another name where it, or a part of it, is referred to as a whole text. */
export function renamedEntry(entry: unknown, name: string, to: string): unknown {
  if (typeof entry === 'string')
    return entry === name || entry.startsWith(`${name}.`) ? to + entry.slice(name.length) : entry;
  if (Array.isArray(entry)) return entry.map((one) => renamedEntry(one, name, to));
  if (typeof entry !== 'object' || entry === null) return entry;
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [key, WORDS.has(key) ? value : renamedEntry(value, name, to)]),
  );
}

/** Says what went with a thing that was erased: `rod c and its pin`. */
export function tookWords(before: SceneDocument, after: SceneDocument, thing: Thing): string {
  const gone = (part: 'bodies' | 'constraints' | 'energies' | 'traces' | 'params' | 'specs'): readonly string[] =>
    Object.keys(before[part] ?? {}).filter((name) => !Object.hasOwn(after[part] ?? {}, name));
  const own = thing.kind === 'force' ? undefined : thing.name;
  const springs = (before.forces?.length ?? 0) - (after.forces?.length ?? 0) - (thing.kind === 'force' ? 1 : 0);
  const others = (['bodies', 'constraints', 'energies', 'traces', 'specs', 'params'] as const)
    .flatMap(gone)
    .filter((name) => name !== own);
  if (springs > 0) others.push(springs === 1 ? 'a spring' : `${springs} springs`);
  const first = own ?? 'the spring';
  const list = others
    .slice(0, MOST_NAMED)
    .concat(others.length > MOST_NAMED ? [`${others.length - MOST_NAMED} more`] : []);
  const last = list.pop();
  const rest = last === undefined ? '' : list.length === 0 ? ` and ${last}` : `, ${list.join(', ')} and ${last}`;
  return `Took ${first}${rest}. Undo brings ${last === undefined ? 'it' : 'them'} back.`;
}

/** Most things that are named. */
const MOST_NAMED = 5;

type Collide = NonNullable<SceneDocument['collide']>;

/** Shapes and pairs of them, with other names of bodies. A group is no body. */
const renamedShapes = (collide: Collide, renamed: (entry: unknown) => unknown): Collide => ({
  ...collide,
  shapes: collide.shapes.map((shape) =>
    shape.body === undefined ? shape : ({ ...shape, body: renamed(shape.body) } as typeof shape),
  ),
  ...(collide.exclude && { exclude: renamed(collide.exclude) as NonNullable<Collide['exclude']> }),
});

/** Gives a body, a constraint or a trace another name, wherever it is named. A reason if that cannot be. */
export function rename(
  document: SceneDocument,
  thing: Exclude<Thing, { kind: 'force' }>,
  to: string,
): { readonly document: SceneDocument; readonly thing: Thing } | { readonly reason: string } {
  const { name } = thing;
  if (to === name) return { document, thing };
  if (!NAME.test(to)) return { reason: 'A name is a letter, with letters, digits, "_" and "-" behind it.' };
  const { bodies, constraints, energies, traces, params } = document;
  const taken = [bodies, constraints, energies, traces, params].flatMap((part) => Object.keys(part ?? {}));
  if (freeName(to, taken) !== to) return { reason: `There is something called ${to} already.` };
  const renamed = (entry: unknown): unknown => renamedEntry(entry, name, to);
  const keyed = <V>(part: Readonly<Record<string, V>> | undefined): Record<string, V> | undefined =>
    part && Object.fromEntries(Object.entries(part).map(([key, value]) => [key === name ? to : key, value]));
  const part = ({ body: 'bodies', constraint: 'constraints', trace: 'traces' } as const)[thing.kind];
  // Plots and expectations read quantities by formulas.
  const read = <T>(value: T): T =>
    value === undefined ? value : (JSON.parse(JSON.stringify(value).replace(wordOf(name), to)) as T);
  const next = { ...document, [part]: keyed(document[part] as Readonly<Record<string, unknown>>) } as SceneDocument;
  const moved = {
    ...next,
    ...(thing.kind === 'body' && {
      ...(next.constraints && { constraints: mapped(next.constraints, (entry) => withEnds(entry, renamed)) }),
      ...(next.energies && { energies: mapped(next.energies, (entry) => withEnds(entry, renamed)) }),
      ...(next.forces && { forces: next.forces.map((force) => renamed(force) as typeof force) }),
      ...(next.collide && { collide: renamedShapes(next.collide, renamed) }),
      ...(next.traces && { traces: mapped(next.traces, (entry) => renamed(entry) as typeof entry) }),
    }),
    ...(next.view && {
      view: {
        ...next.view,
        ...(thing.kind === 'body' && next.view.follow !== undefined && { follow: renamed(next.view.follow) as string }),
        ...(thing.kind !== 'trace' && next.view.layers && { layers: renamed(next.view.layers) as string[][] }),
      },
    }),
    ...(document.plots && { plots: read(document.plots) }),
    ...(document.expect && { expect: read(document.expect) }),
  };
  return { document: moved, thing: { ...thing, name: to } };
}

const mapped = <V>(part: Readonly<Record<string, V>>, change: (value: V) => V): Record<string, V> =>
  Object.fromEntries(Object.entries(part).map(([key, value]) => [key, change(value)]));

type Constraint = NonNullable<SceneDocument['constraints']>[string];

const withEnds = <E extends Pick<Constraint, 'on' | 'hinge'>>(entry: E, renamed: (entry: unknown) => unknown): E => ({
  ...entry,
  ...(entry.on && { on: renamed(entry.on) as NonNullable<E['on']> }),
  ...(entry.hinge && {
    hinge: { ...entry.hinge, a: renamed(entry.hinge.a) as string, b: renamed(entry.hinge.b) as string },
  }),
});
