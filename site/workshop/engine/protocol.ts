import type { Look } from '../../../src/canvas/picture.js';
import type { Context2D } from '../../../src/painter/canvas-painter.js';
import type { Point2 } from '../../../src/painter/plane.js';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import type { WrittenPart } from '../../../src/explain/written-parts.js';
import type { SceneParameter } from '../../../src/scene/parameters.js';
import type { ExportedFile } from '../../../src/scene/typescript.js';
import type { CurveFacts } from '../model/curves.js';
import type { ClassFacts, ConnectorFacts, SceneDocument } from '../model/document.js';
import type { Sketch } from '../model/drawing/sketch.js';
import type { ClassFormula } from '../model/drawing/words.js';

/** A document with a constraint that can be attached, or the reason why it cannot. */
export type Joined = { readonly document: SceneDocument } | { readonly reason: string };

/** The canvas of the page, which the engine draws on: an OffscreenCanvas. */
export interface Surface {
  width: number;
  height: number;
  getContext(kind: '2d'): SurfaceContext | null;
}

export interface SurfaceContext extends Context2D {
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  clearRect(x: number, y: number, width: number, height: number): void;
}

/** Size of the canvas, CSS pixels, and pixels of the screen per CSS pixel. */
export interface SurfaceSize {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** An event of a pointer or a key on the canvas; places are in CSS pixels from its corner. */
export type HandEvent =
  | {
      readonly type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel' | 'pointerleave';
      readonly clientX: number;
      readonly clientY: number;
      readonly pointerId: number;
      readonly pointerType: string;
      readonly button: number;
    }
  | { readonly type: 'keydown'; readonly key: string }
  | { readonly type: 'blur' };

/** What the page tells the engine. */
export type Command =
  /** Asks whether the engine is there: it is `ready`. */
  | { readonly kind: 'greet' }
  /** A document with this title is on its way. */
  | { readonly kind: 'expect'; readonly title: string }
  /** Shows a document. With `keep`, bodies stay where they are if they are the same. */
  | { readonly kind: 'load'; readonly serial: number; readonly document: SceneDocument; readonly keep: boolean }
  | {
      readonly kind: 'surface';
      readonly canvas: Surface;
      /** The canvas behind that one, for solids. */
      readonly depth: OffscreenCanvas;
      readonly size: SurfaceSize;
      readonly isDark: boolean;
    }
  | { readonly kind: 'resize'; readonly size: SurfaceSize }
  | { readonly kind: 'dark'; readonly isDark: boolean }
  | { readonly kind: 'run'; readonly running: boolean }
  | { readonly kind: 'step' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'speed'; readonly speed: number }
  | { readonly kind: 'hand'; readonly event: HandEvent }
  /** The next press names a point, in place of pulling. The points that are offered are marked. */
  | { readonly kind: 'pick'; readonly on: boolean; readonly offered?: readonly string[] }
  /** Shows the start of the scene, and the same part of the plane: somebody draws on it. */
  | { readonly kind: 'hold'; readonly on: boolean }
  /** Moves a point, while the start is shown, as far as the constraints let it. */
  | { readonly kind: 'move'; readonly reference: string; readonly target: readonly [number, number] }
  /** Shows another part of the plane; all there is, if none is given. */
  | { readonly kind: 'look'; readonly look?: Look }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  | { readonly kind: 'ping' };

/** What the page asks for, and gets an answer to. */
export type Question =
  | { readonly kind: 'check'; readonly document: unknown }
  | { readonly kind: 'derive'; readonly name: string; readonly spec: unknown }
  /** Whether specs make classes, apart from the mistakes `known`. */
  | {
      readonly kind: 'fit';
      readonly name: string;
      readonly specs: readonly unknown[];
      readonly known: readonly Diagnostic[];
    }
  /** The names of the functions that formulas may call. */
  | { readonly kind: 'functions' }
  | { readonly kind: 'library'; readonly space: 2 | 3 }
  /** Whether each of these documents can have its constraint of this name, and with which lengths. */
  | { readonly kind: 'join'; readonly name: string; readonly documents: readonly SceneDocument[] }
  /** Where the points are, by their references. */
  | { readonly kind: 'positions' }
  /** Steps to a time of the scene, s, that is to come. */
  | { readonly kind: 'reach'; readonly time: number }
  | { readonly kind: 'typescript'; readonly name: string }
  | { readonly kind: 'svg' }
  | { readonly kind: 'png' }
  /** The scene as one HTML file. */
  | { readonly kind: 'html' }
  | FilmQuestion
  | PartsQuestion;

/** Asks for a film of the scene from where it is, `seconds` long and, where it has pixels, so many wide. */
export interface FilmQuestion {
  readonly kind: 'film';
  readonly format: 'gif' | 'webm' | 'glb';
  readonly seconds: number;
  readonly width: number;
}

/** Asks for the parts of the scene: side by side on a sheet, or each as a solid in an archive. */
export interface PartsQuestion {
  readonly kind: 'parts';
  readonly format: 'dxf' | 'svg' | 'stl';
  /** Size of the parts by that in the scene. */
  readonly scale: number;
}

/** The answers, by the kind of question. */
export interface Answers {
  /** Mistakes of the document's shape; it can be shown and edited if there are none. */
  check: readonly Diagnostic[];
  derive: readonly DerivedClass[];
  fit: readonly boolean[];
  functions: readonly string[];
  library: readonly ClassFacts[];
  join: readonly Joined[];
  positions: Readonly<Record<string, readonly number[]>>;
  /** The time that it is then, s. */
  reach: number;
  typescript: readonly ExportedFile[];
  svg: string;
  png: Blob;
  html: string;
  film: Blob;
  parts: Blob;
}

export interface DerivedClass {
  readonly name: string;
  readonly facts: readonly string[];
  readonly parts: readonly WrittenPart[];
  readonly code: string;
  /** Operations of one evaluation. */
  readonly costs: readonly { readonly of: string; readonly operations: number }[];
}

/** A quantity of the scene that is drawn over time, or over another. */
export type PlotFacts =
  | { readonly kind: 'time'; readonly title: string; readonly of: readonly string[] }
  | { readonly kind: 'phase'; readonly title: string; readonly of: readonly [x: string, y: string] };

/** The scene that is shown now. */
export interface SceneFacts {
  readonly params: readonly SceneParameter[];
  readonly connectors: readonly ConnectorFacts[];
  readonly constraints: readonly {
    readonly name: string;
    readonly type: string;
    readonly rows: number;
    /** As the class has it. */
    readonly formula: ClassFormula;
  }[];
  readonly degreesOfFreedom: number;
  readonly rows: number;
  /** Rows that say nothing new, by the constraint that has them. */
  readonly redundant: readonly { readonly name: string; readonly rows: number }[];
  readonly plots: readonly PlotFacts[];
  readonly curves: readonly CurveFacts[];
  /** True if the bodies are where they were before. */
  readonly isKept: boolean;
}

/** A mistake that a step, or the assembly of a scene, throws, or what a world warns of. */
export interface Failure {
  readonly code: string;
  readonly problem: string;
  readonly hint: string;
  /** Names of the constraints that it is about. */
  readonly constraints: readonly string[];
}

/** What the engine tells the page. */
export type Report =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'loaded';
      readonly serial: number;
      readonly facts: SceneFacts;
      /** What the command line would refuse in the formulas, or warn of. */
      readonly notes: readonly Diagnostic[];
    }
  | {
      readonly kind: 'refused';
      readonly serial: number;
      readonly diagnostics: readonly Diagnostic[];
      readonly failure?: Failure;
    }
  | State
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** What was pressed: a point, or a position beside all points. */
  | { readonly kind: 'picked'; readonly reference: string | undefined; readonly position: readonly number[] }
  | { readonly kind: 'cursor'; readonly cursor: string }
  /** Which part of an answer is done, from 0 to 1. */
  | { readonly kind: 'progress'; readonly id: number; readonly done: number }
  /** Where things are while somebody draws; none where nobody can: in space, and where the view turns. */
  | { readonly kind: 'sketch'; readonly sketch: Sketch | undefined }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'noAnswer'; readonly id: number; readonly message: string }
  | { readonly kind: 'pong' };

export interface State {
  readonly kind: 'state';
  readonly time: number;
  readonly isRunning: boolean;
  /** Largest `|C|` of any row. */
  readonly residual: number;
  readonly energy: { readonly kinetic: number; readonly potential: number; readonly total: number };
  /**
   * Change of energy since the start, or since the last pull, without work that is done on the scene, J. Undefined
   * where that is work against constraints that cannot be met.
   */
  readonly change: number | undefined;
  /** True if drivers, forces or a hand do such work. */
  readonly hasWork: boolean;
  /** True if the time of the scene goes slower than it should. */
  readonly isSlow: boolean;
  /** What the runtime has begun to warn of, while the scene goes on. */
  readonly warning: Failure | undefined;
  /** True if the scene began anew: what was plotted is past. */
  readonly isNew: boolean;
  /** For each frame since the last report: the time, and each plotted quantity. */
  readonly samples: readonly (readonly number[])[];
  /** The point that is marked or pulled at, and where it is. */
  readonly marked: { readonly name: string; readonly position: readonly number[] } | undefined;
  /** True where the visitor has chosen what is seen. */
  readonly isChosen: boolean;
  /** Size of the picture, CSS pixels. */
  readonly size: readonly [width: number, height: number];
  /** Where points of the scene are drawn, CSS pixels, by their references. */
  readonly places: Readonly<Record<string, Point2>>;
}

/** What the page tells the prover, and what that tells the page. */
export type ProverCommand =
  | { readonly kind: 'prove'; readonly serial: number; readonly name: string; readonly spec: unknown }
  | { readonly kind: 'cancel' };

export type ProverReport =
  | { readonly kind: 'idle' }
  | { readonly kind: 'progress'; readonly serial: number; readonly done: number }
  | {
      readonly kind: 'verdict';
      readonly serial: number;
      readonly pass: boolean;
      readonly samples: number;
      readonly report: string;
    };
