import { coordinate, element, escapeXml } from '../painter/elements.js';
import { FONT } from '../painter/painter.js';
import type { Boundary } from '../solids/outlines.js';
import type { Placed, Sheet } from './sheet.js';

/** Colour and width, mm, of lines that are cut, as cutters expect them. */
const CUT = { stroke: '#ff0000', 'stroke-width': 0.1, fill: 'none' };
/** On screens, which show large sheets made smaller, the same lines are a pixel wide. */
const ON_SCREEN = '@media screen{path{vector-effect:non-scaling-stroke;stroke-width:1px}}';

/** A sheet as an SVG picture of true size: its user unit is a millimetre. */
export function sheetSVG(title: string, { width, height, text, placed }: Sheet): string {
  const frame = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${coordinate(width)} ${coordinate(height)}`,
    width: `${coordinate(width)}mm`,
    height: `${coordinate(height)}mm`,
  };
  const content = placed.map((one) => part(one, height, text));
  const head = [element('title', {}, escapeXml(title)), element('style', {}, ON_SCREEN)];
  return `${element('svg', frame, `\n${[...head, ...content].join('\n')}\n`)}\n`;
}

/** A part and its name; SVG has `y` downwards. */
function part({ piece, at, box }: Placed, height: number, text: number): string {
  const place = (x: number, y: number): string => `${exact(x + at[0])} ${exact(height - y - at[1])}`;
  const paths = piece.plates.map((boundaries) =>
    element('path', { d: boundaries.map((one) => pathOf(one, place)).join(''), ...CUT }),
  );
  const name = element(
    'text',
    {
      x: coordinate(box.min[0] + at[0]),
      y: coordinate(height - box.max[1] - at[1] - text / 4),
      'font-size': 0.6 * text,
      'font-family': FONT,
      fill: '#0000ff',
    },
    escapeXml(piece.name),
  );
  return element('g', {}, [...paths, name].join(''));
}

function pathOf(boundary: Boundary, place: (x: number, y: number) => string): string {
  if ('at' in boundary) {
    const { at: [x, y], radius } = boundary; // prettier-ignore
    const half = `A${exact(radius)} ${exact(radius)} 0 0 0 `;
    return `M${place(x + radius, y)}${half}${place(x - radius, y)}${half}${place(x + radius, y)}Z`;
  }
  const { corners } = boundary;
  return `${corners
    .map(([x, y], k) => {
      if (k === 0) return `M${place(x, y)}`;
      return side(corners[k - 1]!, corners[k]!, place);
    })
    .join('')}${corners.at(-1)![2] === 0 ? '' : side(corners.at(-1)!, corners[0]!, place)}Z`;
}

/** A straight side or an arc. With its bulge b, its radius is the chord by (1 + b²) / 4b. */
function side(
  [x, y, bulge]: readonly [number, number, number],
  [X, Y]: readonly [number, number, number],
  place: (x: number, y: number) => string,
): string {
  if (bulge === 0) return `L${place(X, Y)}`;
  const radius = (Math.hypot(X - x, Y - y) * (1 + bulge * bulge)) / (4 * Math.abs(bulge));
  return `A${exact(radius)} ${exact(radius)} 0 ${Math.abs(bulge) > 1 ? 1 : 0} ${bulge > 0 ? 0 : 1} ${place(X, Y)}`;
}

/** To a ten-thousandth of a millimetre. */
const exact = (x: number): string => String(Number(x.toFixed(4)));
