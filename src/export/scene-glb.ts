import { checkOptions, FUNCTION, POSITIVE, type OptionRule } from '../diagnostics/arguments.js';
import { drivenConnectors } from '../simulate/driver-power.js';
import { checkIsScene, type BuiltScene, type Scene } from '../simulate/scene.js';
import { simulateScene, type SimulateOptions } from '../simulate/simulate.js';
import { speedOf } from '../simulate/speed.js';
import type { Breath } from './breath.js';
import { Recording } from './recording.js';

/** Options of {@link sceneGLB}. */
export interface SceneGLBOptions extends Pick<SimulateOptions, 'until' | 'dt' | 'onProgress'> {
  /**
   * Time of the world per time of the film, 1 if left out; a run of less than a quarter of a second is shown in
   * six seconds then.
   */
  readonly speed?: number;
}

const OPTIONS: Readonly<Record<keyof SceneGLBOptions, OptionRule>> = {
  until: POSITIVE,
  dt: POSITIVE,
  speed: POSITIVE,
  onProgress: FUNCTION,
};

/** Least time between two looks at a world, in the film, s. */
const EVERY = 1e-3;

/** A recording of a scene, to be fed by `simulateScene`. */
export class SceneFilm {
  readonly #scene: Pick<Scene, 'title' | 'until'>;
  readonly #speed: number;
  #recording: Recording | undefined;

  constructor(scene: Pick<Scene, 'title' | 'until'>, { until, speed }: Pick<SceneGLBOptions, 'until' | 'speed'>) {
    this.#scene = scene;
    const end = until ?? scene.until;
    this.#speed = speed ?? speedOf({ ...(end !== undefined && { until: end }) });
  }

  /** Looks at the scene as it is now. */
  note({ world, picture, drivers }: BuiltScene): void {
    this.#recording ??= new Recording(world, {
      ...(picture && { picture }),
      driven: drivenConnectors(drivers),
      speed: this.#speed,
      every: EVERY,
    });
    this.#recording.note();
  }

  file(breathe?: Breath): Promise<Uint8Array<ArrayBuffer>> {
    this.#recording!.note(true);
    return this.#recording!.glb(this.#scene.title, breathe);
  }
}

/**
 * Runs a scene, and returns it as a film in glTF's binary form, with the solids that `holonomic/three` shows. It
 * opens in Blender, in `<model-viewer>`, and in three.js. No place of a solid is off by more than 1e-4 of the
 * size of the world at any step, or at any millisecond where steps are shorter; ropes and wires that change their form
 * are 24 straight pieces.
 *
 * ```ts
 * writeFileSync('four-bar.glb', await sceneGLB(await loadScene(document)));
 * ```
 *
 * Throws a SpecError for faulty options, and what building the scene or a step of it throws.
 */
export async function sceneGLB(scene: Scene, options: SceneGLBOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  checkIsScene('sceneGLB', scene);
  checkOptions('sceneGLB', options, OPTIONS);
  const { until, dt, onProgress } = options;
  const film = new SceneFilm(scene, options);
  await simulateScene(scene, {
    ...(until !== undefined && { until }),
    ...(dt !== undefined && { dt }),
    ...(onProgress && { onProgress }),
    onState: (built) => {
      film.note(built);
    },
  });
  return film.file();
}
