import { SpecError } from '../../diagnostics/index.js';
import { pageAround } from '../../scene/page.js';
import { escaped } from '../../scene/precompile.js';
import type { SceneDocument } from '../../scene/document.js';
import { loadModule } from './load-module.js';
import type { ModuleScene } from './module-scene.js';
import { writeModuleScene } from './write-module-scene.js';

/** Longest run on trial, in steps. */
const TRIAL = 20_000;

/**
 * Writes a scene as one HTML file without the runtime: it moves by a module of its own. `script` defines
 * `holonomic` with the element. Undefined for a scene that needs the runtime, which is told by making the module,
 * and by letting it run once.
 */
export async function modulePage(document: SceneDocument, script: () => string): Promise<string | undefined> {
  try {
    const code = await writeModuleScene(document);
    if (!runs(code)) return undefined;
    const scene = { title: document.title, document: escaped(JSON.stringify(document)) };
    return await pageAround(scene, `${script()}\nholonomic.show(${code});`);
  } catch (error) {
    // Mistakes of the document itself are reported by who writes the page with the runtime.
    if (error instanceof SpecError) return undefined;
    throw error;
  }
}

/** Runs a scene once: whether no step of it fails. */
function runs(code: string): boolean {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- runs printed text, in which names and titles of a document stand escaped
  const make = new Function(`return ${code};`) as () => ModuleScene;
  try {
    const { build, dt, until } = loadModule(make());
    const { world } = build();
    for (let n = 0; n < TRIAL && world.time < until; n++) world.step(dt);
    return true;
  } catch {
    return false;
  }
}
