/**
 * `holonomic/runtime`: the runtime, which is the package `@holonomic/runtime`.
 * @module
 */
export * from '../runtime/index.js';
