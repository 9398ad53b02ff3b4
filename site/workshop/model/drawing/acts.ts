import type { ConnectorEntry, ConstraintEntry, SceneDocument } from '../document.js';
import {
  addPointAt,
  endAt,
  isFixedEntry,
  isOf,
  measured,
  measuredPosition,
  nameFor,
  NOTHING,
  pinnedPointsOf,
  pinOf,
  withBody,
  withConstraint,
  withContact,
  type Act,
} from './parts.js';
import { apart, bodyOf, isFloor, linksOf, type Link, type Position, type Sketch } from './sketch.js';
import type { Spot } from './spots.js';
import { collides, colliding } from './collision.js';

// Each act of a hand as a function of the document, where things are in the picture, and the spots
// that were pressed.

const NO_LENGTH: Act = { reason: 'Drag from one place to another.' };

/** A point of its own, on a rod, or of a body. One on the ground is pinned to it. */
export function drawPoint(document: SceneDocument, sketch: Sketch, spot: Spot): Act {
  if (spot.on === 'point') return { reason: `There is a point already: ${spot.reference}.` };
  if (spot.on === 'ground' || spot.on === 'fixed') {
    const point = addPointAt(document, spot.at);
    return pinned(point.document, point.entry, spot.at);
  }
  const { document: next, drew, entry } = endAt(document, sketch, spot);
  if (spot.on === 'body' && typeof entry === 'string')
    return { document: next, drew, says: `You drew ${entry}, a point of ${spot.name}.` };
  return { document: next, drew: drew.slice(-1) };
}

/** A stroke's two ends, which must be apart, on two bodies, and not both of them fixed. */
function strokeOf(
  document: SceneDocument,
  sketch: Sketch,
  from: Spot,
  to: Spot,
  hangs: boolean,
):
  | {
      readonly document: SceneDocument;
      readonly ends: readonly [ConnectorEntry, ConnectorEntry];
      readonly length: number;
    }
  | { readonly reason: string } {
  if (apart(from.at, to.at) < NOTHING) return NO_LENGTH as { readonly reason: string };
  const a = endAt(document, sketch, from, hangs);
  const b = endAt(a.document, sketch, to);
  const isHeld = (entry: ConnectorEntry): boolean => isFixedEntry(entry) || pinOf(document, entry) !== undefined;
  if (isHeld(a.entry) && isHeld(b.entry)) return { reason: 'Both ends would be fixed: nothing there could move.' };
  if (typeof a.entry === 'string' && typeof b.entry === 'string' && bodyOf(a.entry) === bodyOf(b.entry))
    return { reason: `Both ends would be on ${bodyOf(a.entry)}, which is rigid.` };
  return { document: b.document, ends: [a.entry, b.entry], length: measured(apart(a.at, b.at)) };
}

const areSame = (one: readonly ConnectorEntry[], other: readonly unknown[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other) || JSON.stringify([...one].reverse()) === JSON.stringify(other);

/** A constraint of a class with a length between the ends of a stroke. */
function drawLink(
  document: SceneDocument,
  sketch: Sketch,
  from: Spot,
  to: Spot,
  { type, base, hangs }: { readonly type: string; readonly base: string; readonly hangs: boolean },
): Act {
  const stroke = strokeOf(document, sketch, from, to, hangs);
  if ('reason' in stroke) return stroke;
  const { ends, length } = stroke;
  const twin = Object.entries(document.constraints ?? {}).find(
    ([, entry]) => isOf(entry, type) && areSame(ends, Object.values(entry.on ?? {})),
  );
  if (twin) return { reason: `${twin[0]} is there already.` };
  const [a, b] = ends;
  const { document: next, name } = withConstraint(stroke.document, base, { type, on: { a, b }, params: { length } });
  return { document: next, drew: [{ kind: 'constraint', name }] };
}

/** A rod. Its ends on empty paper are new points. */
export const drawRod = (document: SceneDocument, sketch: Sketch, from: Spot, to: Spot): Act =>
  drawLink(document, sketch, from, to, { type: 'Distance', base: 'rod', hangs: false });

/** A rope. It begins on the paper where there is nothing, and ends with a weight. */
export const drawRope = (document: SceneDocument, sketch: Sketch, from: Spot, to: Spot): Act =>
  drawLink(document, sketch, from, to, { type: 'Rope', base: 'rope', hangs: true });

/** Stiffness of a spring that is drawn, N/m: 1 kg swings at half a hertz, and hangs down by a metre. */
const STIFFNESS = 40;

/** A spring with the length that it is drawn with. It begins on the paper where there is nothing. */
export function drawSpring(document: SceneDocument, sketch: Sketch, from: Spot, to: Spot): Act {
  const stroke = strokeOf(document, sketch, from, to, true);
  if ('reason' in stroke) return stroke;
  const { ends, length, document: next } = stroke;
  const [a, b] = ends;
  const forces = [...(next.forces ?? []), { type: 'spring', a, b, stiffness: STIFFNESS, restLength: length } as const];
  return { document: { ...next, forces }, drew: [{ kind: 'force', index: forces.length - 1 }] };
}

/** A pin of a point to the ground, or with a stroke of two points to each other. */
export function drawPin(document: SceneDocument, sketch: Sketch, from: Spot, to: Spot = from): Act {
  if (from.on === 'paper' || from.on === 'ground') return { reason: 'Press a point, a rod or a body: a pin holds it.' };
  const { document: next, entry, at } = endAt(document, sketch, from);
  if (typeof entry !== 'string') return { reason: 'This is fixed already.' };
  if (pinOf(document, entry) !== undefined) return { reason: `${entry} is pinned already.` };
  if (to.on !== 'point' || to.reference === entry) return pinned(next, entry, at);
  if (bodyOf(to.reference) === bodyOf(entry)) return { reason: 'A body cannot be pinned to itself.' };
  const joined = withConstraint(next, 'pin', { type: 'Coincident', on: { a: entry, b: to.reference } });
  return { document: joined.document, drew: [{ kind: 'constraint', name: joined.name }] };
}

function pinned(document: SceneDocument, entry: ConnectorEntry, at: Position): Act {
  const ground = { ground: measuredPosition(at) };
  const next = withConstraint(document, 'pin', { type: 'Coincident', on: { a: entry, b: ground } });
  return { document: next.document, drew: [{ kind: 'constraint', name: next.name }] };
}

const PIN_FIRST = 'A motor turns about a pin: fix one end to the ground first.';

/** A motor that turns a rod, or a body, about its pin. */
export function drawMotor(document: SceneDocument, sketch: Sketch, spot: Spot): Act {
  if (spot.on === 'body' || (spot.on === 'point' && spot.reference.includes('.')))
    return drawBodyMotor(document, spot.on === 'body' ? spot.name : bodyOf(spot.reference));
  if (spot.on === 'point' && document.bodies?.[spot.reference]?.kind === 'rigid')
    return drawBodyMotor(document, spot.reference);
  const rods = linksOf(document, sketch).filter(
    ({ thing }) => thing.kind === 'constraint' && isOf(document.constraints![thing.name]!, 'Distance'),
  );
  const isPivot = (entry: ConnectorEntry): boolean => isFixedEntry(entry) || pinOf(document, entry) !== undefined;
  const turnable = rods.filter(({ ends }) => ends.filter(isPivot).length === 1);
  const here = turnable.filter((rod) => touches(rod, spot));
  const [rod] = here;
  if (rod === undefined) return { reason: PIN_FIRST };
  if (here.length > 1) return { reason: 'Several rods meet here: press the one that is to turn.' };
  const [o, p] = isPivot(rod.ends[0]) ? rod.ends : ([rod.ends[1], rod.ends[0]] as const);
  const isTurned = Object.values(document.constraints ?? {}).some(
    ({ driver, on = {} }) => driver !== undefined && on['p'] === p,
  );
  if (isTurned) return { reason: 'It has a motor already.' };
  return withMotor(document, 'CrankMotor', { p, o }, typeof o === 'string' ? ['p', 'o'] : ['p']);
}

function touches({ thing, ends }: Link, spot: Spot): boolean {
  if (spot.on === 'link') return JSON.stringify(spot.link.thing) === JSON.stringify(thing);
  const entry = spot.on === 'point' ? spot.reference : spot.on === 'fixed' ? spot.entry : undefined;
  return ends.some((end) => JSON.stringify(end) === JSON.stringify(entry));
}

function drawBodyMotor(document: SceneDocument, name: string): Act {
  if (pinnedPointsOf(document, name).length === 0) return { reason: PIN_FIRST };
  const theta = `${name}.angle`;
  const isTurned = Object.values(document.constraints ?? {}).some(
    (entry) => isOf(entry, 'Motor') && entry.on?.['theta'] === theta,
  );
  if (isTurned) return { reason: 'It has a motor already.' };
  return withMotor(document, 'Motor', { theta, base: { scalar: 0 } }, ['theta']);
}

/** A motor of a class, with a slider for its speed. */
function withMotor(
  document: SceneDocument,
  type: string,
  on: Readonly<Record<string, ConnectorEntry>>,
  driver: string[],
): Act {
  const speed = nameFor(document, 'speed');
  const params = { ...document.params, [speed]: { value: 2, unit: 'rad/s', min: -6, max: 6 } };
  const entry: ConstraintEntry = { type, on: { ...on }, params: { speed }, driver };
  const { document: next, name } = withConstraint({ ...document, params }, 'motor', entry);
  return { document: next, drew: [{ kind: 'constraint', name }] };
}

/** Time after which a trace has faded, s. */
const FADE = 10;

/** Lets a point leave a trace, or not any more. A pen on a rod is a new point there. */
export function drawPen(document: SceneDocument, sketch: Sketch, spot: Spot): Act {
  if (spot.on !== 'point' && spot.on !== 'link' && spot.on !== 'body')
    return { reason: 'Press a point, a rod or a body that moves.' };
  const { document: next, entry, drew } = endAt(document, sketch, spot);
  const { traces = {} } = next;
  const old = Object.keys(traces).filter((name) => traces[name]!.point === entry);
  if (old.length > 0)
    return {
      document: { ...next, traces: Object.fromEntries(Object.entries(traces).filter(([name]) => !old.includes(name))) },
      drew: [],
    };
  const name = nameFor(next, 'trace');
  return {
    document: { ...next, traces: { ...traces, [name]: { point: entry, fade: FADE } } },
    drew: [...drew.filter(({ kind }) => kind === 'constraint'), { kind: 'trace', name }],
  };
}

/** Thickness of a floor in the picture, as a part of its length. */
const THICK = 0.02;

/** A floor, on which all that is above it may come to rest, what comes later too. */
export function drawFloor(document: SceneDocument, sketch: Sketch, from: Position, to: Position): Act {
  const length = measured(apart(from, to));
  if (length < NOTHING) return NO_LENGTH;
  // Its upper side is on the left of the way from its beginning to its end.
  const [left, right] = from[0] <= to[0] ? [from, to] : [to, from];
  const angle = measured(Math.atan2(right[1] - left[1], right[0] - left[0]), 1);
  const name = nameFor(document, 'floor');
  const [half, depth] = [measured(length / 2), measured(THICK * length)];
  const floor = {
    kind: 'rigid',
    mass: 'infinite',
    inertia: 'infinite',
    position: [measured((left[0] + right[0]) / 2, length), measured((left[1] + right[1]) / 2, length)],
    ...(angle !== 0 && { angle }),
    directions: { along: [1, 0] },
    draw: { shape: 'polygon', points: [[-half, 0], [half, 0], [half, -depth], [-half, -depth]] }, // prettier-ignore
  } as const;
  const drawn = colliding(withBody(document, name, floor as never), name);
  // Points have no extent: they rest on its line. What is drawn without end points has no corners.
  const next = Object.entries(sketch.points)
    .filter(([reference]) => {
      const body = bodyOf(reference);
      return !isFloor(document, body) && !collides(document, body) && !isCentre(document, reference);
    })
    .reduce((sum, [reference, at]) => withContact(sum, name, reference, at), drawn);
  return { document: next, drew: [{ kind: 'body', name }] };
}

/** The middle of a rigid body with corners is inside of it. */
const isCentre = ({ bodies = {} }: SceneDocument, reference: string): boolean =>
  bodies[reference]?.kind === 'rigid' &&
  Object.keys((bodies[reference] as { readonly points?: object }).points ?? {}).length > 0;
