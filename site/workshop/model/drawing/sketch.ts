import type { ConnectorEntry, SceneDocument } from '../document.js';

/** A position in the plane, m; or a place in a picture, CSS pixels, downwards. */
export type Position = readonly [x: number, y: number];

/** Where the parts of a planar scene are, and how its picture shows them: what a hand draws upon. */
export interface Sketch {
  /** Place of the world's origin in the picture, and pixels per metre. */
  readonly origin: Position;
  readonly scale: number;
  /** The points of bodies by their references. */
  readonly points: Readonly<Record<string, Position>>;
  /** Position and angle of the rigid bodies by their names. */
  readonly frames: Readonly<Record<string, { readonly at: Position; readonly angle: number }>>;
  /** The point inputs of the constraints. */
  readonly ends: Readonly<Record<string, Readonly<Record<string, Position>>>>;
}

/** A part of a scene that can be pointed at. */
export type Thing =
  | { readonly kind: 'body' | 'constraint' | 'trace'; readonly name: string }
  /** A force by its number, which has no name. */
  | { readonly kind: 'force'; readonly index: number };

/** Something straight that is drawn between two points: a rod, a rope, a spring. */
export interface Link {
  readonly thing: Thing;
  readonly from: Position;
  readonly to: Position;
  readonly ends: readonly [ConnectorEntry, ConnectorEntry];
}

export const toWorld = ({ origin, scale }: Sketch, [u, v]: Position): Position => [
  (u - origin[0]) / scale,
  (origin[1] - v) / scale,
];

export const toPicture = ({ origin, scale }: Sketch, [x, y]: Position): Position => [
  origin[0] + x * scale,
  origin[1] - y * scale,
];

export const apart = (a: Position, b: Position): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The body of a reference, `bar` of `bar.tip`. */
export const bodyOf = (reference: string): string => reference.split('.')[0]!; // it has at least one part

/** The position of a connector; undefined where it is no point, or a formula gives it. */
export function positionOf({ points }: Sketch, entry: unknown): Position | undefined {
  if (typeof entry === 'string') return points[entry];
  const { ground } = (entry ?? {}) as { readonly ground?: readonly unknown[] };
  const [x, y] = ground ?? [];
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : undefined;
}

const isList = (entry: unknown): entry is readonly unknown[] => Array.isArray(entry);

/** The links of a scene. */
export function linksOf(document: SceneDocument, sketch: Sketch): readonly Link[] {
  const links: Link[] = [];
  for (const [name, { on = {}, driver }] of Object.entries(document.constraints ?? {})) {
    if (driver !== undefined) continue; // It is found at its pivot.
    const inputs = Object.entries(on);
    const [a, b] = inputs;
    if (inputs.length !== 2 || a === undefined || b === undefined || isList(a[1]) || isList(b[1])) continue;
    const [from, to] = [sketch.ends[name]?.[a[0]], sketch.ends[name]?.[b[0]]];
    if (from && to && apart(from, to) > 1e-6)
      links.push({ thing: { kind: 'constraint', name }, from, to, ends: [a[1], b[1]] });
  }
  document.forces?.forEach((force, index) => {
    if (force.type !== 'spring') return;
    const [from, to] = [positionOf(sketch, force.a), positionOf(sketch, force.b)];
    if (from && to) links.push({ thing: { kind: 'force', index }, from, to, ends: [force.a, force.b] });
  });
  return links;
}

/** A place of the ground to which something is fixed. */
export interface Fixed {
  readonly entry: ConnectorEntry;
  readonly at: Position;
}

const isGround = (entry: unknown): entry is ConnectorEntry =>
  typeof entry === 'object' && entry !== null && 'ground' in entry;

/** The places of the ground to which something is fixed, once each. */
export function fixedPlaces(document: SceneDocument, sketch: Sketch): readonly Fixed[] {
  const found = new Map<string, Fixed>();
  const note = (entry: unknown, at: Position | undefined): void => {
    if (isGround(entry) && at) found.set(JSON.stringify(entry), { entry, at });
  };
  for (const [name, { on = {} }] of Object.entries(document.constraints ?? {}))
    for (const [input, entry] of Object.entries(on)) note(entry, sketch.ends[name]?.[input]);
  for (const { ends, from, to } of linksOf(document, sketch)) {
    note(ends[0], from);
    note(ends[1], to);
  }
  return [...found.values()];
}

/** The lines that are drawn on the paper, which are the ground. */
export function groundLines({ view }: SceneDocument): readonly (readonly [Position, Position])[] {
  return (view?.shapes ?? []).flatMap((shape) => {
    if (shape.shape !== 'line' && shape.shape !== 'dashes') return [];
    const points = shape.points.flatMap(([x, y]): Position[] =>
      typeof x === 'number' && typeof y === 'number' ? [[x, y]] : [],
    );
    return points.slice(1).map((to, k) => [points[k]!, to] as const);
  });
}

/** The outline of a rigid body in its own frame: what can be pressed of it. */
export function outlineOf(
  document: SceneDocument,
  name: string,
): { readonly corners: readonly Position[]; readonly radius?: number } {
  const body = document.bodies?.[name];
  const numbers = (list: unknown): Position[] =>
    isList(list) && typeof list[0] === 'number' && typeof list[1] === 'number' ? [[list[0], list[1]]] : [];
  if (body?.kind !== 'rigid' || !('position' in body)) return { corners: [] };
  const { draw, points = {} } = body as RigidLike;
  const forms = draw === undefined ? formsOfShapes(document, name) : [draw].flat();
  const polygon = forms.find(({ shape }) => shape === 'polygon');
  if (polygon) return { corners: (polygon.points ?? []).flatMap(numbers) };
  const round = forms.find(({ shape }) => shape === 'disc' || shape === 'wheel');
  if (round) return { corners: [[0, 0]], radius: typeof round.radius === 'number' ? round.radius : 0 };
  return { corners: Object.values(points).flatMap(numbers) };
}

/** What a body that is not drawn looks like: the shapes about its centre by which it collides. */
function formsOfShapes({ collide }: SceneDocument, name: string): readonly FormLike[] {
  return (collide?.shapes ?? []).flatMap((shape): FormLike[] => {
    if (shape.body !== name || shape.at !== undefined || 'drawn' in shape || shape.angle !== undefined) return [];
    if ('disc' in shape) return [{ shape: 'disc', radius: shape.disc }];
    if ('polygon' in shape) return [{ shape: 'polygon', points: shape.polygon }];
    const [w, h] = 'box' in shape ? shape.box : [];
    if (typeof w !== 'number' || typeof h !== 'number') return [];
    return [{ shape: 'polygon', points: [[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]] }]; // prettier-ignore
  });
}

interface FormLike {
  readonly shape: string;
  readonly points?: readonly unknown[];
  readonly radius?: unknown;
}

interface RigidLike {
  readonly draw?: FormLike | readonly FormLike[];
  readonly points?: Readonly<Record<string, unknown>>;
}

/** Turns a position of the world into the frame of a rigid body. */
export function toBody({ frames }: Sketch, name: string, [x, y]: Position): Position {
  const { at, angle } = frames[name] ?? { at: [0, 0], angle: 0 };
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * (x - at[0]) + s * (y - at[1]), c * (y - at[1]) - s * (x - at[0])];
}

/** Turns a position in the frame of a rigid body into the world's. */
export function ofBody({ frames }: Sketch, name: string, [u, v]: Position): Position {
  const { at, angle } = frames[name] ?? { at: [0, 0], angle: 0 };
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [at[0] + c * u - s * v, at[1] + s * u + c * v];
}

/** Tests whether a body is a floor: it never moves, and has a line. */
export function isFloor({ bodies = {} }: SceneDocument, name: string): boolean {
  const body = bodies[name] as { readonly mass?: unknown; readonly directions?: object } | undefined;
  return body?.mass === 'infinite' && Object.hasOwn(body.directions ?? {}, 'along');
}
