/// <reference lib="dom" preserve="true" />
import { EnergyBalance } from '../simulate/energy-balance.js';
import type { LoadedScene, SceneWorld } from '../scene/read-scene.js';
import { drivenConnectors } from '../simulate/driver-power.js';
import { Elsewhere, type Balance, type TwinLine } from './elsewhere.js';
import { SceneControls } from './scene-controls.js';
import { Stage } from './stage.js';

/** A twin of a scene's world that is stepped elsewhere. */
export interface TwinHost {
  readonly send: TwinLine;
  readonly close: () => void;
}

/** Finds what an element shows, and loads it with values of parameters. */
export interface SceneSource<Found> {
  readonly find: (element: HTMLElement) => Promise<Found>;
  readonly load: (found: Found, params: Readonly<Record<string, number>>) => LoadedScene | Promise<LoadedScene>;
  /** Makes a twin; undefined for what is to be stepped on the page. It is, too, until the twin is there, or if it fails. */
  readonly twin?: (found: Found, params: Readonly<Record<string, number>>) => Promise<TwinHost> | undefined;
}

/** Defines an element that shows scenes of a source. */
export function defineElement<Found>(name: string, source: SceneSource<Found>): void {
  if (customElements.get(name) !== undefined) return;

  class SceneElement extends HTMLElement {
    static readonly observedAttributes = ['src'];
    #controls: SceneControls | undefined;
    #stage: Stage | undefined;
    #scene: LoadedScene | undefined;
    #built: SceneWorld | undefined;
    #balance: EnergyBalance | undefined;
    #found: Found | undefined;
    #params: Record<string, number> = {};
    #twin: TwinHost | undefined;
    #factor = 1;
    #isLooping = false;
    #isNamed = false;
    #sight: IntersectionObserver | undefined;
    /** True if it goes on once it is in sight again. */
    #isWaiting = false;
    /** Counts loads: what an earlier one brings late is dropped. */
    #load = 0;

    /** The stage, once the scene is there. */
    get stage(): Stage | undefined {
      return this.#stage;
    }

    /** The scene's world and its parts by name, once they are there. */
    get built(): SceneWorld | undefined {
      return this.#built;
    }

    /**
     * Shows something else than `src` names, with the present values of parameters. Rejects, and goes
     * on with what is shown, if it cannot be loaded or built.
     */
    async present(found: Found): Promise<void> {
      const load = ++this.#load;
      const scene = await source.load(found, this.#params);
      const built = scene.build();
      if (load !== this.#load) return;
      this.#found = found;
      this.#controls!.describe(scene);
      this.#show(scene, built);
      this.#moveAway();
    }

    connectedCallback(): void {
      if (this.getAttribute('loading') !== 'lazy') {
        this.#begin();
        return;
      }
      this.#sight = new IntersectionObserver(([entry]) => {
        this.#see(entry!.isIntersecting); // of the one element that is observed
      });
      this.#sight.observe(this);
    }

    /** Begins once it is in sight. What nobody sees stands still. */
    #see(isSeen: boolean): void {
      if (isSeen && this.#controls === undefined) this.#begin();
      if (isSeen && this.#isWaiting) this.#stage?.start();
      if (!isSeen) {
        this.#isWaiting = this.#stage?.isRunning ?? false;
        this.#stage?.pause();
      }
    }

    #begin(): void {
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      this.#controls = new SceneControls(root, {
        toggle: () => {
          this.#stage?.togglePause();
          this.#report();
        },
        step: () => {
          this.#stage?.pause();
          this.#attempt(() => this.#stage?.step());
          this.#report();
          this.dispatchEvent(new Event('frame'));
        },
        reset: () => {
          this.#attempt(() => {
            this.#rebuild();
          });
        },
        set: (param, value) => {
          this.#params[param] = value;
          void this.#reload();
        },
        speed: (factor) => {
          this.#factor = factor;
          if (this.#stage && this.#scene) this.#stage.speed = factor * speedOf(this.#scene);
        },
        loop: (on) => {
          this.#isLooping = on;
        },
        name: (on) => {
          this.#isNamed = on;
          this.#writeNames();
        },
        fullscreen: () => {
          // Who refuses it goes on without.
          const done = document.fullscreenElement === this ? document.exitFullscreen() : this.requestFullscreen();
          done.catch(() => undefined);
        },
      });
      void this.#fetch();
    }

    disconnectedCallback(): void {
      this.#load++;
      this.#twin?.close();
      this.#twin = undefined;
      this.#sight?.disconnect();
      this.#stage?.close();
      this.#stage = undefined;
      this.#controls = undefined;
    }

    attributeChangedCallback(): void {
      if (this.#controls && this.isConnected) void this.#fetch();
    }

    async #fetch(): Promise<void> {
      const load = ++this.#load;
      this.#params = {};
      try {
        const found = await source.find(this);
        if (load !== this.#load) return;
        this.#found = found;
        await this.#reload();
      } catch (error) {
        if (load === this.#load) this.#fail(error);
      }
    }

    /** Loads the document with the present parameters. */
    async #reload(): Promise<void> {
      const load = ++this.#load;
      try {
        const scene = await source.load(this.#found!, this.#params);
        if (load !== this.#load) return;
        this.#scene = scene;
        this.#controls!.describe(scene);
        this.#rebuild();
        this.#moveAway();
      } catch (error) {
        if (load === this.#load) this.#fail(error);
      }
    }

    /** Begins at the initial state. */
    #rebuild(): void {
      if (this.#scene) this.#show(this.#scene, this.#scene.build());
      this.#followTwin();
    }

    /** Lets a twin of what is shown step elsewhere. */
    #moveAway(): void {
      this.#twin?.close();
      this.#twin = undefined;
      if (this.#stage) this.#stage.elsewhere = undefined;
      const load = this.#load;
      source.twin?.(this.#found!, { ...this.#params })?.then(
        (twin) => {
          if (load !== this.#load) twin.close();
          else {
            this.#twin = twin;
            this.#followTwin();
          }
        },
        () => undefined,
      );
    }

    #followTwin(): void {
      const [twin, stage, built, balance] = [this.#twin, this.#stage, this.#built, this.#balance];
      if (twin && stage && built && balance)
        stage.elsewhere = new Elsewhere(built.world, twin.send, balance, (error) => {
          this.#fail(error);
        });
    }

    get #account(): Balance {
      return this.#stage?.elsewhere ?? this.#balance!;
    }

    #show(scene: LoadedScene, built: SceneWorld): void {
      const controls = this.#controls!;
      this.#scene = scene;
      this.#built = built;
      const balance = new EnergyBalance(built.world, built.drivers);
      this.#balance = balance;
      let wasPulled = false;
      const options = {
        ...built.picture,
        driven: drivenConnectors(built.drivers),
        dt: scene.dt,
        speed: this.#factor * speedOf(scene),
        scaleBar: true,
        traces: built.traces ?? [],
        onStep: () => {
          balance.note();
        },
        onFrame: () => {
          // The work of a hand is taken out by counting anew.
          const isPulled = this.#stage!.hand.point !== undefined;
          if (wasPulled && !isPulled) {
            balance.restart();
            this.#stage!.elsewhere?.restart();
          }
          wasPulled = isPulled;
          // A run that is over begins again where there is nothing more to be seen.
          if (built.world.time >= scene.until && (this.#isLooping || this.#stage!.isLeft)) this.#rebuild();
          else controls.show(built, this.#account, true, this.#factor * speedOf(scene));
          this.dispatchEvent(new Event('frame'));
        },
        onError: (error: unknown) => {
          this.#fail(error);
        },
      };
      const isStill = this.hasAttribute('paused') || matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (this.#stage) this.#stage.show(built.world, options);
      else {
        this.#stage = new Stage(controls.canvas, built.world, options);
        if (!isStill) this.#stage.start();
      }
      this.#writeNames();
      controls.complain(undefined);
      this.#report();
      this.dispatchEvent(new Event('frame'));
    }

    #writeNames(): void {
      if (this.#stage && this.#built)
        this.#stage.names = this.#isNamed ? this.#built.picture.labels : (this.#built.picture.names ?? new Map());
    }

    #report(): void {
      if (this.#scene && this.#built && this.#balance && this.#stage)
        this.#controls!.show(this.#built, this.#account, this.#stage.isRunning, this.#factor * speedOf(this.#scene));
    }

    #attempt(act: () => void): void {
      try {
        act();
      } catch (error) {
        this.#fail(error);
      }
    }

    #fail(error: unknown): void {
      this.#stage?.pause();
      this.#controls!.complain(error instanceof Error ? error.message : String(error));
      this.#report();
    }
  }
  customElements.define(name, SceneElement);
}

/** A run that is over in a moment, s, is shown in slow motion: it takes some seconds. */
const MOMENT = 0.25;
const SLOWED = 6;
/** Time of a scene's world per time that passes, as long as nobody chooses another. */
export const speedOf = ({ until }: LoadedScene): number => (until < MOMENT ? until / SLOWED : 1);

/** The document inside of an element, in a `<script type="application/json">`. */
export function documentInside(element: HTMLElement): unknown {
  const text = element.querySelector('script[type="application/json"]')?.textContent;
  return text === undefined ? undefined : JSON.parse(text);
}
