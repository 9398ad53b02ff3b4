import { hypot, squared } from '../base/powers.js';
import { atan2 } from '../elementary/index.js';
import { normalize } from '../base/vector.js';
import type { DirectionConnector, PointConnector } from '../model/connector.js';
import type { RigidBody3D } from '../model/bodies/rigid-body-3d.js';
import type { Particle } from '../model/particle.js';
import { turn } from '../model/bodies/orientation.js';
import type { CurvedCore } from './curved-core.js';
import { farthest, least, type Polyhedron } from './polyhedron.js';
import { LEAST_FACING, pointsOf, Shape, type ShapeOutline, type Surface } from './shape.js';

/** Part of a shape's size by which points may be off an axis. */
const ON_AXIS = 1e-9;

/** Workspace for an orientation and a turn. */
const attitude = new Float64Array(4);
const angle = new Float64Array(3);
const lowest = new Float64Array(3);
/** Workspace for a vector. */
const moved = new Float64Array(3);

const sizeOf = (v: Float64Array): number => hypot(v[0]!, v[1]!, v[2]);

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
export class SpatialShape extends Shape {
  declare readonly carrier: RigidBody3D | Particle | null;
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
  readonly #centre = new Float64Array(3);
  /** Place and orientation at the beginning of the step, and their rates within it. */
  readonly #start = new Float64Array(3);
  readonly #attitude = Float64Array.of(1, 0, 0, 0);
  readonly #rates = new Float64Array(3);
  readonly #spin = new Float64Array(3);
  /** The axis through its carrier's centre, in body axes, about which it is a body of revolution. */
  readonly #axis: Float64Array | undefined;
  /** The rotation from body axes to world axes, row by row. */
  readonly #R = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

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
      this.#turn(mesh, points, this.#centre);
      return { carrier, vertices: pointsOf(points, 3), radius, faces: this.curved.form.mesh.faces };
    }
    const points = pointsOf(vertices, 3);
    if (isPlane) return { carrier, vertices: points, radius, faces: [], normal: normals.slice() };
    return { carrier, vertices: points, radius, faces: core.faces };
  }

  refresh(h: number): void {
    const { carrier } = this;
    if (carrier === null) return;
    const { velocity } = carrier;
    const rates = this.#rates;
    this.#start.set(carrier.position);
    rates.set(velocity);
    let speed = hypot(velocity[0], velocity[1], velocity[2]);
    if ('orientation' in carrier) {
      this.#attitude.set(carrier.orientation);
      this.#spin.set(carrier.angularVelocity);
      speed += sizeOf(this.#spin) * this.reach;
    }
    this.moveTo(0);
    this.#setBounds(this.margin + h * speed);
  }

  show(): void {
    const { carrier } = this;
    if (carrier === null) return;
    this.#centre.set(carrier.position);
    if ('orientation' in carrier) this.#setRotation(carrier.orientation);
    this.#place();
  }

  retrace(h: number): void {
    const { carrier } = this;
    if (carrier === null) return;
    for (let c = 0; c < 3; c++) this.#rates[c] = (carrier.position[c]! - this.#start[c]!) / h;
    if (!('orientation' in carrier)) return;
    this.#spin.set(carrier.angularVelocity);
    // A turn by more than half of one cannot be read from its ends.
    if (h * sizeOf(this.#spin) < Math.PI) readTurn(this.#attitude, carrier.orientation, h, this.#spin);
  }

  addWay(t: number, points: Float64Array, at: number): void {
    for (let c = 0; c < 3; c++) points[at + c]! += t * this.#rates[c]!;
  }

  moveTo(t: number): void {
    if (this.carrier === null) return;
    for (let c = 0; c < 3; c++) this.#centre[c] = this.#start[c]! + t * this.#rates[c]!;
    if ('orientation' in this.carrier) {
      if (t > 0) {
        attitude.set(this.#attitude);
        for (let c = 0; c < 3; c++) angle[c] = t * this.#spin[c]!;
        turn(attitude, 0, angle, 0);
        this.#setRotation(attitude);
      } else this.#setRotation(this.#attitude);
    }
    this.#place();
  }

  /** Rate along `n` of the point at `points[at …]`. */
  rateAlong(n: Float64Array, points: Float64Array, at: number): number {
    const [v, w, c] = [this.#rates, this.#spin, this.#centre];
    const x = points[at]! - c[0]!;
    const y = points[at + 1]! - c[1]!;
    const z = points[at + 2]! - c[2]!;
    return (
      (v[0]! + w[1]! * z - w[2]! * y) * n[0]! +
      (v[1]! + w[2]! * x - w[0]! * z) * n[1]! +
      (v[2]! + w[0]! * y - w[1]! * x) * n[2]!
    );
  }

  /** Rate along `n` of the centre. */
  driftAlong(n: Float64Array): number {
    const v = this.#rates;
    return v[0]! * n[0]! + v[1]! * n[1]! + v[2]! * n[2]!;
  }

  /** True unless it lets pass what touches it along `side` times `n`, which points from it. */
  stopsAlong(n: Float64Array, side: number): boolean {
    const { oneWay } = this.surface;
    if (oneWay === undefined) return true;
    this.vectorToLocal(n[0]!, n[1]!, n[2]!, angle, 0);
    return side * (angle[0]! * oneWay[0]! + angle[1]! * oneWay[1]! + angle[2]! * oneWay[2]!) > LEAST_FACING;
  }

  /** Adds `side` times the angular velocity to `out`. */
  addSpin(side: number, out: Float64Array): void {
    for (let c = 0; c < 3; c++) out[c]! += side * this.#spin[c]!;
  }

  /**
   * The radius of curvature of the core, m, with which it rolls at `points[at …]`, whose outward normal is `side`
   * times `n`: 0 of corners, edges and what does not roll.
   */
  rollingRadius(points: Float64Array, at: number, n: Float64Array, side: number): number {
    if (!this.curved) return 0;
    const w = this.#spin;
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
    return (squared(h * sizeOf(this.#spin)) / 2) * (this.reach - this.radius);
  }

  get turning(): number {
    const lever = this.reach - this.radius;
    return lever > 0 ? lever * sizeOf(this.#spin) : 0;
  }

  /**
   * Rate along `n` that turning gives the surface at most: `|ω × n|` times the distance of vertices. Turning about
   * the axis of a body of revolution leads its surface nowhere: it rolls over an edge, and does not meet it.
   */
  turningAlong(n: Float64Array): number {
    const w = this.#spin;
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

  /** Writes the place, in body axes, of the point `(x, y, z)` at `out[at …]`. */
  toLocal(x: number, y: number, z: number, out: Float64Array, at: number): void {
    const c = this.#centre;
    this.vectorToLocal(x - c[0]!, y - c[1]!, z - c[2]!, out, at);
  }

  /** Writes the components in body axes of a vector at `out[at …]`. */
  vectorToLocal(x: number, y: number, z: number, out: Float64Array, at: number): void {
    const R = this.#R;
    for (let c = 0; c < 3; c++) out[at + c] = R[c]! * x + R[3 + c]! * y + R[6 + c]! * z;
  }

  /** Writes the components in world axes of a vector in body axes at `out[at …]`. */
  vectorToWorld(x: number, y: number, z: number, out: Float64Array, at: number): void {
    const R = this.#R;
    for (let c = 0; c < 3; c++) out[at + c] = R[3 * c]! * x + R[3 * c + 1]! * y + R[3 * c + 2]! * z;
  }

  addSurfaceVelocity(side: number, out: Float64Array, at: number): void {
    const { velocity } = this.surface;
    if (!velocity) return;
    this.vectorToWorld(velocity[0]!, velocity[1]!, velocity[2]!, moved, 0);
    for (let c = 0; c < 3; c++) out[at + c]! += side * moved[c]!;
  }

  /** Writes the point that is at `local[at …]` in body axes. */
  toWorld(local: Float64Array, at: number, out: Float64Array): void {
    this.vectorToWorld(local[at]!, local[at + 1]!, local[at + 2]!, out, 0);
    for (let c = 0; c < 3; c++) out[c]! += this.#centre[c]!;
  }

  #place(): void {
    const { core } = this;
    this.#turn(core.vertices, this.vertices, this.#centre);
    this.#turn(core.normals, this.normals);
    this.#turn(core.directions, this.directions);
  }

  #setRotation(quaternion: Float64Array): void {
    const [w, x, y, z] = [quaternion[0]!, quaternion[1]!, quaternion[2]!, quaternion[3]!];
    const R = this.#R;
    R[0] = 1 - 2 * (y * y + z * z);
    R[1] = 2 * (x * y - w * z);
    R[2] = 2 * (x * z + w * y);
    R[3] = 2 * (x * y + w * z);
    R[4] = 1 - 2 * (x * x + z * z);
    R[5] = 2 * (y * z - w * x);
    R[6] = 2 * (x * z - w * y);
    R[7] = 2 * (y * z + w * x);
    R[8] = 1 - 2 * (x * x + y * y);
  }

  #turn(local: Float64Array, out: Float64Array, origin?: Float64Array): void {
    for (let i = 0; i < local.length; i += 3) {
      this.vectorToWorld(local[i]!, local[i + 1]!, local[i + 2]!, out, i);
      if (origin) for (let c = 0; c < 3; c++) out[i + c]! += origin[c]!;
    }
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

/** Writes the angular velocity in world axes that turns the unit quaternion `p` into `q` in the time `h`. */
function readTurn(p: Float64Array, q: Float64Array, h: number, out: Float64Array): void {
  const [pw, px, py, pz] = [p[0]!, p[1]!, p[2]!, p[3]!];
  const [qw, qx, qy, qz] = [q[0]!, q[1]!, q[2]!, q[3]!];
  // The vector part of q p⁻¹.
  const x = pw * qx - qw * px + (qz * py - qy * pz);
  const y = pw * qy - qw * py + (qx * pz - qz * px);
  const z = pw * qz - qw * pz + (qy * px - qx * py);
  const cos = pw * qw + px * qx + py * qy + pz * qz;
  const sin = hypot(x, y, z);
  const scale = sin > 0 ? (2 * atan2(cos < 0 ? -sin : sin, Math.abs(cos))) / (sin * h) : 0;
  out[0] = scale * x;
  out[1] = scale * y;
  out[2] = scale * z;
}
