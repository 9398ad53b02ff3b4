import type { Connector, ConstraintType, RigidBody2D, World } from '../../../runtime/index.js';
import { apart } from '../circle.js';
import { isHingeGearing, teethOfHinges } from './hinge-gearing.js';
import { isPlanarBody, MEETING } from '../rigid.js';
import type { Form, Look } from '../shape.js';
import { cogsOf, isVaryingGearing } from './varying-gearing.js';
import type { Position } from '../view.js';
import { areInputs, Axles, cut, inputOf, mesh, paramOf, valueOf, type Wheel } from './wheels.js';

/** What turns angles by each other, or an angle and a rack: names of inputs, and of the parameter that says how fast. */
interface Gearing {
  readonly a: string;
  readonly b: string;
  readonly by: string;
  /** The angle of the carrier, or the point of the housing, in whose body the axles are; of the ground if there is none. */
  readonly frame?: string;
  /** Of a rack: the direction of its rail. */
  readonly axis?: string;
}

/** A wheel of the plane; its angles are those of the world. */
interface FlatWheel extends Wheel {
  readonly body: RigidBody2D;
  readonly at: Position;
}

/** A rack along the pitch line of a wheel. */
interface Rack {
  readonly body: RigidBody2D;
  readonly wheel: FlatWheel;
  /** A point of the rack; the direction of the rail, and that from the axle to the pitch line. */
  readonly at: Position;
  readonly along: Position;
  readonly out: Position;
  readonly sign: number;
}

/** Where racks are cut, as a part of a pitch: not where rounding would add a tooth and take it away. */
const CUT = 0.13;

/** Tests whether a class of constraints turns angles, hinges, or an angle and a rack, in proportion. */
export const isGearing = (type: ConstraintType): boolean => gearingOf(type) !== undefined || isHingeGearing(type);

/** The formulas of gearings, without spaces; the groups have the names of the fields of a {@link Gearing}. */
const FORMULAS = [
  /^(?<a>\w+)==(?<by>\w+)\*(?<b>\w+)(?:\+\w+)?$/,
  /^(?<a>\w+)-(?<frame>\w+)==(?<by>\w+)\*\((?<b>\w+)-\k<frame>\)(?:\+\w+)?$/,
  /^dot\((?<a>\w+)-(?<frame>\w+),(?<axis>\w+)\)==(?<by>\w+)\*\(?(?<b>\w+)(?:-\w+\))?(?:\+\w+)?$/,
];

const known = new WeakMap<ConstraintType, Gearing | undefined>();

function gearingOf(type: ConstraintType): Gearing | undefined {
  if (known.has(type)) return known.get(type);
  const [text = ''] = type.formula.C.length === 1 ? type.formula.C : [];
  const plain = text.replaceAll(' ', '');
  const groups = FORMULAS.map((formula) => formula.exec(plain)?.groups).find((one) => one !== undefined);
  const { by, ...inputs } = groups ?? {};
  const found = by !== undefined && areInputs(type, Object.values(inputs)) ? (groups as unknown as Gearing) : undefined;
  known.set(type, found);
  return found;
}

/**
 * The teeth of bodies that constraints turn by each other, in their own axes: pitch circles follow from the ratio and
 * from where the axles are, pitch lines of racks from the radius. Bodies that have a look of their own keep it. Wheels
 * without whole numbers of teeth are discs, which roll on each other.
 */
export function teethOf(world: World, looks?: ReadonlyMap<object, Look>): ReadonlyMap<object, readonly Form[]> {
  if (world.space === 3) return teethOfHinges(world, looks);
  const forms = new Map<object, Form[]>();
  const geared = world.constraints.filter(({ type }) => gearingOf(type) !== undefined || isVaryingGearing(type));
  if (geared.length === 0) return forms;
  const add = (body: RigidBody2D, form: Form): unknown => forms.set(body, [...(forms.get(body) ?? []), form]);
  const wheels: FlatWheel[] = [];
  const racks: Rack[] = [];
  const axles = new Axles(world);
  const wheelOf = (body: RigidBody2D, at: Position, radius: number, isRing = false): FlatWheel => {
    const same = (one: FlatWheel): boolean => one.body === body && Math.abs(one.radius - radius) < MEETING * radius;
    let wheel = wheels.find(same);
    if (wheel === undefined)
      wheels.push((wheel = { body, at, radius, isRing, meshes: [], start: body.orientation, teeth: 0, turn: 0 }));
    return wheel;
  };
  for (const one of geared) {
    const gearing = gearingOf(one.type);
    if (gearing === undefined) {
      for (const { body, form } of cogsOf(one, axles, turnedBy)) if (!looks?.has(body)) add(body, form);
      continue;
    }
    const { a, b, by, frame, axis } = gearing;
    const input = (name: string): Connector => inputOf(one, name);
    const ratio = Number(paramOf(one, by));
    const owner = frame === undefined ? null : input(frame).owner;
    const [bodyA, bodyB] = [axis === undefined ? turnedBy(input(a)) : input(a).owner, turnedBy(input(b))];
    if (!(Math.abs(ratio) > 0) || !isPlanarBody(bodyA) || bodyB === undefined) continue;
    const to = axles.of(bodyB, owner);
    if (to === undefined || looks?.has(bodyA) || looks?.has(bodyB)) continue;
    if (axis !== undefined) {
      const along = valueOf(input(axis));
      const sign = Math.sign(ratio);
      // The side on which a turn to the left moves along the rail.
      const out = [sign * along[1]!, -sign * along[0]!];
      racks.push({ body: bodyA, wheel: wheelOf(bodyB, to, Math.abs(ratio)), at: valueOf(input(a)), along, out, sign });
      continue;
    }
    const from = axles.of(bodyA, owner);
    // Angles that are turned to the same side from the ground may be those of a belt.
    if (from === undefined || (ratio > 0 && frame === undefined)) continue;
    const distance = apart(from, to);
    const radius = distance / Math.abs(1 - ratio);
    if (!(distance > MEETING) || !Number.isFinite(radius)) continue;
    const isInside = ratio > 0;
    const isWide = isInside && ratio < 1;
    const [first, second] = [
      wheelOf(bodyA, from, radius, isWide),
      wheelOf(bodyB, to, radius * Math.abs(ratio), isInside && !isWide),
    ];
    const angle = Math.atan2(to[1]! - from[1]!, to[0]! - from[0]!) + (isInside && !isWide ? Math.PI : 0);
    mesh(first, second, angle, isInside ? angle : angle + Math.PI, isInside ? 1 : -1);
  }
  cut(wheels);
  for (const { body, at: place, radius, isRing, teeth, turn } of wheels) {
    const at = Array.from(body.pointToLocalFrame(place));
    if (teeth > 0) add(body, { shape: isRing ? 'ring' : 'gear', teeth, radius, at, turn: turn - body.orientation });
    else if (!isRing) add(body, { shape: 'disc', radius, at });
  }
  for (const rack of racks) if (rack.wheel.teeth > 0) add(rack.body, formOfRack(rack));
  return forms;
}

/** The body whose angle a connector is. */
function turnedBy(connector: Connector): RigidBody2D | undefined {
  const { kind, owner } = connector;
  if (kind !== 'scalar' || !isPlanarBody(owner)) return undefined;
  if ('x' in owner && (owner.x === connector || owner.y === connector)) return undefined;
  return Math.abs(valueOf(connector)[0]! - owner.orientation) < MEETING ? owner : undefined;
}

/** As long as once around its wheel. */
function formOfRack({ body, wheel, at, along, out, sign }: Rack): Form {
  const { radius, teeth, turn } = wheel;
  const pitch = (2 * Math.PI * radius) / teeth;
  const meeting = [0, 1].map((k) => wheel.at[k]! + radius * out[k]!);
  const far = [0, 1].reduce((sum, k) => sum + (meeting[k]! - at[k]!) * along[k]!, 0) / pitch;
  const pitches = ((Math.atan2(out[1]!, out[0]!) - turn) * teeth) / (2 * Math.PI);
  // Spaces of the rack are where teeth of the wheel are.
  const phase = far - sign * pitches;
  const from = Math.round(-teeth / 2 - phase + CUT);
  const ends = [from, from + teeth].map((k) =>
    Array.from(body.pointToLocalFrame([0, 1].map((n) => meeting[n]! + (phase + k - far) * pitch * along[n]!))),
  ) as [number[], number[]];
  if (sign < 0) ends.reverse();
  return { shape: 'rack', teeth, from: ends[0], to: ends[1] };
}
