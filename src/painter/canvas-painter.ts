import { FONT, type Ink, type Painter, type TextInk } from './painter.js';
import type { Point2, Polyline } from './plane.js';

/** The part of a canvas's context that is used: also that of an OffscreenCanvas. */
export interface Context2D {
  globalAlpha: number;
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineCap: unknown;
  lineJoin: unknown;
  font: string;
  textAlign: unknown;
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number): void;
  fill(): void;
  stroke(): void;
  setLineDash(dash: number[]): void;
  fillText(text: string, x: number, y: number): void;
  strokeText(text: string, x: number, y: number): void;
}

/**
 * Paints on a canvas whose context is scaled to CSS pixels. What most lines have is set once and
 * left so: opaque, round, without dashes.
 */
export class CanvasPainter implements Painter {
  readonly #context: Context2D;

  constructor(context: Context2D) {
    this.#context = context;
    context.globalAlpha = 1;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.setLineDash([]);
  }

  line(points: Polyline, ink: Ink): void {
    this.#path(points);
    this.#stroke(ink);
  }

  polygon(points: Polyline, ink: Ink): void {
    this.#path(points);
    this.#context.closePath();
    this.#fill(ink);
    this.#stroke(ink);
  }

  disc([x, y]: Point2, radius: number, ink: Ink): void {
    this.#context.beginPath();
    this.#context.arc(x, y, radius, 0, 2 * Math.PI);
    this.#fill(ink);
    this.#stroke(ink);
  }

  text([x, y]: Point2, text: string, { size, color, weight = 400, align = 'start', halo }: TextInk): void {
    const context = this.#context;
    context.font = `${weight} ${size}px ${FONT}`;
    context.textAlign = align === 'middle' ? 'center' : align;
    if (halo !== undefined) {
      context.strokeStyle = halo;
      context.lineWidth = size / 3;
      context.strokeText(text, x, y);
    }
    context.fillStyle = color;
    context.fillText(text, x, y);
  }

  #path(points: Polyline): void {
    const context = this.#context;
    context.beginPath();
    for (let i = 0; i < points.length; i++) {
      const point = points[i]!;
      if (i === 0) context.moveTo(point[0], point[1]);
      else context.lineTo(point[0], point[1]);
    }
  }

  #fill({ fill, fillOpacity = 1 }: Ink): void {
    if (fill === undefined) return;
    const context = this.#context;
    context.fillStyle = fill;
    if (fillOpacity !== 1) context.globalAlpha = fillOpacity;
    context.fill();
    if (fillOpacity !== 1) context.globalAlpha = 1;
  }

  #stroke({ stroke, width = 1, strokeOpacity = 1, dash, cap = 'round' }: Ink): void {
    if (stroke === undefined) return;
    const context = this.#context;
    context.strokeStyle = stroke;
    context.lineWidth = width;
    if (strokeOpacity !== 1) context.globalAlpha = strokeOpacity;
    if (cap !== 'round') context.lineCap = cap;
    if (dash) context.setLineDash([...dash]);
    context.stroke();
    if (strokeOpacity !== 1) context.globalAlpha = 1;
    if (cap !== 'round') context.lineCap = 'round';
    if (dash) context.setLineDash([]);
  }
}
