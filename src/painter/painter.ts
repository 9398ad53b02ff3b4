import type { Point2, Polyline } from './plane.js';

/** The way in which lines and areas are drawn. Widths are in pixels. */
export interface Ink {
  readonly stroke?: string;
  readonly width?: number;
  readonly strokeOpacity?: number;
  readonly fill?: string;
  readonly fillOpacity?: number;
  /** Lengths of dashes and gaps, px. */
  readonly dash?: readonly number[];
  /** Ends of lines; round if left out. */
  readonly cap?: 'butt' | 'round';
}

/** The way in which text is drawn. */
export interface TextInk {
  /** Height of the font, px. */
  readonly size: number;
  readonly color: string;
  readonly weight?: number;
  /** The part of the text that is at its place; its start if left out. */
  readonly align?: 'start' | 'middle' | 'end';
  /** Colour of a border that sets the text apart from what is behind it. */
  readonly halo?: string;
}

/**
 * A surface that pictures are painted on, back to front. Places are in pixels, `y` down. All
 * drawing goes through these four, so that a canvas and an SVG file show the same.
 */
export interface Painter {
  line(points: Polyline, ink: Ink): void;
  polygon(points: Polyline, ink: Ink): void;
  disc(at: Point2, radius: number, ink: Ink): void;
  /** Writes a line of text; `at` is on its base line. */
  text(at: Point2, text: string, ink: TextInk): void;
}

export const FONT = "system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif";
