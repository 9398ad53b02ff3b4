import {
  freeName,
  type BodyEntry,
  type ConnectorEntry,
  type ConstraintEntry,
  type SceneDocument,
} from '../document.js';
import { bodyOf, isFloor, ofBody, toBody, type Position, type Sketch, type Thing } from './sketch.js';
import type { Spot } from './spots.js';

/** What an act makes of a document: another one, and what is new in it; or the reason why it cannot be. */
export type Act =
  | {
      readonly document: SceneDocument;
      readonly drew: readonly Thing[];
      /** What is said in place of what was drawn. */ readonly says?: string;
    }
  | { readonly reason: string };

/** Length below which a stroke has none, m in pictures of the usual scale. */
export const NOTHING = 1e-9;

/** Tests whether a constraint is of a class of the library, by its name in the plane or without. */
export const isOf = ({ type }: ConstraintEntry, name: string): boolean => type === name || type === `${name}2D`;

/** Digits of what is measured: less than rounding errors, so that closed chains close. */
const DIGITS = 12;

/** A number as it is written. What is below the last digit of a size that it is a part of is a rounding error. */
export const measured = (x: number, size = 0): number =>
  Math.abs(x) < size * 10 ** -DIGITS ? 0 : Number(x.toPrecision(DIGITS)) + 0;
export const measuredPosition = ([x, y]: Position): number[] => {
  const size = Math.max(Math.abs(x), Math.abs(y));
  return [measured(x, size), measured(y, size)];
};

/** A new name of a body, a constraint or a trace. */
export const nameFor = ({ bodies, constraints, energies, traces, params }: SceneDocument, base: string): string =>
  freeName(
    base,
    [bodies, constraints, energies, traces, params].flatMap((part) => Object.keys(part ?? {})),
  );

/** The next letter that is no name: A, B, C, …; then P, P2, … */
export function letter(document: SceneDocument): string {
  const letters = Array.from({ length: 26 }, (_, k) => String.fromCharCode(65 + k));
  return letters.find((one) => nameFor(document, one) === one) ?? nameFor(document, 'P');
}

export const withBody = (document: SceneDocument, name: string, body: BodyEntry): SceneDocument => ({
  ...document,
  bodies: { ...document.bodies, [name]: body },
});

export function withConstraint(
  document: SceneDocument,
  base: string,
  entry: ConstraintEntry,
): { readonly document: SceneDocument; readonly name: string } {
  const name = nameFor(document, base);
  return { name, document: { ...document, constraints: { ...document.constraints, [name]: entry } } };
}

/** What an end of a stroke is attached to, and the document with what that takes. */
export interface End {
  readonly document: SceneDocument;
  readonly entry: ConnectorEntry;
  readonly at: Position;
  readonly drew: readonly Thing[];
}

/** A particle of 1 kg. It rests on the floors that there are. */
export function addPointAt(document: SceneDocument, at: Position): End & { readonly entry: string } {
  const name = letter(document);
  const next = withBody(document, name, { kind: 'particle', mass: 1, position: measuredPosition(at) });
  return { document: onFloors(next, name, at), entry: name, at, drew: [{ kind: 'body', name }] };
}

/** Keeps a point above the floors that are below it. */
function onFloors(document: SceneDocument, reference: string, at: Position): SceneDocument {
  const floors = Object.keys(document.bodies ?? {}).filter((name) => isFloor(document, name));
  return floors.reduce((next, floor) => withContact(next, floor, reference, at), document);
}

interface FloorLike {
  readonly position: readonly unknown[];
  readonly angle?: unknown;
}

/** Keeps a point above a floor, if it is there. */
export function withContact(
  document: SceneDocument,
  floor: string,
  reference: string,
  [x, y]: Position,
): SceneDocument {
  const { position: place, angle = 0 } = document.bodies![floor] as unknown as FloorLike;
  if (typeof place[0] !== 'number' || typeof place[1] !== 'number' || typeof angle !== 'number') return document;
  const height = Math.cos(angle) * (y - place[1]) - Math.sin(angle) * (x - place[0]);
  if (height < -1e-9) return document;
  return withConstraint(document, 'contact', {
    type: 'PointLineContact',
    on: { p: reference, origin: floor, axis: `${floor}.along` },
    params: { mu: 0.5, e: 0 },
  }).document;
}

/** A point on a link, which is carried along. */
export function addPointOn(
  document: SceneDocument,
  { link, share, at }: Extract<Spot, { on: 'link' }>,
): End & { readonly entry: string } {
  const point = addPointAt(document, at);
  const { name, document: next } = withConstraint(point.document, `on${point.entry}`, {
    type: 'PointBetween',
    on: { p: point.entry, a: link.ends[0], b: link.ends[1] },
    params: { share: measured(share) },
  });
  return { ...point, document: next, drew: [...point.drew, { kind: 'constraint', name }] };
}

/** A point of a rigid body where it was pressed. */
function addPointOf(
  document: SceneDocument,
  sketch: Sketch,
  name: string,
  at: Position,
): End & { readonly entry: string } {
  const body = document.bodies![name] as BodyEntry & { readonly points?: Readonly<Record<string, number[]>> };
  const local = measuredPosition(toBody(sketch, name, at)).map((x) => Number(x.toFixed(6)) + 0) as [number, number];
  const { points = {} } = body;
  let count = 1;
  while (Object.hasOwn(points, `p${count}`)) count++;
  const point = `p${count}`;
  const next = withBody(document, name, { ...body, points: { ...points, [point]: local } } as BodyEntry);
  return { document: next, entry: `${name}.${point}`, at: ofBody(sketch, name, local), drew: [{ kind: 'body', name }] };
}

/**
 * What a stroke is attached to at a spot. On empty paper that is a new point, or with `isFixed` the
 * paper itself.
 */
export function endAt(document: SceneDocument, sketch: Sketch, spot: Spot, isFixed = false): End {
  const { at } = spot;
  switch (spot.on) {
    case 'point':
      return { document, entry: spot.reference, at, drew: [] };
    case 'fixed':
      return { document, entry: spot.entry, at, drew: [] };
    case 'link':
      return addPointOn(document, spot);
    case 'body':
      return addPointOf(document, sketch, spot.name, at);
    case 'ground':
      return { document, entry: { ground: measuredPosition(at) }, at, drew: [] };
    case 'paper':
      return isFixed ? { document, entry: { ground: measuredPosition(at) }, at, drew: [] } : addPointAt(document, at);
  }
}

export const isFixedEntry = (entry: ConnectorEntry): boolean => typeof entry !== 'string';

/** The pin that holds a point, or its body, to the ground. */
export function pinOf({ constraints = {} }: SceneDocument, entry: ConnectorEntry): string | undefined {
  if (typeof entry !== 'string') return undefined;
  return Object.keys(constraints).find((name) => {
    const { type, on = {} } = constraints[name]!;
    if (!/^Coincident(?:2D)?$/.test(type)) return false;
    const ends = Object.values(on);
    return ends.includes(entry) && ends.some((end) => typeof end === 'object' && 'ground' in end);
  });
}

/** The references of pins that hold a body to the ground. */
export const pinnedPointsOf = (document: SceneDocument, name: string): readonly string[] =>
  Object.values(document.constraints ?? {}).flatMap(({ on = {} }) =>
    Object.values(on).flatMap((end) =>
      typeof end === 'string' && bodyOf(end) === name && pinOf(document, end) !== undefined ? [end] : [],
    ),
  );
