import { hypot, squared } from '../base/powers.js';
import { atan2, cos, sin } from '../elementary/index.js';
import { segment, type Polyhedron } from './polyhedron.js';

/** A convex body with curved sides, in axes of its own. */
export interface CurvedForm {
  /** Writes its point that is farthest along the unit vector `(x, y, z)` into `out`. */
  support(x: number, y: number, z: number, out: Float64Array): void;
  /**
   * Writes the corners of the face, line or point that faces the unit vector `(x, y, z)`. A round face
   * has a ring of corners, the first at the angle `turns[at]`; that becomes the angle of the farthest
   * point where this is farther than it and those at right angles to it by more than `tiny`. Returns their number.
   */
  feature(x: number, y: number, z: number, turns: Float64Array, at: number, tiny: number, out: number[]): number;
  /**
   * The radius of curvature at its point `p`, whose outward unit normal is `n`, along the unit tangent `w`, m: 0 of
   * corners, and across edges. Left out if not known.
   */
  readonly radiusAlong?: (p: Float64Array, n: Float64Array, w: Float64Array) => number;
  /** The number of an axis about which it is a body of revolution; left out if there is none. */
  readonly axis?: number | undefined;
  /** Its flat faces, with a polygon for each, and a point if it has none. */
  readonly core: Polyhedron;
  /** Vertices and faces for pictures. */
  readonly mesh: Pick<Polyhedron, 'vertices' | 'faces'>;
  /** Number of places where it may touch another shape at once. */
  readonly places: number;
  /** Volume, and `∫ x²`, `∫ y²`, `∫ z²` about the origin, its centre; undefined if not known. */
  readonly integrals: { readonly content: number; readonly squares: readonly number[] } | undefined;
}

/** Number of corners of a ring, of which every eighth is a place of a contact that is not clipped. */
const RING = 32;

/** Writes the corners of the ring of radius `r` at `x`, from the angle `turn` about x on. */
function writeRing(x: number, r: number, turn: number, out: number[] | Float64Array, at = 0): void {
  for (let k = 0; k < RING; k++) {
    const angle = turn + (2 * Math.PI * k) / RING;
    out[at + 3 * k] = x;
    out[at + 3 * k + 1] = r * cos(angle);
    out[at + 3 * k + 2] = r * sin(angle);
  }
}

/** Writes the ring at `x` that faces `(y, z)`, the part of a unit vector across the axis. */
function facingRing(
  x: number,
  r: number,
  y: number,
  z: number,
  turns: Float64Array,
  at: number,
  tiny: number,
  out: number[],
): number {
  const turn = turns[at]!;
  const along = cos(turn) * y + sin(turn) * z;
  const across = cos(turn) * z - sin(turn) * y;
  if (r * (hypot(y, z) - Math.max(Math.abs(along), Math.abs(across))) > tiny) turns[at] = atan2(z, y);
  writeRing(x, r, turns[at]!, out);
  return RING;
}

/** Sine of the angle between the axis and a normal below which a round face lies flat, and its ring has corners. */
const FLAT = 1e-3;

/**
 * The radius of curvature of a body about the x axis that is straight along its axis. Around that it is the distance
 * from the surface to the axis along the normal (Meusnier's theorem), which turns for `w` by Euler's `cos²`.
 */
const aroundAxis: NonNullable<CurvedForm['radiusAlong']> = (p, n, w) => {
  const across = n[1]! * n[1]! + n[2]! * n[2]!;
  if (!(across > FLAT * FLAT)) return 0;
  const around = n[1]! * w[2]! - n[2]! * w[1]!;
  return (Math.max(0, p[1]! * n[1]! + p[2]! * n[2]!) * around * around) / (across * across);
};

/** The polygons of flat faces, one ring each, with normals along x of these signs. */
function flatFaces(rings: readonly (readonly [x: number, r: number, side: number])[]): Polyhedron {
  const vertices = new Float64Array(3 * RING * rings.length);
  rings.forEach(([x, r], i) => {
    writeRing(x, r, 0, vertices, 3 * RING * i);
  });
  const faces = rings.map(([, , side], i) => {
    const loop = Array.from({ length: RING }, (_, k) => RING * i + k);
    return side > 0 ? loop : loop.reverse();
  });
  return {
    ...segment(vertices.slice(0, 3)),
    vertices,
    faces,
    normals: Float64Array.from(rings.flatMap(([, , side]) => [side, 0, 0])),
  };
}

/** A cylinder about the x axis, with its middle at the origin. */
export function cylinder(length: number, r: number): CurvedForm {
  const half = length / 2;
  const core = flatFaces([
    [-half, r, -1],
    [half, r, 1],
  ]);
  const sides = Array.from({ length: RING }, (_, k) => {
    const next = (k + 1) % RING;
    return [k, next, RING + next, RING + k];
  });
  const content = Math.PI * r * r * length;
  return {
    support(x, y, z, out) {
      const across = hypot(y, z);
      out[0] = x < 0 ? -half : half;
      out[1] = across > 0 ? (r * y) / across : 0;
      out[2] = across > 0 ? (r * z) / across : 0;
    },
    feature(x, y, z, turns, at, tiny, out) {
      if (x * x > 0.5) return facingRing(x < 0 ? -half : half, r, y, z, turns, at, tiny, out);
      const scale = r / hypot(y, z);
      writeLine(-half, scale * y, scale * z, half, scale * y, scale * z, out);
      return 2;
    },
    radiusAlong: aroundAxis,
    axis: 0,
    core,
    mesh: { vertices: core.vertices, faces: [...core.faces, ...sides] },
    places: 4,
    integrals: { content, squares: [(content * length * length) / 12, (content * r * r) / 4, (content * r * r) / 4] },
  };
}

/** A cone about the x axis, its apex at ¾ of its height and its base at −¼: its centre of mass is the origin. */
export function cone(height: number, r: number): CurvedForm {
  const [base, apex] = [-height / 4, (3 * height) / 4];
  const slant = hypot(height, r);
  const core = flatFaces([[base, r, -1]]);
  const vertices = Float64Array.of(...core.vertices, apex, 0, 0);
  const sides = Array.from({ length: RING }, (_, k) => [k, (k + 1) % RING, RING]);
  const content = (Math.PI * r * r * height) / 3;
  return {
    support(x, y, z, out) {
      const across = hypot(y, z);
      const isApex = x * height > across * r;
      out[0] = isApex ? apex : base;
      out[1] = isApex || across === 0 ? 0 : (r * y) / across;
      out[2] = isApex || across === 0 ? 0 : (r * z) / across;
    },
    feature(x, y, z, turns, at, tiny, out) {
      const across = hypot(y, z);
      if (-x > (r * x + height * across) / slant) return facingRing(base, r, y, z, turns, at, tiny, out);
      const [u, w] = across > 0 ? [y / across, z / across] : [cos(turns[at]!), sin(turns[at]!)];
      writeLine(base, r * u, r * w, apex, 0, 0, out);
      return 2;
    },
    radiusAlong: aroundAxis,
    axis: 0,
    core,
    mesh: { vertices, faces: [...core.faces, ...sides] },
    places: 4,
    integrals: {
      content,
      squares: [(3 * content * height * height) / 80, (3 * content * r * r) / 20, (3 * content * r * r) / 20],
    },
  };
}

/** An ellipsoid with its centre at the origin and these semi-axes. */
export function ellipsoid(a: number, b: number, c: number): CurvedForm {
  const content = (4 / 3) * Math.PI * a * b * c;
  const support: CurvedForm['support'] = (x, y, z, out) => {
    const scale = 1 / hypot(a * x, b * y, c * z);
    out[0] = a * a * x * scale;
    out[1] = b * b * y * scale;
    out[2] = c * c * z * scale;
  };
  return {
    support,
    feature: pointFeature(support),
    // wᵀ H w of the support function |D n|, D the semi-axes.
    radiusAlong(_p, n, w) {
      const far = hypot(a * n[0]!, b * n[1]!, c * n[2]!);
      const along = (a * a * n[0]! * w[0]! + b * b * n[1]! * w[1]! + c * c * n[2]! * w[2]!) / far;
      return (squared(a * w[0]!) + squared(b * w[1]!) + squared(c * w[2]!) - along * along) / far;
    },
    axis: b === c ? 0 : c === a ? 1 : a === b ? 2 : undefined,
    core: segment(new Float64Array(3)),
    mesh: meshOf(support),
    places: 1,
    integrals: { content, squares: [a, b, c].map((s) => (content * s * s) / 5) },
  };
}

/** Angle of the directions about one in which a body by support is probed for the corners of a face. */
const TILT = 0.05;
/** Corners of a face that probes by half the angle find elsewhere, in parts of its size, are none. */
const MOVED = 0.01;
const PROBES = 8;

/** The body of which `support` gives the point farthest along a unit vector. */
export function bySupport(support: CurvedForm['support'], size: number): CurvedForm {
  const [near, far, lowest] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const apart = (p: Float64Array, q: Float64Array): number => hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!);
  return {
    support,
    feature(x, y, z, _turns, _at, tiny, out) {
      support(x, y, z, lowest);
      // Two vectors at right angles to it (Duff et al. 2017).
      const side = z < 0 ? -1 : 1;
      const q = 1 / (side + z);
      const [ux, uy, uz] = [1 - side * x * x * q, -side * x * y * q, -side * x];
      const [wx, wy, wz] = [-x * y * q, side - y * y * q, -y];
      let count = 0;
      let isSeen = false;
      for (let k = 0; k < PROBES; k++) {
        const [c, s] = [cos((2 * Math.PI * k) / PROBES), sin((2 * Math.PI * k) / PROBES)];
        for (const [tilt, point] of [
          [TILT, far],
          [TILT / 2, near],
        ] as const) {
          // prettier-ignore
          const [dx, dy, dz] = [x + tilt * (c * ux + s * wx), y + tilt * (c * uy + s * wy), z + tilt * (c * uz + s * wz)];
          const scale = 1 / hypot(dx, dy, dz);
          support(scale * dx, scale * dy, scale * dz, point);
        }
        if (apart(near, far) > MOVED * size) continue;
        const isLowest = apart(far, lowest) <= MOVED * size;
        isSeen ||=
          isLowest ||
          Math.abs((far[0]! - lowest[0]!) * x + (far[1]! - lowest[1]!) * y + (far[2]! - lowest[2]!) * z) <= tiny;
        for (let i = 0; i < 3; i++) out[3 * count + i] = isLowest ? lowest[i]! : far[i]!;
        count++;
      }
      if (isSeen && count > 1) return count;
      for (let i = 0; i < 3; i++) out[i] = lowest[i]!;
      return 1;
    },
    core: segment(new Float64Array(3)),
    mesh: meshOf(support),
    places: 4,
    integrals: undefined,
  };
}

const pointFeature = (support: CurvedForm['support']): CurvedForm['feature'] => {
  const point = new Float64Array(3);
  return (x, y, z, _turns, _at, _tiny, out) => {
    support(x, y, z, point);
    for (let i = 0; i < 3; i++) out[i] = point[i]!;
    return 1;
  };
};

function writeLine(x: number, y: number, z: number, u: number, v: number, w: number, out: number[]): void {
  [out[0], out[1], out[2], out[3], out[4], out[5]] = [x, y, z, u, v, w];
}

/** Rows of a mesh between its poles, and corners of each. */
const ROWS = 11;
const AROUND = 24;

/** A mesh of the points that are farthest along directions of all sides. */
function meshOf(support: CurvedForm['support']): CurvedForm['mesh'] {
  const points: number[] = [];
  const point = new Float64Array(3);
  const add = (x: number, y: number, z: number): void => {
    support(x, y, z, point);
    points.push(...point);
  };
  add(-1, 0, 0);
  for (let row = 1; row <= ROWS; row++) {
    const polar = (Math.PI * row) / (ROWS + 1);
    for (let k = 0; k < AROUND; k++) {
      const angle = (2 * Math.PI * k) / AROUND;
      add(-cos(polar), sin(polar) * cos(angle), sin(polar) * sin(angle));
    }
  }
  add(1, 0, 0);
  const at = (row: number, k: number): number => 1 + AROUND * row + (k % AROUND);
  const faces: number[][] = [];
  for (let k = 0; k < AROUND; k++) {
    faces.push([0, at(0, k + 1), at(0, k)]);
    for (let row = 0; row + 1 < ROWS; row++)
      faces.push([at(row, k), at(row, k + 1), at(row + 1, k + 1), at(row + 1, k)]);
    faces.push([at(ROWS - 1, k), at(ROWS - 1, k + 1), 1 + AROUND * ROWS]);
  }
  return { vertices: Float64Array.from(points), faces };
}
