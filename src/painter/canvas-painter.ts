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

/** Paints on a canvas whose context is scaled to CSS pixels. */
export class CanvasPainter implements Painter {
  readonly #context: Context2D;

  constructor(context: Context2D) {
    this.#context = context;
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
      context.lineJoin = 'round';
      context.setLineDash([]);
      context.strokeText(text, x, y);
    }
    context.fillStyle = color;
    context.fillText(text, x, y);
  }

  #path(points: Polyline): void {
    this.#context.beginPath();
    points.forEach(([x, y], i) => {
      if (i === 0) this.#context.moveTo(x, y);
      else this.#context.lineTo(x, y);
    });
  }

  #fill({ fill, fillOpacity = 1 }: Ink): void {
    if (fill === undefined) return;
    const context = this.#context;
    context.globalAlpha = fillOpacity;
    context.fillStyle = fill;
    context.fill();
    context.globalAlpha = 1;
  }

  #stroke({ stroke, width = 1, strokeOpacity = 1, dash = [], cap = 'round' }: Ink): void {
    if (stroke === undefined) return;
    const context = this.#context;
    context.globalAlpha = strokeOpacity;
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.lineCap = cap;
    context.lineJoin = 'round';
    context.setLineDash([...dash]);
    context.stroke();
    context.globalAlpha = 1;
  }
}
