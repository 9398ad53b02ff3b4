import type { SceneDocument } from '../../src/scene/document.js';

/** A document in the plane with these parts, stepped by RK4. */
export const scene = (rest: object): SceneDocument => ({
  format: 'holonomic-scene/1',
  title: 'A test',
  space: 2,
  settings: { dt: 0.0025 },
  ...rest,
});

/** A pendulum whose numbers are parameters. */
export const pendulum = scene({
  title: 'Pendulum',
  params: { length: { value: 1, unit: 'm', min: 0.1, max: 2 }, mass: 1, g: 9.81 },
  bodies: { bob: { kind: 'particle', mass: 'mass', position: ['length', 0] } },
  constraints: { rod: { type: 'Distance', on: { a: { ground: [0, 0] }, b: 'bob' }, params: { length: 'length' } } },
  forces: [{ type: 'gravity', g: [0, '-g'] }],
});

/** Two rods, one at the end of the other. */
export const double = scene({
  bodies: {
    p: { kind: 'particle', mass: 1, position: [1, 0] },
    q: { kind: 'particle', mass: 0.7, position: [2, 0] },
  },
  constraints: {
    first: { type: 'Distance', on: { a: { ground: [0, 0] }, b: 'p' }, params: { length: 1 } },
    second: { type: 'Distance', on: { a: 'p', b: 'q' }, params: { length: 1 } },
  },
  forces: [{ type: 'gravity', g: [0, -9.81] }],
});

/**
 * Names that are words of C and JavaScript, functions and macros of C's headers, and some that differ in
 * signs alone; a handle, a parameter that is a formula of another, and two connectors on the ground.
 */
export const named = (): SceneDocument =>
  scene({
    title: 'Names',
    summary: 'Ends with a backslash, and */ does not end /* the comment: ??/ \\',
    params: {
      y0: { value: 1, min: 0.5, max: 2, doc: 'a length \\' },
      double: 'y0 / 2',
      INFINITY: 9.81,
      errno: 1,
      j0: { value: 0.7, unit: 'kg' },
      EOF: 0,
    },
    bodies: {
      main: { kind: 'handle', position: ['y0 - 1', 'EOF'] },
      int: { kind: 'particle', mass: 'errno', position: ['y0', 'EOF'] },
      'isnan-y1': { kind: 'particle', mass: 'j0', position: ['y0 + double', 0] },
    },
    constraints: {
      'a-b': { type: 'Distance', on: { a: 'main', b: 'int' }, params: { length: 'y0' } },
      a_b: { type: 'Distance', on: { a: 'int', b: 'isnan-y1' }, params: { length: 'double' } },
    },
    forces: [{ type: 'gravity', g: ['EOF', '-INFINITY'] }],
  });
