import type { ConstraintSpec } from '../../../src/index.js';

const points = { kind: 'point', count: 'any' } as const;
const open = { ...points, ring: false } as const;
const common = { summary: 'For a test.', space: 2 } as const;

/** Constraints over lists: rings and chains, meshes, kinks, rates, sums within sums. */
export const LIST_SPECS = {
  Area: {
    ...common,
    inputs: { p: points },
    params: { area: { unit: 'm^2' } },
    C: 'sum(i, cross(p[i], p[i+1])) / 2 == area',
  },
  Rope: {
    ...common,
    space: [2, 3],
    inputs: { p: open },
    params: { length: { unit: 'm', min: 0 } },
    C: 'sum(i, norm(p[i+1] - p[i])) <= length',
  },
  Volume: {
    ...common,
    space: 3,
    inputs: { p: points },
    params: { faces: { kind: 'indices', of: 'p', arity: 3 }, volume: { unit: 'm^3' } },
    C: 'sum(f in faces, dot(p[f[0]], cross(p[f[1]], p[f[2]]))) / 6 == volume',
  },
  Centre: { ...common, inputs: { p: points, c: 'point' }, C: 'mean(p) == c' },
  Lowest: { ...common, inputs: { p: points }, C: 'min(i, p[i].y) >= 0' },
  Spread: {
    ...common,
    inputs: { p: points },
    params: { radius: 'scalar' },
    where: { centre: 'mean(p)', squares: 'mean(i, dot(p[i] - centre, p[i] - centre))' },
    C: 'squares == radius^2',
  },
  Spin: {
    ...common,
    inputs: { p: points },
    where: { c: 'mean(p)' },
    C: 'sum(i, cross(p[i] - c, ddt(p[i]) - ddt(c))) == 0',
  },
  Bend: {
    ...common,
    inputs: { p: open, theta: 'scalar' },
    params: { rest: 'scalar', axis: 'vector' },
    C: [
      'sum(i, rest * cross(p[i] - p[i-1], p[i+1] - p[i])) == theta',
      'dot(p[-1] - p[0], axis) + max(i, p[i].x) == theta * t',
    ],
  },
  Wheels: {
    ...common,
    inputs: { a: { kind: 'scalar', count: 'any' }, b: { kind: 'scalar', count: 'any' } },
    C: 'sum(k, sin(a[k]) * b[k+1]) / count(a) == 0',
  },
  Pairs: {
    ...common,
    space: [2, 3],
    inputs: { p: points, q: points, u: 'direction' },
    params: { m: { min: 0 } },
    C: 'sum(i, m * dot(p[i] - q[i], u))',
  },
  Ends: { ...common, inputs: { p: points }, C: 'p[0] == p[-2]' },
  Powers: {
    ...common,
    inputs: { p: points, s: { kind: 'scalar', count: 'any' } },
    params: { w: 'vector' },
    C: [
      'sum(i, sum(k, 1:3, k * p[i].x^k)) == sum(k, 1:2, w[k] * p[0].y^k)',
      'sum(i, mod(s[i], 2 * pi)) == mod (w.x, 2)',
    ],
  },
} as const satisfies Record<string, ConstraintSpec>;
