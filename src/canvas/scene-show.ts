/// <reference lib="dom" preserve="true" />
import type { LoadedScene, SceneWorld } from '../scene/read-scene.js';
import { drivenConnectors } from '../simulate/driver-power.js';
import { EnergyBalance } from '../simulate/energy-balance.js';
import { Elsewhere, type TwinLine } from './elsewhere.js';
import type { Opening } from './opening.js';
import type { SceneControls } from './scene-controls.js';
import { speedOf } from './scene-speed.js';
import { Stage, type StageOptions } from './stage.js';
import { Stepper } from './stepper.js';

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
}

/** What a show is part of. */
export interface ShowHost {
  readonly controls: SceneControls;
  readonly settings: ShowSettings;
  /** Called after each frame, and when another state is shown. */
  readonly onFrame: () => void;
  readonly onError: (error: unknown) => void;
}

interface Shown {
  readonly scene: LoadedScene;
  readonly built: SceneWorld;
  readonly balance: EnergyBalance;
}

/** Time by which a world is sent ahead of an opening, s: at first, and twice that after each time that it was too short. */
const LEAD = 0.1;
/** Time that a page steps at once to get there, ms. */
const PATIENCE = 8;

/** A scene that moves by the runtime. */
export class SceneShow {
  readonly #host: ShowHost;
  #shown: Shown | undefined;
  #stage: Stage | undefined;
  #twin: TwinHost | undefined;

  constructor(host: ShowHost) {
    this.#host = host;
  }

  get stage(): Stage | undefined {
    return this.#stage;
  }

  get built(): SceneWorld | undefined {
    return this.#shown?.built;
  }

  /** Shows a scene at its initial state; `twin` steps it once it is there. */
  show(scene: LoadedScene, built: SceneWorld = scene.build()): void {
    this.useTwin(undefined);
    this.#put({ scene, built, balance: new EnergyBalance(built.world, built.drivers) });
  }

  /**
   * Goes on with a scene where its opening is, without a jump: the world is sent to a time that comes soon, and
   * takes over then. Returns false if it need not any more: `isOver` says so.
   */
  async takeOver(
    scene: LoadedScene,
    opening: Opening,
    twin: TwinHost | undefined,
    isOver: () => boolean,
  ): Promise<boolean> {
    const built = scene.build();
    const { world } = built;
    const balance = new EnergyBalance(world, built.drivers);
    const elsewhere = twin && this.#elsewhere({ scene, built, balance }, twin);
    const start = world.snapshot();
    const goHere = async (time: number): Promise<number> => {
      const stepper = new Stepper(world, { dt: scene.dt, onStep: () => { balance.note(); } }); // prettier-ignore
      if (world.time > time) world.restore(start);
      if (world.time === start.time) balance.restart();
      for (; world.time < time - scene.dt / 2 && !isOver(); await nextFrame()) stepper.reach(time, PATIENCE);
      return world.time;
    };
    for (let lead = LEAD, isThere = false; !isThere; lead *= 2) {
      const time = opening.timeIn(lead);
      const reached = await (elsewhere ? elsewhere.reach(time) : goHere(time));
      if (isOver()) return false;
      isThere = await opening.at(reached);
      if (isOver()) return false;
    }
    const { isRunning } = opening;
    // What a picture shows at first depends on the initial state.
    if (!elsewhere) {
      const now = world.snapshot();
      world.restore(start);
      this.#put({ scene, built, balance }, opening);
      world.restore(now);
    } else this.#put({ scene, built, balance }, opening);
    const stage = this.#stage!; // it was put there
    stage.elsewhere = elsewhere;
    this.#twin = twin;
    elsewhere?.advance(0, stage.hand);
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

  /** Writes the figures of the present state. */
  report(isRunning = this.#stage?.isRunning ?? false): void {
    if (this.#shown === undefined) return;
    const { balance, built } = this.#shown;
    const { change, hasWork } = this.#stage?.elsewhere ?? balance;
    const figures = () => ({ residual: built.world.residual().position, change, hasWork });
    this.#host.controls.show(built.world.time, figures, isRunning, this.#speed);
  }

  close(): void {
    this.useTwin(undefined);
    this.#stage?.close();
  }

  get #speed(): number {
    return this.#host.settings.factor * (this.#shown ? speedOf(this.#shown.scene) : 1);
  }

  #elsewhere({ built, balance }: Shown, { send }: TwinHost): Elsewhere {
    return new Elsewhere(built.world, send, balance, this.#host.onError);
  }

  #follow(): void {
    if (this.#stage) this.#stage.elsewhere = this.#twin && this.#shown && this.#elsewhere(this.#shown, this.#twin);
  }

  #put(shown: Shown, opening?: Opening): void {
    this.#shown = shown;
    const { built } = shown;
    const { controls, settings } = this.#host;
    const options = this.#options(shown);
    if (this.#stage) this.#stage.show(built.world, options);
    else {
      this.#stage = new Stage(controls.canvas, built.world, options, opening);
      if (!settings.isStill && !opening) this.#stage.start();
    }
    this.adjust();
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
