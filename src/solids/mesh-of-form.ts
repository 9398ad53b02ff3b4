import { gearOutline, HUB, leastRadius, SPOKES, WHEEL } from '../painter/forms.js';
import { polygonOf } from '../painter/outline.js';
import { frameOfGear, frustumOf } from '../painter/space/solids.js';
import type { Form } from '../painter/shape.js';
import type { Position } from '../painter/view.js';
import { extrude } from './extrude.js';
import type { MeshBuilder } from './mesh.js';
import { dot, frameAlong, inSpace, lengthOf, minus, plus, unit, WORLD, type Vector } from '../painter/frame.js';
import { normalOf } from './mesh.js';
import { boundariesOf, flatIn, holesAt, linkSizes, widened, type Boundary, type Outline } from './outlines.js';
import { addBall, addCapsule, addCylinder, addTorus } from './revolve.js';

/** How large forms are that do not say it. */
export interface Sizes {
  /** Dimensions of the world. */
  readonly space: 2 | 3;
  /** Radius of a rod, m. */
  readonly rod: number;
}

/** Thickness of a link of the plane, in radii of a rod. */
export const THICKNESS = 1.2;
/** Place and radius of the mark of a disc, as parts of its radius. */
const MARK = { at: 0.6, radius: 0.16 };
/** Forms that are no plates in a picture of the plane either. */
const SOLID: ReadonlySet<Form['shape']> = new Set(['wheel', 'cylinder', 'box']);
/** How far corners of a plate may be from its plane, in radii of a rod. */
const FLAT = 0.5;

/**
 * Adds what a form looks like, in the axes that it is given in; of the plane at a height `level`, m, with holes
 * where it is `held`.
 */
export function addForm(
  builder: MeshBuilder,
  form: Form,
  sizes: Sizes,
  level = 0,
  held: readonly Position[] = [],
): void {
  // prettier-ignore
  const { space, rod } = sizes;
  const half = (THICKNESS * rod) / 2;
  const at = inSpace((form as { readonly at?: Position }).at ?? [0, 0, 0]);
  const isPlate = space === 2 ? !SOLID.has(form.shape) : form.shape === 'ring';
  if (isPlate) {
    const boundaries = boundariesOf(form, linkSizes(rod));
    const outlines = [...boundaries, ...openingsOf(form, at, boundaries, held, rod)].map((one, k) =>
      polygonOf(one, k > 0),
    );
    extrude(builder, { ...WORLD, origin: [0, 0, at[2]] }, outlines, [level - half, level + half]);
    return;
  }
  switch (form.shape) {
    case 'bar':
      addCapsule(builder, inSpace(form.from), inSpace(form.to), form.width === undefined ? rod : form.width / 2);
      return;
    case 'disc':
      addBall(builder, at, form.radius);
      return;
    case 'polygon':
      addSpatialPlate(builder, form.points.map((point) => inSpace(point)), sizes); // prettier-ignore
      return;
    case 'wheel': {
      const { radius } = form;
      const [hub, rim, thin] = [WHEEL.hub * radius, WHEEL.rim * radius, WHEEL.spoke * radius];
      addTorus(builder, { ...WORLD, origin: at }, radius - rim, rim);
      const depth = Math.max(half, rim);
      const spokes = Math.max(0, Math.round(form.spokes ?? SPOKES));
      if (spokes === 0) return;
      addCylinder(builder, plus(at, [0, 0, -depth]), plus(at, [0, 0, depth]), hub);
      for (let k = 0; k < spokes; k++) {
        const angle = (2 * Math.PI * k) / spokes;
        const out: Vector = [Math.cos(angle), Math.sin(angle), 0];
        addCylinder(builder, plus(at, out, 0.8 * hub), plus(at, out, radius - rim), thin);
      }
      return;
    }
    case 'cylinder':
      addCylinder(builder, inSpace(form.from), inSpace(form.to), form.radius);
      return;
    case 'box': {
      const [x, y, z] = inSpace(form.size, THICKNESS * rod).map((side) => side / 2) as unknown as Vector;
      const corners: Outline = [[-x, -y], [x, -y], [x, y], [-x, y]]; // prettier-ignore
      extrude(builder, { ...WORLD, origin: at }, [corners], [-z, z]);
      return;
    }
    case 'gear': {
      const { length, far } = frustumOf(form);
      const teeth = gearOutline(form.teeth, form.radius, form.turn ?? 0);
      extrude(builder, frameOfGear(form), [teeth], [0, length], far);
      return;
    }
    case 'rack': // of the plane alone
    case 'cog':
    case 'ring': // a plate, above
  }
}

/** What is open in the picture of a plate: pins of links, a mark of a disc, which shows how it turns, hubs of gears. */
function openingsOf(
  form: Form,
  [x, y]: Vector,
  boundaries: readonly Boundary[],
  held: readonly Position[],
  rod: number,
): Boundary[] {
  const pins = (places: readonly Position[]): Boundary[] => holesAt(places, boundaries, linkSizes(rod).hole);
  switch (form.shape) {
    case 'bar':
      return pins([form.from, form.to, ...held]);
    case 'rack':
      return pins(held);
    case 'polygon':
      return form.isPinned === true ? pins(form.points) : [];
    case 'disc':
      return [{ at: [x + MARK.at * form.radius, y], radius: MARK.radius * form.radius }];
    case 'gear':
      return [{ at: [x, y], radius: HUB * form.radius }];
    case 'cog':
      return [{ at: [x, y], radius: HUB * leastRadius(form) }];
    default:
      return [];
  }
}

/** A plate in space through points; where they are in no plane, bars from their mean. */
function addSpatialPlate(builder: MeshBuilder, points: readonly Vector[], { rod }: Sizes): void {
  const mean = points.reduce<Vector>((sum, point) => plus(sum, point, 1 / points.length), [0, 0, 0]);
  const normal = normalOf(points);
  const isFlat =
    lengthOf(normal) > FLAT * rod * Math.max(...points.map((point) => lengthOf(minus(point, mean)))) &&
    points.every((point) => Math.abs(dot(minus(point, mean), unit(normal))) < FLAT * rod);
  if (isFlat) {
    const frame = frameAlong(mean, normal);
    extrude(builder, frame, [polygonOf(widened(flatIn(frame, points), rod), false)], [-rod / 2, rod / 2]);
    for (const point of points) addBall(builder, point, 1.3 * rod);
  } else for (const point of points) if (lengthOf(minus(point, mean)) > 0) addCapsule(builder, mean, point, rod);
}
