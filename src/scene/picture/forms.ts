import type { Form } from '../../painter/shape.js';
import { sidesCross } from '../collide/polygon.js';
import { quote, suggestion } from '../../diagnostics/index.js';
import type { FormEntry, Quantity, RigidEntry } from '../document.js';
import type { Path } from '../faults.js';
import type { Numbers, Values } from '../numbers.js';

/** What to write for forms that are drawn in the other space alone. */
const INSTEAD: Readonly<Record<2 | 3, Readonly<Record<string, string>>>> = {
  2: {
    box: 'write its corners, counter-clockwise, as in { "shape": "polygon", "points": [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]] }',
    cylinder: 'write { "shape": "bar", "from", "to", "width" }, with twice the radius as its width',
  },
  3: {
    ring: 'write { "shape": "gear", "teeth", "radius", "width" }',
    rack: 'write { "shape": "box", "size", "at" }',
  },
};

/** Reads a part of what a body looks like; `named` are the points of the body. Undefined if it has a mistake. */
export function formOf(
  entry: FormEntry,
  path: Path,
  named: NonNullable<RigidEntry['points']>,
  space: 2 | 3,
  values: Values,
  numbers: Numbers,
): Form | undefined {
  const { shape } = entry;
  const instead = INSTEAD[space][shape];
  if (instead !== undefined) {
    const where = space === 2 ? 'space' : 'the plane';
    numbers.faults.add([...path, 'shape'], `A ${shape} is drawn in ${where} alone.`, instead);
    return undefined;
  }
  const vector = (field: Path, list: readonly Quantity[]): number[] | undefined => {
    const own = [...path, ...field];
    if (list.length === space) return numbers.list(own, list, values);
    numbers.faults.add(own, `A position has ${space} numbers here, not ${list.length}.`);
    return undefined;
  };
  const place = (field: Path, at: string | readonly Quantity[]): number[] | undefined => {
    if (typeof at !== 'string') return vector(field, at);
    if (Object.hasOwn(named, at)) return vector(field, named[at]!);
    numbers.faults.add([...path, ...field], `The body has no point ${quote(at)}.`, suggestion(at, Object.keys(named)));
    return undefined;
  };
  const number = (field: string, quantity: Quantity): number | undefined =>
    numbers.number([...path, field], quantity, values);
  /** The form, if none of its values has a mistake; what was left out is left out. */
  const all = (form: Readonly<Record<string, unknown>>): Form | undefined =>
    Object.values(form).includes(undefined) ? undefined : ({ shape, ...form } as unknown as Form);
  /** What a gear has in space alone. */
  const depth = ({ axis, width, apex }: FormEntry & { readonly shape: 'gear' | 'ring' }): Record<string, unknown> => {
    const given = Object.entries({ axis, width, apex }).filter(([, quantity]) => quantity !== undefined);
    if (space === 2)
      for (const [field] of given) numbers.faults.add([...path, field], `A gear has ${field === 'width' ? 'a' : 'an'} ${field} in space alone.`); // prettier-ignore
    const read = given.map(([field, entry]) => [field, Array.isArray(entry) ? vector([field], entry) : number(field, entry!)] as const); // prettier-ignore
    for (const [field, value] of read)
      if (Array.isArray(value) && value.every((x) => x === 0))
        numbers.faults.add([...path, field], 'An axis of length zero has no direction.');
    return Object.fromEntries(read);
  };
  switch (entry.shape) {
    case 'bar':
      return all({
        from: place(['from'], entry.from),
        to: place(['to'], entry.to),
        ...(entry.width !== undefined && { width: number('width', entry.width) }),
      });
    case 'disc':
    case 'wheel':
      return all({
        radius: number('radius', entry.radius),
        ...(entry.at !== undefined && { at: place(['at'], entry.at) }),
        ...('spokes' in entry && entry.spokes !== undefined && { spokes: number('spokes', entry.spokes) }),
      });
    case 'polygon': {
      const points = entry.points.map((point, i) => place(['points', i], point));
      if (!points.every((point) => point !== undefined)) return undefined;
      // In space a plate is what is between its points, in any order.
      if (space === 3 || !sidesCross(points.map(([x, y]) => [x!, y!] as const))) return { shape: 'polygon', points };
      numbers.faults.add(
        [...path, 'points'],
        'The sides of this polygon cross each other.',
        'give its corners in order, or write two polygons',
      );
      return undefined;
    }
    case 'gear':
    case 'ring':
      return all({
        teeth: number('teeth', entry.teeth),
        radius: number('radius', entry.radius),
        ...(entry.at !== undefined && { at: place(['at'], entry.at) }),
        ...(entry.turn !== undefined && { turn: number('turn', entry.turn) }),
        ...depth(entry),
      });
    case 'rack':
      return all({
        teeth: number('teeth', entry.teeth),
        from: place(['from'], entry.from),
        to: place(['to'], entry.to),
      });
    case 'cylinder':
      return all({
        from: place(['from'], entry.from),
        to: place(['to'], entry.to),
        radius: number('radius', entry.radius),
      });
    case 'box':
      return all({
        size: vector(['size'], entry.size),
        ...(entry.at !== undefined && { at: place(['at'], entry.at) }),
      });
  }
}
