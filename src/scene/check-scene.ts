import { simulateScene, type SimulatedScene, type SimulateOptions } from '../simulate/simulate.js';
import type { Expectations, ExpectationResult } from './expectations.js';
import { checkLoaded, type LoadedScene, type SceneWorld } from './read-scene.js';

/** A scene that has been run, compared with what its document expects. */
export interface CheckedScene extends SimulatedScene {
  readonly built: SceneWorld;
  readonly expectations: readonly ExpectationResult[];
  /** True if all expectations are met. */
  readonly pass: boolean;
}

/** Runs a scene, and compares it with what its document expects. Throws what a step of it throws. */
export async function checkScene(scene: LoadedScene, options: SimulateOptions = {}): Promise<CheckedScene> {
  checkLoaded('checkScene', scene, options);
  const until = options.until ?? scene.until;
  const dt = until / Math.max(1, Math.round(until / (options.dt ?? scene.dt)));
  let watched: { readonly built: SceneWorld; readonly expectations: Expectations } | undefined;
  const run = await simulateScene(scene, {
    ...options,
    onState: (state) => {
      const built = state as SceneWorld;
      watched ??= { built, expectations: built.expectations(dt) };
      watched.expectations.observe();
      return options.onState?.(state);
    },
  });
  const { built, expectations } = watched!;
  const results = expectations.results(run.summary);
  return { ...run, built, expectations: results, pass: results.every(({ pass }) => pass) };
}
