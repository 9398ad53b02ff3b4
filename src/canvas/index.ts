/**
 * `holonomic/canvas`: worlds on pages. Steps, drawing, and pulling at points.
 * @module holonomic/canvas
 */
export { Stage, type StageOptions } from './stage.js';
export { draw, type DrawOptions } from './picture.js';
export type { Size } from './shot.js';
export { defineSceneElement, type SceneElementOptions } from './define-scene-element.js';
export { SharpCanvas } from './sharp-canvas.js';
export { Stepper, type StepperOptions } from './stepper.js';
export type { Hand, HandOptions } from './hand.js';
export type { TrailOptions } from './trail.js';
export type { AngleLook } from '../painter/angle.js';
export { CanvasPainter, type Context2D } from '../painter/canvas-painter.js';
export { DARK, LIGHT, type Colors } from '../painter/colors.js';
export { paintAnchor, paintArrow, paintSpring } from '../painter/marks.js';
export type { Ink, Painter, TextInk } from '../painter/painter.js';
export type { Box, Point2, Polyline } from '../painter/plane.js';
export type { Form, Look, Shape } from '../painter/shape.js';
export type { Room } from '../painter/room.js';
export type { RopeLook, RopeSupport } from '../painter/rope.js';
export type { PictureOptions } from '../painter/sketch.js';
export type { Camera, Position, View, ViewOptions, Viewport } from '../painter/view.js';
export type { Backdrop, BackdropMaker } from './backdrop.js';
export type { Look as PictureLook } from './picture.js';
export type { Sights } from './pointer.js';
