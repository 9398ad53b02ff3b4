/// <reference lib="dom" preserve="true" />
import type { PointConnector, World } from '../../runtime/index.js';
import type { Colors } from '../painter/colors.js';
import type { Point2 } from '../painter/plane.js';
import type { Room } from '../painter/room.js';
import type { PictureOptions } from '../painter/sketch.js';
import type { View } from '../painter/view.js';
import type { Size } from './shot.js';

/** Shows a world in three dimensions, on a canvas behind that of a stage, through the stage's own eye. */
export interface Backdrop {
  /** Shows another world. */
  show(world: World, options: PictureOptions): void;
  /** Draws the world as it is; `room` is the part that is shown, `ratio` the pixels per CSS pixel. */
  draw(view: View, room: Room, size: Size, ratio: number, colors: Colors): void;
  /** The point of a body that is seen at a place, CSS pixels. */
  pick(place: Point2): PointConnector | undefined;
  close(): void;
}

/** What makes a backdrop: `holonomic/three` does. Throws where the browser has no WebGL. */
export interface BackdropMaker {
  readonly threeBackdrop: (canvas: HTMLCanvasElement) => Backdrop;
}

/** Tests whether the browser can draw in three dimensions, on a canvas like this one, which is of no use afterwards. */
export function hasWebGL(canvas: HTMLCanvasElement | OffscreenCanvas = document.createElement('canvas')): boolean {
  const context: WebGL2RenderingContext | null = canvas.getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
