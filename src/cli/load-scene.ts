import { isScene, type Scene } from '../simulate/scene.js';
import { thrownText } from '../diagnostics/index.js';
import { UserError } from './errors.js';
import { loadModule } from '../modules/load-module.js';

/** The scene that a module exports. `shown` is the path as the user wrote it. */
export async function loadScene(path: string, shown: string): Promise<Scene> {
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = await loadModule(path);
  } catch (error) {
    throw failedTo(shown, 'be loaded', error);
  }
  // A module may be a scene itself.
  const scene = exports['default'] ?? exports;
  if (isScene(scene)) return withExplainedErrors(scene, shown);
  throw new UserError(
    `${shown} exports no scene.`,
    'Write `export default { title: "…", build() { …; return { world }; } }`.',
  );
}

/**
 * Wraps a scene so that an error of its own code is reported as the scene's. Mistakes that the
 * runtime finds explain themselves.
 */
function withExplainedErrors(scene: Scene, shown: string): Scene {
  return {
    ...scene,
    async build() {
      try {
        return await scene.build();
      } catch (error) {
        if (error instanceof Error && error.name === 'HolonomicRuntimeError') throw error;
        throw failedTo(shown, 'be built', error);
      }
    },
  };
}

function failedTo(shown: string, what: string, error: unknown): UserError {
  const reason = thrownText(error);
  // Classes that are not there yet are the usual reason.
  const hint = /^Cannot find module '[^']*\bgenerated\b/.test(reason) ? 'Run "holonomic generate".' : undefined;
  return new UserError(`${shown} cannot ${what}: ${reason}`, hint, { cause: error });
}
