/// <reference lib="dom" preserve="true" />
import { shortNumber } from '../painter/numbers.js';
import type { Balance } from './elsewhere.js';
import type { LoadedScene } from '../scene/read-scene.js';
import type { DescribedScene } from './opening-record.js';

/** What the controls do. */
export interface SceneActions {
  readonly toggle: () => void;
  readonly step: () => void;
  readonly reset: () => void;
  readonly set: (param: string, value: number) => void;
  /** Sets how fast it runs, as a multiple of what it does by itself. */
  readonly speed: (factor: number) => void;
  /** Begins again where a run is over, or goes on. */
  readonly loop: (on: boolean) => void;
  /** Writes the names of points into the picture. */
  readonly name: (on: boolean) => void;
  /** Shows it in three dimensions, or flat. */
  readonly solid: (on: boolean) => void;
  readonly fullscreen: () => void;
  /** Shows what it can be saved as, or no longer. */
  readonly files: (on: boolean) => void;
}

/** What the controls write about a state: the error of the constraints, and the balance of energy, J. */
export interface Figures extends Pick<Balance, 'hasWork'> {
  readonly residual: number;
  /** Undefined where constraints cannot be met: work along these is no work on the motion. */
  readonly change: number | undefined;
}

/** Speeds to choose from. */
const SPEEDS = [0.25, 0.5, 1, 2];

/**
 * The picture keeps its shape, unless the page gives the element a height: then it fills what the caption leaves, which
 * scrolls where less than the 150 px of a canvas without a size would be left, or half of the height. The page below
 * stays where it is while figures change: each has room for the longest one.
 *
 * A mistake that comes before any figure leaves no scene to show: neither a canvas nor buttons are of use then.
 */
const TEMPLATE = `<style>
  :host { display: flex; flex-direction: column; color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif;
    color: light-dark(#22303c, #e4eaf0); background: light-dark(#ffffff, #14191e); }
  figure { display: flex; flex-direction: column; flex: 1; min-height: 0; height: 100%; margin: 0; }
  .screen { position: relative; display: grid; flex: 1 1 auto; min-height: 0; }
  canvas { width: 100%; }
  [part=canvas] { position: relative; align-self: stretch; min-height: 100%; max-height: 80vh; aspect-ratio: 4 / 3; }
  .depth { position: absolute; top: 0; height: 100%; pointer-events: none; }
  canvas:focus-visible { outline: 2px solid light-dark(#0072b2, #56b4e9); outline-offset: -2px; }
  figcaption { flex: none; max-height: calc(100% - min(50%, 150px)); overflow: auto; box-sizing: border-box; padding: 8px 12px 12px; }
  h2 { margin: 0 0 2px; font-size: 17px; }
  p { margin: 0 0 8px; }
  .row { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; margin-top: 8px; }
  button { min-width: 44px; min-height: 44px; font: inherit; color: inherit; cursor: pointer; padding: 0 10px;
    background: light-dark(#eef1f4, #222a32); border: 1px solid light-dark(#7c8a97, #8796a5); border-radius: 6px; }
  button[aria-pressed=true] { border-color: light-dark(#005a8d, #7cc4f0);
    background: light-dark(#d6e8f4, #1d3a4e); }
  select { min-height: 44px; font: inherit; color: inherit; padding: 0 6px; border-radius: 6px;
    background: light-dark(#eef1f4, #222a32); border: 1px solid light-dark(#7c8a97, #8796a5); }
  .tools { gap: 8px; }
  :host(:fullscreen) figure { height: 100vh; }
  output { display: flex; flex-wrap: wrap; gap: 0 12px; max-width: 100%; overflow: hidden; white-space: nowrap;
    font-variant-numeric: tabular-nums; margin-left: auto; }
  output span { min-width: 10ch; }
  output span:last-child { min-width: 16ch; text-align: end; }
  label { display: grid; grid-template-columns: 1fr auto; gap: 0 8px; flex: 1 1 180px; }
  input { grid-column: 1 / 3; width: 100%; min-height: 32px; margin: 0; accent-color: light-dark(#0072b2, #56b4e9); }
  [role=alert] { color: light-dark(#a40c22, #ff8a98); white-space: pre-wrap; }
  [hidden] { display: none !important; }
  figure:has([role=alert]:not([hidden]) ~ .tools output:empty) :is(.screen, .tools) { display: none; }
  [inert] { opacity: 0.5; }
</style>
<slot hidden></slot>
<figure>
  <div class="screen"><canvas part="canvas" role="application" tabindex="0"></canvas></div>
  <figcaption>
    <h2 part="title" hidden></h2><p part="summary" hidden></p>
    <p role="alert" hidden></p>
    <div class="row tools" inert>
      <button id="toggle">Play</button><button id="step">Step</button><button id="reset">Reset</button>
      <select aria-label="Speed">${SPEEDS.map((speed) => `<option value="${speed}"${speed === 1 ? ' selected' : ''}>${speed}×</option>`).join('')}</select>
      <button id="loop" aria-pressed="false">Loop</button><button id="name" aria-pressed="false">Names</button>
      <button id="solid" aria-pressed="false" hidden>3D</button>
      <button id="fullscreen">Full screen</button>
      <button id="files" aria-pressed="false" hidden>Save</button>
      <output aria-live="off"></output>
    </div>
    <div class="row tools" id="saved" hidden></div>
    <div class="row" id="params"></div>
  </figcaption>
</figure>`;

/** Frames between two changes of the figures: what changes with every frame is unreadable. */
const EVERY = 8;

/** The canvas, the buttons, the sliders and the figures of a scene. */
export class SceneControls {
  readonly canvas: HTMLCanvasElement;
  readonly #root: ShadowRoot;
  readonly #actions: SceneActions;
  #frames = 0;
  #names = '';

  constructor(root: ShadowRoot, actions: SceneActions) {
    root.innerHTML = TEMPLATE;
    this.#root = root;
    this.#actions = actions;
    this.canvas = this.#find('canvas') as HTMLCanvasElement;
    for (const id of ['toggle', 'step', 'reset', 'fullscreen'] as const)
      this.#find(`#${id}`).onclick = () => {
        actions[id]();
      };
    for (const id of ['loop', 'name', 'solid', 'files'] as const) {
      const button = this.#find(`#${id}`);
      button.onclick = () => {
        const on = button.ariaPressed !== 'true';
        button.ariaPressed = String(on);
        actions[id](on);
      };
    }
    const speed = this.#find('select') as HTMLSelectElement;
    speed.onchange = () => {
      actions.speed(Number(speed.value));
    };
    this.#find('#fullscreen').hidden = !document.fullscreenEnabled;
  }

  /** True where what is inside of the element is shown in place of all this: there is no scene, and none on its way. */
  set isEmpty(on: boolean) {
    this.#find('slot').hidden = !on;
    this.#find('figure').hidden = on;
  }

  /** The row of what it can be saved as. */
  get files(): HTMLElement {
    return this.#find('#saved');
  }

  /** Lets a visitor choose whether it is shown in three dimensions, or saved; undefined where it cannot be. */
  offer(id: 'solid' | 'files', isOn: boolean | undefined): void {
    const button = this.#find(`#${id}`);
    button.hidden = isOn === undefined;
    button.ariaPressed = String(isOn === true);
  }

  /** A canvas behind the other one, as large as that. */
  addDepth(): HTMLCanvasElement {
    const depth = window.document.createElement('canvas');
    depth.className = 'depth';
    depth.ariaHidden = 'true';
    this.canvas.before(depth);
    return depth;
  }

  /** Shows title and summary, and a slider for each parameter that has a range. */
  describe({ title, summary = '', params: ranged }: DescribedScene): void {
    this.isEmpty = false;
    this.#find('.tools').inert = false;
    for (const [tag, text] of [
      ['h2', title],
      ['p', summary],
    ] as const) {
      const element = this.#find(tag);
      element.textContent = text;
      element.hidden = text === '';
    }
    this.canvas.setAttribute(
      'aria-label',
      `${[`${title}.`, summary].join(' ').trim()} Pull at it; or page up and page down choose a point, arrow keys pull, escape lets go, space pauses. In three dimensions, drag beside it to turn the picture, or press shift and arrows; plus, minus and 0 zoom.`,
    );
    // A slider that is being moved must stay.
    const names = ranged.map(({ name }) => name).join();
    if (names === this.#names) return;
    this.#names = names;
    this.#find('#params').replaceChildren(
      ...ranged.map(({ name, value, min = 0, max = 1, step = 'any', unit = '', doc }) => {
        const label = window.document.createElement('label');
        const [text, shown, input] = ['span', 'span', 'input'].map((tag) => window.document.createElement(tag)) as [
          HTMLElement,
          HTMLElement,
          HTMLInputElement,
        ];
        const write = (): void => {
          shown.textContent = `${+input.valueAsNumber.toPrecision(3)} ${unit}`;
        };
        text.textContent = name;
        if (doc !== undefined) label.title = doc;
        Object.assign(input, { type: 'range', min, max, step });
        input.valueAsNumber = value;
        input.oninput = () => {
          write();
          this.#actions.set(name, input.valueAsNumber);
        };
        write();
        label.append(text, shown, input);
        return label;
      }),
    );
  }

  /** Shows time, error and energy without the work of drivers and forces, now and then while it runs. */
  show(time: number, figures: () => Figures, isRunning: boolean, speed: number): void {
    if (isRunning && this.#frames++ % EVERY !== 0) return;
    const { residual, change, hasWork } = figures();
    const texts = [
      `t = ${time.toFixed(speed < 1 ? 4 : 2)} s${speed < 1 ? `, ${Math.round(1 / speed)} times slower` : ''}`,
      `|C| ${shortNumber(residual, 1)}`,
      `${hasWork ? 'ΔE − W' : 'ΔE'} ${change === undefined ? '–' : `${shortNumber(change, 2)} J`}`,
    ];
    this.#find('output').replaceChildren(
      ...texts.map((textContent) => Object.assign(window.document.createElement('span'), { textContent })),
    );
    this.#find('#toggle').textContent = isRunning ? 'Pause' : 'Play';
  }

  /** Shows a mistake or a warning, or nothing. */
  complain(message: string | undefined): void {
    this.isEmpty = false;
    const alert = this.#find('[role=alert]');
    alert.hidden = message === undefined;
    alert.textContent = message ?? '';
  }

  #find(selector: string): HTMLElement {
    return this.#root.querySelector<HTMLElement>(selector)!;
  }
}

/** What the controls of a scene show: sliders for those parameters that have a range. */
export const describedScene = ({ document: { title, summary }, params }: LoadedScene): DescribedScene => ({
  title,
  summary,
  params: params.filter(({ min, max, isDerived }) => min !== undefined && max !== undefined && !isDerived),
});
