import type { Peer } from './scene.js';

/**
 * The contestants, in the order of the table. Each is loaded only in the processes that run it.
 * Engines that iterate appear twice: near what their documentation suggests, and with more work per
 * step.
 */
export const PEERS: Readonly<Record<string, () => Promise<Peer>>> = {
  holonomic: async () => (await import('./ours.js')).ours(),
  planck: async () => (await import('./planck.js')).planck(8, 3, 0.005),
  'planck, more': async () => (await import('./planck.js')).planck(50, 50, 1e-6),
  'matter-js': async () => (await import('./matter.js')).matter(2),
  'matter-js, more': async () => (await import('./matter.js')).matter(20),
  'p2-es': async () => (await import('./p2.js')).p2(50),
  'p2-es, more': async () => (await import('./p2.js')).p2(200),
  'cannon-es': async () => (await import('./cannon.js')).cannon(50),
  'cannon-es, more': async () => (await import('./cannon.js')).cannon(200),
  rapier2d: async () => (await import('./rapier.js')).rapier(4),
  'rapier2d, more': async () => (await import('./rapier.js')).rapier(16),
  'box2d3-wasm': async () => (await import('./box2d3.js')).box2d3(4),
  'box2d3-wasm, more': async () => (await import('./box2d3.js')).box2d3(64),
  MuJoCo: async () => (await import('./mujoco.js')).mujoco(),
};
