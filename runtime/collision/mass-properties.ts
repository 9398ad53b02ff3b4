import { cubed, hypot, lengthOf, wholePower } from '../base/powers.js';
import { atan2, cos, sin } from '../elementary/index.js';
import { checkList, checkPositive, readOptions } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { Space, Vector } from '../base/vectors.js';
import { readPlanarShape, type PlanarShapeOptions } from './planar-shapes.js';
import { readSpatialShape, type SpatialShapeOptions } from './spatial-shapes.js';

/** Options of {@link massProperties}. */
export interface MassPropertiesOptions<S extends Space = Space> {
  /** Dimension of the ambient space. */
  readonly space: S;
  /** The shapes that make up the body, as {@link collide} takes them. Where two overlap, both count. */
  readonly shapes: readonly (S extends 2 ? PlanarShapeOptions : SpatialShapeOptions)[];
  /** Mass per area of the plane, kg/m², or per volume, kg/m³. */
  readonly density: number;
}

/** Mass, inertia and centre of mass of a body. */
export interface MassProperties<S extends Space = Space> {
  /** Mass, kg. */
  readonly mass: number;
  /** Moment of inertia about the centre of mass, kg m²; in space a matrix, in the axes of the shapes. */
  readonly inertia: S extends 2 ? number : number[][];
  /** Centre of mass in the axes of the shapes, m. The origin of a body's axes is there. */
  readonly centre: Vector<S>;
}

/** A part of a body: its content, the centre of that, and `∫ (x − c)(x − c)ᵀ` about it, row by row. */
interface Part {
  readonly content: number;
  readonly centre: readonly number[];
  readonly about: readonly number[];
}

/**
 * Finds mass, inertia and centre of mass of a body that shapes of one density make up, from closed
 * forms.
 *
 * ```ts
 * const shapes = [{ box: [1, 0.5] }, { disc: 0.2, at: [0.5, 0] }];
 * const { mass, inertia, centre } = massProperties({ space: 2, shapes, density: 700 });
 * const body = world.addBody({ mass, inertia, position: [0, 2] });
 * collide(world, { shapes: shapes.map((shape) => ({ body, ...shape, at: [...] })) }); // moved by −centre
 * ```
 *
 * Throws E_OPTIONS, also for shapes without content (walls, planes) and rounded polyhedra, which have
 * no closed form here, E_OPTION_UNKNOWN, E_SPACE, E_LIST, E_NOT_POSITIVE, and the errors of shapes.
 */
export function massProperties<S extends Space>(options: MassPropertiesOptions<S>): MassProperties<S> {
  const given = readOptions(options, 'Options of massProperties', ['space', 'shapes', 'density']);
  const { space } = given;
  if ((space as unknown) !== 2 && (space as unknown) !== 3)
    throw new HolonomicRuntimeError('E_SPACE', 'The space of massProperties is neither 2 nor 3.', 'Give 2 or 3.');
  const density = checkPositive(given.density, "Option 'density' of massProperties");
  const parts = checkList(given.shapes, "Option 'shapes' of massProperties", 'shapes').flatMap((shape, i) => {
    const what = `shape ${i}`;
    const found =
      space === 2 ? planarParts(shape as PlanarShapeOptions, what) : spatialParts(shape as SpatialShapeOptions, what);
    if (contentOf(found) > 0) return found;
    throw withoutContent(what);
  });
  const content = contentOf(parts);
  if (!(content > 0)) throw withoutContent('a list without shapes');
  const axes = space === 2 ? [0, 1] : [0, 1, 2];
  const centre = axes.map((i) => parts.reduce((sum, part) => sum + part.content * part.centre[i]!, 0) / content);
  // S = ∫ (x − c)(x − c)ᵀ by the theorem of parallel axes, and the inertia tr(S) I − S.
  const S = axes.map((i) =>
    axes.map((j) =>
      parts.reduce(
        (sum, part) =>
          sum +
          part.about[space * i + j]! +
          part.content * (part.centre[i]! - centre[i]!) * (part.centre[j]! - centre[j]!),
        0,
      ),
    ),
  );
  const trace = axes.reduce((sum, i) => sum + S[i]![i]!, 0);
  const inertia =
    space === 2 ? density * trace : S.map((row, i) => row.map((x, j) => density * ((i === j ? trace : 0) - x)));
  return { mass: density * content, inertia, centre } as unknown as MassProperties<S>;
}

const contentOf = (parts: readonly Part[]): number => parts.reduce((sum, { content }) => sum + content, 0);

/**
 * A rounded polygon is the polygon, a rectangle along each edge and a sector of a circle about each
 * vertex. A line has two edges, one on each side; a disc is one sector.
 */
function planarParts(options: PlanarShapeOptions, what: string): Part[] {
  const { vertices, radius: r } = readPlanarShape(options, what);
  const n = vertices.length / 2;
  const at = (i: number): [number, number] => [vertices[2 * (i % n)]!, vertices[2 * (i % n) + 1]!];
  const [ox, oy] = at(0);
  const parts: Part[] = [];
  for (let i = 1; i + 1 < n; i++) {
    const [a, b] = [at(i), at(i + 1)];
    parts.push(simplex([at(0), a, b], ((a[0] - ox) * (b[1] - oy) - (a[1] - oy) * (b[0] - ox)) / 2));
  }
  if (r === 0) return parts;
  /** Direction of the outward normal of edge `i`, rad. */
  const normalOf = (i: number): number => {
    const [[ax, ay], [bx, by]] = [at(i), at(i + 1)];
    return atan2(ax - bx, by - ay);
  };
  for (let i = 0; i < n; i++) {
    const angle = normalOf(i);
    if (n > 1) parts.push(rectangle(at(i), at(i + 1), r, cos(angle), sin(angle)));
    const turn = n === 1 ? 2 * Math.PI : (normalOf(i) - normalOf(i + n - 1) + 2 * Math.PI) % (2 * Math.PI);
    parts.push(sector(at(i), r, turn, cos(angle - turn / 2), sin(angle - turn / 2)));
  }
  return parts;
}

type Point = readonly [number, number];

/** The rectangle on the outer side, to which `(c, s)` points, of an edge, up to the distance `r`. */
function rectangle([ax, ay]: Point, [bx, by]: Point, r: number, c: number, s: number): Part {
  const length = hypot(bx - ax, by - ay);
  return {
    content: length * r,
    centre: [(ax + bx + r * c) / 2, (ay + by + r * s) / 2],
    about: turned((length * cubed(r)) / 12, (r * cubed(length)) / 12, c, s),
  };
}

/** A sector of a circle about `(x, y)`, of the angle `turn` about the direction `(c, s)`. */
function sector([x, y]: Point, r: number, turn: number, c: number, s: number): Part {
  const content = (turn * r * r) / 2;
  const distance = (2 * cubed(r) * sin(turn / 2)) / (3 * content);
  const along = (wholePower(r, 4) / 8) * (turn + sin(turn)) - content * distance * distance;
  const across = (wholePower(r, 4) / 8) * (turn - sin(turn));
  return { content, centre: [x + distance * c, y + distance * s], about: turned(along, across, c, s) };
}

/** `∫ x xᵀ` with the entries `along` and `across` the direction `(c, s)`. */
const turned = (along: number, across: number, c: number, s: number): number[] => {
  const xy = (along - across) * c * s;
  return [along * c * c + across * s * s, xy, xy, along * s * s + across * c * c];
};

/** Tetrahedra that meet in the first vertex of a polyhedron; or a sphere, or a capsule. */
function spatialParts(options: SpatialShapeOptions, what: string): Part[] {
  const { core, curved, radius } = readSpatialShape(options, what);
  const { vertices, faces } = core;
  const at = (i: number): number[] => [...vertices.subarray(3 * i, 3 * i + 3)];
  if (faces.length === 0 && !curved) return [capsule(at(0), at(vertices.length / 3 - 1), radius)];
  if (radius > 0)
    throw new HolonomicRuntimeError(
      'E_OPTIONS',
      `The mass of ${what} is not known: it is rounded.`,
      "Leave 'rounding' out, or give a somewhat larger box or hull.",
    );
  if (curved) {
    if (curved.integrals) return [curved.integrals];
    throw new HolonomicRuntimeError(
      'E_OPTIONS',
      `The mass of ${what} is not known: only its support is.`,
      'Give the body its mass and inertia, or describe it by a hull.',
    );
  }
  const tip = at(0);
  return faces.flatMap(([first, ...rest]) =>
    rest.slice(1).map((last, k) => {
      const corners = [at(first!), at(rest[k]!), at(last)];
      const [a, b, c] = corners.map((corner) => corner.map((x, i) => x - tip[i]!)) as [number[], number[], number[]];
      return simplex([tip, ...corners], dot(cross(a, b), c) / 6);
    }),
  );
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
const cross = ([a, b, c]: readonly number[], [d, e, f]: readonly number[]): number[] => [
  b! * f! - c! * e!,
  c! * d! - a! * f!,
  a! * e! - b! * d!,
];

/**
 * A triangle or tetrahedron: about its centre, `∫ x xᵀ = content / ((n + 1)(n + 2)) Σ x xᵀ` over its
 * `n + 1` corners.
 */
function simplex(corners: readonly (readonly number[])[], content: number): Part {
  const count = corners.length;
  const centre = corners[0]!.map((_, i) => corners.reduce((sum, corner) => sum + corner[i]!, 0) / count);
  const arms = corners.map((corner) => corner.map((x, i) => x - centre[i]!));
  const factor = content / (count * (count + 1));
  const about = centre.flatMap((_, i) =>
    centre.map((_, j) => factor * arms.reduce((sum, x) => sum + x[i]! * x[j]!, 0)),
  );
  return { content, centre, about };
}

/** All points within `r` of the line from `a` to `b`: a cylinder with two half spheres, or a sphere. */
function capsule(a: readonly number[], b: readonly number[], r: number): Part {
  const length = lengthOf(a.map((x, i) => b[i]! - x));
  const axis = length > 0 ? a.map((x, i) => (b[i]! - x) / length) : [1, 0, 0];
  const cylinder = Math.PI * r * r * length;
  const sphere = (4 / 3) * Math.PI * cubed(r);
  const h = length / 2;
  // The centre of a half sphere is 3 r / 8 from its flat side, which is at the distance h.
  const along = (cylinder * length * length) / 12 + sphere * ((r * r) / 5 + h * h + (3 / 4) * h * r);
  const across = (cylinder * r * r) / 4 + (sphere * r * r) / 5;
  return {
    content: cylinder + sphere,
    centre: a.map((x, i) => (x + b[i]!) / 2),
    about: axis.flatMap((x, i) => axis.map((y, j) => (i === j ? across : 0) + (along - across) * x * y)),
  };
}

function withoutContent(what: string): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_OPTIONS',
    `The mass of ${what} is not known: it has no content.`,
    'Leave out walls and planes, and give thin parts a thickness.',
  );
}
