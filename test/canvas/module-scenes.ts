import { scene } from '../mechanism/scenes.js';

const work = [{ type: 'drag', coefficient: 0.2 }] as const;

/** A bar on a rod in the plane, and a wheel that a torque turns; springs, drag, a trace seen from the bar. */
export const planar = scene({
  title: 'A bar',
  params: {
    length: { value: 0.6, min: 0.3, max: 1 },
    mass: { value: 1.2, min: 0.5, max: 3 },
    half: { value: 0.4, min: 0.2, max: 0.6 },
    stiffness: 40,
  },
  bodies: {
    bar: {
      kind: 'rigid',
      mass: 'mass',
      inertia: 'mass * half^2 / 3',
      position: ['length + half', 0],
      points: { near: ['-half', 0], far: ['half', 0], side: [0, 0.1] },
    },
    wheel: { kind: 'rigid', mass: 1, inertia: 0.02, position: [1, -1.2], angularVelocity: 2 },
    bob: { kind: 'particle', mass: 0.3, position: ['length + 2 * half', -0.5], velocity: [0.2, 0] },
    hook: { kind: 'handle', position: [0.2, 0.9] },
  },
  constraints: {
    rod: { type: 'Distance', on: { a: { ground: [0, 0] }, b: 'bar.near' }, params: { length: 'length' } },
    string: { type: 'Distance', on: { a: 'bar.far', b: 'bob' }, params: { length: 0.5 } },
  },
  forces: [
    { type: 'gravity', g: [0, -9.81] },
    { type: 'spring', a: 'hook', b: 'bar.side', stiffness: 'stiffness', restLength: 0.5, damping: 0.8 },
    { type: 'spring', a: 'wheel', b: { ground: [1, -1] }, stiffness: 60, restLength: 0.1 },
    { type: 'torque', on: 'wheel', torque: 0.05 },
    { type: 'torque', on: 'bar.angle', torque: 0.4 },
    ...work,
  ],
  traces: { bob: { point: 'bob', about: 'bar' }, far: { point: 'bar.far', fade: 1 } },
  view: { layers: [['wheel'], ['rod']], shapes: [{ shape: 'text', at: [0, 1], text: '</script>' }] },
});

/** A body on a rod in space, turned at the beginning, with a spring that damps. */
export const spatial = {
  ...scene({
    title: 'A top on a rod',
    params: { length: { value: 0.5, min: 0.3, max: 1 }, arm: { value: 0.3, min: 0.1, max: 0.5 } },
    bodies: {
      top: {
        kind: 'rigid',
        mass: 2,
        inertia: [0.05, 0.08, 0.04],
        position: [0.4, 0, 0],
        orientation: [0.9, 0.3, -0.1, 0.2],
        angularVelocity: [1, -2, 3],
        points: { tip: ['-arm', 0, 0], tail: ['arm', 0.1, 0] },
        draw: { shape: 'box', size: [0.6, 0.2, 0.3] },
      },
      bob: { kind: 'particle', mass: 'infinite', position: [1, 1, 1] },
    },
    constraints: {
      rod: { type: 'Distance', on: { a: { ground: [0, 0, 0.5] }, b: 'top.tip' }, params: { length: 'length' } },
    },
    forces: [
      { type: 'gravity', g: [0, 0, -9.81] },
      { type: 'torque', on: 'top.z', torque: 0.7 },
      { type: 'spring', a: 'bob', b: 'top.tail', stiffness: 15, restLength: 0.5, damping: 0.4 },
      ...work,
    ],
    traces: { tail: { point: 'top.tail' } },
  }),
  space: 3,
} as const;
