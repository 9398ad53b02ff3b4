/** A scene that loads, of which tests change parts. */
export const pendulum = {
  format: 'holonomic-scene/1',
  title: 'A pendulum',
  space: 2,
  params: { length: { value: 2, unit: 'm', min: 0.1, max: 5 }, half: 'length / 2' },
  bodies: {
    bob: { kind: 'particle', mass: 2, position: ['length', 0] },
    bar: { kind: 'rigid', mass: 1, inertia: 0.1, position: [0, 1], points: { tip: [0.5, 0] } },
  },
  constraints: {
    rod: { type: 'Distance', on: { a: { ground: [0, 0] }, b: 'bob' }, params: { length: 'length' } },
    pin: { type: 'Coincident', on: { a: 'bar.tip', b: { ground: [0.5, 1] } } },
  },
  forces: [{ type: 'gravity', g: [0, -10] }],
  settings: { dt: 0.01, until: 0.1 },
} as const;

/** The pendulum with other fields. */
export const changed = (fields: object): object => ({ ...pendulum, ...fields });
