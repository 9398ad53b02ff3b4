/** Two stacks of crates beside a hill, a bead that falls on them, and a wheel. */
export const heap = {
  format: 'holonomic-scene/1',
  title: 'A heap',
  space: 2,
  params: { side: { value: 0.4, unit: 'm' }, grip: 0.6 },
  bodies: {
    wheel: {
      kind: 'rigid',
      mass: 2,
      inertia: 0.04,
      position: [-1, 0.2],
      velocity: [3, 0],
      draw: { shape: 'wheel', radius: 0.2 },
    },
    bead: { kind: 'particle', mass: 0.3, position: [1.1, 1.5] },
    hook: {
      kind: 'rigid',
      mass: 1,
      inertia: 0.1,
      position: [0.1, 1.6],
      angularVelocity: 2,
      draw: { shape: 'polygon', points: [[-0.3, -0.2], [0.3, -0.2], [0.3, 0.2], [0.2, 0.2], [0.2, -0.1], [-0.3, -0.1]] }, // prettier-ignore
    },
  },
  repeat: [
    {
      over: { i: [1, 2], k: [1, 3] },
      bodies: {
        'crate{i}_{k}': { kind: 'rigid', mass: 1, inertia: 'side^2/6', position: ['i', 'side*(k - 0.5)'] },
      },
      collide: { shapes: [{ body: 'crate{i}_{k}', box: ['side', 'side'] }], friction: 'grip' },
    },
  ],
  forces: [{ type: 'gravity', g: [0, -9.81] }],
  collide: {
    shapes: [
      { polygon: [[-4, -1], [4, -1], [4, 0], [-4, 0]] }, // prettier-ignore
      { polygon: [[3, 0], [4, 0], [4, 1]], friction: 0.1, rounding: 0.01, surfaceVelocity: ['2 * 0.3', 0] }, // prettier-ignore
      { body: 'wheel', drawn: true },
      { body: 'hook', drawn: true, group: 'light' },
      { body: 'bead', disc: 'side / 8', restitution: 0.5, group: 'light' },
    ],
    exclude: [['wheel', 'hook']],
  },
  settings: { integrator: 'velocityStep', dt: 1 / 240, until: 2 },
  traces: { bead: { point: 'bead' }, wheel: { point: 'wheel' } },
} as const;

/** Balls and boxes in space, on what is drawn. */
export const tray = {
  format: 'holonomic-scene/1',
  title: 'A tray',
  space: 3,
  bodies: {
    tray: {
      kind: 'rigid',
      mass: 3,
      inertia: [0.2, 0.2, 0.4],
      position: [0, 0, 0.1],
      draw: [
        { shape: 'box', size: [1, 1, 0.1] },
        { shape: 'bar', from: [0.5, -0.5, 0.1], to: [0.5, 0.5, 0.1], width: 0.1 },
        { shape: 'bar', from: [-0.5, -0.5, 0.1], to: [-0.5, -0.5, 0.4], width: 0.08 },
      ],
    },
    ball: { kind: 'rigid', mass: 1, inertia: [0.004, 0.004, 0.004], position: [0, 0, 0.6], velocity: [2, 0, 0], draw: { shape: 'disc', radius: 0.1 } }, // prettier-ignore
    tent: { kind: 'rigid', mass: 1, inertia: [0.01, 0.01, 0.01], position: [0.2, 0.3, 0.8] },
  },
  forces: [{ type: 'gravity', g: [0, 0, -9.81] }],
  collide: {
    shapes: [
      { plane: [0, 0, 2] },
      { body: 'tray', drawn: true },
      { body: 'ball', drawn: true },
      { body: 'tent', hull: [[0, 0, 0], [0.2, 0, 0], [0, 0.2, 0], [0, 0, 0.2]], at: [-0.05, -0.05, -0.05], orientation: [0, 1, 0, 0] }, // prettier-ignore
    ],
    friction: 0.3,
    margin: 0.01,
  },
  settings: { integrator: 'velocityStep', dt: 1 / 240, until: 1 },
  traces: { ball: { point: 'ball' } },
} as const;
