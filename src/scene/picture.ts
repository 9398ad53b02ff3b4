import type { Constraint, PointConnector } from '../../runtime/index.js';
import type { Look, Shape } from '../painter/shape.js';
import type { PictureOptions } from '../painter/sketch.js';
import { quote, suggestion } from '../diagnostics/index.js';
import type { Connectors } from './connectors.js';
import type { Quantity, RigidEntry, SceneDocument } from './document.js';
import type { Path } from './faults.js';
import type { Numbers, Values } from './numbers.js';
import type { Items } from './repeat.js';

type Drawing = NonNullable<RigidEntry['draw']>;
type View = NonNullable<SceneDocument['view']>;

/** Reads how a scene is drawn: its view, and how its bodies look. Mistakes are recorded. */
export function pictureOf(
  { view = {} }: SceneDocument,
  items: Items,
  connectors: Connectors,
  constraints: ReadonlyMap<string, Constraint>,
  values: Values,
  numbers: Numbers,
): PictureOptions {
  const looks = new Map<object, Look>();
  const points: PointConnector[] = [];
  const names = new Map<PointConnector, string>();
  for (const { name, entry, path, values: own } of items.bodies) {
    const found = connectors.bodies.get(name);
    if (found === undefined) continue;
    const centre = found.connectors.get('');
    if (centre?.kind === 'point') names.set(centre as PointConnector, name);
    if (entry.kind !== 'rigid' && entry.kind !== 'particle') continue;
    const { draw, points: named = {} } = entry as Partial<RigidEntry>;
    for (const point of Object.keys(named)) points.push(found.connectors.get(point) as PointConnector);
    if (draw === undefined) continue;
    const look = lookOf(draw, [...path, 'draw'], named, own, numbers);
    if (look !== undefined) looks.set(found.body, look);
  }
  const number = (field: keyof View, quantity: Quantity | undefined): number | undefined =>
    numbers.optional(['view', field], quantity, values);
  const list = (path: Path, quantities: readonly Quantity[] | undefined): number[] | undefined =>
    quantities && numbers.list(['view', ...path], quantities, values);
  const frame = list(['frame'], view.frame);
  if (frame && !(frame[0]! < frame[2]! && frame[1]! < frame[3]!))
    numbers.faults.add(['view', 'frame'], 'A frame is left, bottom, right, top, with left < right and bottom < top.');
  const from = list(['camera', 'from'], view.camera?.from);
  const to = list(['camera', 'to'], view.camera?.to);
  const rotating = number('rotating', view.rotating);
  const followed = followedBy(view.follow, connectors, values);
  const layers = view.layers && layersOf(view.layers, connectors, constraints, numbers);
  const show = new Set(view.show ?? []);
  return {
    looks,
    points: points.filter((point) => (point as PointConnector | undefined) !== undefined),
    shapes: (view.shapes ?? []).flatMap((shape, i) => shapeOf(shape, ['view', 'shapes', i], values, numbers)),
    forces: show.has('forces'),
    ...(frame && { frame: frame as [number, number, number, number] }),
    ...(from && { camera: { from, ...(to && { to }) } }),
    ...(rotating !== undefined && { rotating }),
    ...followed,
    ...(layers && { layers }),
    ...(show.has('names') && { names }),
  };
}

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

function lookOf(
  draw: Drawing,
  path: Path,
  named: NonNullable<RigidEntry['points']>,
  values: Values,
  numbers: Numbers,
): Look | undefined {
  switch (draw.shape) {
    case 'bar': {
      const end = (key: 'from' | 'to'): number[] | undefined => {
        const local = Object.hasOwn(named, draw[key]) ? named[draw[key]] : undefined;
        if (local === undefined)
          numbers.faults.add(
            [...path, key],
            `The body has no point "${draw[key]}".`,
            suggestion(draw[key], Object.keys(named)),
          );
        return local && numbers.list([...path, key], local, values);
      };
      const [from, to] = [end('from'), end('to')];
      const width = numbers.optional([...path, 'width'], draw.width, values);
      return from && to && { shape: 'bar', from, to, ...(width !== undefined && { width }) };
    }
    case 'disc':
    case 'wheel': {
      const radius = numbers.number([...path, 'radius'], draw.radius, values);
      return radius === undefined ? undefined : { shape: draw.shape, radius };
    }
    case 'polygon': {
      const points = draw.points.map((point, i) => numbers.list([...path, 'points', i], point, values));
      return points.every((point) => point !== undefined) ? { shape: 'polygon', points } : undefined;
    }
  }
}

function shapeOf(shape: NonNullable<View['shapes']>[number], path: Path, values: Values, numbers: Numbers): Shape[] {
  if (shape.shape === 'line') {
    const points = shape.points.map((point, i) => numbers.list([...path, 'points', i], point, values));
    return points.every((point) => point !== undefined) ? [{ kind: 'line', points }] : [];
  }
  const at = numbers.list([...path, 'at'], shape.at, values);
  if (at === undefined) return [];
  if (shape.shape === 'text') return [{ kind: 'text', at, text: shape.text }];
  const radius = numbers.number([...path, 'radius'], shape.radius, values);
  return radius === undefined ? [] : [{ kind: 'area', at, radius }];
}
