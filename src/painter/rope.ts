import type { Constraint, PointConnector } from '../../runtime/index.js';
import type { Shape } from './shape.js';

/** A rope of the plane: what it leads over, from end to end, and the constraint that it stands for. */
export interface RopeLook {
  readonly over: readonly RopeSupport[];
  /** In place of what would be drawn for the constraint. It hangs loose where the constraint does not act. */
  readonly of?: Constraint;
}

/** An end of a rope, or a sheave on which it turns to the left or to the right. */
export interface RopeSupport {
  readonly point: PointConnector;
  /** From the point, m. */
  readonly offset: readonly number[];
  /** 0 for an end. */
  readonly radius: number;
  readonly isLeft: boolean;
}

/** Largest turn between two points of an arc, rad. */
const ARC = Math.PI / 16;

type Point = readonly [x: number, y: number];

/** The sheaves and the rope, as its points are now. */
export function shapesOfRope({ over, of }: RopeLook): Shape[] {
  const rounds = over.map(({ point: { position }, offset, radius, isLeft }) => ({
    at: [position[0] + offset[0]!, position[1] + offset[1]!] as const,
    radius,
    // Of a sheave on which the rope turns left, the centre is to the left of it.
    side: isLeft ? radius : -radius,
  }));
  const points: Point[] = [];
  rounds.forEach(({ at, side }, k) => {
    const [before, after] = [rounds[k - 1], rounds[k + 1]];
    const arrival = before && directionOf(before, rounds[k]!);
    const departure = after && directionOf(rounds[k]!, after);
    const touch = (direction: number): Point => [
      at[0] + side * Math.sin(direction),
      at[1] - side * Math.cos(direction),
    ];
    if (arrival === undefined || departure === undefined) {
      points.push(touch(arrival ?? departure ?? 0));
      return;
    }
    const turn = fromZero(Math.sign(side) * (departure - arrival));
    const steps = side === 0 ? 0 : Math.ceil(turn / ARC);
    for (let n = 0; n <= steps; n++) points.push(touch(arrival + (Math.sign(side) * turn * n) / Math.max(1, steps)));
  });
  const sheaves = rounds.filter(({ radius }) => radius > 0);
  return [
    ...sheaves.map(({ at, radius }): Shape => ({ kind: 'sheave', at, radius })),
    { kind: 'rope', points, isLoose: of?.lambda.every((force) => force === 0) ?? false },
  ];
}

/** The angle, less whole turns, from 0 on: a rounding error below 0 is no turn. */
function fromZero(angle: number): number {
  const full = 2 * Math.PI;
  const rest = ((angle % full) + full) % full;
  return rest > full - 1e-9 ? 0 : rest;
}

interface Round {
  readonly at: Point;
  readonly side: number;
}

/** The direction of the line that touches both, rad. */
function directionOf(a: Round, b: Round): number {
  const [x, y] = [b.at[0] - a.at[0], b.at[1] - a.at[1]];
  const straight = Math.atan2(y, x);
  const lean = (b.side - a.side) / Math.hypot(x, y);
  // Where one is within the other, no line touches both.
  return Math.abs(lean) < 1 ? straight - Math.asin(lean) : straight;
}
