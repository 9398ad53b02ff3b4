import type { Connector, Constraint, PointConnector, RigidBody3D } from '../../runtime/index.js';
import { holdsTogether, isPoint } from '../painter/joins.js';
import { valueOf } from '../painter/gearing/wheels.js';
import { isSpatialBody } from '../painter/rigid.js';
import { connectorsOf } from '../painter/connectors.js';
import { inSpace, plus, type Vector } from '../painter/frame.js';
import type { MeshBuilder } from './mesh.js';
import { addBall, addCylinder } from './revolve.js';
import { addTube, coil } from './tube.js';

/** A part of a joint, in the axes of what carries it. */
export interface JointPart {
  /** The body that it is fixed to; null for the ground. */
  readonly carrier: RigidBody3D | null;
  readonly tone: 'pin' | 'body';
  /** What it is made of: parts of one form share a mesh. */
  readonly of: readonly unknown[];
  readonly add: (builder: MeshBuilder) => void;
}

/** Radii and half of lengths, in radii of a rod. */
const PIN = { radius: 0.7, half: 3.2 };
const SLEEVE = { radius: 1.7, half: 1.6 };
const BALL = 1.5;
/** Half of the length of a rail, in radii of a rod. */
const RAIL = 22;
/** Least pitch of a thread that is drawn, in radii of a rod. */
const LEAST_PITCH = 1.2;

/**
 * The parts by which a joint of space is recognised: the pin of a hinge and its sleeve, the rail of a slider,
 * the thread of a screw, the cross of a universal joint, and a ball where a point alone is held.
 */
export function partsOfJoint(constraint: Constraint, rod: number): JointPart[] {
  const { type } = constraint;
  if (type.space !== 3) return [];
  const connectors = connectorsOf(constraint);
  const points = connectors.filter(isPoint);
  const [p, origin] = points;
  if (p === undefined || origin === undefined || type.relations?.[0] === '>=') return [];
  const directions = connectors.filter(({ kind }) => kind === 'direction');
  const crossed = crossedBy(constraint);
  const axis = crossed === undefined ? undefined : connectors[crossed];
  const place = (n: Connector, at: PointConnector): Place => ({ body: bodyOf(n), at: inSpace(at.position) });
  // Only a joint that holds its points together has them at one place.
  const isHeld = holdsTogether(type);
  if (axis === undefined) {
    if (!isHeld) return [];
    if (directions.length === 2)
      return directions.map((arm) => rodAlong(place(arm, p), vectorOf(arm), PIN.half * rod, PIN.radius * rod, 'pin'));
    return directions.length === 0 ? [ballAt(place(p, p), BALL * rod)] : [];
  }
  const along = vectorOf(axis);
  // The parts of a hinge are on both bodies; a rail is on the one that is not slid along.
  const other = points.find(({ owner }) => owner !== axis.owner) ?? origin;
  if (isHeld) {
    // Three right angles at one point leave no turn: a weld.
    if (rightAngles(constraint).length !== 2) return [];
    return [
      rodAlong(place(axis, p), along, PIN.half * rod, PIN.radius * rod, 'pin'),
      rodAlong(place(other, p), along, SLEEVE.half * rod, SLEEVE.radius * rod, 'body'),
    ];
  }
  const rail = rodAlong(place(other, other), along, RAIL * rod, PIN.radius * rod, 'pin');
  const sleeve = rodAlong(place(p, p), along, 2 * SLEEVE.half * rod, SLEEVE.radius * rod, 'body');
  const pitch = (constraint.params as Readonly<Record<string, unknown>>)['pitch'];
  if (typeof pitch !== 'number') return [rail, sleeve];
  return [rail, threadAlong(place(other, other), along, RAIL * rod, pitch, rod), sleeve];
}

interface Place {
  readonly body: RigidBody3D | null;
  readonly at: Vector;
}

const bodyOf = ({ owner }: Connector): RigidBody3D | null => (isSpatialBody(owner) ? owner : null);

/** The direction of a connector in the axes of the world. */
export const vectorOf = (direction: Connector): Vector => inSpace(valueOf(direction));

/** The pairs of directions that a constraint keeps at right angles. */
function rightAngles({ type: { inputs, formula } }: Constraint): (readonly [string, string])[] {
  const isDirection = (name: string | undefined): boolean =>
    inputs.some((input) => input.kind === 'direction' && input.name === name);
  return formula.C.flatMap((text) => {
    const [, a, b] = /^\s*dot\(\s*(\w+)\s*,\s*(\w+)\s*\)\s*(?:==\s*0\s*)?$/.exec(text) ?? [];
    return isDirection(a) && isDirection(b) ? [[a!, b!] as const] : [];
  });
}

/** The number of the input that is kept at right angles to two others: the axis of a joint. */
function crossedBy(constraint: Constraint): number | undefined {
  const counts = new Map<string, number>();
  for (const name of rightAngles(constraint).flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [most] = [...counts].filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a);
  return most === undefined ? undefined : constraint.type.inputs.findIndex(({ name }) => name === most[0]);
}

/** The ends of a line through a place, `half` to both sides of it, in the axes of the body. */
function endsIn({ body, at }: Place, direction: Vector, half: number): readonly [Vector, Vector] {
  const [middle, along] =
    body === null
      ? [at, direction]
      : [inSpace(body.pointToLocalFrame(at)), inSpace(body.vectorToLocalFrame(direction))];
  return [plus(middle, along, -half), plus(middle, along, half)];
}

function rodAlong(place: Place, direction: Vector, half: number, radius: number, tone: JointPart['tone']): JointPart {
  const [from, to] = endsIn(place, direction, half);
  const add = (builder: MeshBuilder): void => {
    addCylinder(builder, from, to, radius);
  };
  return { carrier: place.body, tone, of: [from, to, radius], add };
}

function threadAlong(place: Place, direction: Vector, half: number, pitch: number, rod: number): JointPart {
  const [from, to] = endsIn(place, direction, half);
  const turns = Math.max(1, Math.round((2 * half) / Math.max(Math.abs(pitch), LEAST_PITCH * rod)));
  const line = coil(from, to, PIN.radius * rod, turns, pitch < 0);
  const add = (builder: MeshBuilder): void => {
    addTube(builder, line.slice(1, -1), 0.25 * rod);
  };
  return { carrier: place.body, tone: 'pin', of: ['thread', from, to, pitch], add };
}

function ballAt(place: Place, radius: number): JointPart {
  const [at] = endsIn(place, [0, 0, 1], 0);
  const add = (builder: MeshBuilder): void => {
    addBall(builder, at, radius);
  };
  return { carrier: place.body, tone: 'pin', of: [at, radius], add };
}
