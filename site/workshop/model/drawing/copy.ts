import type { BodyEntry, ConstraintEntry, SceneDocument } from '../document.js';
import { letter, measured, nameFor } from './parts.js';
import { renamedEntry, WORDS } from './erase.js';
import { bodyOf, linksOf, type Position, type Sketch, type Thing } from './sketch.js';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The bodies that something refers to. */
export function bodiesIn(entry: unknown, bodies: object): readonly string[] {
  if (typeof entry === 'string') return Object.hasOwn(bodies, bodyOf(entry)) ? [bodyOf(entry)] : [];
  if (Array.isArray(entry)) return entry.flatMap((one) => bodiesIn(one, bodies));
  return isRecord(entry) ? Object.values(entry).flatMap((one) => bodiesIn(one, bodies)) : [];
}

/**
 * The part of a scene that things make up, as a scene of its own: the bodies among them and those that
 * their constraints and springs join, with all that joins these to each other and to the ground; and the
 * formulas and parameters of that.
 */
export function copied(document: SceneDocument, things: readonly Thing[]): SceneDocument {
  const { bodies = {}, constraints = {}, energies = {}, forces = [], traces = {}, params = {}, specs = {} } = document;
  const kept = new Set(
    things.flatMap((thing) => {
      if (thing.kind === 'body') return [thing.name];
      if (thing.kind === 'force') return bodiesIn(forces[thing.index], bodies);
      if (thing.kind === 'trace') return bodiesIn(traces[thing.name]?.point, bodies);
      return bodiesIn(constraints[thing.name]?.on, bodies);
    }),
  );
  const isInside = (entry: unknown): boolean => {
    const joined = bodiesIn(entry, bodies);
    return joined.length > 0 && joined.every((name) => kept.has(name));
  };
  const chosen = <V>(part: Readonly<Record<string, V>>, test: (name: string, value: V) => boolean): Record<string, V> =>
    Object.fromEntries(Object.entries(part).filter(([name, value]) => test(name, value)));
  const shapes = (document.collide?.shapes ?? []).filter(({ body }) => body !== undefined && kept.has(body));
  const part = {
    bodies: chosen(bodies, (name) => kept.has(name)),
    constraints: chosen(constraints, (_, { on, hinge }) => isInside([on, hinge])),
    ...(Object.keys(energies).length > 0 && {
      energies: chosen(energies, (_, { on, hinge }) => isInside([on, hinge])),
    }),
    forces: forces.filter((force) => force.type !== 'gravity' && isInside(force)),
    traces: chosen(traces, (_, { point }) => isInside(point)),
    ...(shapes.length > 0 && { collide: { shapes } }),
  };
  const types = new Set(Object.values({ ...part.constraints, ...part.energies }).map(({ type }) => type));
  const words = new Set(JSON.stringify(part).match(/[A-Za-z_]\w*/g));
  return {
    format: document.format,
    title: 'Copied',
    space: document.space,
    params: chosen(params, (name) => words.has(name)),
    specs: chosen(specs, (name) => types.has(name)),
    ...part,
  };
}

/** A quantity that is moved by a distance. */
export function plus(value: number | string, by: number): number | string {
  if (typeof value === 'number') return measured(value + by, Math.max(Math.abs(value), Math.abs(by)));
  return by === 0 ? value : `(${value}) + ${measured(by)}`;
}

/** Moves positions of bodies and places of the ground. */
function moved(value: unknown, by: Position): unknown {
  if (Array.isArray(value)) return value.map((one) => moved(one, by));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) =>
      (key === 'position' || key === 'ground') && Array.isArray(one)
        ? [key, one.map((x: number | string, k) => plus(x, by[k] ?? 0))]
        : [key, moved(one, by)],
    ),
  );
}

/** Data in which a parameter has another name, in formulas too. */
function withNumber(value: unknown, name: string, to: string): unknown {
  if (typeof value === 'string') return value.replace(new RegExp(`(?<![\\w.\u0000-])${name}(?![\\w.-])`, 'g'), to);
  if (Array.isArray(value)) return value.map((one) => withNumber(one, name, to));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, WORDS.has(key) ? one : withNumber(one, name, to)]),
  );
}

/** A document with a copied part, moved by a distance and with names of its own, and the things of that. */
export function pasted(
  document: SceneDocument,
  part: SceneDocument,
  by: Position,
): { readonly document: SceneDocument; readonly things: readonly Thing[] } {
  const { bodies = {}, constraints = {}, energies = {}, forces = [], traces = {}, params = {}, specs = {} } = part;
  // Parameters and formulas that are the same are shared; another one of a name that is taken gets a new one.
  let next: SceneDocument = document;
  const names = new Map<string, string>();
  const numbers = new Map<string, string>();
  const things: Thing[] = [];
  for (const [name, value] of Object.entries(params)) {
    const old = next.params?.[name];
    if (old !== undefined && JSON.stringify(old) === JSON.stringify(value)) continue;
    const own = nameFor(next, name);
    if (own !== name) numbers.set(name, own);
    next = { ...next, params: { ...next.params, [own]: value } };
  }
  const types = new Map<string, string>();
  for (const [name, spec] of Object.entries(specs)) {
    const old = next.specs?.[name];
    if (old !== undefined && JSON.stringify(old) === JSON.stringify(spec)) continue;
    let own = name;
    for (let k = 2; Object.hasOwn(next.specs ?? {}, own); k++) own = `${name}${k}`;
    types.set(name, own);
    next = { ...next, specs: { ...next.specs, [own]: spec } };
  }
  for (const [name, body] of Object.entries(bodies)) {
    const own = /^[A-Z]$/.test(name) ? letter(next) : nameFor(next, name.replace(/\d+$/, ''));
    names.set(name, own);
    things.push({ kind: 'body', name: own });
    next = { ...next, bodies: { ...next.bodies, [own]: body } };
  }
  const renamed = (value: unknown): unknown =>
    [...numbers].reduce((sum, [name, own]) => withNumber(sum, name, `\u0000${own}`), named(value));
  const named = (value: unknown): unknown =>
    [...names].reduce((sum, [name, own]) => renamedEntry(sum, name, `\u0000${own}`), moved(value, by));
  // All names change at once: one that is new may be the old one of another.
  const own = <V>(value: V): V => JSON.parse(JSON.stringify(renamed(value)).replaceAll('\\u0000', '')) as V;
  for (const name of names.values())
    if (next.bodies?.[name]) next = { ...next, bodies: { ...next.bodies, [name]: own<BodyEntry>(next.bodies[name]) } };
  for (const [name, entry] of Object.entries(constraints)) {
    const made = own<ConstraintEntry>({ ...entry, type: types.get(entry.type) ?? entry.type });
    next = { ...next, constraints: { ...next.constraints, [nameFor(next, name.replace(/\d+$/, ''))]: made } };
  }
  for (const [name, entry] of Object.entries(energies)) {
    const made = own({ ...entry, type: types.get(entry.type) ?? entry.type });
    next = { ...next, energies: { ...next.energies, [nameFor(next, name.replace(/\d+$/, ''))]: made } };
  }
  if (part.collide) {
    const shapes = [...(next.collide?.shapes ?? []), ...part.collide.shapes.map(own)];
    next = { ...next, collide: { ...next.collide, shapes } };
  }
  if (forces.length > 0) next = { ...next, forces: [...(next.forces ?? []), ...forces.map(own)] };
  for (const [name, trace] of Object.entries(traces))
    next = { ...next, traces: { ...next.traces, [nameFor(next, name.replace(/\d+$/, ''))]: own(trace) } };
  return { document: next, things };
}

/** The bodies within a box of the plane, and what is straight and lies in it as a whole. */
export function thingsWithin(document: SceneDocument, sketch: Sketch, a: Position, b: Position): readonly Thing[] {
  const isIn = (at: Position | undefined): boolean =>
    at !== undefined && ([0, 1] as const).every((k) => (at[k] - a[k]) * (at[k] - b[k]) <= 0);
  const bodies = Object.keys(document.bodies ?? {})
    .filter((name) => isIn(sketch.points[name]))
    .map((name) => ({ kind: 'body', name }) as const);
  const links = linksOf(document, sketch).filter(({ from, to }) => isIn(from) && isIn(to));
  return [...bodies, ...links.map(({ thing }) => thing)];
}
