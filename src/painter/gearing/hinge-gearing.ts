import type { Connector, Constraint, ConstraintType, RigidBody3D, World } from '../../../runtime/index.js';
import { cross, dot, frameAlong, inSpace, lengthOf, minus, plus, unit, type Frame, type Vector } from '../frame.js';
import { isSpatialBody, MEETING } from '../rigid.js';
import type { Form, Look } from '../shape.js';
import { areInputs, Axles, cut, inputOf, mesh, paramOf, valueOf, type Wheel } from './wheels.js';

/** What couples the rates of angles about hinges: names of the sides, the directions from and to which angles count. */
interface HingeGearing {
  readonly by: string;
  readonly sides: readonly (readonly [side: string, u: string, w: string])[];
}

/** A wheel of space; its angles are those of a frame of its body, whose third axis it reaches along. */
interface SpatialWheel extends Wheel {
  readonly body: RigidBody3D;
  readonly frame: Frame;
  readonly width: number;
  /** Distance of the point in which axes meet; infinite where they are parallel. */
  readonly apex: number;
}

/** Two wheels, and a point of the line along which they meet. */
interface Pair {
  readonly wheels: readonly [SpatialWheel, SpatialWheel];
  readonly meeting: Vector;
}

/** A body on its hinge: the axis, a place of it, and the centre of mass. */
interface Turning {
  readonly body: RigidBody3D;
  readonly axis: Vector;
  readonly at: Vector;
  readonly centre: Vector;
}

/** Sine of the angle between axes that count as parallel. */
const PARALLEL = 1e-6;
/** Width of wheels, as a part of the radius of the smaller one; of bevel gears, of the distance of the apex. */
const WIDTH = { spur: 0.4, bevel: 0.25 };
const ROUNDED = 1e-12;

const known = new WeakMap<ConstraintType, HingeGearing | undefined>();

function gearingOf(type: ConstraintType): HingeGearing | undefined {
  if (known.has(type)) return known.get(type);
  const { C, where } = type.formula;
  const [, a, by, b] =
    /^ddt\((\w+)\)==(\w+)\*ddt\((\w+)\)$/.exec(C.length === 1 ? C[0]!.replaceAll(' ', '') : '') ?? [];
  const sides = [a, b].flatMap((name) => {
    const [, side, w, u] = /^atan2\(dot\((\w+),(\w+)\),dot\(\1,(\w+)\)\)$/.exec(where[name!]?.replaceAll(' ', '') ?? '') ?? []; // prettier-ignore
    return side === undefined ? [] : [[side, u!, w!] as const];
  });
  const found = sides.length === 2 && areInputs(type, sides.flat()) ? { by: by!, sides } : undefined;
  known.set(type, found);
  return found;
}

/** Tests whether a class of constraints turns a hinge of space in proportion to another one. */
export const isHingeGearing = (type: ConstraintType): boolean => gearingOf(type) !== undefined;

/**
 * The outer teeth of bodies of space whose hinges turn in proportion, in their own axes: spur gears where the axes are
 * parallel, bevel gears where they meet. Where axes pass each other, teeth would slide along each other: what turns
 * these, as a worm does, has no teeth here.
 */
export function teethOfHinges(world: World, looks?: ReadonlyMap<object, Look>): ReadonlyMap<object, readonly Form[]> {
  const forms = new Map<object, Form[]>();
  const geared = world.constraints.filter(({ type }) => isHingeGearing(type));
  if (geared.length === 0) return forms;
  const [wheels, axles] = [[] as SpatialWheel[], new Axles(world)];
  for (const one of geared) {
    const { by, sides } = gearingOf(one.type)!;
    const [a, b] = sides.map((side) => turningOf(one, side, axles));
    const ratio = Number(paramOf(one, by));
    if (a === undefined || b === undefined || !(Math.abs(ratio) > 0)) continue;
    if (looks?.has(a.body) || looks?.has(b.body)) continue;
    const isParallel = lengthOf(cross(a.axis, b.axis)) < PARALLEL;
    const pair = isParallel ? spurGears(a, b, ratio) : bevelGears(a, b, ratio);
    if (pair === undefined) continue;
    const [first, second] = pair.wheels.map((wheel) => {
      const same = wheels.find((other) => isSame(wheel, other));
      if (same === undefined) wheels.push(wheel);
      return same ?? wheel;
    }) as [SpatialWheel, SpatialWheel];
    mesh(first, second, angleAt(first, pair.meeting), angleAt(second, pair.meeting), -1);
  }
  cut(wheels);
  for (const { body, frame, radius, width, apex, teeth, turn } of wheels) {
    const at = frame.origin;
    const form: Form =
      teeth === 0
        ? { shape: 'cylinder', from: at, to: plus(at, frame.w, width), radius }
        : { shape: 'gear', teeth, radius, at, turn, axis: frame.w, width, ...(Number.isFinite(apex) && { apex }) };
    forms.set(body, [...(forms.get(body) ?? []), form]);
  }
  return forms;
}

function turningOf(constraint: Constraint, side: readonly string[], axles: Axles): Turning | undefined {
  const [{ owner: body }, u, w] = side.map((name) => inputOf(constraint, name)) as [Connector, Connector, Connector];
  if (!isSpatialBody(body)) return undefined;
  const axis = unit(cross(inSpace(valueOf(u)), inSpace(valueOf(w))));
  const at = axles.of(body, u.owner, axis);
  return at && { body, axis, at: inSpace(at), centre: inSpace(body.position) };
}

/** Wheels between the middles of their bodies, on axes that are parallel. */
function spurGears(a: Turning, b: Turning, ratio: number): Pair | undefined {
  const rate = ratio * Math.sign(dot(a.axis, b.axis));
  const along = (p: Vector): number => dot(minus(p, a.at), a.axis);
  const away = minus(b.at, plus(a.at, a.axis, along(b.at)));
  const distance = lengthOf(away);
  // What turns to the same side is turned by a belt, or within a ring.
  if (rate > 0 || distance < MEETING) return undefined;
  const radius = distance / (1 - rate);
  const width = WIDTH.spur * radius * Math.min(1, -rate);
  const height = (along(a.centre) + along(b.centre) - width) / 2;
  const centre = plus(a.at, a.axis, height);
  return {
    wheels: [
      wheelOf(a.body, centre, a.axis, radius, width),
      wheelOf(b.body, plus(centre, away), a.axis, -rate * radius, width),
    ],
    meeting: plus(centre, away, radius / distance),
  };
}

/**
 * Wheels on axes that meet. The line along which their cones roll on each other is where both velocities are the same:
 * ω_a n_a × p = ω_b n_b × p, so p is along ratio n_a − n_b. They are as large as the place of one centre of mass on
 * its axis asks for, that which makes them larger.
 */
function bevelGears(a: Turning, b: Turning, ratio: number): Pair | undefined {
  const across = cross(a.axis, b.axis);
  const between = minus(b.at, a.at);
  if (Math.abs(dot(between, across)) > MEETING * lengthOf(across)) return undefined;
  const apex = plus(a.at, a.axis, dot(cross(between, b.axis), across) / dot(across, across));
  const roll = unit(minus(plus([0, 0, 0], a.axis, ratio), b.axis));
  const far = [a, b].map(({ axis, centre }) => dot(minus(centre, apex), axis) / dot(roll, axis));
  const size = far.reduce((most, x) => (Math.abs(x) > Math.abs(most) ? x : most));
  const way = plus([0, 0, 0], roll, size);
  const heights = [a, b].map(({ axis }) => dot(way, axis)) as [number, number];
  // Within a ring, or flat as a crown: the line is not between the halves of the axes on which the wheels are.
  const outer = dot(cross(a.axis, way), cross(way, b.axis)) * Math.sign(heights[0] * heights[1]) > 0;
  if (!outer || heights.some((height) => Math.abs(height) < MEETING)) return undefined;
  const wheels = [a, b].map(({ body, axis }, k) => {
    const centre = plus(apex, axis, heights[k]);
    const towards = plus([0, 0, 0], axis, -Math.sign(heights[k]!));
    const distance = Math.abs(heights[k]!);
    return wheelOf(body, centre, towards, lengthOf(minus(way, minus(centre, apex))), WIDTH.bevel * distance, distance);
  }) as [SpatialWheel, SpatialWheel];
  return { wheels, meeting: plus(apex, way) };
}

function wheelOf(
  body: RigidBody3D,
  centre: Vector,
  axis: Vector,
  radius: number,
  width: number,
  apex = Infinity,
): SpatialWheel {
  // Rounded, so that the first two axes stay where they are.
  const local = inSpace(Array.from(body.vectorToLocalFrame(axis), (x) => Math.round(x / ROUNDED) * ROUNDED));
  const frame = frameAlong(inSpace(body.pointToLocalFrame(centre)), local);
  return { body, frame, radius, width, apex, isRing: false, meshes: [], start: 0, teeth: 0, turn: 0 };
}

const isSame = (a: SpatialWheel, b: SpatialWheel): boolean =>
  a.body === b.body &&
  Math.abs(a.radius - b.radius) < MEETING * a.radius &&
  lengthOf(minus(a.frame.origin, b.frame.origin)) < MEETING &&
  dot(a.frame.w, b.frame.w) > 0;

function angleAt({ body, frame: { origin, u, v } }: SpatialWheel, place: Vector): number {
  const out = minus(inSpace(body.pointToLocalFrame(place)), origin);
  return Math.atan2(dot(out, v), dot(out, u));
}
