/**
 * `holonomic/three`: worlds in three.js.
 * @module holonomic/three
 */
export { threeView, type ThreeBody, type ThreeView, type ThreeViewOptions } from './view.js';
export type { ThreeDebugOptions } from './debug-lines.js';
export type { Drag as ThreeDrag, ThreeDragOptions } from './drag.js';
export type { ThreePartsOptions } from './solid-view.js';
export type { ThreeTrailOptions } from './trail-line.js';
export { threeBackdrop, type ThreeBackdrop } from './backdrop.js';
