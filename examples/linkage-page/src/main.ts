import { DARK, LIGHT, Stage, type StageOptions } from 'holonomic/canvas';
import { formulas, Linkage, STEP, type JointName } from './linkage.js';
import { colorsOf, readPalette } from './palette.js';
import { Panel } from './panel.js';
import type { Point } from './proportions.js';
import { paintLengths, paintPlates } from './scenery.js';

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
const isDark = window.matchMedia('(prefers-color-scheme: dark)');
const told = { error: 0, worstError: 0, frames: 0 };
const panel: Panel = new Panel(
  () => linkage,
  () => stage.show(linkage.world, options()),
);
const stage: Stage = new Stage(canvas, linkage.world, options());

/** What the stage shows of the present linkage. */
function options(): StageOptions {
  return {
    frame: [-1.11, -1.04, 1.11, 0.53],
    dt: STEP,
    drag: { stiffness: 400, damping: 12, maxForce: 60 },
    colors: colorsOf(palette, isDark.matches ? DARK : LIGHT),
    forces: panel.forces,
    traces: (['left foot', 'right foot'] as const).map((foot) => ({ point: linkage.point(foot), fade: 3.4 })),
    onStep: () => linkage.follow(stage.hand.point !== undefined),
    paintBehind: (painter, view) => paintPlates(painter, view, linkage, palette),
    paintAbove: (painter, view) => {
      if (panel.labels) paintLengths(painter, view, linkage, palette);
    },
    onFrame: () => {
      told.error = linkage.error;
      told.worstError = Math.max(told.worstError, told.error);
      told.frames++;
      panel.update(linkage, told.error, palette);
    },
    onError: (error) => {
      // It was pulled farther than it can move: start again.
      panel.showFault(error instanceof Error ? error.message : String(error));
      replace(new Linkage());
    },
  };
}

function replace(next: Linkage): void {
  linkage = next;
  stage.show(linkage.world, options());
  stage.start();
}

canvas.addEventListener(
  'keydown',
  (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    panel.toggleMotor();
  },
  { capture: true },
);

window.linkage = {
  get joints() {
    return Object.fromEntries([...linkage.joints].map((joint) => [joint, linkage.at(joint)]));
  },
  screen(joint) {
    const { left, top } = canvas.getBoundingClientRect();
    const [x, y] = stage.view.place(linkage.at(joint));
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

isDark.addEventListener('change', () => {
  palette = readPalette();
  stage.show(linkage.world, options());
});
panel.showFormulas(formulas);
stage.start();

// A changed spec brings a new class. The linkage continues from its present state, under the new
// formula.
import.meta.hot?.accept('./linkage.js', (module) => {
  if (!module) return;
  const next = module as unknown as typeof import('./linkage.js');
  try {
    replace(new next.Linkage(linkage.state()));
    shownFormulas = next.formulas;
    panel.showFormulas(shownFormulas);
    panel.showFault(undefined);
  } catch (error) {
    panel.showFault(
      `The linkage does not fit the new formula: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
});
