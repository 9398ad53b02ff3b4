import type { Form } from '../../painter/shape.js';
import { sidesCross } from '../collide/polygon.js';
import { quote, suggestion } from '../../diagnostics/index.js';
import type { FormEntry, Quantity, RigidEntry } from '../document.js';
import type { Faults, Path } from '../faults.js';
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

/** How far from a whole number, relative to it, what counts something may be. */
const ROUNDED = 1e-9;

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
  const vector = (field: Path, list: readonly Quantity[]): number[] | undefined =>
    numbers.vector([...path, ...field], list, space, values);
  const place = (field: Path, at: string | readonly Quantity[]): number[] | undefined => {
    if (typeof at !== 'string') return vector(field, at);
    if (Object.hasOwn(named, at)) return vector(field, named[at]!);
    numbers.faults.add([...path, ...field], `The body has no point ${quote(at)}.`, suggestion(at, Object.keys(named)));
    return undefined;
  };
  const number = (field: string, quantity: Quantity): number | undefined =>
    numbers.number([...path, field], quantity, values);
  const positive = (field: string, quantity: Quantity): number | undefined =>
    checkPositive([...path, field], number(field, quantity), numbers.faults);
  /** How many there are of something. A formula may be whole but for rounding. */
  const count = (field: string, quantity: Quantity, least: number): number | undefined => {
    const value = number(field, quantity);
    if (value === undefined) return undefined;
    const whole = Math.round(value);
    if (Math.abs(value - whole) < ROUNDED * Math.max(1, whole) && whole >= least) return whole;
    numbers.faults.add([...path, field], `${field} must be a whole number from ${least} on, not ${value}.`);
    return undefined;
  };
  /** The form, if none of its values has a mistake; what was left out is left out. */
  const all = (form: Readonly<Record<string, unknown>>): Form | undefined =>
    Object.values(form).includes(undefined) ? undefined : ({ shape, ...form } as unknown as Form);
  /** What a gear has in space alone. */
  const depth = ({ axis, width, apex }: FormEntry & { readonly shape: 'gear' | 'ring' }): Record<string, unknown> => {
    const given = Object.entries({ axis, width, apex }).filter(([, quantity]) => quantity !== undefined);
    if (space === 2)
      for (const [field] of given) numbers.faults.add([...path, field], `A gear has ${field === 'width' ? 'a' : 'an'} ${field} in space alone.`); // prettier-ignore
    const read = given.map(([field, entry]) => [field, Array.isArray(entry) ? vector([field], entry) : positive(field, entry!)] as const); // prettier-ignore
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
        ...(entry.width !== undefined && { width: positive('width', entry.width) }),
      });
    case 'disc':
    case 'wheel':
      return all({
        radius: positive('radius', entry.radius),
        ...(entry.at !== undefined && { at: place(['at'], entry.at) }),
        ...('spokes' in entry && entry.spokes !== undefined && { spokes: count('spokes', entry.spokes, 0) }),
      });
    case 'polygon': {
      const points = entry.points.map((point, i) => place(['points', i], point));
      if (!points.every((point) => point !== undefined)) return undefined;
      if (points.length < 3) numbers.faults.add([...path, 'points'], 'A polygon has three corners at least.');
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
        teeth: count('teeth', entry.teeth, 3),
        radius: positive('radius', entry.radius),
        ...(entry.at !== undefined && { at: place(['at'], entry.at) }),
        ...(entry.turn !== undefined && { turn: number('turn', entry.turn) }),
        ...depth(entry),
      });
    case 'rack':
      return all({
        teeth: count('teeth', entry.teeth, 1),
        from: place(['from'], entry.from),
        to: place(['to'], entry.to),
      });
    case 'cylinder':
      return all({
        from: place(['from'], entry.from),
        to: place(['to'], entry.to),
        radius: positive('radius', entry.radius),
      });
    case 'box': {
      const size = vector(['size'], entry.size);
      const wrong = size?.find((side) => !(side > 0));
      if (wrong !== undefined)
        numbers.faults.add([...path, 'size'], `The sides of a box must be positive, not ${wrong}.`);
      return all({
        size,
        ...(entry.at !== undefined && { at: place(['at'], entry.at) }),
      });
    }
  }
}

/** Returns a length that is to be drawn; records one that is not positive. */
export function checkPositive(path: Path, value: number | undefined, faults: Faults): number | undefined {
  if (value === undefined || value > 0) return value;
  faults.add(path, `${String(path.at(-1))} must be positive, not ${value}.`);
  return undefined;
}
