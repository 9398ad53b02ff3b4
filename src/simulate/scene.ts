import { checkArgument } from '../diagnostics/arguments.js';
import type { Constraint, PointConnector, World } from '../../runtime/index.js';
import type { Observer } from '../painter/traces.js';
import type { PictureOptions } from '../painter/sketch.js';

/** A scene to simulate: the default export of a module that `holonomic simulate` runs. */
export interface Scene {
  readonly title: string;
  /** Time of the world to run to, s. 10 if left out. */
  readonly until?: number;
  /** Time step, s. 1/240 if left out. */
  readonly dt?: number;
  /** Makes a world at its initial state. */
  build(): BuiltScene | Promise<BuiltScene>;
}

/** A world, and its points and constraints of interest. */
export interface BuiltScene {
  readonly world: World;
  /** Points whose paths are recorded. */
  readonly traces?: readonly TracedPoint[];
  /** Constraints that do work, since they prescribe a motion. Energy is not conserved by them. */
  readonly drivers?: readonly Driver[];
  /** How the world is drawn. */
  readonly picture?: PictureOptions;
}

export interface TracedPoint {
  readonly label: string;
  readonly point: PointConnector;
  /** Time, s, after which its path is no longer drawn; all of it if left out. */
  readonly fade?: number;
  /** The body from which the path is seen; the ground if left out. */
  readonly about?: Observer;
}

/** A constraint that prescribes a motion, and the input that it moves, or the handle by which it is moved. */
export interface Driver {
  readonly constraint: Constraint;
  readonly input: string;
}

export function isScene(value: unknown): value is Scene {
  return typeof value === 'object' && value !== null && 'build' in value && typeof value.build === 'function';
}

/** Throws a SpecError for an argument of a function that is no scene. */
export function checkIsScene(called: string, scene: unknown): void {
  checkArgument(called, 'scene', scene, { is: isScene, expected: 'an object with a function build' });
}
