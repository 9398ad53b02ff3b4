import { serveTasks } from '../../modules/serve-tasks.js';
import { inFile } from '../display-diagnostics.js';
import { loadScene } from '../load-scene.js';
import { runScene, type SceneProduct, type SceneTask } from '../run-scene.js';

/** The task of a thread: runs the scene that a module exports. */
serveTasks<SceneTask>(async (task, { loading, progress }): Promise<SceneProduct> => {
  const scene = await loading(() => loadScene(task.path, task.shown));
  return inFile(task.path, () => runScene(scene, task, progress));
});
