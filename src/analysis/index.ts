/**
 * `holonomic/analysis`: equilibria, modes and stiffness of worlds.
 * @module holonomic/analysis
 */
export * from '../../runtime/analysis/index.js';
