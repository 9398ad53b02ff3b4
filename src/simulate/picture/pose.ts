import type { Constraint, PointConnector } from '../../../runtime/index.js';
import type { BuiltScene } from '../scene.js';
import { boxAround, grow, heightOf, project, widthOf, type Box, type Point2, type Polyline } from './plane.js';
import { outlinesOf } from './outline.js';
import { connectorsOf, wireOf } from './wire.js';

/** The parts of a picture of a world in its present state. */
export interface Pose {
  /** Outlines of bodies: a point, the ends of a bar, or a polygon. */
  readonly outlines: readonly Polyline[];
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

/** Distance below which two points count as one, m. */
const MEETING = 1e-6;

interface DrawnParticle {
  readonly at: Point2;
  /** Mass relative to the largest. */
  readonly share: number;
  readonly driven: boolean;
}

/** Reads the pose of a scene. Wires are sought around `seen`, the box of all other things drawn. */
export function poseOf(built: BuiltScene, seen: Box): Pose {
  const { world, drivers = [] } = built;
  const driven = new Set<unknown>(
    drivers.map(({ constraint, input }) => (constraint.inputs as Readonly<Record<string, unknown>>)[input]),
  );
  const largest = Math.max(...world.particles.map(({ mass }) => mass));
  const region = grow(seen, 0.4 * Math.max(widthOf(seen), heightOf(seen)));
  const rods: (readonly [Point2, Point2])[] = [];
  const wires: Polyline[] = [];
  for (const one of world.constraints) {
    const ends = endsOf(one);
    const curve = ends !== undefined && 'length' in one.params ? [] : wireOf(one, world.time, region);
    wires.push(...curve);
    if (ends !== undefined && curve.length === 0) rods.push(ends);
  }
  const fixed = world.constraints.flatMap(connectorsOf).filter((connector) => connector.owner === null);
  // A fixed point is a new object at each use, so points are identified by their positions.
  const anchors = new Map(
    fixed.filter(isPoint).map(({ position }) => [Array.from(position).join(), project(position)]),
  );
  return {
    outlines: outlinesOf(built),
    rods,
    wires,
    anchors: [...anchors.values()].map((at) => ({ at, hanging: hangs(at, rods) })),
    particles: world.particles.map((particle) => ({
      at: project(particle.position),
      share: particle.mass / largest,
      driven: driven.has(particle),
    })),
  };
}

/** The box of all points of a pose that are known before its wires. */
export function boxOfBodies(built: BuiltScene, paths: readonly (readonly (readonly number[])[])[]): Box {
  const { world } = built;
  const points = world.constraints.flatMap(connectorsOf).filter(isPoint);
  return boxAround([
    ...points.map(({ position }) => project(position)),
    ...world.particles.map(({ position }) => project(position)),
    ...outlinesOf(built).flat(),
    ...paths.flat().map(project),
  ]);
}

/** Tests whether the rods at a point lead downwards on the whole. */
function hangs([x, y]: Point2, rods: Pose['rods']): boolean {
  const isHere = (point: Point2): boolean => point[0] === x && point[1] === y;
  const rise = rods.map(([a, b]) => (isHere(a) ? b[1] - y : isHere(b) ? a[1] - y : 0)).reduce((sum, dy) => sum + dy, 0);
  return rise < 0;
}

/** The places of the two points that a constraint joins, unless it makes them meet. */
function endsOf(constraint: Constraint): readonly [Point2, Point2] | undefined {
  const [a, b, ...others] = connectorsOf(constraint);
  if (!a || !b || others.length > 0 || !isPoint(a) || !isPoint(b)) return undefined;
  const ends = [project(a.position), project(b.position)] as const;
  return Math.hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]) > MEETING ? ends : undefined;
}

const isPoint = (connector: { readonly kind: string }): connector is PointConnector => connector.kind === 'point';
