import { quote, suggestion } from '../../diagnostics/index.js';
import { EntryReader } from '../bodies.js';
import type { BodyEntry, Quantity, RigidEntry, ShapeEntry } from '../document.js';
import type { Path } from '../faults.js';
import { SCENE_LIMITS } from '../limits.js';
import type { Numbers } from '../numbers.js';
import { formOf } from '../picture/forms.js';
import { writtenOut, type Item, type Items } from '../repeat.js';
import { shapesOfForm, type PlainShape } from './drawn-shapes.js';

/** A shape of a document with its numbers evaluated: one that is drawn is the convex shapes of that. */
export interface SceneShape {
  readonly path: Path;
  /** The name of the body that carries it; the ground if left out. */
  readonly body?: string;
  /** The other options of the runtime's `collide`. */
  readonly options: PlainShape;
}

/** One call of the runtime's `collide`, with names in place of bodies. */
export interface SceneCollisions {
  readonly path: Path;
  readonly shapes: readonly SceneShape[];
  readonly exclude: readonly (readonly [string, string])[];
  /** `friction`, `restitution`, `joined` and `margin`, those that are given. */
  readonly laws: PlainShape;
}

/** Reads the shapes of a scene, and counts them. Mistakes are recorded. */
export function readCollisions(items: Items, space: 2 | 3, numbers: Numbers): readonly SceneCollisions[] {
  const { faults } = numbers;
  const bodies = new Map(items.bodies.map((item) => [item.name, item]));
  let vertices = 0;
  let shapes = 0;
  return items.collide.flatMap((item): SceneCollisions[] => {
    if (faults.isFull) return [];
    const { entry, path, values } = item;
    const read = new EntryReader(path, values, numbers);
    const { friction, restitution, margin, joined, exclude = [] } = entry;
    const found = entry.shapes.flatMap((shape, i): SceneShape[] => {
      const own = [...path, 'shapes', i];
      vertices += verticesOf(shape, bodies);
      if (vertices > SCENE_LIMITS.vertices) {
        faults.add(own, `The shapes of the scene have ${vertices} vertices; the limit is ${SCENE_LIMITS.vertices}.`);
        faults.check();
      }
      return faults.try(own, () => readShape({ ...item, entry: shape, path: own }, bodies, space, numbers)) ?? [];
    });
    shapes += found.length;
    if (shapes > SCENE_LIMITS.shapes) {
      faults.add([...path, 'shapes'], `The scene has ${shapes} shapes; the limit is ${SCENE_LIMITS.shapes}.`);
      faults.check();
    }
    const laws = read.all({
      ...(friction !== undefined && { friction: read.number('friction', friction) }),
      ...(restitution !== undefined && { restitution: read.number('restitution', restitution) }),
      ...(margin !== undefined && { margin: read.number('margin', margin) }),
      ...(joined !== undefined && { joined }),
    });
    const pairs = exclude.map((pair, i) =>
      pair.map((name, k) => faults.try([...path, 'exclude', i, k], () => writtenOut(name, values, numbers))),
    );
    if (laws === undefined || pairs.flat().includes(undefined)) return [];
    return [{ path, shapes: found, laws, exclude: pairs as unknown as SceneCollisions['exclude'] }];
  });
}

type Bodies = ReadonlyMap<string, Item<BodyEntry>>;

/** Reads one shape; several of one that is drawn. Undefined if it has a mistake. */
function readShape(
  { entry, path, values }: Item<ShapeEntry>,
  bodies: Bodies,
  space: 2 | 3,
  numbers: Numbers,
): SceneShape[] | undefined {
  const { faults } = numbers;
  const read = new EntryReader(path, values, numbers);
  const body = entry.body === undefined ? undefined : writtenOut(entry.body, values, numbers);
  const carrier = body === undefined ? undefined : bodies.get(body);
  if (body !== undefined && carrier === undefined) {
    faults.add([...path, 'body'], `There is no body ${quote(body)}.`, suggestion(body, bodies.keys()));
    return undefined;
  }
  if (carrier && carrier.entry.kind !== 'rigid' && carrier.entry.kind !== 'particle') {
    faults.add([...path, 'body'], `A rigid body or a particle carries a shape, and ${quote(carrier.name)} is neither.`);
    return undefined;
  }
  const { group } = entry;
  const surface = read.all({
    ...(entry.friction !== undefined && { friction: read.number('friction', entry.friction) }),
    ...(entry.restitution !== undefined && { restitution: read.number('restitution', entry.restitution) }),
    ...(entry.surfaceVelocity && { surfaceVelocity: read.list('surfaceVelocity', entry.surfaceVelocity) }),
    ...(group !== undefined && { group: faults.try([...path, 'group'], () => writtenOut(group, values, numbers)) }),
  });
  const place = read.all({ ...(entry.at && { at: read.list('at', entry.at) }) });
  const outlines =
    'drawn' in entry
      ? drawnOf(carrier!, entry.drawn, path, space, numbers)
      : wrapped(plainOf(entry, path, read, numbers));
  if (surface === undefined || place === undefined || outlines === undefined) return undefined;
  return outlines.map((outline) => ({
    path,
    ...(body !== undefined && { body }),
    options: { ...moved(outline, place.at), ...surface },
  }));
}

const wrapped = <T>(value: T | undefined): readonly T[] | undefined => (value === undefined ? undefined : [value]);

/** The shape at a place of the document, on top of its own. */
const moved = (outline: PlainShape, at: readonly number[] | undefined): PlainShape => {
  const own = outline['at'] as readonly number[] | undefined;
  if (at === undefined) return outline;
  return { ...outline, at: own === undefined ? at : own.map((x, k) => x + (at[k] ?? 0)) };
};

/** The kind, its size, and the turn of a shape that is written. */
function plainOf(
  entry: Exclude<ShapeEntry, { readonly drawn: unknown }>,
  path: Path,
  read: EntryReader,
  numbers: Numbers,
): PlainShape | undefined {
  const { angle, orientation } = entry;
  const size = (): PlainShape => {
    if ('disc' in entry) return { disc: read.number('disc', entry.disc) };
    if ('sphere' in entry) return { sphere: read.number('sphere', entry.sphere) };
    if ('capsule' in entry) return { capsule: read.list('capsule', entry.capsule) };
    if ('plane' in entry) return { plane: read.list('plane', entry.plane) };
    if ('cylinder' in entry) return { cylinder: read.list('cylinder', entry.cylinder) };
    if ('cone' in entry) return { cone: read.list('cone', entry.cone) };
    if ('ellipsoid' in entry) return { ellipsoid: read.list('ellipsoid', entry.ellipsoid) };
    if ('box' in entry) return { box: read.list('box', entry.box) };
    if ('polygon' in entry) return { polygon: read.matrix('polygon', entry.polygon) };
    if (entry.hull.length <= SCENE_LIMITS.hull) return { hull: read.matrix('hull', entry.hull) };
    const message = `This hull has ${entry.hull.length} points; the limit is ${SCENE_LIMITS.hull}.`;
    numbers.faults.add([...path, 'hull'], message);
    return { hull: undefined };
  };
  const rounding: Quantity | undefined = 'rounding' in entry ? entry.rounding : undefined;
  return read.all({
    ...size(),
    ...(angle !== undefined && { angle: read.number('angle', angle) }),
    ...(orientation !== undefined && { orientation: read.list('orientation', orientation) }),
    ...(rounding !== undefined && { rounding: read.number('rounding', rounding) }),
  });
}

/** The shapes of what is drawn of a body. */
function drawnOf(
  { name, entry, path: home, values }: Item<BodyEntry>,
  drawn: true | readonly number[],
  path: Path,
  space: 2 | 3,
  numbers: Numbers,
): readonly PlainShape[] | undefined {
  const { faults } = numbers;
  const { draw, points = {} } = entry as Partial<RigidEntry>;
  if (draw === undefined) {
    faults.add([...path, 'drawn'], `The body ${quote(name)} has no 'draw'.`, 'write a shape, such as { disc: radius }');
    return undefined;
  }
  const all = [draw].flat();
  const chosen = drawn === true ? [...all.keys()] : drawn;
  const forms = chosen.map((k, i) => {
    const own = Array.isArray(draw) ? [...home, 'draw', k] : [...home, 'draw'];
    const form = all[k];
    if (form === undefined) {
      faults.add(
        [...path, 'drawn', i],
        `The body ${quote(name)} has no form with the number ${k}.`,
        `it has ${all.length}, from 0 on`,
      );
      return undefined;
    }
    const read = formOf(form, own, points, space, values, numbers);
    if (read === undefined) return undefined;
    const shapes = shapesOfForm(read, space);
    if (!('reason' in shapes)) return shapes;
    faults.add(own, shapes.reason);
    return undefined;
  });
  return forms.every((shapes) => shapes !== undefined) ? forms.flat() : undefined;
}

/** Number of vertices that a shape takes at most. */
function verticesOf(shape: ShapeEntry, bodies: Bodies): number {
  if ('polygon' in shape) return shape.polygon.length;
  if ('hull' in shape) return shape.hull.length;
  if (!('drawn' in shape)) return 1;
  const { draw = [] } = (bodies.get(shape.body)?.entry ?? {}) as Partial<RigidEntry>;
  return [draw].flat().reduce((sum, form) => sum + (form.shape === 'polygon' ? form.points.length : 1), 0);
}
