import type { ConstraintType } from '../../runtime/index.js';

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
