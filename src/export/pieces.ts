import type { RigidBody2D, RigidBody3D, World } from '../../runtime/index.js';
import { SpecError } from '../diagnostics/index.js';
import { apart } from '../painter/circle.js';
import { teethOf } from '../painter/gearing/gearing.js';
import { shapesOfConstraint } from '../painter/joins.js';
import { polygonOf, rounded } from '../painter/outline.js';
import { formsOfRigidBody, isRigidBody } from '../painter/rigid.js';
import type { Form } from '../painter/shape.js';
import type { Position } from '../painter/view.js';
import { extrude } from '../solids/extrude.js';
import { WORLD } from '../painter/frame.js';
import { MeshBuilder, type Mesh } from '../solids/mesh.js';
import { THICKNESS } from '../solids/mesh-of-form.js';
import { nameOf } from '../solids/name.js';
import { boundariesOf, holesAt, linkSizes, type Boundary } from '../solids/outlines.js';
import { heldPlaces } from '../painter/held.js';
import { Parts, type PartsOptions } from '../solids/parts.js';

/** How parts are made; lengths are millimetres of the part that is made. Those of space are scaled alone. */
export interface ScenePartsOptions {
  /** Size of the parts by that in the world, 1 if left out. */
  readonly scale?: number;
  /** Thickness of parts of the plane that are printed. */
  readonly thickness?: number;
  /** Width of links that do not say it. */
  readonly width?: number;
  /** Diameter of the holes where parts of the plane are held; if left out, as large as there is room, up to that of a pin. */
  readonly hole?: number;
}

/** A part of a mechanism, mm. */
export interface Piece {
  /** The names of all that are equal to it, as files can have them. */
  readonly names: readonly string[];
  /** Of a part of the plane: for each of its forms the outer boundary, then its holes. */
  readonly plates: readonly (readonly Boundary[])[];
  readonly meshes: readonly Mesh[];
}

/** The parts of a mechanism: its rigid bodies, and the rods between points of the plane. Equal ones are one entry. */
export function piecesOf(world: World, picture: PartsOptions, options: ScenePartsOptions): Piece[] {
  return world.space === 2 ? flatPieces(world, picture, options) : solidPieces(world, picture, options);
}

const MILLIMETRES = 1000;

/** True for what nothing moves, such as a floor: it is ground, and no part. */
function isGround({ mass, inertia, velocity, angularVelocity }: RigidBody2D | RigidBody3D): boolean {
  const inertias = typeof inertia === 'number' ? [inertia] : inertia.map((row, k) => row[k]);
  const rates = typeof angularVelocity === 'number' ? [angularVelocity] : angularVelocity;
  return [mass, ...inertias].every((x) => x === Infinity) && [...velocity, ...rates].every((x) => x === 0);
}

function flatPieces(world: World, picture: PartsOptions, options: ScenePartsOptions): Piece[] {
  const unit = MILLIMETRES * (options.scale ?? 1);
  const parts = new Parts(world, picture);
  const rod = unit * parts.rod;
  const thickness = options.thickness ?? THICKNESS * rod;
  const sizes = { ...linkSizes(rod), ...(options.width !== undefined && { width: options.width }), ...(options.hole !== undefined && { hole: options.hole / 2 }) }; // prettier-ignore
  const bored = (name: string, boundaries: readonly Boundary[], places: readonly Position[]): Boundary[] => {
    const holes = holesAt(
      places.map((place) => Array.from(place, (x) => unit * x)),
      boundaries,
      sizes.hole,
    );
    const least = Math.min(...holes.map(({ radius }) => radius));
    if (options.hole !== undefined && least < sizes.hole)
      throw new SpecError([
        {
          code: 'E_OPTION',
          message: `A hole of ${String(options.hole)} mm does not fit in "${name}".`,
          hint: `give a "hole" of at most ${String(Math.floor(2000 * least) / 1000)} mm, a larger "scale", or wider links`,
          field: 'hole',
        },
      ]);
    return [...boundaries, ...holes];
  };
  const found = new Map<string, { names: string[]; plates: Boundary[][] }>();
  const note = (name: string, plates: Boundary[][]): void => {
    if (plates.length === 0) return;
    const key = JSON.stringify(plates, (_, x: unknown) => (typeof x === 'number' ? Math.round(1e6 * x) || 0 : x));
    const known = found.get(key);
    if (known === undefined) found.set(key, { names: [name], plates });
    else known.names.push(name);
  };
  const held = heldPlaces(world, picture.points);
  const teeth = teethOf(world, picture.looks);
  const solid = new Set<unknown>(world.shapes.map(({ carrier }) => carrier));
  for (const body of world.bodies) {
    if (!isRigidBody(body) || isGround(body)) continue;
    const name = nameOf(body);
    const look = picture.looks?.get(body);
    const places = (held.get(body) ?? []).map((place) => Array.from(body.pointToLocalFrame(place)));
    if (look === undefined && solid.has(body)) {
      const own = world.shapes.filter(({ carrier }) => carrier === body);
      const outlines = own.map(({ vertices, radius }) => {
        const corners = vertices.map((vertex) => Array.from(body.pointToLocalFrame(vertex), (x) => unit * x));
        return rounded(corners, unit * radius);
      });
      note(name, outlines.map((outline) => bored(name, [outline], places))); // prettier-ignore
      continue;
    }
    const [forms, pins] = unturned(formsOfRigidBody(body, places, look, teeth.get(body)), places);
    note(name, forms.map((form) => bored(name, boundariesOf(scaledForm(form, unit), sizes), pins))); // prettier-ignore
  }
  for (const constraint of world.constraints) {
    const isRope = constraint.type.relations?.[0] === '>=';
    if (isRope) continue;
    for (const shape of shapesOfConstraint(constraint, false, false)) {
      if (shape.kind !== 'rod' && !(shape.kind === 'link' && shape.isTaut)) continue;
      const [a, b] = shape.kind === 'rod' ? [shape.a, shape.b] : [shape.points[0]!, shape.points[1]!];
      const [name, ends] = [nameOf(constraint), [[0, 0], [apart(a, b), 0]] as const]; // prettier-ignore
      const bar = scaledForm({ shape: 'bar', from: ends[0], to: ends[1] }, unit);
      note(name, [bored(name, boundariesOf(bar, sizes), ends)]);
    }
  }
  return named([...found.values()]).map((piece) => ({
    ...piece,
    meshes: piece.plates.map((boundaries) => {
      const builder = new MeshBuilder();
      extrude(builder, WORLD, boundaries.map((one, k) => polygonOf(one, k > 0)), [0, thickness]); // prettier-ignore
      return builder.build();
    }),
  }));
}

function solidPieces(world: World, picture: PartsOptions, { scale = 1 }: ScenePartsOptions): Piece[] {
  const bodies = new Map<object, Mesh[]>();
  for (const { carrier, tone, mesh } of new Parts(world, picture).solids())
    if (isRigidBody(carrier) && !isGround(carrier) && tone === 'body')
      bodies.set(carrier, [...(bodies.get(carrier) ?? []), mesh]);
  const found = new Map<string, { names: string[]; plates: []; meshes: Mesh[] }>();
  const numbers = new Map<Mesh, number>();
  for (const [body, meshes] of bodies) {
    const key = meshes.map((mesh) => (numbers.set(mesh, numbers.get(mesh) ?? numbers.size), numbers.get(mesh))).join();
    const known = found.get(key);
    if (known !== undefined) known.names.push(nameOf(body));
    else
      found.set(key, {
        names: [nameOf(body)],
        plates: [],
        meshes: meshes.map((mesh) => ({ ...mesh, positions: mesh.positions.map((x) => MILLIMETRES * scale * x) })),
      });
  }
  return named([...found.values()]);
}

/** Gives names that are names of files, each once. */
function named<T extends { readonly names: readonly string[] }>(pieces: readonly T[]): T[] {
  const used = new Set<string>();
  const nameFor = (given: string): string => {
    const plain = given.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '') || 'part';
    let name = plain;
    for (let k = 2; used.has(name.toLowerCase()); k++) name = `${plain}-${String(k)}`;
    used.add(name.toLowerCase());
    return name;
  };
  return pieces.map((piece) => ({ ...piece, names: piece.names.map(nameFor) }));
}

/** What a body is cut from: a gear alone in its own axes, so that equal ones are equal however they are set. */
function unturned(forms: readonly Form[], places: readonly Position[]): [readonly Form[], readonly Position[]] {
  const [gear] = forms;
  if (forms.length !== 1 || (gear?.shape !== 'gear' && gear?.shape !== 'ring')) return [forms, places];
  const { turn = 0, at = [0, 0], ...form } = gear;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const moved = places.map((place) => {
    const [x, y] = [place[0]! - at[0]!, place[1]! - at[1]!];
    return [c * x + s * y, c * y - s * x];
  });
  return [[form], moved];
}

/** A form of the plane in other units. */
function scaledForm(form: Form, unit: number): Form {
  const lengths: ReadonlySet<string> = new Set(['from', 'to', 'at', 'points', 'width', 'radius']);
  const scaled = (value: unknown): unknown =>
    typeof value === 'number' ? unit * value : Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(value as unknown[], scaled) : value; // prettier-ignore
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, lengths.has(name) ? scaled(value) : (value as unknown)]),
  ) as unknown as Form;
}
