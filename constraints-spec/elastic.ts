import { defineEnergy } from 'holonomic';

const triangle = { a: 'point', b: 'point', c: 'point' } as const;
const tetrahedron = { ...triangle, d: 'point' } as const;
const poisson = { min: -0.9, max: 0.49, default: 0.3, doc: "Poisson's ratio." } as const;
const edge = (to: string): { kind: 'vector'; unit: string; doc: string } => ({
  kind: 'vector',
  unit: 'm',
  doc: `Vector from a to ${to} at rest.`,
});

export const AreaSpring = defineEnergy({
  summary: 'Holds the area of a triangle in the plane: bubbles, cells, soft bodies.',
  doc: 'The area is positive where a, b, c run counter-clockwise.',
  space: 2,
  inputs: triangle,
  params: {
    stiffness: { unit: 'N/m^3', min: 0, doc: 'Tension per area.' },
    area: { unit: 'm^2', doc: 'Area at which it is at rest.' },
  },
  V: 'stiffness / 2 * (cross(b - a, c - a) / 2 - area)^2',
});

export const SoapFilm = defineEnergy({
  summary: 'Pulls a triangle in space together by the tension of its surface: soap films, drops, minimal surfaces.',
  space: 3,
  inputs: triangle,
  params: { tension: { unit: 'N/m', min: 0, doc: 'Energy per area; a film with two sides has twice that of one.' } },
  V: 'tension / 2 * norm(cross(b - a, c - a))',
});

export const VolumeSpring = defineEnergy({
  summary: 'Holds the volume of a tetrahedron: jelly, muscles, soft bodies.',
  doc: 'The volume is positive where b, c, d run counter-clockwise, seen from a.',
  space: 3,
  inputs: tetrahedron,
  params: {
    stiffness: { unit: 'Pa/m^3', min: 0, doc: 'Pressure per volume.' },
    volume: { unit: 'm^3', doc: 'Volume at which it is at rest.' },
  },
  V: 'stiffness / 2 * (dot(b - a, cross(c - a, d - a)) / 6 - volume)^2',
});

export const Membrane = defineEnergy({
  summary: 'A triangle of cloth, foil or rubber that is stretched and sheared in its plane.',
  doc: 'The material of St. Venant and Kirchhoff in plane stress: linear in the strain (FᵀF − 1) / 2. It does not resist bending; DihedralBend does.',
  space: [2, 3],
  inputs: triangle,
  params: {
    stiffness: { unit: 'N/m', min: 0, doc: "Young's modulus times thickness." },
    poisson,
    ab: edge('b'),
    ac: edge('c'),
  },
  where: {
    G11: 'dot(ab, ab)',
    G12: 'dot(ab, ac)',
    G22: 'dot(ac, ac)',
    det: 'G11 * G22 - G12^2',
    u: 'b - a',
    w: 'c - a',
    g11: 'dot(u, u)',
    g12: 'dot(u, w)',
    g22: 'dot(w, w)',
    trace: '((G22 * g11 - 2 * G12 * g12 + G11 * g22) / det - 2) / 2',
    determinant: '((g11 * g22 - g12^2) / det - 1 - 2 * trace) / 4',
  },
  V: 'stiffness * sqrt(det) / (4 * (1 - poisson^2)) * (trace^2 - 2 * (1 - poisson) * determinant)',
  sample: { ab: [0.5, 1], ac: [-1, -0.5] },
});

export const ElasticSolid = defineEnergy({
  summary: 'A tetrahedron of rubber, flesh or jelly, which may be squeezed flat and turned inside out.',
  doc: 'Stable neo-Hookean material (Smith, de Goes and Kim, Stable Neo-Hookean Flesh Simulation, 2018, equation 13): of small strain it has the given modulus and ratio. ab, ac, ad run like b, c, d: counter-clockwise, seen from a.',
  space: 3,
  inputs: tetrahedron,
  params: {
    young: { unit: 'Pa', min: 0, doc: "Young's modulus." },
    poisson,
    ab: edge('b'),
    ac: edge('c'),
    ad: edge('d'),
  },
  where: {
    mu: 'young / (2 * (1 + poisson))',
    lam: 'mu / (1 - 2 * poisson)',
    n1: 'cross(ac, ad)',
    n2: 'cross(ad, ab)',
    n3: 'cross(ab, ac)',
    det: 'dot(ab, n1)',
    u: 'b - a',
    v: 'c - a',
    w: 'd - a',
    J: 'dot(u, cross(v, w)) / det',
    stretched: 'dot(n1, n1) * dot(u, u) + dot(n2, n2) * dot(v, v) + dot(n3, n3) * dot(w, w)',
    sheared: 'dot(n1, n2) * dot(u, v) + dot(n1, n3) * dot(u, w) + dot(n2, n3) * dot(v, w)',
    I: '(stretched + 2 * sheared) / det^2',
  },
  V: 'abs(det) / 6 * (mu / 2 * (I - 3) - mu * (J - 1) + lam / 2 * (J - 1)^2)',
});
