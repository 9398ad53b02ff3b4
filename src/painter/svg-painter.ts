import { coordinate, element, escapeXml, group, type Attributes } from './elements.js';
import { FONT, type Ink, type Painter, type TextInk } from './painter.js';
import type { Point2, Polyline } from './plane.js';

/** Paints an SVG picture, as text. It refers to no other files. */
export class SvgPainter implements Painter {
  /** Groups of elements that share their ink. */
  readonly #groups: { readonly ink: Attributes; readonly key: string; readonly elements: string[] }[] = [];

  line(points: Polyline, ink: Ink): void {
    this.#add(element('polyline', { points: list(points) }), attributes({ ...ink, fill: 'none' }));
  }

  polygon(points: Polyline, ink: Ink): void {
    this.#add(element('polygon', { points: list(points) }), attributes(ink));
  }

  disc([cx, cy]: Point2, r: number, ink: Ink): void {
    this.#add(element('circle', { cx, cy, r }), attributes(ink));
  }

  text([x, y]: Point2, text: string, { size, color, weight, align, halo }: TextInk): void {
    this.#add(element('text', { x, y }, escapeXml(text)), {
      'font-size': size,
      fill: color,
      ...(weight !== undefined && { 'font-weight': weight }),
      ...(align !== undefined && align !== 'start' && { 'text-anchor': align }),
      ...(halo !== undefined && {
        stroke: halo,
        'stroke-width': size / 3,
        'stroke-linejoin': 'round',
        'paint-order': 'stroke',
      }),
    });
  }

  /** The picture as a file. */
  file({ title, width, height }: { readonly title: string; readonly width: number; readonly height: number }): string {
    const frame = {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${coordinate(width)} ${coordinate(height)}`,
      width,
      height,
      'font-family': FONT,
    };
    const content = [
      element('title', {}, escapeXml(title)),
      ...this.#groups.map(({ ink, elements }) => group(ink, elements)),
    ];
    return `${element('svg', frame, `\n${content.join('\n')}\n`)}\n`;
  }

  #add(text: string, ink: Attributes): void {
    const key = JSON.stringify(ink);
    const last = this.#groups.at(-1);
    if (last?.key === key) last.elements.push(text);
    else this.#groups.push({ ink, key, elements: [text] });
  }
}

const list = (points: Polyline): string => points.map(([x, y]) => `${coordinate(x)},${coordinate(y)}`).join(' ');

function attributes({
  stroke,
  width = 1,
  strokeOpacity,
  fill = 'none',
  fillOpacity,
  dash,
  cap = 'round',
}: Ink): Attributes {
  return {
    fill,
    ...(fillOpacity !== undefined && { 'fill-opacity': fillOpacity }),
    ...(stroke !== undefined && {
      stroke,
      'stroke-width': width,
      'stroke-linejoin': 'round',
      ...(cap === 'round' && { 'stroke-linecap': cap }),
      ...(strokeOpacity !== undefined && { 'stroke-opacity': strokeOpacity }),
      ...(dash && { 'stroke-dasharray': dash.map(coordinate).join(' ') }),
    }),
  };
}
