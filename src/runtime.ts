/**
 * `holonomic/runtime`: the runtime, which is the package `@holonomic/runtime`.
 * @module holonomic/runtime
 */
export * from '../runtime/index.js';
