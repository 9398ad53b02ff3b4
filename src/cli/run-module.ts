import { readTextIfAny } from '../files/files.js';
import { ThreadEndError, UserThread } from '../modules/user-thread.js';
import { UserError } from './errors.js';
import type { SceneProduct, SceneProgress, SceneTask } from './run-scene.js';

const thread = new UserThread('cli/worker/scene-worker');

/**
 * Runs the scene that a module exports, in a thread: loading it takes limited time, and whatever it
 * does, this process goes on to report.
 */
export async function runModule(task: SceneTask, onProgress: (progress: SceneProgress) => void): Promise<SceneProduct> {
  if (readTextIfAny(task.path) === undefined)
    throw new UserError(
      `There is no scene "${task.shown}".`,
      'Name a TypeScript or JavaScript module, or a JSON file.',
    );
  try {
    return await thread.run<SceneProduct>(task, (progress) => {
      onProgress(progress as SceneProgress);
    });
  } catch (error) {
    if (!(error instanceof ThreadEndError)) throw error;
    throw new UserError(`${task.shown} cannot be run: ${error.message}`, error.hint, { cause: error });
  }
}
