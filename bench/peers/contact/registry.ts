import type { ContactPeer } from './scene.js';

/**
 * The contestants, in the order of the table: engines of the plane, then of space. Engines that
 * iterate appear twice: as their documentation suggests, and with more work per step.
 */
export const CONTACT_PEERS: Readonly<Record<string, () => Promise<ContactPeer>>> = {
  'holonomic, plane': async () => (await import('./ours.js')).ours(2, 1),
  'holonomic, plane, more': async () => (await import('./ours.js')).ours(2, 4),
  planck: async () => (await import('./planck.js')).planck(8, 3),
  'planck, more': async () => (await import('./planck.js')).planck(50, 50),
  'matter-js': async () => (await import('./matter.js')).matter(6, 4),
  'p2-es': async () => (await import('./p2.js')).p2(10),
  'p2-es, more': async () => (await import('./p2.js')).p2(50),
  rapier2d: async () => (await import('./rapier2d.js')).rapier2d(4),
  'rapier2d, more': async () => (await import('./rapier2d.js')).rapier2d(16),
  'box2d3-wasm': async () => (await import('./box2d3.js')).box2d3(4),
  'box2d3-wasm, more': async () => (await import('./box2d3.js')).box2d3(16),
  'holonomic, space': async () => (await import('./ours.js')).ours(3, 1),
  'holonomic, space, more': async () => (await import('./ours.js')).ours(3, 4),
  'cannon-es': async () => (await import('./cannon.js')).cannon(10),
  'cannon-es, more': async () => (await import('./cannon.js')).cannon(50),
  rapier3d: async () => (await import('./rapier3d.js')).rapier3d(4),
  'rapier3d, more': async () => (await import('./rapier3d.js')).rapier3d(16),
  MuJoCo: async () => (await import('./mujoco.js')).mujoco(false),
  'MuJoCo, more': async () => (await import('./mujoco.js')).mujoco(true),
};
