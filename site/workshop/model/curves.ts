import type { CurveEntry } from '../../../src/scene/document.js';
import { isCurveEntry } from '../../../src/scene/curves/read-curve.js';
import type { SceneDocument } from './document.js';

/** Where a part of a document is: the keys that lead to it. */
export type Address = readonly (string | number)[];

/** A curve or a path of a document. */
export interface CurvePlace {
  readonly address: Address;
  readonly entry: CurveEntry;
}

/** What a page shows of a curve or a path. */
export interface CurveFacts {
  readonly address: Address;
  /** The points that the document gives. */
  readonly points: readonly (readonly number[])[];
  /** Places on the curve, close to each other. */
  readonly line: readonly (readonly [number, number])[];
  /** Of a curve: true if its last point is the first one again, else the distance after which it repeats itself. */
  readonly periodic: boolean | number;
  /** True for a path, whose coordinates have one scale. */
  readonly isPath: boolean;
}

const hasPoints = (entry: CurveEntry): boolean => {
  const fields: object = 'path' in entry ? entry.path : entry.curve;
  return 'points' in fields || 'csv' in fields;
};

/** The curves and paths of a document, wherever they stand. */
export function curvesIn(document: SceneDocument): readonly CurvePlace[] {
  const found: CurvePlace[] = [];
  const look = (value: unknown, address: Address): void => {
    if (typeof value !== 'object' || value === null) return;
    // A parameter may be called `path` itself.
    if (isCurveEntry(value) && hasPoints(value)) found.push({ address, entry: value });
    else for (const [key, part] of Object.entries(value)) look(part, [...address, Array.isArray(value) ? +key : key]);
  };
  for (const part of ['bodies', 'constraints', 'energies', 'forces', 'repeat'] as const) look(document[part], [part]);
  return found;
}

/** What a curve is called: the thing that it belongs to, and its parameter. */
export const nameOfCurve = (address: Address): string => [address.at(-3), address.at(-1)].join('.');

/** The points of an entry as the document has them, numbers and formulas; none where a table gives them. */
export const pointsOf = (entry: CurveEntry): readonly (readonly (number | string)[])[] =>
  ('path' in entry ? entry.path.points : entry.curve.points) ?? [];

/** Fields of a curve that read its points from a text. */
const OF_TABLE: ReadonlySet<string> = new Set(['csv', 'x', 'y', 'xScale', 'yScale']);

const withPoints = (entry: CurveEntry, points: (number | string)[][]): CurveEntry =>
  'path' in entry
    ? { path: { ...entry.path, points } }
    : {
        curve: { ...Object.fromEntries(Object.entries(entry.curve).filter(([field]) => !OF_TABLE.has(field))), points },
      };

/** Decimals of a number that is typed by hand, for lengths of this size. */
const rounded = (value: number, size: number): number =>
  Number(value.toFixed(Math.min(12, Math.max(0, Math.ceil(3 - Math.log10(size))))));

/** Least distance of arguments, as a part of that of the points around. */
const APART = 0.02;

/**
 * Moves a point of a curve. A coordinate that is left out stays as the document has it, a formula too. The
 * arguments of a curve stay in their order, and where its last point is the first one again, so it remains. A
 * table of text becomes points.
 */
export function movePoint(
  document: SceneDocument,
  { address, points, periodic, isPath }: CurveFacts,
  index: number,
  to: readonly (number | undefined)[],
): SceneDocument {
  const last = points.length - 1;
  const isSeam = periodic === true && (index === 0 || index === last);
  const sizes = [0, 1].map((k) => spanOf(points.map((point) => point[k]!)));
  const target = [...to];
  if (!isPath && target[0] !== undefined) {
    const turn = typeof periodic === 'number' ? periodic : Infinity;
    const before = points[index - 1]?.[0] ?? points[last]![0]! - turn;
    const after = points[index + 1]?.[0] ?? points[0]![0]! + turn;
    const least = APART * Math.min(after - before, sizes[0]!);
    target[0] = isSeam ? undefined : Math.min(after - least, Math.max(before + least, target[0]));
  }
  const moved = (point: readonly (number | string)[]): (number | string)[] =>
    point.map((old, k) => {
      const value = target[k];
      return value === undefined ? old : rounded(value, sizes[k]!);
    });
  return changed(document, address, (value) => {
    if (!isCurveEntry(value)) return value;
    const given = pointsOf(value);
    const list = given.length > 0 ? given : points;
    return withPoints(
      value,
      list.map((point, k) => (k === index || (isSeam && (k === 0 || k === last)) ? moved(point) : [...point])),
    );
  });
}

export const spanOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values) || 1;

/** A copy in which the part at an address is another. */
function changed<T>(whole: T, [key, ...rest]: Address, change: (part: unknown) => unknown): T {
  if (key === undefined) return change(whole) as T;
  const part = (whole as Readonly<Record<string | number, unknown>>)[key];
  const next = changed(part, rest, change);
  if (Array.isArray(whole)) return whole.map((old: unknown, k) => (k === key ? next : old)) as T;
  return { ...whole, [key]: next };
}
