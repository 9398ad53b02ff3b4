import type { Diagnostic } from '../diagnostics/index.js';
import type { Scene } from '../simulate/scene.js';
import { simulateScene } from '../simulate/simulate.js';
import type { SimulationSummary } from '../simulate/summary.js';

/** What to run of a scene, and what to make of it. */
export interface SceneTask {
  /** The scene's file, and the path as the user wrote it. */
  readonly path: string;
  readonly shown: string;
  readonly until?: number;
  readonly dt?: number;
  /** True for a table with a row per step; a number for a row each so many seconds. */
  readonly record?: boolean | number;
  /** True to draw a picture. */
  readonly draws: boolean;
  /** True for a film in glTF's binary form, and for one in GIF. */
  readonly films?: boolean;
  readonly strips?: boolean;
  /** The time between two rows of a table of reactions, s, 0 for a row per step; none if left out. */
  readonly reactions?: number;
}

/** The result of a scene, as plain data and text. */
export interface SceneProduct {
  readonly summary: SimulationSummary;
  readonly svg?: string;
  readonly csv?: string;
  readonly glb?: Uint8Array;
  readonly gif?: Uint8Array;
  readonly reactions?: string;
}

/** The progress of a run: the time reached and the time to reach, s. */
export type SceneProgress = readonly [time: number, until: number];

/** Runs a scene, and returns all that is to be known of it. */
export async function runScene(
  scene: Scene,
  { until, dt, record, draws, films = false, strips = false, reactions }: SceneTask,
  onProgress: (progress: SceneProgress) => void,
): Promise<SceneProduct> {
  const { SceneFilm } = films ? await import('../export/scene-glb.js') : {};
  const { SceneStrip } = strips ? await import('../export/scene-gif.js') : {};
  const { ReactionTable } = reactions === undefined ? {} : await import('../export/reactions.js');
  const { sharedReactions } = reactions === undefined ? {} : await import('../simulate/shared-reactions.js');
  const shared = (await sharedReactions?.(scene)) ?? [];
  const table = ReactionTable && new ReactionTable(reactions);
  const times = { ...(until !== undefined && { until }) };
  const film = SceneFilm && new SceneFilm(scene, times);
  const strip = SceneStrip && new SceneStrip(scene, times);
  const run = await simulateScene(scene, {
    ...(until !== undefined && { until }),
    ...(dt !== undefined && { dt }),
    ...(record !== undefined && { record }),
    onProgress: (time, end) => {
      onProgress([time, end]);
    },
    onState: (built) => {
      film?.note(built);
      strip?.note(built);
      table?.note(built);
    },
  });
  const empty = table?.isEmpty ? [NO_REACTIONS] : [];
  return {
    summary: { ...run.summary, warnings: [...run.summary.warnings, ...shared.map(asLine), ...empty] },
    ...(draws && { svg: (await import('../simulate/picture.js')).drawScene(run) }),
    ...(run.record && { csv: run.record.toCSV() }),
    ...(film && { glb: await film.file() }),
    ...(strip && { gif: await strip.file() }),
    ...(table && { reactions: table.csv() }),
  };
}

const NO_REACTIONS =
  'The table of reactions has times alone: no constraint holds a rigid body, and no rod two points that none carries.';

const asLine = ({ message, hint }: Diagnostic): string => (hint === undefined ? message : `${message} Hint: ${hint}.`);
