import type { PointConnector, ScalarConnector } from '../model/connector.js';
import type { RigidBody2D } from '../model/bodies/rigid-body-2d.js';
import type { Particle } from '../model/particle.js';
import { pointsOf, Shape, type ShapeOutline, type Surface } from './shape.js';

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
  /** Vertices, and outward normals of the edges, at the present state. */
  readonly vertices: Float64Array;
  readonly normals: Float64Array;
  readonly #vertices: Float64Array;
  readonly #normals: Float64Array;
  #x = 0;
  #y = 0;
  #cos = 1;
  #sin = 0;

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
    this.radius = radius;
    this.#vertices = vertices;
    this.#normals = normalsOf(vertices, this.edges);
    this.vertices = vertices.slice();
    this.normals = this.#normals.slice();
    let reach = 0;
    for (let i = 0; i < this.count; i++) reach = Math.max(reach, Math.hypot(vertices[2 * i]!, vertices[2 * i + 1]!));
    this.reach = reach + radius;
    this.#setBounds(margin);
  }

  override outline(): ShapeOutline {
    this.refresh(0);
    return { carrier: this.carrier, vertices: pointsOf(this.vertices, 2), radius: this.radius, faces: [] };
  }

  refresh(h: number): void {
    const { carrier } = this;
    if (carrier === null) return;
    const { position, velocity } = carrier;
    this.#x = position[0]!;
    this.#y = position[1]!;
    let speed = Math.hypot(velocity[0], velocity[1]);
    if ('orientation' in carrier) {
      this.#cos = Math.cos(carrier.orientation);
      this.#sin = Math.sin(carrier.orientation);
      speed += Math.abs(carrier.angularVelocity) * this.reach;
    }
    this.#turn(this.#vertices, this.vertices, this.#x, this.#y);
    this.#turn(this.#normals, this.normals, 0, 0);
    this.#setBounds(this.margin + h * speed);
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

  /** Returns the point that is at `local[at …]` in body axes. */
  toWorld(local: Float64Array, at: number): Float64Array {
    const point = Float64Array.of(this.#x, this.#y);
    this.addVector(local, at, point);
    return point;
  }

  /** Adds the vector that is at `local[at …]` in body axes to `out`. */
  addVector(local: Float64Array, at: number, out: Float64Array): void {
    const x = local[at]!;
    const y = local[at + 1]!;
    out[0]! += this.#cos * x - this.#sin * y;
    out[1]! += this.#sin * x + this.#cos * y;
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
    const length = Math.hypot(x, y);
    normals[2 * i] = y / length;
    normals[2 * i + 1] = -x / length;
  }
  return normals;
}
