/// <reference lib="dom" preserve="true" />
import type { LoadedScene, SceneWorld } from '../scene/read-scene.js';
import type { BackdropMaker } from './backdrop.js';
import type { BeginOpening, Opening } from './opening.js';
import { describedScene, SceneControls } from './scene-controls.js';
import type { showFiles } from './scene-files.js';
import type { SceneShow, ShowSettings, TwinHost } from './scene-show.js';
import type { SceneState } from './scene-state.js';
import type { Stage } from './stage.js';

/** Finds what an element shows, and loads it with values of parameters. */
export interface SceneSource<Found> {
  /** Undefined for an element that waits for what `present` gives it. */
  readonly find: (element: HTMLElement) => Promise<Found | undefined>;
  readonly load: (found: Found, params: Readonly<Record<string, number>>) => LoadedScene | Promise<LoadedScene>;
  /** Finds what scenes move by. */
  readonly show: () => Promise<typeof SceneShow>;
  /** Makes a twin; undefined for what is to be stepped on the page. It is, too, until the twin is there, or if it fails. */
  readonly twin?: (found: Found, params: Readonly<Record<string, number>>) => Promise<TwinHost> | undefined;
  /** Finds what shows scenes in three dimensions; they are painted in perspective if left out. */
  readonly backdrop?: () => Promise<BackdropMaker>;
  /** Finds what saves scenes; they cannot be saved if left out. */
  readonly files?: () => Promise<{ readonly showFiles: typeof showFiles }>;
  /** What is shown of an element until its scene is there. */
  readonly opening?: (element: HTMLElement) => BeginOpening | undefined;
  /** States of the run that the opening shows. */
  readonly states?: (found: Found) => readonly SceneState[];
}

/** Defines an element that shows scenes of a source. */
export function defineElement<Found>(name: string, source: SceneSource<Found>): void {
  if (customElements.get(name) !== undefined) return;

  class SceneElement extends HTMLElement {
    static readonly observedAttributes = ['src', 'paused', 'solid', 'flat'];
    #controls: SceneControls | undefined;
    #show: SceneShow | undefined;
    #opening: Opening | undefined;
    #found: Found | undefined;
    #params: Record<string, number> = {};
    readonly #settings: ShowSettings = {
      factor: 1,
      isLooping: false,
      isNamed: false,
      isStill: false,
      isSolid: undefined,
    };
    /** Steps that were asked for while the opening was shown. */
    #steps = 0;
    #sight: IntersectionObserver | undefined;
    /** True if it is out of sight, and if it goes on once it is in sight again. */
    #isAway = false;
    #isWaiting = false;
    /** Counts loads, and what asks for them: what an earlier one brings late is dropped. */
    #load = 0;
    #asked = 0;

    /** The attribute of this name. */
    get src(): string {
      return this.getAttribute('src') ?? '';
    }

    set src(src: string) {
      this.setAttribute('src', src);
    }

    /** The stage, once the scene is there. */
    get stage(): Stage | undefined {
      return this.#show?.stage;
    }

    /** The scene's world and its parts by name, once they are there. */
    get built(): SceneWorld | undefined {
      return this.#show?.built;
    }

    /**
     * Shows something else than `src` names, with the present values of parameters; once the element begins, if it has
     * not. Rejects, and goes on with what is shown, if it cannot be loaded or built.
     */
    async present(found: Found): Promise<void> {
      const asked = ++this.#asked;
      const [Show, scene] = await Promise.all([source.show(), source.load(found, this.#params)]);
      const built = scene.build();
      if (asked !== this.#asked) return;
      this.#load++;
      this.#found = found;
      if (this.#controls) this.#put(Show, scene, built);
    }

    connectedCallback(): void {
      // What a page set before the element was defined hides what the class defines.
      if (Object.hasOwn(this, 'src')) {
        const { src } = this;
        Reflect.deleteProperty(this, 'src');
        this.src = src;
      }
      if (this.#controls || this.#sight) return; // It was moved.
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
      this.#isAway = !isSeen;
      if (isSeen && this.#controls === undefined) this.#begin();
      if (isSeen && this.#isWaiting) this.stage?.start();
      if (!isSeen) {
        this.#isWaiting = this.stage?.isRunning ?? false;
        if (this.#isWaiting) this.stage?.pause();
      }
    }

    #begin(): void {
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      const settings = this.#settings;
      this.#controls = new SceneControls(root, {
        toggle: () => {
          (this.#opening ?? this.#show)?.togglePause();
        },
        step: () => {
          if (this.#opening) {
            this.#opening.pause();
            this.#steps++;
            this.#reportOpening();
          } else this.#show?.step();
        },
        reset: () => {
          this.#steps = 0;
          if (this.#opening) this.#opening.restart();
          else
            this.#attempt(() => {
              this.#show?.rebuild();
            });
        },
        set: (param, value) => {
          this.#params[param] = value;
          this.#asked++;
          // What was recorded is true of the scene's own parameters alone.
          this.#opening?.pause();
          void this.#reload();
        },
        speed: (factor) => {
          settings.factor = factor;
          if (this.#opening) this.#opening.factor = factor;
          this.#show?.adjust();
        },
        loop: (on) => {
          settings.isLooping = on;
        },
        name: (on) => {
          settings.isNamed = on;
          this.#show?.adjust();
        },
        solid: (on) => {
          settings.isSolid = on;
          this.#show?.deepen();
        },
        fullscreen: () => {
          // Who refuses it goes on without.
          const done = document.fullscreenElement === this ? document.exitFullscreen() : this.requestFullscreen();
          done.catch(() => undefined);
        },
        files: (on) => {
          void this.#offerFiles(on);
        },
      });
      if (source.files) this.#controls.offer('files', false);
      settings.isStill = this.#has('paused') || matchMedia('(prefers-reduced-motion: reduce)').matches;
      settings.isSolid = this.#isSolid;
      const begin = settings.isStill ? undefined : source.opening?.(this);
      if (begin) {
        this.#opening = begin(this.#controls.canvas, () => {
          this.#reportOpening();
        });
        this.#controls.describe(this.#opening.record.described);
        this.#opening.start();
      }
      void this.#fetch();
    }

    /** Shows what the scene can be saved as, or no longer. */
    async #offerFiles(on: boolean): Promise<void> {
      const { files: row } = this.#controls!; // their button calls this
      row.hidden = !on;
      if (!on || !source.files) return;
      try {
        const { showFiles } = await source.files();
        showFiles(row, () => {
          const show = this.#show;
          const { scene, stage } = show ?? {};
          return show && scene && stage && { scene, stage, keep: () => show.keep(), frames: this };
        });
      } catch (error) {
        this.#controls?.complain(error instanceof Error ? error.message : String(error));
      }
    }

    disconnectedCallback(): void {
      // What is moved to another place of the page goes on: it is there again before anything else happens.
      queueMicrotask(() => {
        if (!this.isConnected) this.#close();
      });
    }

    #close(): void {
      this.#load++;
      this.#asked++;
      this.#sight?.disconnect();
      this.#sight = undefined;
      this.#closeOpening();
      this.#show?.close();
      this.#show = undefined;
      this.#controls = undefined;
    }

    attributeChangedCallback(name: string): void {
      if (!this.#controls || !this.isConnected) return;
      if (name === 'src') {
        this.#closeOpening();
        void this.#fetch();
      } else if (name === 'paused') this.#rest(this.#has(name));
      else {
        this.#settings.isSolid = this.#isSolid;
        this.#show?.deepen();
      }
    }

    /** Tests for an attribute; frameworks write `false` as a text. */
    #has(name: string): boolean {
      return (this.getAttribute(name) ?? 'false') !== 'false';
    }

    get #isSolid(): boolean | undefined {
      return this.#has('solid') || (this.#has('flat') ? false : undefined);
    }

    /** Stands still, or moves once it is there and in sight. */
    #rest(isStill: boolean): void {
      this.#settings.isStill = isStill;
      this.#isWaiting = this.#isAway && !isStill;
      const moving = this.#opening ?? this.stage;
      if (isStill) moving?.pause();
      else if (!this.#isAway) moving?.start();
      this.#show?.report();
      this.#reportOpening();
    }

    async #fetch(): Promise<void> {
      const load = ++this.#load;
      this.#params = {};
      try {
        const found = await source.find(this);
        if (load !== this.#load) return;
        this.#found = found ?? this.#found;
        if (this.#found === undefined) this.#controls!.isEmpty = true; // it is connected, or the load were another
        await this.#reload();
      } catch (error) {
        if (load === this.#load) this.#fail(error);
      }
    }

    /** Loads the document with the present parameters. */
    async #reload(): Promise<void> {
      if (this.#found === undefined) return; // It is being found, or comes by present().
      const load = ++this.#load;
      const isOver = (): boolean => load !== this.#load;
      try {
        const [Show, scene] = await Promise.all([source.show(), source.load(this.#found, this.#params)]);
        if (isOver()) return;
        if (this.#opening && Object.keys(this.#params).length === 0)
          await this.#takeOver(Show, scene, this.#opening, isOver, source.states?.(this.#found));
        else this.#put(Show, scene, scene.build());
      } catch (error) {
        if (!isOver()) this.#fail(error);
      }
    }

    /** Goes on with a scene where its opening is. */
    async #takeOver(
      Show: typeof SceneShow,
      scene: LoadedScene,
      opening: Opening,
      isOver: () => boolean,
      states: readonly SceneState[] | undefined,
    ): Promise<void> {
      const show = this.#newShow(Show);
      if (!(await show.takeOver(scene, opening, isOver, states))) return;
      this.#opening = undefined;
      this.#show = show;
      for (; this.#steps > 0; this.#steps--) show.step();
      this.#moveAway();
      this.dispatchEvent(new Event('frame'));
    }

    #put(Show: typeof SceneShow, scene: LoadedScene, built: SceneWorld): void {
      this.#closeOpening();
      this.#controls!.describe(describedScene(scene));
      this.#show ??= this.#newShow(Show);
      this.#show.show(scene, built);
      this.#moveAway();
    }

    #newShow(Show: typeof SceneShow): SceneShow {
      return new Show({
        controls: this.#controls!,
        settings: this.#settings,
        backdrop: source.backdrop,
        onFrame: () => {
          this.dispatchEvent(new Event('frame'));
        },
        onError: (error) => {
          this.#fail(error);
        },
      });
    }

    #twin(): Promise<TwinHost> | undefined {
      return source.twin?.(this.#found!, { ...this.#params }); // it was found before it was loaded
    }

    /** Lets a twin of what is shown step elsewhere, once it is there. */
    #moveAway(): void {
      const load = this.#load;
      this.#twin()?.then(
        (twin) => {
          if (load === this.#load) this.#show?.useTwin(twin);
          else twin.close();
        },
        () => undefined,
      );
    }

    #closeOpening(): void {
      this.#opening?.close();
      this.#opening = undefined;
    }

    #reportOpening(): void {
      const opening = this.#opening;
      if (opening)
        this.#controls!.show(
          opening.time,
          () => opening.figures,
          opening.isRunning,
          this.#settings.factor * opening.record.speed,
        );
    }

    #attempt(act: () => void): void {
      try {
        act();
      } catch (error) {
        this.#fail(error);
      }
    }

    #fail(error: unknown): void {
      this.#opening?.pause();
      this.stage?.halt();
      this.#show?.report();
      this.#reportOpening();
      this.#controls!.complain(error instanceof Error ? error.message : String(error));
    }
  }
  customElements.define(name, SceneElement);
}

/** The document inside of an element, in a `<script type="application/json">`, once the page's parser has read it. */
export async function documentInside(element: HTMLElement): Promise<unknown> {
  const read = (): unknown => {
    const text = element.querySelector('script[type="application/json"]')?.textContent;
    return text === undefined ? undefined : documentOf(text, `inside <${element.localName}>`);
  };
  if (document.readyState === 'loading') {
    try {
      const found = read();
      if (found !== undefined) return found;
    } catch {
      // It may be the beginning alone, which is no JSON: an object ends with its last character.
    }
    await new Promise((resolve) => {
      document.addEventListener('readystatechange', resolve, { once: true });
    });
  }
  return read();
}

/** Reads the text of a scene. `where` says where it stands. */
export function documentOf(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The scene ${where} is no JSON: ${(error as SyntaxError).message}`, { cause: error });
  }
}
