const points = { kind: 'point', count: 'any' };

/** A blob of twelve particles that keeps its area, and hangs between the ground and a handle. */
export const blob = {
  format: 'holonomic-scene/1',
  title: 'A blob',
  summary: 'A ring of particles keeps its area.',
  space: 2,
  params: { radius: { value: 0.5, unit: 'm', min: 0.1, max: 1 }, area: 'radius^2 * 2.9' },
  specs: {
    Blob: {
      summary: 'Keeps the area inside a ring of points.',
      space: 2,
      inputs: { p: points },
      params: { area: { unit: 'm^2' } },
      C: 'sum(i, cross(p[i], p[i+1])) / 2 == area',
    },
  },
  bodies: { hand: { kind: 'handle', position: ['radius', 0] } },
  repeat: [
    {
      over: { i: [1, 10] },
      bodies: {
        'P{i}': {
          kind: 'particle',
          mass: 0.1,
          position: ['radius * cos(i * pi / 6)', 'radius * sin(i * pi / 6)'],
        },
      },
      constraints: {
        'fan{i}': {
          type: 'Blob',
          on: {
            p: [
              'P{i}',
              { ground: [0, 0] },
              { ground: ['radius * cos((i - 1) * pi / 6)', 'radius * sin((i - 1) * pi / 6)'] },
            ],
          },
          params: { area: 'i * 0' },
          compliance: 10,
        },
      },
    },
  ],
  constraints: {
    blob: {
      type: 'Blob',
      on: {
        p: [
          'hand',
          'P1',
          'P2',
          'P3',
          'P4',
          'P5',
          { ground: ['-radius', 0] },
          'P7',
          'P8',
          'P9',
          'P10',
          { ground: ['radius * cos(11 * pi / 6)', 'radius * sin(11 * pi / 6)'] },
        ],
      },
      params: { area: 'area' },
      driver: 'p[0]',
    },
  },
  forces: [{ type: 'gravity', g: [0, -9.81] }],
  traces: { lowest: { point: 'P9' }, side: { point: 'P7' } },
  settings: { dt: 0.005, until: 0.1, integrator: 'rk4' },
  plots: [{ kind: 'time', of: ['blob.lambda', 'blob.force.p[1].x', "P3.y'", 'blob.C'] }],
  expect: {
    rows: 11,
    dof: 19,
    largestC: 1e-9,
    always: [
      { of: 'blob.force.p[1].x', value: 'l * dy / 2', where: { l: 'blob.lambda', dy: 'P2.y' }, tolerance: 1e-9 },
    ],
  },
} as const;

/** A tetrahedron of particles that keeps its volume: its faces are groups of indices. */
export const mesh = {
  format: 'holonomic-scene/1',
  title: 'A tetrahedron',
  space: 3,
  params: { volume: '1 / 6', last: 3 },
  specs: {
    Volume: {
      summary: 'Keeps the volume inside a closed mesh of triangles.',
      space: 3,
      inputs: { p: points },
      params: { faces: { kind: 'indices', of: 'p', arity: 3 }, volume: { unit: 'm^3' } },
      C: 'sum(f in faces, dot(p[f[0]], cross(p[f[1]], p[f[2]]))) / 6 == volume',
    },
  },
  bodies: {
    A: { kind: 'particle', mass: 1, position: [0, 0, 0], velocity: [0.3, 0, 0] },
    B: { kind: 'particle', mass: 2, position: [1, 0, 0], velocity: [0, 1, 0] },
    C: { kind: 'particle', mass: 1, position: [0, 1, 0] },
    D: { kind: 'rigid', mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0.5], points: { tip: [0, 0, 0.5] } },
  },
  constraints: {
    keep: {
      type: 'Volume',
      on: { p: ['A', 'B', 'C', 'D.tip'] },
      params: {
        volume: 'volume',
        faces: [
          [0, 2, 1],
          [0, 1, 'last'],
          [0, 'last', 2],
          [1, 2, 'last'],
        ],
      },
    },
  },
  traces: { D: { point: 'D.tip' }, A: { point: 'A' } },
  settings: { dt: 0.01, until: 0.1, integrator: 'rk4' },
} as const;
