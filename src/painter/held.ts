import type { Constraint, Particle, PointConnector, World } from '../../runtime/index.js';
import { copied, isPoint, pointsOfForce } from './joins.js';
import { isRigidBody } from './rigid.js';
import type { Position } from './view.js';
import { connectorsOf } from './connectors.js';

const pointsOf = ({ constraints }: World): readonly PointConnector[] =>
  constraints.flatMap(connectorsOf).filter(isPoint);

/** The places of the world by which rigid bodies are held: by constraints, by forces, and by `points` besides. */
export function heldPlaces(world: World, points: readonly PointConnector[] = []): Map<object, Position[]> {
  const held = new Map<object, Position[]>();
  for (const { owner, position } of [...pointsOf(world), ...world.forces.flatMap(pointsOfForce), ...points]) {
    if (!isRigidBody(owner)) continue;
    const list = held.get(owner) ?? [];
    list.push(copied(position));
    held.set(owner, list);
  }
  return held;
}

/** The points whose motion is prescribed. */
export const handlesOf = (world: World): PointConnector[] => [
  ...new Set(pointsOf(world).filter((point) => point.owner === point && !('mass' in point))),
];

/** The constraints that may keep a point on a curve: one that drives a point along has a curve, too, but no wire. */
export const guidesOf = ({ constraints }: World, driven?: ReadonlySet<unknown>): readonly Constraint[] =>
  constraints.filter((one) => driven === undefined || !connectorsOf(one).some((connector) => driven.has(connector)));

/** The mass of each particle as a part of the largest one; 1 for one that is infinite. */
export function massShares(particles: readonly Particle[]): (particle: Particle) => number {
  const largest = particles.reduce((most, { mass }) => (Number.isFinite(mass) ? Math.max(most, mass) : most), 0);
  return ({ mass }) => (Number.isFinite(mass) ? mass / largest : 1);
}
