/**
 * `holonomic/scene`: scenes as plain data, in Node and in browsers.
 * @module holonomic/scene
 */
export { FORMAT, sceneJSONSchema, type SceneDocument } from './document.js';
export { SCENE_LIMITS } from './limits.js';
export { checkScene, type CheckedScene } from './check-scene.js';
export { Expectations, type ExpectationResult } from './expectations.js';
export { loadScene, type LoadSceneOptions } from './load-scene.js';
export type { IntegratorOptions } from './methods.js';
export type { BuildOptions, LoadedScene, SceneWorld } from './read-scene.js';
export type { SceneParameter } from './parameters.js';
export { sceneReactions, type SceneReactionsOptions } from '../export/reactions.js';
export { sceneGIF, type SceneGIFOptions } from '../export/scene-gif.js';
export { sceneGLB, type SceneGLBOptions } from '../export/scene-glb.js';
export { sceneDXF, scenePartsSVG, sceneSTL, type PartFile } from '../export/scene-parts.js';
export type { ScenePartsOptions } from '../export/pieces.js';
export { sceneTable } from './table.js';
export { exportTypeScript, type ExportedFile } from './typescript.js';
export { simulateScene, type SimulatedScene, type SimulateOptions, type Trace } from '../simulate/simulate.js';
export type { TracedPoint } from '../simulate/scene.js';
export type { EnergyAccount, SimulationSummary } from '../simulate/summary.js';
