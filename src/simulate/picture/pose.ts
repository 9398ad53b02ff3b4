import type { Constraint, PointConnector } from '../../../runtime/index.js';
import type { BuiltScene } from '../scene.js';
import { boxAround, grow, heightOf, project, widthOf, type Box, type Point2, type Polyline } from './plane.js';
import { connectorsOf, wireOf } from './wire.js';

/** The parts of a picture of a world in its present state. */
export interface Pose {
  readonly rods: readonly (readonly [Point2, Point2])[];
  readonly wires: readonly Polyline[];
  readonly anchors: readonly Anchor[];
  readonly particles: readonly DrawnParticle[];
}

/** A fixed point that something is attached to. */
interface Anchor {
  readonly at: Point2;
  /** True where its rods lead downwards, so that the support has to be above. */
  readonly hanging: boolean;
}

interface DrawnParticle {
  readonly at: Point2;
  /** Mass relative to the largest. */
  readonly share: number;
  readonly driven: boolean;
}

/** Reads the pose of a scene. Wires are sought around `seen`, the box of all other things drawn. */
export function poseOf({ world, drivers = [] }: BuiltScene, seen: Box): Pose {
  const driven = new Set<unknown>(
    drivers.map(({ constraint, input }) => (constraint.inputs as Readonly<Record<string, unknown>>)[input]),
  );
  const largest = Math.max(...world.particles.map(({ mass }) => mass));
  const region = grow(seen, 0.4 * Math.max(widthOf(seen), heightOf(seen)));
  const rods = world.constraints.flatMap(rodOf).map(([a, b]) => [project(a.position), project(b.position)] as const);
  const fixed = world.constraints.flatMap(connectorsOf).filter((connector) => connector.owner === null);
  // A fixed point is a new object at each use, so points are identified by their positions.
  const anchors = new Map(
    fixed.filter(isPoint).map(({ position }) => [Array.from(position).join(), project(position)]),
  );
  return {
    rods,
    wires: world.constraints.flatMap((one) => (rodOf(one).length > 0 ? [] : wireOf(one, world.time, region))),
    anchors: [...anchors.values()].map((at) => ({ at, hanging: hangs(at, rods) })),
    particles: world.particles.map((particle) => ({
      at: project(particle.position),
      share: particle.mass / largest,
      driven: driven.has(particle),
    })),
  };
}

/** The box of all points of a pose that are known before its wires. */
export function boxOfBodies({ world }: BuiltScene, paths: readonly (readonly (readonly number[])[])[]): Box {
  const points = world.constraints.flatMap(connectorsOf).filter(isPoint);
  return boxAround([
    ...points.map(({ position }) => project(position)),
    ...world.particles.map(({ position }) => project(position)),
    ...paths.flat().map(project),
  ]);
}

/** Tests whether the rods at a point lead downwards on the whole. */
function hangs([x, y]: Point2, rods: Pose['rods']): boolean {
  const isHere = (point: Point2): boolean => point[0] === x && point[1] === y;
  const rise = rods.map(([a, b]) => (isHere(a) ? b[1] - y : isHere(b) ? a[1] - y : 0)).reduce((sum, dy) => sum + dy, 0);
  return rise < 0;
}

/** The ends of a rod: a constraint that joins two points and has a length. */
function rodOf(constraint: Constraint): [PointConnector, PointConnector][] {
  const [a, b, ...others] = connectorsOf(constraint);
  if (!a || !b || others.length > 0 || !isPoint(a) || !isPoint(b) || !('length' in constraint.params)) return [];
  return [[a, b]];
}

const isPoint = (connector: { readonly kind: string }): connector is PointConnector => connector.kind === 'point';
