import type { Constraint, PointConnector } from '../../../runtime/index.js';
import type { AngleLook } from '../../painter/angle.js';
import type { RopeLook } from '../../painter/rope.js';
import type { Form, Look, Shape } from '../../painter/shape.js';
import type { PictureOptions } from '../../painter/sketch.js';
import { isFrame } from '../../painter/picture-check.js';
import { quote, suggestion } from '../../diagnostics/index.js';
import type { Connectors } from '../connectors.js';
import type { ConnectorEntry, Quantity, RigidEntry, SceneDocument } from '../document.js';
import type { Path } from '../faults.js';
import { SCENE_LIMITS } from '../limits.js';
import { checkPositive, formOf } from './forms.js';
import type { Numbers, Values } from '../numbers.js';
import type { Items } from '../repeat.js';

type View = NonNullable<SceneDocument['view']>;

/** How a scene is drawn, and the names of all its points, to be shown when they are asked for. */
export interface ScenePicture extends PictureOptions {
  readonly labels: ReadonlyMap<PointConnector, string>;
}

/** Reads how a scene is drawn: its view, and how its bodies look. Mistakes are recorded. */
export function pictureOf(
  { view = {} }: SceneDocument,
  items: Items,
  connectors: Connectors,
  constraints: ReadonlyMap<string, Constraint>,
  values: Values,
  numbers: Numbers,
): ScenePicture {
  const { space } = connectors.world;
  const looks = new Map<object, Look>();
  const points: PointConnector[] = [];
  const names = new Map<PointConnector, string>();
  const labels = new Map<PointConnector, string>();
  let teeth = 0;
  for (const { name, entry, path, values: own } of items.bodies) {
    const found = connectors.bodies.get(name);
    if (found === undefined) continue;
    const centre = found.connectors.get('');
    if (centre?.kind === 'point') {
      names.set(centre as PointConnector, name);
      labels.set(centre as PointConnector, name);
    }
    if (entry.kind !== 'rigid' && entry.kind !== 'particle') continue;
    const { draw, points: named = {} } = entry as Partial<RigidEntry>;
    for (const point of Object.keys(named)) {
      const connector = found.connectors.get(point) as PointConnector | undefined;
      if (connector === undefined) continue;
      points.push(connector);
      labels.set(connector, point);
    }
    if (draw === undefined) continue;
    const look = Array.isArray(draw)
      ? draw.map((one, k) => formOf(one, [...path, 'draw', k], named, space, own, numbers))
      : [formOf(draw, [...path, 'draw'], named, space, own, numbers)];
    if (!look.every((form) => form !== undefined)) continue;
    looks.set(found.body, look);
    const before = teeth;
    teeth += look.reduce((sum, form) => sum + teethOf(form), 0);
    if (before <= SCENE_LIMITS.teeth && teeth > SCENE_LIMITS.teeth)
      numbers.faults.add(
        [...path, 'draw'],
        `The scene has ${teeth} teeth and spokes; the limit is ${SCENE_LIMITS.teeth}.`,
      );
  }
  const number = (field: keyof View, quantity: Quantity | undefined): number | undefined =>
    numbers.optional(['view', field], quantity, values);
  const frame = view.frame && numbers.list(['view', 'frame'], view.frame, values);
  if (frame && !isFrame(frame))
    numbers.faults.add(['view', 'frame'], 'A frame is left, bottom, right, top, with left < right and bottom < top.');
  const camera = (field: 'from' | 'to'): number[] | undefined => {
    const place = view.camera?.[field];
    return place && numbers.vector(['view', 'camera', field], place, 3, values);
  };
  const [from, to] = [camera('from'), camera('to')];
  if (from && to?.every((x, k) => x === from[k]))
    numbers.faults.add(['view', 'camera'], 'A camera looks at another place than its own.', 'write another "to"');
  const rotating = number('rotating', view.rotating);
  const followed = followedBy(view.follow, connectors, values);
  const layers = view.layers && layersOf(view.layers, connectors, constraints, numbers);
  const show = new Set(view.show ?? []);
  return {
    looks,
    points,
    shapes: (view.shapes ?? []).flatMap((shape, i) => shapesOf(shape, ['view', 'shapes', i], space, values, numbers)),
    fixed: (view.shapes ?? []).flatMap((shape, i) =>
      isSolid(shape) ? (formOf(shape, ['view', 'shapes', i], {}, space, values, numbers) ?? []) : [],
    ),
    ropes: (view.shapes ?? []).flatMap((shape, i) =>
      shape.shape === 'rope'
        ? (ropeOf(shape, ['view', 'shapes', i], connectors, constraints, values, numbers) ?? [])
        : [],
    ),
    angles: (view.shapes ?? []).flatMap((shape, i) =>
      shape.shape === 'angle' ? (angleOf(shape, ['view', 'shapes', i], connectors, values) ?? []) : [],
    ),
    labels,
    forces: show.has('forces'),
    ...(frame && { frame: frame as [number, number, number, number] }),
    ...(from && { camera: { from, ...(to && { to }) } }),
    ...(rotating !== undefined && { rotating }),
    ...followed,
    ...(layers && { layers }),
    ...(show.has('names') && { names }),
  };
}

/** The teeth or spokes of a form. */
const teethOf = (form: Form): number =>
  'teeth' in form ? form.teeth : form.shape === 'wheel' ? (form.spokes ?? 0) : 0;

/** The point that a picture follows: `body`, `body.point`; of `body.x`, its body along one axis. */
function followedBy(
  reference: string | undefined,
  connectors: Connectors,
  values: Values,
): Pick<PictureOptions, 'follow' | 'followAlong'> {
  if (reference === undefined) return {};
  const path = ['view', 'follow'];
  const [, body, along] = /^([^.]*)\.([xy])$/.exec(reference) ?? [];
  const isAxis = body !== undefined && connectors.bodies.get(body)?.connectors.get(along!)?.kind === 'scalar';
  const follow = connectors.point(path, isAxis ? body : reference, values);
  return { ...(follow && { follow }), ...(isAxis && { followAlong: along as 'x' | 'y' }) };
}

/** How far behind bodies and constraints are, up to 1. The last of the lists is just behind what none names. */
function layersOf(
  layers: NonNullable<View['layers']>,
  { bodies }: Connectors,
  constraints: ReadonlyMap<string, Constraint>,
  { faults }: Numbers,
): ReadonlyMap<object, number> {
  const far = new Map<object, number>();
  layers.forEach((names, i) => {
    for (const [k, name] of names.entries()) {
      const found = bodies.get(name)?.body ?? constraints.get(name);
      if (found !== undefined) far.set(found, (layers.length - i) / layers.length);
      else
        faults.add(
          ['view', 'layers', i, k],
          `There is no body and no constraint ${quote(name)}.`,
          suggestion(name, [...bodies.keys(), ...constraints.keys()]),
        );
    }
  });
  return far;
}

/** What a scene adds to its picture. */
function shapesOf(
  shape: NonNullable<View['shapes']>[number],
  path: Path,
  space: 2 | 3,
  values: Values,
  numbers: Numbers,
): Shape[] {
  switch (shape.shape) {
    case 'line':
    case 'dashes':
    case 'ground': {
      const points = shape.points.map((point, i) => numbers.vector([...path, 'points', i], point, space, values));
      if (!points.every((point) => point !== undefined)) return [];
      if (shape.shape === 'ground') return [{ kind: 'hatching', points }];
      return [{ kind: 'line', points, ...(shape.shape === 'dashes' && { isDashed: true }) }];
    }
    case 'text': {
      const at = numbers.vector([...path, 'at'], shape.at, space, values);
      return at ? [{ kind: 'text', at, text: shape.text }] : [];
    }
    case 'disc': {
      const at = numbers.vector([...path, 'at'], shape.at, space, values);
      const radiusPath = [...path, 'radius'];
      const radius = checkPositive(radiusPath, numbers.number(radiusPath, shape.radius, values), numbers.faults);
      return at && radius !== undefined ? [{ kind: 'area', at, radius }] : [];
    }
    case 'rope':
    case 'angle':
      return [];
    default:
      return [];
  }
}

const isSolid = (shape: NonNullable<View['shapes']>[number]): shape is Of<'polygon' | 'cylinder' | 'box'> =>
  ['polygon', 'cylinder', 'box'].includes(shape.shape);

type Of<Kind extends string> = Extract<NonNullable<View['shapes']>[number], { readonly shape: Kind }>;

function angleOf(
  { at, from, to, name = '' }: Of<'angle'>,
  path: Path,
  connectors: Connectors,
  values: Values,
): AngleLook | undefined {
  const point = (key: string, entry: ConnectorEntry): PointConnector | undefined =>
    connectors.point([...path, key], entry, values);
  const [vertex, first, second] = [point('at', at), point('from', from), point('to', to)];
  return vertex && first && second && { at: vertex, from: first, to: second, name };
}

function ropeOf(
  { over, of }: Of<'rope'>,
  path: Path,
  connectors: Connectors,
  constraints: ReadonlyMap<string, Constraint>,
  values: Values,
  numbers: Numbers,
): RopeLook | undefined {
  const { faults } = numbers;
  if (connectors.world.space === 3) faults.add(path, 'Ropes over sheaves are drawn in the plane alone.');
  if (over.length < 2) faults.add([...path, 'over'], 'A rope leads over two points at least, its ends.');
  const constraint = of === undefined ? undefined : constraints.get(of);
  if (of !== undefined && constraint === undefined)
    faults.add([...path, 'of'], `There is no constraint ${quote(of)}.`, suggestion(of, constraints.keys()));
  const supports = over.map(({ at, offset = [0, 0], radius = 0, turn }, k) => {
    const own = [...path, 'over', k];
    const point = connectors.point([...own, 'at'], at, values);
    const beside = numbers.vector([...own, 'offset'], offset, 2, values);
    const r = numbers.number([...own, 'radius'], radius, values);
    if (r !== undefined && r < 0) faults.add([...own, 'radius'], `A sheave has no radius of ${r}.`);
    if (r !== undefined && r !== 0 && turn === undefined)
      faults.add(own, 'A sheave has a "turn": the rope turns left or right on it.');
    if (point === undefined || beside === undefined || r === undefined) return undefined;
    return { point, offset: beside, radius: r, isLeft: turn === 'left' };
  });
  if (!supports.every((support) => support !== undefined)) return undefined;
  return { over: supports, ...(constraint && { of: constraint }) };
}
