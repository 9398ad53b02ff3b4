import {
  assemble,
  HolonomicRuntimeError,
  RigidBody2D,
  type Particle,
  type PointConnector,
} from '../../../runtime/index.js';
import type { Position, Sketch } from '../model/drawing/sketch.js';
import { connectorsOf } from '../../../src/painter/connectors.js';
import type { Theatre } from './theatre.js';

/** Most times that a point is put where the hand is, and the constraints are assembled again. */
const ROUNDS = 60;
/** Distance to the hand, as a part of the way, that counts as there; and gain of a round that counts as none. */
const THERE = 1e-9;
const GAIN = 1e-4;

const pairOf = (position: ArrayLike<number>): Position => [position[0]!, position[1]!];

/** Where things are in a planar scene; undefined in space, and where the view turns. */
export function sketchOf({ world, view, points, built, scene }: Theatre): Sketch | undefined {
  if (world.space !== 2 || scene.document.view?.rotating !== undefined) return undefined;
  const frames: Record<string, Sketch['frames'][string]> = {};
  for (const [name, body] of built.bodies)
    if (body?.body instanceof RigidBody2D)
      frames[name] = { at: pairOf(body.body.position), angle: body.body.orientation };
  const ends = [...built.constraints].map(([name, constraint]) => {
    const { inputs } = constraint.type;
    const connectors = connectorsOf(constraint);
    // Lists of points have no places of their own here.
    const found = inputs.flatMap(({ name: input, kind }, k) =>
      kind === 'point' && connectors.length === inputs.length
        ? [[input, pairOf((connectors[k] as PointConnector).position)] as const]
        : [],
    );
    return [name, Object.fromEntries(found)] as const;
  });
  return {
    origin: view.place([0, 0]),
    scale: view.scale,
    points: Object.fromEntries(points.map(({ reference, point }) => [reference, pairOf(point.position)])),
    frames,
    ends: Object.fromEntries(ends),
  };
}

/**
 * Moves a point towards a target as far as the constraints let it. It is put there, and the bodies
 * are projected onto the constraints, in turns: the projections onto two sets lead to a point of
 * both, or else to the points of them that are nearest to each other (Cheney and Goldstein 1959).
 * Where nothing holds together any more, all stay where they were.
 */
export function movePoint({ world, points }: Theatre, reference: string, target: Position): void {
  const point = points.find((one) => one.reference === reference)?.point;
  if (point === undefined) return;
  const isParticle = world.particles.includes(point as unknown as Particle);
  const { owner } = point;
  if (!isParticle && !(owner instanceof RigidBody2D)) return;
  const moved = (isParticle ? point : owner) as PointConnector | RigidBody2D;
  const way = (): Position => [target[0] - point.position[0], target[1] - point.position[1]];
  const start = world.snapshot();
  const first = Math.hypot(...way());
  let far = first;
  try {
    for (let round = 0; round < ROUNDS && far > THERE * first; round++) {
      const [dx, dy] = way();
      const { position } = moved;
      position[0] += dx;
      position[1] += dy;
      assemble(world);
      const next = Math.hypot(...way());
      const isStuck = round > 2 && next > (1 - GAIN) * far;
      far = next;
      if (isStuck) break;
    }
  } catch (error) {
    if (!(error instanceof HolonomicRuntimeError)) throw error;
    world.restore(start);
  }
}
