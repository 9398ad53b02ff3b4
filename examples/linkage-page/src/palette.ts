const NAMES = [
  'paper',
  'dots',
  'ink',
  'faint',
  'groove',
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
