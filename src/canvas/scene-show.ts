/// <reference lib="dom" preserve="true" />
import type { LoadedScene, SceneWorld } from '../scene/read-scene.js';
import { drivenConnectors } from '../simulate/driver-power.js';
import { EnergyBalance } from '../simulate/energy-balance.js';
import { hasWebGL, type BackdropMaker } from './backdrop.js';
import { Elsewhere, type TwinLine } from './elsewhere.js';
import type { Opening } from './opening.js';
import type { SceneControls } from './scene-controls.js';
import { snapshotAt, type SceneState } from './scene-state.js';
import { speedOf } from '../simulate/speed.js';
import { FADE, Stage, type StageOptions } from './stage.js';
import { Stepper } from './stepper.js';
import { isUnmet, newestWarning } from './warning.js';

/** A twin of a scene's world that is stepped elsewhere. */
export interface TwinHost {
  readonly send: TwinLine;
  readonly close: () => void;
}

/** What is chosen about a show, whatever it shows. */
export interface ShowSettings {
  /** How fast it runs, as a multiple of what it does by itself. */
  factor: number;
  isLooping: boolean;
  /** True to write the names of all points. */
  isNamed: boolean;
  /** True to begin at rest. */
  isStill: boolean;
  /** True to show it in three dimensions; if left out, what is in space. */
  isSolid: boolean | undefined;
}

/** What a show is part of. */
export interface ShowHost {
  readonly controls: SceneControls;
  readonly settings: ShowSettings;
  /** Finds what shows it in three dimensions. */
  readonly backdrop?: (() => Promise<BackdropMaker>) | undefined;
  /** Called after each frame, and when another state is shown. */
  readonly onFrame: () => void;
  readonly onError: (error: unknown) => void;
}

interface Shown {
  readonly scene: LoadedScene;
  readonly built: SceneWorld;
  readonly balance: EnergyBalance;
}

/** Time by which a world goes ahead of an opening, s: at first, and twice that after each time that it was too short. */
const LEAD = 1 / 30;
/** Time within which a state that was computed before is waited for, s. */
const SOON = 0.3;
/** Time that a page steps at once to get there, ms: the rest of a frame draws the opening. */
const PATIENCE = 12;

/** A scene that moves by the runtime. */
export class SceneShow {
  readonly #host: ShowHost;
  #shown: Shown | undefined;
  #stage: Stage | undefined;
  #twin: TwinHost | undefined;
  /** Codes of the warnings that were shown. */
  readonly #warned = new Set<string>();
  /** True where three dimensions cannot be shown. */
  #isUnable = false;
  #isClosed = false;

  constructor(host: ShowHost) {
    this.#host = host;
  }

  get stage(): Stage | undefined {
    return this.#stage;
  }

  get built(): SceneWorld | undefined {
    return this.#shown?.built;
  }

  get scene(): LoadedScene | undefined {
    return this.#shown?.scene;
  }

  /** Shows a scene at its initial state; `twin` steps it once it is there. */
  show(scene: LoadedScene, built: SceneWorld = scene.build()): void {
    this.useTwin(undefined);
    this.#put({ scene, built, balance: new EnergyBalance(built.world, built.drivers) });
  }

  /**
   * Goes on with a scene where its opening is, without a jump: at one of the `states` of the same run that comes soon,
   * or where the world is stepped to on the page. Returns false if it need not any more: `isOver` says so.
   */
  async takeOver(
    scene: LoadedScene,
    opening: Opening,
    isOver: () => boolean,
    states: readonly SceneState[] = [],
  ): Promise<boolean> {
    const built = scene.build();
    const { world } = built;
    const balance = new EnergyBalance(world, built.drivers);
    const stepper = new Stepper(world, { dt: scene.dt, onStep: () => { balance.note(); } }); // prettier-ignore
    const start = world.snapshot();
    const go = (state: SceneState | undefined): void => {
      world.restore(state ? snapshotAt(start, state) : start);
      balance.restart(state?.change);
    };
    const reach = async (time: number): Promise<number> => {
      const latest = states.findLast((state) => state.time <= time);
      // The opening may have begun again.
      if (world.time > time || (latest && world.time < latest.time)) go(latest);
      for (; world.time < time - scene.dt / 2 && !isOver(); await nextFrame()) stepper.reach(time, PATIENCE);
      return world.time;
    };
    const [from, to] = [opening.timeIn(LEAD), opening.timeIn(SOON)];
    const next = states.find(({ time }) => time >= from && time <= to);
    go(next);
    let isThere = next !== undefined && (await opening.at(next.time));
    if (isOver()) return false;
    if (!isThere) await reach(opening.time);
    for (let lead = LEAD; !isThere; lead *= 2) {
      const reached = await reach(opening.timeIn(lead));
      if (isOver()) return false;
      isThere = await opening.at(reached);
      if (isOver()) return false;
    }
    const { isRunning } = opening;
    // What a picture shows at first depends on the initial state.
    const now = world.snapshot();
    world.restore(start);
    this.#put({ scene, built, balance }, opening);
    world.restore(now);
    const stage = this.#stage!; // it was put there
    stage.draw();
    stage.obey(opening);
    if (isRunning) stage.start();
    this.report();
    return true;
  }

  /** Lets a twin of what is shown step elsewhere, or nobody. */
  useTwin(twin: TwinHost | undefined): void {
    this.#twin?.close();
    this.#twin = twin;
    this.#follow();
  }

  /** Begins at the initial state. */
  rebuild(): void {
    if (this.#shown === undefined) return;
    const { scene } = this.#shown;
    const built = scene.build();
    this.#put({ scene, built, balance: new EnergyBalance(built.world, built.drivers) });
    this.#follow();
  }

  /** Returns what goes back to the present state, if the scene is still the same then. */
  keep(): () => void {
    const { scene, built, balance } = this.#shown!; // only what is shown is kept
    const state = built.world.snapshot();
    const { change } = this.#stage?.elsewhere ?? balance;
    return () => {
      if (this.#shown?.scene !== scene) return;
      // It may have begun again.
      this.#shown.built.world.restore(state);
      this.#shown.balance.restart(change);
      this.#follow();
      this.#stage?.draw();
      this.report();
      this.#host.onFrame();
    };
  }

  step(): void {
    this.#stage?.pause();
    try {
      this.#stage?.step();
    } catch (error) {
      this.#host.onError(error);
    }
    this.report();
    this.#host.onFrame();
  }

  togglePause(): void {
    this.#stage?.togglePause();
    this.report();
  }

  /** Follows the settings. */
  adjust(): void {
    if (this.#stage === undefined || this.#shown === undefined) return;
    const { picture } = this.#shown.built;
    this.#stage.speed = this.#speed;
    this.#stage.names = this.#host.settings.isNamed ? picture.labels : (picture.names ?? new Map());
  }

  /** Shows it in three dimensions, or by the painter, as the settings say and as the browser can. */
  deepen(): void {
    const { controls, settings, backdrop } = this.#host;
    const stage = this.#stage;
    if (!stage || !backdrop || this.#isUnable) return;
    const isWanted = (): boolean => settings.isSolid ?? stage.world.space === 3;
    controls.offer('solid', isWanted());
    if (!isWanted()) stage.backdrop = undefined;
    if (!isWanted() || stage.backdrop !== undefined) return;
    const fail = (): void => {
      this.#isUnable = true;
      stage.backdrop = undefined;
      controls.offer('solid', undefined);
    };
    if (!hasWebGL()) fail();
    else
      backdrop()
        .then(({ threeBackdrop }) => {
          if (!isWanted() || stage.backdrop !== undefined || this.#isClosed) return;
          const canvas = controls.addDepth();
          canvas.addEventListener('webglcontextlost', fail);
          stage.backdrop = threeBackdrop(canvas);
          canvas.animate({ opacity: [0, 1] }, FADE);
        })
        // The painter's picture remains.
        .catch(fail);
  }

  /** Writes the figures of the present state, and what the world has begun to warn of. */
  report(isRunning = this.#stage?.isRunning ?? false): void {
    if (this.#shown === undefined) return;
    const { balance, built } = this.#shown;
    const { change, hasWork } = this.#stage?.elsewhere ?? balance;
    const warning = this.#stage?.elsewhere?.warning ?? newestWarning(built.world);
    const isCounted = !hasWork || warning === undefined || !isUnmet(warning);
    const figures = () => ({
      residual: built.world.residual().position,
      change: isCounted ? change : undefined,
      hasWork,
    });
    this.#host.controls.show(built.world.time, figures, isRunning, this.#speed);
    if (warning === undefined || this.#warned.has(warning.code)) return;
    this.#warned.add(warning.code);
    this.#host.controls.complain(warning.problem);
  }

  close(): void {
    this.#isClosed = true;
    this.useTwin(undefined);
    this.#stage?.close();
  }

  get #speed(): number {
    return this.#host.settings.factor * (this.#shown ? speedOf(this.#shown.scene) : 1);
  }

  #follow(): void {
    if (this.#stage === undefined || this.#shown === undefined) return;
    const { built, balance } = this.#shown;
    this.#stage.elsewhere = this.#twin && new Elsewhere(built.world, this.#twin.send, balance, this.#host.onError);
  }

  #put(shown: Shown, opening?: Opening): void {
    this.#shown = shown;
    this.#warned.clear();
    const { built } = shown;
    const { controls, settings } = this.#host;
    const options = this.#options(shown);
    if (this.#stage) this.#stage.show(built.world, options);
    else {
      this.#stage = new Stage(controls.canvas, built.world, options, opening);
      if (!settings.isStill && !opening) this.#stage.start();
    }
    this.adjust();
    this.deepen();
    controls.complain(undefined);
    this.report();
    this.#host.onFrame();
  }

  #options({ scene, built, balance }: Shown): StageOptions {
    const { settings, onFrame, onError } = this.#host;
    let wasPulled = false;
    return {
      ...built.picture,
      driven: drivenConnectors(built.drivers),
      dt: scene.dt,
      scaleBar: true,
      traces: built.traces ?? [],
      onStep: () => {
        balance.note();
      },
      onFrame: () => {
        const stage = this.#stage!; // it calls this
        // The work of a hand is taken out by counting anew.
        const isPulled = stage.hand.point !== undefined;
        if (wasPulled && !isPulled) {
          balance.restart();
          stage.elsewhere?.restart();
        }
        wasPulled = isPulled;
        // A run that is over begins again where there is nothing more to be seen.
        if (built.world.time >= scene.until && (settings.isLooping || stage.isLeft)) this.rebuild();
        else this.report(true);
        onFrame();
      },
      onError,
    };
  }
}

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);
