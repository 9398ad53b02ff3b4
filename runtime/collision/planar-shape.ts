import { hypot, squared } from '../base/powers.js';
import { cos, sin } from '../elementary/index.js';
import type { PointConnector, ScalarConnector } from '../model/connector.js';
import type { RigidBody2D } from '../model/bodies/rigid-body-2d.js';
import type { Particle } from '../model/particle.js';
import { LEAST_FACING, pointsOf, Shape, type ShapeOutline, type Surface } from './shape.js';

/** Workspace for a pose or a vector. */
const present = new Float64Array(3);

/** The connectors of a contact on the side of one shape: centre and angle of what carries it. */
export interface PlanarConnectors {
  readonly centre: PointConnector;
  readonly angle: ScalarConnector;
}

/**
 * A convex shape in the plane: the points within `radius` of a convex core with vertices in
 * counter-clockwise order: one for a disc, two for a capsule. Edge `i` leads from vertex `i` to the
 * next.
 */
export class PlanarShape extends Shape {
  declare readonly carrier: RigidBody2D | Particle | null;
  readonly connectors: PlanarConnectors;
  readonly count: number;
  readonly radius: number;
  /** Largest distance of a point of the shape from the centre of what carries it, m. */
  readonly reach: number;
  /** Number of edges: none for a disc. */
  readonly edges: number;
  override readonly isRound: boolean;
  /** Vertices, and outward normals of the edges, at the present state. */
  readonly vertices: Float64Array;
  readonly normals: Float64Array;
  readonly #vertices: Float64Array;
  readonly #normals: Float64Array;
  #x = 0;
  #y = 0;
  #cos = 1;
  #sin = 0;
  /** Place and angle at the beginning of the step, and their rates within it. */
  readonly #start = new Float64Array(3);
  readonly #rates = new Float64Array(3);

  /** Takes the vertices in body axes, coordinate by coordinate. */
  constructor(
    carrier: RigidBody2D | Particle | null,
    connectors: PlanarConnectors,
    vertices: Float64Array,
    radius: number,
    surface: Surface,
    margin: number,
  ) {
    super(carrier, surface, margin, 2);
    this.connectors = connectors;
    this.count = vertices.length / 2;
    this.edges = this.count > 1 ? this.count : 0;
    this.isRound = this.count === 1;
    this.radius = radius;
    this.#vertices = vertices;
    this.#normals = normalsOf(vertices, this.edges);
    this.vertices = vertices.slice();
    this.normals = this.#normals.slice();
    let reach = 0;
    for (let i = 0; i < this.count; i++) reach = Math.max(reach, hypot(vertices[2 * i]!, vertices[2 * i + 1]!));
    this.reach = reach + radius;
    this.#setBounds(margin);
  }

  get size(): number {
    return this.reach;
  }

  override outline(): ShapeOutline {
    this.show();
    return { carrier: this.carrier, vertices: pointsOf(this.vertices, 2), radius: this.radius, faces: [] };
  }

  refresh(h: number, gain = 0): void {
    const { carrier } = this;
    if (carrier === null) return;
    const { velocity } = carrier;
    this.#readPose(this.#start);
    this.#rates[0] = velocity[0];
    this.#rates[1] = velocity[1];
    this.#rates[2] = 'orientation' in carrier ? carrier.angularVelocity : 0;
    this.moveTo(0);
    const speed = hypot(velocity[0], velocity[1]) + Math.abs(this.#rates[2]) * this.reach;
    this.#setBounds(this.margin + h * (speed + gain));
  }

  show(): void {
    if (this.carrier === null) return;
    this.#readPose(present);
    this.#place(present[0]!, present[1]!, present[2]!);
  }

  retrace(h: number): void {
    if (this.carrier === null) return;
    this.#readPose(present);
    for (let c = 0; c < 3; c++) this.#rates[c] = (present[c]! - this.#start[c]!) / h;
  }

  addWay(t: number, points: Float64Array, at: number): void {
    for (let c = 0; c < 2; c++) points[at + c]! += t * this.#rates[c]!;
  }

  moveTo(t: number): void {
    if (this.carrier === null) return;
    const [start, rates] = [this.#start, this.#rates];
    this.#place(start[0]! + t * rates[0]!, start[1]! + t * rates[1]!, start[2]! + t * rates[2]!);
  }

  /** Rate along `(nx, ny)` of the point `(x, y)`. */
  rateAlong(nx: number, ny: number, x: number, y: number): number {
    const [vx, vy, omega] = [this.#rates[0]!, this.#rates[1]!, this.#rates[2]!];
    return (vx - omega * (y - this.#y)) * nx + (vy + omega * (x - this.#x)) * ny;
  }

  /** Rate along `(nx, ny)` of the centre. */
  driftAlong(nx: number, ny: number): number {
    return this.#rates[0]! * nx + this.#rates[1]! * ny;
  }

  /** True unless it lets pass what touches it along `(nx, ny)`, which points from it. */
  stopsAlong(nx: number, ny: number): boolean {
    const { oneWay } = this.surface;
    if (oneWay === undefined) return true;
    const [x, y] = [this.#cos * nx + this.#sin * ny, this.#cos * ny - this.#sin * nx];
    return x * oneWay[0]! + y * oneWay[1]! > LEAST_FACING;
  }

  bend(h: number): number {
    return (squared(h * this.#rates[2]!) / 2) * (this.reach - this.radius);
  }

  get turning(): number {
    return Math.abs(this.#rates[2]!) * (this.reach - this.radius);
  }

  #readPose(out: Float64Array): void {
    const { carrier } = this;
    if (carrier === null) return;
    out[0] = carrier.position[0];
    out[1] = carrier.position[1];
    out[2] = 'orientation' in carrier ? carrier.orientation : 0;
  }

  #place(x: number, y: number, angle: number): void {
    this.#x = x;
    this.#y = y;
    this.#cos = cos(angle);
    this.#sin = sin(angle);
    this.#turn(this.#vertices, this.vertices, x, y);
    this.#turn(this.#normals, this.normals, 0, 0);
  }

  /** Writes the place, in body axes, of the point `(x, y)` at `out[at …]`. */
  toLocal(x: number, y: number, out: Float64Array, at: number): void {
    this.vectorToLocal(x - this.#x, y - this.#y, out, at);
  }

  /** Writes the components in body axes of a vector at `out[at …]`. */
  vectorToLocal(x: number, y: number, out: Float64Array, at: number): void {
    out[at] = this.#cos * x + this.#sin * y;
    out[at + 1] = this.#cos * y - this.#sin * x;
  }

  /** Writes the point that is at `local[at …]` in body axes. */
  toWorld(local: Float64Array, at: number, out: Float64Array): void {
    out[0] = this.#x;
    out[1] = this.#y;
    this.addVector(local, at, out);
  }

  /** Adds the vector that is at `local[at …]` in body axes to `out`. */
  addVector(local: Float64Array, at: number, out: Float64Array): void {
    const x = local[at]!;
    const y = local[at + 1]!;
    out[0]! += this.#cos * x - this.#sin * y;
    out[1]! += this.#sin * x + this.#cos * y;
  }

  addSurfaceVelocity(side: number, out: Float64Array, at: number): void {
    const { velocity } = this.surface;
    if (!velocity) return;
    present.fill(0);
    this.addVector(velocity, 0, present);
    out[at]! += side * present[0]!;
    out[at + 1]! += side * present[1]!;
  }

  #turn(local: Float64Array, out: Float64Array, x0: number, y0: number): void {
    const [c, s] = [this.#cos, this.#sin];
    for (let i = 0; i < local.length; i += 2) {
      const x = local[i]!;
      const y = local[i + 1]!;
      out[i] = x0 + (c * x - s * y);
      out[i + 1] = y0 + (s * x + c * y);
    }
  }

  #setBounds(by: number): void {
    const { vertices, lower, upper } = this;
    this.around = by;
    lower.fill(Infinity);
    upper.fill(-Infinity);
    for (let i = 0; i < vertices.length; i++) {
      const c = i % 2;
      lower[c] = Math.min(lower[c]!, vertices[i]!);
      upper[c] = Math.max(upper[c]!, vertices[i]!);
    }
    for (let c = 0; c < 2; c++) {
      lower[c]! -= this.radius + by;
      upper[c]! += this.radius + by;
    }
  }
}

/** The outward unit normals of the first `edges` edges of a polygon. */
function normalsOf(vertices: Float64Array, edges: number): Float64Array {
  const normals = new Float64Array(2 * edges);
  for (let i = 0; i < edges; i++) {
    const j = (i + 1) % edges;
    const x = vertices[2 * j]! - vertices[2 * i]!;
    const y = vertices[2 * j + 1]! - vertices[2 * i + 1]!;
    const length = hypot(x, y);
    normals[2 * i] = y / length;
    normals[2 * i + 1] = -x / length;
  }
  return normals;
}
