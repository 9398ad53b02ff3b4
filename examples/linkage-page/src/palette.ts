import type { Colors } from 'holonomic/canvas';

const NAMES = [
  'paper',
  'dots',
  'ink',
  'groove-edge',
  'plate-left',
  'plate-right',
  'bar',
  'left',
  'right',
  'pull',
  'push',
  'hand',
] as const;

/** The page's colours, from its style sheet. */
export type Palette = Readonly<Record<(typeof NAMES)[number], string>>;

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette;
}

/** The painter's colours, as far as the page has its own. */
export const colorsOf = (palette: Palette, usual: Colors): Colors => ({
  ...usual,
  paper: palette.paper,
  text: palette.ink,
  rod: palette.bar,
  body: palette.paper,
  bodyEdge: palette.ink,
  wire: palette['groove-edge'],
  pull: palette.pull,
  push: palette.push,
  hand: palette.hand,
  traces: [palette.left, palette.right],
});
