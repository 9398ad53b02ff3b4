import { Stage } from '../src/canvas/stage.js';
import { loadPrecompiled } from '../src/scene/load-precompiled.js';
import { drivenConnectors } from '../src/simulate/driver-power.js';
import { speedOf } from '../src/simulate/speed.js';
import { sceneNamed } from './scenes.js';

/** Lets a scene move in place of the picture of its card, until `ending`. */
export async function play(card: HTMLElement, name: string, ending: AbortSignal): Promise<void> {
  const scene = loadPrecompiled(await sceneNamed(name));
  if (ending.aborted) return;
  const canvas = document.createElement('canvas');
  canvas.tabIndex = -1; // The card is what is chosen.
  canvas.ariaHidden = 'true';
  card.prepend(canvas);
  const optionsOf = ({ picture, drivers, traces = [] }: ReturnType<typeof scene.build>) => ({
    ...picture,
    driven: drivenConnectors(drivers),
    dt: scene.dt,
    speed: speedOf(scene),
    traces,
    drag: false,
    onFrame: () => {
      if (stage.world.time < scene.until) return;
      const next = scene.build();
      stage.show(next.world, optionsOf(next));
    },
    // A card stands still where its scene can go no further.
    onError: () => undefined,
  });
  const built = scene.build();
  const stage = new Stage(canvas, built.world, optionsOf(built));
  stage.start();
  ending.addEventListener('abort', () => {
    stage.close();
    canvas.remove();
  });
}
