import type { Connector, Constraint, ConstraintType, Curve, RigidBody2D } from '../../../runtime/index.js';
import { apart } from '../circle.js';
import { distance, type Point2 } from '../plane.js';
import { MEETING } from '../rigid.js';
import type { Form } from '../shape.js';
import type { Position } from '../view.js';
import { areInputs, inputOf, paramOf, type Axles } from './wheels.js';

/** What turns an angle by another at a ratio that a curve varies. */
const VARYING = /^(\w+)==(\w+)\*(\w+)\+(\w+)\(\3\)$/;

function matchOf(type: ConstraintType): RegExpExecArray | null {
  const { C } = type.formula;
  const match = C.length === 1 ? VARYING.exec(C[0]!.replaceAll(' ', '')) : null;
  return match && areInputs(type, [match[1]!, match[3]!]) ? match : null;
}

/** Tests whether a class of constraints turns an angle by another at a ratio that a curve varies. */
export const isVaryingGearing = (type: ConstraintType): boolean => matchOf(type) !== null;

/** Points of a pitch line for a turn of the second wheel, about. */
const POINTS = 360;
/** Most turns after which wheels are as they were. */
const TURNS = 12;
const WHOLE = 1e-6;
/** How far radii of one place of a wheel may be from each other, as a part of them. */
const SAME = 1e-3;
/** Least teeth of a wheel, and of the circle that is as curved as its pitch line is anywhere; most teeth of a wheel. */
const TEETH = { least: 24, curved: 12, most: 96 };

interface Cog {
  readonly body: RigidBody2D;
  readonly form: Form;
}

/** The wheels of a constraint, and what they were made of. */
const known = new WeakMap<Constraint, { readonly key: string; readonly cogs: readonly Cog[] }>();

/**
 * The wheels of `a = ratio b + lead(b)` on axles of the ground at the distance d. They roll on each other where they
 * meet, between the axles: with k = −da/db, r_a + r_b = d and r_a k = r_b, so r_b = d k / (1 + k), r_a = d / (1 + k).
 * There are none where k is not positive throughout, and where a wheel has several radii at one place, since the
 * lead does not repeat as the wheel does.
 */
export function cogsOf(
  constraint: Constraint,
  axles: Axles,
  turnedBy: (angle: Connector) => RigidBody2D | undefined,
): readonly Cog[] {
  const [, a = '', by = '', b = '', curve = ''] = matchOf(constraint.type)!;
  const [bodyA, bodyB] = [a, b].map((name) => turnedBy(inputOf(constraint, name)));
  const [from, to] = [bodyA, bodyB].map((body) => body && axles.of(body, null));
  if (bodyA === undefined || bodyB === undefined || from === undefined || to === undefined) return [];
  const [ratio, lead] = [Number(paramOf(constraint, by)), paramOf(constraint, curve) as Curve | undefined];
  // Otherwise it is a function of the language.
  if (lead === undefined) return [];
  const key = [ratio, from, to].map(String).join();
  const before = known.get(constraint);
  if (before?.key === key) return before.cogs;
  const cogs = ([
    [bodyA, from],
    [bodyB, to],
  ] as const).map(([body, at]) => ({ body, at: Array.from(body.pointToLocalFrame(at)) })); // prettier-ignore
  const forms = formsOfCogs(ratio, lead, from, to, cogs.map(({ at }) => at)); // prettier-ignore
  const made = forms.map((form, k) => ({ body: cogs[k]!.body, form }));
  known.set(constraint, { key, cogs: made });
  return made;
}

/** The forms of both wheels in the axes of their bodies, with their axles at `places` there; none if there are none. */
function formsOfCogs(ratio: number, lead: Curve, from: Position, to: Position, places: readonly Position[]): Form[] {
  const d = apart(from, to);
  let turns = 1;
  while (turns < TURNS && Math.abs(turns * ratio - Math.round(turns * ratio)) > WHOLE) turns++;
  // The first wheel turns as often as the second one turns `turns` times.
  const others = -Math.round(turns * ratio);
  if (!(d > MEETING) || others < 1 || others > TURNS || Math.abs(turns * ratio + others) > WHOLE) return [];
  const count = others * Math.ceil(POINTS / others);
  const rateAt = (angle: number): number => -ratio - lead.derivative(angle);
  const rates = Array.from({ length: count }, (_, k) => rateAt((2 * Math.PI * k) / count));
  const repeat = (count * turns) / others;
  if (!rates.every((rate, k) => rate > 0 && Math.abs(rates[(k + repeat) % count]! / rate - 1) < SAME)) return [];
  const between = Math.atan2(from[1]! - to[1]!, from[0]! - to[0]!);
  // Points of the pitch lines that meet when b is at an angle.
  const ofB = (angle: number): Point2 => {
    const rate = rateAt(angle);
    return polar((d * rate) / (1 + rate), between - angle);
  };
  const ofA = (angle: number): Point2 =>
    polar(d / (1 + rateAt(angle)), between + Math.PI - ratio * angle - lead.value(angle));
  const line = (at: (angle: number) => Point2, steps: number, start = 0): Point2[] =>
    Array.from({ length: steps }, (_, k) => at(start + (2 * Math.PI * k) / count));
  const [first, second] = [line(ofA, repeat), line(ofB, count)];
  const lengths = [first, second].map(lengthOf) as [number, number];
  const curved = Math.min(...[first, second].map(leastCurve));
  // Teeth of the second wheel in steps in which the first one has whole numbers of them, too.
  const least = Math.max((TEETH.curved * lengths[1]) / (2 * Math.PI * curved), (TEETH.least * lengths[1]) / Math.min(...lengths)); // prettier-ignore
  const teeth = others * Math.ceil(least / others - WHOLE);
  const ofFirst = (teeth * turns) / others;
  const toothed = Math.max(teeth, ofFirst) <= TEETH.most;
  const form = (points: readonly Point2[], own: number, at: Position): Form => {
    const placed = points.map(([x, y]): Point2 => [x + at[0]!, y + at[1]!]);
    return toothed ? { shape: 'cog', teeth: own, points: placed, at } : { shape: 'polygon', points: placed };
  };
  // A space of the first wheel is where the second one has a tooth: half a pitch along the lines.
  let [half, way] = [0, 0];
  const pitch = lengths[1] / teeth;
  while (way < pitch / 2) {
    const side = distance(second[half % count]!, second[(half + 1) % count]!);
    const rest = (pitch / 2 - way) / side;
    way += side;
    half += Math.min(1, rest);
  }
  // Along the second line angles fall.
  return [
    form(line(ofA, repeat, (2 * Math.PI * half) / count), ofFirst, places[0]!),
    form([second[0]!, ...second.slice(1).reverse()], teeth, places[1]!),
  ];
}

const polar = (radius: number, angle: number): Point2 => [radius * Math.cos(angle), radius * Math.sin(angle)];

const lengthOf = (line: readonly Point2[]): number =>
  line.reduce((sum, point, k) => sum + distance(point, line[(k + 1) % line.length]!), 0);

/** The least radius of curvature of a closed line of many points. */
function leastCurve(line: readonly Point2[]): number {
  const n = line.length;
  const radii = line.map(([x, y], k) => {
    const [[a, b], [c, d]] = [line[(k + n - 1) % n]!, line[(k + 1) % n]!];
    const [u, v, w, z] = [x - a, y - b, c - x, d - y];
    const turn = Math.abs(Math.atan2(u * z - v * w, u * w + v * z));
    return (Math.hypot(u, v) + Math.hypot(w, z)) / 2 / turn;
  });
  return Math.min(...radii);
}
