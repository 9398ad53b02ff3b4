import type { BodyEntry, ConnectorEntry, SceneDocument } from '../document.js';
import { measured, measuredPosition } from './parts.js';
import { apart, type Position, type Sketch } from './sketch.js';

/** Distance, m, and angle, rad, below which a body counts as not moved: what assembly leaves. */
const STILL = 1e-8;

interface Placed {
  readonly position: readonly unknown[];
  readonly angle?: unknown;
}

/** Puts the bodies that were moved where they are in the picture. */
export function withPose(document: SceneDocument, before: Sketch, now: Sketch): SceneDocument {
  const { bodies = {} } = document;
  const moved = Object.entries(bodies).map(([name, body]): [string, BodyEntry] => {
    if (body.kind === 'particle' && now.points[name] && apart(now.points[name], before.points[name]!) > STILL)
      return [name, { ...body, position: measuredPosition(now.points[name]) } as BodyEntry];
    const [old, frame] = [before.frames[name], now.frames[name]];
    if (body.kind !== 'rigid' || old === undefined || frame === undefined) return [name, body];
    const isTurned = Math.abs(frame.angle - old.angle) > STILL;
    if (apart(frame.at, old.at) <= STILL && !isTurned) return [name, body];
    const angle = isTurned ? { angle: measured(frame.angle) } : {};
    return [name, { ...(body as BodyEntry & Placed), position: measuredPosition(frame.at), ...angle } as BodyEntry];
  });
  return { ...document, bodies: Object.fromEntries(moved) };
}

/** Moves a place of the ground, with all that is fixed to it. */
export const moveFixed = (document: SceneDocument, entry: ConnectorEntry, to: Position): SceneDocument =>
  attachInstead(document, entry, { ground: measuredPosition(to) });

/** Attaches all that is fixed to a place of the ground to something else. */
export function attachInstead(document: SceneDocument, entry: ConnectorEntry, to: ConnectorEntry): SceneDocument {
  const text = JSON.stringify(entry);
  const moved = (end: unknown): unknown => {
    if (Array.isArray(end)) return end.map(moved);
    return JSON.stringify(end) === text ? to : end;
  };
  const { constraints, forces } = document;
  type Constraint = NonNullable<typeof constraints>[string];
  const ends = (on: NonNullable<Constraint['on']>): typeof on =>
    Object.fromEntries(Object.entries(on).map(([input, end]) => [input, moved(end)])) as typeof on;
  return {
    ...document,
    ...(constraints && {
      constraints: Object.fromEntries(
        Object.entries(constraints).map(([name, one]) => [name, one.on ? { ...one, on: ends(one.on) } : one]),
      ),
    }),
    ...(forces && {
      forces: forces.map((force) =>
        force.type === 'spring' ? { ...force, a: moved(force.a), b: moved(force.b) } : force,
      ) as typeof forces,
    }),
  };
}
