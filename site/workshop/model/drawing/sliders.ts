import type { BodyEntry, ConstraintEntry, SceneDocument } from '../document.js';
import {
  addPointAt,
  endAt,
  isOf,
  measured,
  measuredPosition,
  NOTHING,
  pinOf,
  withBody,
  withConstraint,
  type Act,
  type End,
} from './parts.js';
import { attachInstead } from './pose.js';
import { apart, bodyOf, linksOf, toBody, type Link, type Position, type Sketch } from './sketch.js';
import type { Spot } from './spots.js';

// A point slides along a straight line: of the paper, of a rod, or of a rigid body.

/** What moves and has the line: the slot of a lever, of a wheel. */
type Guide = { readonly link: Link } | { readonly body: string };

/** What slides, and how a stroke leads along its line. */
interface Ride {
  readonly rider: End;
  /** The spot at the other end of the stroke. */
  readonly other: Spot;
}

/**
 * Lets a point slide along the line of a stroke. From a point to paper, the line is the paper's; a stroke that
 * begins or ends on a rod, or on a body that moves, attaches it to that. Where no point slides yet, one is drawn.
 */
export function drawSlider(document: SceneDocument, sketch: Sketch, from: Spot, end: Spot): Act {
  const to = pinnedAt(document, end);
  if (apart(from.at, to.at) < NOTHING) return { reason: 'Drag from a point along the line on which it is to slide.' };
  const begins = from.on === 'link' || from.on === 'body' ? guideAt(document, from) : undefined;
  if (begins !== undefined) {
    // A place of the ground can be the pin on which a slot slides.
    const isPin = (to.on === 'point' || to.on === 'fixed') && !isPartOf(document, begins, to);
    const ride: Ride = isPin
      ? { rider: endAt(document, sketch, to), other: from }
      : { rider: addPointAt(document, from.at), other: to };
    return drawSlot(sketch, begins, ride);
  }
  const rider =
    from.on === 'fixed'
      ? freedAt(document, from)
      : endAt(document, sketch, from.on === 'ground' ? { on: 'paper', at: from.at } : from);
  if ('reason' in rider) return rider;
  const ends = guideAt(document, to) ?? rodUnder(document, sketch, from, end);
  if (ends !== undefined && !isPartOf(document, ends, from)) return drawSlot(sketch, ends, { rider, other: to });
  const { document: next, entry, at } = rider;
  if (from.on === 'point' && pinOf(document, entry) !== undefined)
    return { reason: `${from.reference} is pinned: only what moves can slide.` };
  const on = { p: entry, origin: { ground: measuredPosition(at) }, normal: { direction: across(at, to.at) } };
  return withSlider(next, { type: 'PointOnLine', on });
}

/** The point that is pinned to a place of the ground, in place of that. */
function pinnedAt({ constraints = {} }: SceneDocument, spot: Spot): Spot {
  if (spot.on !== 'fixed') return spot;
  const text = JSON.stringify(spot.entry);
  for (const entry of Object.values(constraints)) {
    const ends = Object.values(entry.on ?? {});
    const point = ends.find((end) => typeof end === 'string');
    if (isOf(entry, 'Coincident') && point && ends.some((end) => JSON.stringify(end) === text))
      return { on: 'point', reference: point, at: spot.at };
  }
  return spot;
}

function withSlider(document: SceneDocument, entry: ConstraintEntry, base = 'slider'): Act {
  const { document: next, name } = withConstraint(document, base, entry);
  return { document: next, drew: [{ kind: 'constraint', name }] };
}

/** The direction across the way from one position to another. */
function across(from: Position, to: Position): number[] {
  const length = apart(from, to);
  return measuredPosition([-(to[1] - from[1]) / length, (to[0] - from[0]) / length]);
}

/** The rod or the moving body at a spot. Ropes and springs are no guides, and the centre of a body is a point. */
function guideAt(document: SceneDocument, spot: Spot): Guide | undefined {
  if (spot.on === 'link') {
    const { thing } = spot.link;
    const isRod = thing.kind === 'constraint' && isOf(document.constraints![thing.name]!, 'Distance');
    return isRod ? { link: spot.link } : undefined;
  }
  const name = spot.on === 'body' ? spot.name : spot.on === 'point' ? bodyOf(spot.reference) : undefined;
  const body = name === undefined ? undefined : document.bodies?.[name];
  if (name === undefined || body?.kind !== 'rigid' || (body as { mass?: unknown }).mass === 'infinite')
    return undefined;
  return { body: name };
}

/** How far beside a rod a point lies on it, as a part of the rod's length. */
const NEAR = 0.02;

/** The rod on which a stroke begins that leads to its end. */
function rodUnder(document: SceneDocument, sketch: Sketch, from: Spot, to: Spot): Guide | undefined {
  if (to.on !== 'point' && to.on !== 'fixed') return undefined;
  const entry = JSON.stringify(to.on === 'point' ? to.reference : to.entry);
  for (const link of linksOf(document, sketch)) {
    const guide = guideAt(document, { on: 'link', link, share: 0, at: link.from });
    if (guide === undefined || !link.ends.some((end) => JSON.stringify(end) === entry)) continue;
    const [length, far, left] = [apart(link.from, link.to), apart(link.from, from.at), apart(link.to, from.at)];
    const isOn = far > NEAR * length && left > NEAR * length && Math.abs(besides(link, from.at)) < NEAR * length;
    if (isOn && far < length && left < length && !isPartOf(document, guide, from)) return guide;
  }
  return undefined;
}

/** How far a position is beside the line of a link, to its right. */
const besides = ({ from, to }: Link, at: Position): number =>
  ((at[0] - from[0]) * (to[1] - from[1]) - (at[1] - from[1]) * (to[0] - from[0])) / apart(from, to);

/** Tests whether a spot is carried along by a guide: a body's own point, the end of a rod, or a point on it. */
function isPartOf({ constraints = {} }: SceneDocument, guide: Guide, spot: Spot): boolean {
  if (spot.on !== 'point' && spot.on !== 'fixed') return false;
  const entry = spot.on === 'point' ? spot.reference : spot.entry;
  if ('body' in guide) return typeof entry === 'string' && bodyOf(entry) === guide.body;
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const [a, b] = guide.link.ends;
  return (
    [a, b].some((end) => isSame(end, entry)) ||
    Object.values(constraints).some(
      (one) => isOf(one, 'PointBetween') && isSame([one.on?.['p'], one.on?.['a'], one.on?.['b']], [entry, a, b]),
    )
  );
}

const drawSlot = (sketch: Sketch, guide: Guide, ride: Ride): Act =>
  'body' in guide ? slotOfBody(sketch, guide.body, ride) : slotOfRod(guide.link, ride);

/** The name of the formula of slots in rods, which a scene has of its own. */
const SLOT = 'Slot';
const SLOT_SPEC = {
  summary: 'Keeps a point on the line through two others: a pin in the slot of a rod.',
  space: 2,
  inputs: { p: 'point', a: 'point', b: 'point' },
  params: { offset: { unit: 'm' } },
  C: 'cross(p - a, normalize(b - a)) == offset',
} as const;

/** Lets a point slide along a rod, or beside it where it is beside. */
function slotOfRod(link: Link, { rider }: Ride): Act {
  const { document, entry, at } = rider;
  const { specs = {} } = document;
  let type = SLOT;
  const isTaken = (name: string): boolean =>
    Object.hasOwn(specs, name) && JSON.stringify(specs[name]) !== JSON.stringify(SLOT_SPEC);
  for (let k = 2; isTaken(type); k++) type = `${SLOT}${k}`;
  const offset = measured(besides(link, at), apart(link.from, link.to));
  const [a, b] = link.ends;
  const next = { ...document, specs: { ...specs, [type]: SLOT_SPEC } } as SceneDocument;
  return withSlider(next, { type, on: { p: entry, a, b }, params: { offset } }, 'slot');
}

interface RigidLike {
  readonly points?: Readonly<Record<string, readonly number[]>>;
  readonly directions?: Readonly<Record<string, readonly number[]>>;
}

/** Lets a point slide along a line of a rigid body, through where the point is. */
function slotOfBody(sketch: Sketch, name: string, { rider, other }: Ride): Act {
  const { document, entry, at } = rider;
  const body = document.bodies![name] as BodyEntry & RigidLike;
  const { points = {}, directions = {} } = body;
  const free = (base: string): string => {
    let own = base;
    for (let k = 2; Object.hasOwn(points, own) || Object.hasOwn(directions, own); k++) own = `${base}${k}`;
    return own;
  };
  const local = measuredPosition(toBody(sketch, name, other.at));
  const along = toBody(sketch, name, at);
  const [slot, normal] = [free('slot'), free('across')];
  const isThere = other.on === 'point' && bodyOf(other.reference) === name;
  const origin = isThere ? other.reference : `${name}.${slot}`;
  const next = withBody(document, name, {
    ...body,
    ...(!isThere && { points: { ...points, [slot]: local } }),
    directions: { ...directions, [normal]: across(along, local as unknown as Position) },
  } as BodyEntry);
  return withSlider(next, { type: 'PointOnLine', on: { p: entry, origin, normal: `${name}.${normal}` } }, 'slot');
}

/** Takes the points and directions out of bodies that slots had, and that nothing names any more. */
export function withoutSlots(document: SceneDocument, isNamed: (reference: string) => boolean): SceneDocument {
  const kept = (name: string, part: RigidLike['points'], made: RegExp): RigidLike['points'] =>
    part && Object.fromEntries(Object.entries(part).filter(([key]) => !made.test(key) || isNamed(`${name}.${key}`)));
  const count = (part: object | undefined): number => Object.keys(part ?? {}).length;
  return Object.entries(document.bodies ?? {}).reduce((sum, [name, entry]) => {
    const { points, directions, ...rest } = entry as BodyEntry & RigidLike;
    const [left, ways] = [kept(name, points, /^slot\d*$/), kept(name, directions, /^across\d*$/)];
    if (count(left) === count(points) && count(ways) === count(directions)) return sum;
    const body = {
      ...rest,
      ...(left && count(left) > 0 && { points: left }),
      ...(ways && count(ways) > 0 && { directions: ways }),
    };
    return withBody(sum, name, body as BodyEntry);
  }, document);
}

/** A new point in place of the ground that rods, ropes and springs end at. */
function freedAt(
  document: SceneDocument,
  { entry, at }: Extract<Spot, { on: 'fixed' }>,
): End | { readonly reason: string } {
  const isHere = (end: unknown): boolean => JSON.stringify(end) === JSON.stringify(entry);
  const other = Object.entries(document.constraints ?? {}).find(
    ([, one]) => Object.values(one.on ?? {}).some(isHere) && !isOf(one, 'Distance') && !isOf(one, 'Rope'),
  );
  if (other) return { reason: `This is fixed, and ${other[0]} needs it: only what moves can slide.` };
  const point = addPointAt(document, at);
  return { ...point, document: attachInstead(point.document, entry, point.entry) };
}
