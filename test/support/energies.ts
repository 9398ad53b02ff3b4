import type { EnergySpec } from '../../src/spec/energy-spec.js';

const points = (...names: readonly string[]): Record<string, 'point'> =>
  Object.fromEntries(names.map((name) => [name, 'point']));
const numbers = (...names: readonly string[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, {}]));

/** Energies of engineering, each with what is particular to it. */
export const ENERGIES: Readonly<Record<string, EnergySpec>> = {
  Spring: {
    summary: 'A spring with a damper.',
    space: [2, 3],
    inputs: points('a', 'b'),
    params: { stiffness: { min: 0 }, length: { min: 0 }, friction: { min: 0 } },
    V: 'stiffness / 2 * (norm(a - b) - length)^2',
    damping: 'friction / 2 * ddt(norm(a - b))^2',
  },
  Bend: {
    summary: 'Bends a polyline.',
    space: [2, 3],
    inputs: points('a', 'b', 'c'),
    params: { stiffness: { min: 0 } },
    where: { u: 'normalize(b - a)', w: 'normalize(c - b)' },
    V: 'stiffness / 2 * norm(w - u)^2',
  },
  BendByDot: {
    summary: 'Bends a polyline, with one input by itself besides.',
    space: [2, 3],
    inputs: points('a', 'b', 'c'),
    params: { stiffness: { min: 0 } },
    where: { u: 'b - a', w: 'c - b' },
    V: 'stiffness * (1 - dot(u, w) / sqrt(dot(u, u) * dot(w, w))) + dot(b, b) * dot(u, b)',
  },
  Grid: {
    summary: 'Bends a grid; its Hessian depends on a parameter alone.',
    space: 3,
    inputs: points('a', 'b', 'c'),
    params: { stiffness: { min: 0 } },
    where: { d: 'a - 2 * b + c' },
    V: 'stiffness / 2 * dot(d, d)',
  },
  Fold: {
    summary: 'Bends two triangles at their common edge.',
    space: 3,
    inputs: points('a', 'b', 'c', 'd'),
    params: { stiffness: { min: 0 }, rest: {} },
    V: 'stiffness / 2 * (dihedral(a, b, c, d) - rest)^2',
  },
  Membrane: {
    summary: 'A triangle of St. Venant and Kirchhoff.',
    space: 3,
    inputs: points('a', 'b', 'c'),
    params: { area: { min: 0 }, lam: { min: 0 }, mu: { min: 0 }, ...numbers('m11', 'm12', 'm22') },
    where: {
      f: '(b - a) * m11',
      g: '(b - a) * m12 + (c - a) * m22',
      e11: '(dot(f, f) - 1) / 2',
      e22: '(dot(g, g) - 1) / 2',
      e12: 'dot(f, g) / 2',
      trace: 'e11 + e22',
    },
    V: 'area * (lam / 2 * trace^2 + mu * (e11^2 + e22^2 + 2 * e12^2))',
  },
  Solid: {
    summary: 'A tetrahedron of stable neo-Hookean matter, by its edges.',
    space: 3,
    inputs: points('a', 'b', 'c', 'd'),
    params: {
      volume: { min: 0 },
      lam: { min: 0.5 },
      mu: { min: 0 },
      ...numbers('det', 'g11', 'g12', 'g13', 'g22', 'g23', 'g33'),
    },
    where: {
      r: 'b - a',
      s: 'c - a',
      u: 'd - a',
      J: 'det * dot(r, cross(s, u))',
      I: 'g11 * dot(r, r) + g22 * dot(s, s) + g33 * dot(u, u) + 2 * (g12 * dot(r, s) + g13 * dot(r, u) + g23 * dot(s, u))',
    },
    V: 'volume * (mu / 2 * (I - 3) + lam / 2 * (J - 1 - mu / lam)^2)',
  },
  Magnets: {
    summary: 'Two magnetic dipoles.',
    space: 3,
    inputs: { a: 'point', b: 'point', m: 'direction', n: 'direction' },
    params: { strength: {} },
    where: { r: 'b - a', u: 'normalize(r)' },
    V: 'strength * (dot(m, n) - 3 * dot(m, u) * dot(n, u)) / norm(r)^3',
  },
  Worm: {
    summary: 'A pendulum with a spring that grows stiff, of two angles and time.',
    space: [2, 3],
    inputs: { theta: 'scalar', phi: 'scalar' },
    params: { k: { min: 0 }, c: { min: 0 } },
    V: 'k * (exp((theta - phi)^2) - 1) + k * cos(theta + t)',
    damping: 'c / 2 * (ddt(theta) - ddt(phi))^2 + c * ddt(theta)^4',
  },
};
