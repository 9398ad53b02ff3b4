/**
 * `holonomic/library`: the emitted classes of the library, which are `@holonomic/runtime/library`.
 * @module holonomic/library
 */
export * from '../generated/index.js';
