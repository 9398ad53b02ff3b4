import { draw } from './draw.js';
import { Input } from './input.js';
import { formulas, Linkage, type JointName, type Side } from './linkage.js';
import { readPalette } from './palette.js';
import { Panel } from './panel.js';
import type { Point } from './proportions.js';
import { SharpCanvas } from './sharp-canvas.js';
import { Trace } from './trace.js';
import { View } from './view.js';

/** Data about the page for scripts, as `window.linkage`. */
export interface LinkagePage {
  /** Positions of all joints, m. */
  readonly joints: Readonly<Record<string, Point>>;
  /** Returns the position of a joint in the window, CSS pixels. */
  screen(joint: JointName): Point;
  /** Largest error of any constraint, m: in the last frame, and in any frame so far. */
  readonly error: number;
  readonly worstError: number;
  /** Frames so far. */
  readonly frames: number;
  /** Energy, J. */
  readonly energy: { readonly kinetic: number; readonly potential: number; readonly total: number };
  /** The formulas of the page's own constraints. */
  readonly formulas: typeof formulas;
}

declare global {
  interface Window {
    linkage: LinkagePage;
  }
}

let linkage = new Linkage();
let palette = readPalette();
let shownFormulas = formulas;
const canvas = document.getElementById('stage') as HTMLCanvasElement;
const view = new View();
const stage = new SharpCanvas(canvas, (width, height) => view.resize(width, height));
const panel = new Panel(() => linkage);
const input = new Input(
  canvas,
  view,
  () => linkage,
  () => panel.toggleMotor(),
);
const traces: Record<Side, Trace> = { left: new Trace(200), right: new Trace(200) };
const told = { error: 0, worstError: 0, frames: 0 };

/**
 * Longest time that a frame makes up for, s. A page in the background gets no frames for long
 * periods.
 */
const LONGEST = 1 / 20;
let before = performance.now();

function frame(now: number): void {
  const elapsed = Math.min(LONGEST, Math.max(0, now - before) / 1000);
  before = now;
  try {
    linkage.advance(elapsed);
  } catch (error) {
    // It was pulled farther than it can move: start again.
    panel.showFault(error instanceof Error ? error.message : String(error));
    linkage = new Linkage();
  }
  told.error = linkage.error;
  told.worstError = Math.max(told.worstError, told.error);
  told.frames++;
  for (const side of ['left', 'right'] as const) traces[side].push(linkage.at(`${side} foot`));
  draw(stage.context, stage.width, stage.height, {
    linkage,
    view,
    palette,
    traces,
    marked: input.marked,
    labels: panel.labels,
    forces: panel.forces,
  });
  panel.update(linkage, told.error, palette);
  requestAnimationFrame(frame);
}

window.linkage = {
  get joints() {
    return Object.fromEntries([...linkage.joints].map((joint) => [joint, linkage.at(joint)]));
  },
  screen(joint) {
    const { left, top } = canvas.getBoundingClientRect();
    const [x, y] = view.toScreen(linkage.at(joint));
    return [x + left, y + top];
  },
  get error() {
    return told.error;
  },
  get worstError() {
    return told.worstError;
  },
  get frames() {
    return told.frames;
  },
  get energy() {
    return linkage.world.energy();
  },
  get formulas() {
    return shownFormulas;
  },
};

window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  palette = readPalette();
});
panel.showFormulas(formulas);
requestAnimationFrame(frame);

// A changed spec brings a new class. The linkage continues from its present state, under the new
// formula.
import.meta.hot?.accept('./linkage.js', (module) => {
  if (!module) return;
  const next = module as unknown as typeof import('./linkage.js');
  try {
    linkage = new next.Linkage(linkage.state());
    shownFormulas = next.formulas;
    panel.showFormulas(shownFormulas);
    panel.showFault(undefined);
  } catch (error) {
    panel.showFault(
      `The linkage does not fit the new formula: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
});
