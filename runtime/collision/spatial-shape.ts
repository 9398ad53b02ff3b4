import { squared } from '../base/powers.js';
import { normalize } from '../base/vector.js';
import type { DirectionConnector, PointConnector } from '../model/connector.js';
import type { RigidBody3D } from '../model/bodies/rigid-body-3d.js';
import type { Particle } from '../model/particle.js';
import type { CurvedCore } from './curved-core.js';
import { farthest, least, type Polyhedron } from './polyhedron.js';
import { pointsOf, type Shape, type ShapeOutline, type Surface } from './shape.js';
import { sizeOf, SpatialFrame } from './spatial-frame.js';

/** Part of a shape's size by which points may be off an axis. */
const ON_AXIS = 1e-9;

/** `|u × v|`. */
function acrossOf(u: Float64Array, v: Float64Array): number {
  const x = u[1]! * v[2]! - u[2]! * v[1]!;
  const y = u[2]! * v[0]! - u[0]! * v[2]!;
  const z = u[0]! * v[1]! - u[1]! * v[0]!;
  return Math.sqrt(x * x + y * y + z * z);
}

/** Returns the unit vector along a line through the origin that the `points` lie on; undefined if they lie on none. */
function axisThroughOrigin(points: Float64Array, within: number): Float64Array | undefined {
  const axis = new Float64Array(3);
  for (let i = 0; i < points.length; i += 3) {
    const point = points.subarray(i, i + 3);
    if (sizeOf(point) > sizeOf(axis)) axis.set(point);
  }
  if (!(normalize(axis) > 0)) return undefined;
  for (let i = 0; i < points.length; i += 3)
    if (!(acrossOf(points.subarray(i, i + 3), axis) <= within)) return undefined;
  return axis;
}

/** Workspaces for vectors. */
const angle = new Float64Array(3);
const lowest = new Float64Array(3);
const moved = new Float64Array(3);

/** The connectors of a contact on the side of one shape: centre and two axes of what carries it. */
export interface SpatialConnectors {
  readonly centre: PointConnector;
  readonly e1: DirectionConnector;
  readonly e2: DirectionConnector;
}

/**
 * A convex shape in space: the points within `radius` of a core, which is a polyhedron, a line, a
 * point or, of the ground, a half-space.
 */
export class SpatialShape extends SpatialFrame {
  readonly connectors: SpatialConnectors;
  /** The polyhedron, or the flat faces of a core with curved sides. */
  readonly core: Polyhedron;
  readonly curved: CurvedCore | undefined;
  readonly radius: number;
  /** Largest distance of a vertex of the core from the centre of what carries it, and the radius, m. */
  readonly reach: number;
  readonly isPlane: boolean;
  override readonly isRound: boolean;
  /** Number of places where it may touch another shape at once. */
  readonly places: number;
  /** Vertices, outward normals of the faces, and directions of edges, at the present state. */
  readonly vertices: Float64Array;
  readonly normals: Float64Array;
  readonly directions: Float64Array;
  /** The axis through its carrier's centre, in body axes, about which it is a body of revolution. */
  readonly #axis: Float64Array | undefined;

  /** Takes the core in body axes. */
  constructor(
    carrier: RigidBody3D | Particle | null,
    connectors: SpatialConnectors,
    core: Polyhedron,
    radius: number,
    surface: Surface,
    margin: number,
    curved?: CurvedCore,
  ) {
    super(carrier, surface, margin, 3);
    this.curved = curved;
    this.connectors = connectors;
    this.core = core;
    this.radius = radius;
    this.isPlane = core.edges.length === 0;
    this.isRound = !this.isPlane && !curved && core.vertices.length === 3;
    this.places = curved?.form.places ?? (core.faces.length > 0 ? 4 : core.vertices.length / 3);
    this.vertices = core.vertices.slice();
    this.normals = core.normals.slice();
    this.directions = core.directions.slice();
    this.reach = (curved?.reach ?? farthest(core.vertices)) + radius;
    const points = curved ? curved.axis : core.faces.length === 0 ? core.vertices : undefined;
    this.#axis = points && axisThroughOrigin(points, ON_AXIS * this.reach);
    this.#setBounds(margin);
  }

  get size(): number {
    return this.isPlane ? Infinity : this.reach;
  }

  override outline(): ShapeOutline {
    this.show();
    const { carrier, core, isPlane, normals, radius, vertices } = this;
    if (this.curved) {
      const mesh = this.curved.mesh;
      const points = mesh.slice();
      this.turn(mesh, points, this.centre);
      return { carrier, vertices: pointsOf(points, 3), radius, faces: this.curved.form.mesh.faces };
    }
    const points = pointsOf(vertices, 3);
    if (isPlane) return { carrier, vertices: points, radius, faces: [], normal: normals.slice() };
    return { carrier, vertices: points, radius, faces: core.faces };
  }

  refresh(h: number, gain = 0): void {
    const { carrier } = this;
    if (carrier === null) return;
    this.#setBounds(this.margin + h * (this.begin(carrier, this.reach) + gain));
  }

  /**
   * The radius of curvature of the core, m, with which it rolls at `points[at …]`, whose outward normal is `side`
   * times `n`: 0 of corners, edges and what does not roll.
   */
  rollingRadius(points: Float64Array, at: number, n: Float64Array, side: number): number {
    if (!this.curved) return 0;
    const w = this.spin;
    this.vectorToLocal(
      w[1]! * n[2]! - w[2]! * n[1]!,
      w[2]! * n[0]! - w[0]! * n[2]!,
      w[0]! * n[1]! - w[1]! * n[0]!,
      moved,
      0,
    );
    if (!(normalize(moved) > 0)) return 0;
    this.toLocal(points[at]!, points[at + 1]!, points[at + 2]!, lowest, 0);
    this.vectorToLocal(side * n[0]!, side * n[1]!, side * n[2]!, angle, 0);
    return this.curved.radiusAlong(lowest, angle, moved);
  }

  bend(h: number): number {
    return (squared(h * sizeOf(this.spin)) / 2) * (this.reach - this.radius);
  }

  get turning(): number {
    const lever = this.reach - this.radius;
    return lever > 0 ? lever * sizeOf(this.spin) : 0;
  }

  /**
   * Rate along `n` that turning gives the surface at most: `|ω × n|` times the distance of vertices. Turning about
   * the axis of a body of revolution leads its surface nowhere: it rolls over an edge, and does not meet it.
   */
  turningAlong(n: Float64Array): number {
    const w = this.spin;
    let rate = acrossOf(w, n);
    if (this.#axis) {
      this.vectorToWorld(this.#axis[0]!, this.#axis[1]!, this.#axis[2]!, moved, 0);
      rate = Math.min(rate, acrossOf(w, moved));
    }
    return rate * (this.reach - this.radius);
  }

  /** Writes the point of the core that is farthest along the unit vector `(x, y, z)`. */
  supportAlong(x: number, y: number, z: number, out: Float64Array): void {
    if (this.curved) {
      this.vectorToLocal(x, y, z, angle, 0);
      this.curved.support(angle[0]!, angle[1]!, angle[2]!, out);
      this.toWorld(out, 0, out);
      return;
    }
    const { vertices } = this;
    let most = -Infinity;
    for (let i = 0; i < vertices.length; i += 3) {
      const along = x * vertices[i]! + y * vertices[i + 1]! + z * vertices[i + 2]!;
      if (along <= most) continue;
      most = along;
      for (let c = 0; c < 3; c++) out[c] = vertices[i + c]!;
    }
  }

  /** The least component of points of the core along the unit vector `(x, y, z)`. */
  lowestAlong(x: number, y: number, z: number): number {
    if (!this.curved) return least(this.vertices, x, y, z);
    this.supportAlong(-x, -y, -z, lowest);
    return x * lowest[0]! + y * lowest[1]! + z * lowest[2]!;
  }

  /** Writes the corners of what faces the unit vector `(x, y, z)` on a curved core; see {@link CurvedForm}. */
  featureAlong(x: number, y: number, z: number, turns: Float64Array, at: number, tiny: number, out: number[]): number {
    if (!this.curved) return 0;
    this.vectorToLocal(x, y, z, angle, 0);
    const count = this.curved.feature(angle[0]!, angle[1]!, angle[2]!, turns, at, tiny, out);
    for (let i = 0; i < 3 * count; i += 3) {
      for (let c = 0; c < 3; c++) lowest[c] = out[i + c]!;
      this.toWorld(lowest, 0, lowest);
      for (let c = 0; c < 3; c++) out[i + c] = lowest[c]!;
    }
    return count;
  }

  override misses(other: Shape, by: number): boolean {
    if (!this.isPlane) return false;
    const { normals, vertices } = this;
    let least = -this.around + by;
    for (let c = 0; c < 3; c++) {
      const n = normals[c]!;
      if (n !== 0) least += n * ((n > 0 ? other.lower[c]! + by : other.upper[c]! - by) - vertices[c]!);
    }
    // Of two planes, the bounds of the other are infinite.
    return !(least <= 0 && least > -Infinity);
  }

  protected place(): void {
    const { core } = this;
    this.turn(core.vertices, this.vertices, this.centre);
    this.turn(core.normals, this.normals);
    this.turn(core.directions, this.directions);
  }

  #setBounds(by: number): void {
    const { vertices, normals, lower, upper, isPlane } = this;
    this.around = by;
    lower.fill(isPlane ? -Infinity : Infinity);
    upper.fill(isPlane ? Infinity : -Infinity);
    for (let c = 0; c < 3; c++) {
      if (isPlane) {
        if (normals[c] === 1) upper[c] = vertices[c]! + by;
        if (normals[c] === -1) lower[c] = vertices[c]! - by;
        continue;
      }
      if (this.curved) {
        const [x, y, z] = [c === 0 ? 1 : 0, c === 1 ? 1 : 0, c === 2 ? 1 : 0];
        lower[c] = this.lowestAlong(x, y, z);
        upper[c] = -this.lowestAlong(-x, -y, -z);
      } else
        for (let i = c; i < vertices.length; i += 3) {
          lower[c] = Math.min(lower[c]!, vertices[i]!);
          upper[c] = Math.max(upper[c]!, vertices[i]!);
        }
      lower[c]! -= this.radius + by;
      upper[c]! += this.radius + by;
    }
  }
}
