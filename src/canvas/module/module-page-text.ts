import { SpecError } from '../../diagnostics/index.js';
import { pageAround } from '../../scene/page.js';
import { escaped } from '../../scene/precompile.js';
import type { SceneDocument } from '../../scene/document.js';
import { loadModule } from './load-module.js';
import type { ModuleScene } from './module-scene.js';
import { writeModuleScene } from './write-module-scene.js';

/** Longest run on trial, in steps. */
const TRIAL = 20_000;

/** The scripts of such pages: of the plane, of the plane with wires, and of space, where no wires are drawn. */
export type ModulePage = 'plane-module-scene' | 'wire-module-scene' | 'space-module-scene';

/**
 * Writes a scene as one HTML file without the runtime: it moves by a module of its own. `scriptOf` returns
 * the script that defines `holonomic` with the element. Undefined for a scene that needs the runtime: making the
 * module, and letting it run once, shows whether it does.
 */
export async function modulePage(
  document: SceneDocument,
  scriptOf: (page: ModulePage) => string,
): Promise<string | undefined> {
  try {
    const code = await writeModuleScene(document);
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- runs printed text, in which names and titles of a document stand escaped
    const scene = (new Function(`return ${code};`) as () => ModuleScene)();
    if (!runs(scene)) return undefined;
    const script = scriptOf(pageOf(scene));
    const shown = { title: document.title, document: escaped(JSON.stringify(document)) };
    return await pageAround(shown, `${script}\nholonomic.show(${code});`);
  } catch (error) {
    // Mistakes of the document itself are reported by who writes the page with the runtime.
    if (error instanceof SpecError) return undefined;
    throw error;
  }
}

function pageOf({ space, types }: ModuleScene): ModulePage {
  if (space === 3) return 'space-module-scene';
  return Object.keys(types).length > 0 ? 'wire-module-scene' : 'plane-module-scene';
}

/** Runs a scene once: whether no step of it fails. */
function runs(scene: ModuleScene): boolean {
  try {
    const { build, dt, until } = loadModule(scene);
    const { world } = build();
    for (let n = 0; n < TRIAL && world.time < until; n++) world.step(dt);
    return true;
  } catch {
    return false;
  }
}
