import type { Constraint, ConstraintType, ListType, PointConnector } from '../../runtime/index.js';

const known = new WeakMap<ConstraintType, readonly (readonly [number, number])[]>();

/**
 * The pairs of inputs, by their numbers, between which a formula measures a distance: `norm(x - y)`,
 * or the square `dot(x - y, x - y)`, with differences that are named under `where` written out.
 */
export function joinedInputs(type: ConstraintType): readonly (readonly [number, number])[] {
  let pairs = known.get(type);
  if (pairs === undefined) known.set(type, (pairs = pairsIn(type)));
  return pairs;
}

const MEASURED = [
  /\bnorm\(\s*\(*\s*([A-Za-z_]\w*)\s*-\s*([A-Za-z_]\w*)\s*\)*\s*\)/g,
  /\bdot\(\s*\(*\s*([A-Za-z_]\w*)\s*-\s*([A-Za-z_]\w*)\s*\)*\s*,\s*\(*\s*\1\s*-\s*\2\s*\)*\s*\)/g,
];

function pairsIn({ formula: { C, where }, inputs }: ConstraintType): (readonly [number, number])[] {
  const names = inputs.map(({ name }) => name);
  const differences = new Map(
    Object.entries(where).filter(([, text]) => /^\s*\(?\s*[A-Za-z_]\w*\s*-\s*[A-Za-z_]\w*\s*\)?\s*$/.test(text)),
  );
  const found = new Map<string, readonly [number, number]>();
  for (const text of [...C, ...Object.values(where)]) {
    const written = text.replace(/[A-Za-z_]\w*/g, (name) => differences.get(name)?.replace(/[()]/g, '') ?? name);
    for (const pattern of MEASURED)
      for (const [, a, b] of written.matchAll(pattern)) {
        const pair = [names.indexOf(a!), names.indexOf(b!)].sort((i, j) => i - j) as [number, number];
        if (pair[0] >= 0 && inputs[pair[0]]!.kind === 'point' && inputs[pair[1]]!.kind === 'point')
          found.set(pair.join(), pair);
      }
  }
  return [...found.values()];
}

/**
 * The lines through the lists of points of a constraint over lists: around a ring, along a list with
 * ends, none through a mesh, whose points have no order. Undefined for other constraints.
 */
export function joinedLists({
  constructor,
  inputs,
}: Constraint): readonly (readonly ArrayLike<number>[])[] | undefined {
  const { type } = constructor as { readonly type?: ConstraintType | ListType };
  if (type === undefined || !('indices' in type)) return undefined;
  return type.inputs.flatMap(({ name, kind, count, ring }) => {
    if (kind !== 'point' || count === undefined || type.indices.length > 0) return [];
    const list = (inputs as Readonly<Record<string, readonly PointConnector[]>>)[name]!;
    return [[...list, ...(ring === false ? [] : list.slice(0, 1))].map(({ position }) => position)];
  });
}
