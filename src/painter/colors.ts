/** The colours of a picture. */
export interface Colors {
  readonly paper: string;
  readonly grid: string;
  readonly text: string;
  readonly faint: string;
  readonly rod: string;
  readonly body: string;
  readonly bodyEdge: string;
  readonly wire: string;
  readonly anchor: string;
  readonly anchorFill: string;
  readonly driven: string;
  readonly spring: string;
  readonly hand: string;
  /** Forces of rods that are pulled and pushed, and arrows. */
  readonly pull: string;
  readonly push: string;
  readonly force: string;
  readonly traces: readonly string[];
}

/**
 * Colours of traces, distinct for any colour vision (Okabe and Ito 2008, without the yellow, which
 * is invisible on white).
 */
const TRACES = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'] as const;

export const LIGHT: Colors = {
  paper: '#ffffff',
  grid: '#eef1f4',
  text: '#22303c',
  faint: '#7c8a97',
  rod: '#5b6b79',
  body: '#e9bf86',
  bodyEdge: '#7a4f24',
  wire: '#9aa7b3',
  anchor: '#3a4854',
  anchorFill: '#d8dee4',
  driven: '#c8102e',
  spring: '#4b7f52',
  hand: '#c8102e',
  pull: '#1f6fc4',
  push: '#d2452d',
  force: '#a01870',
  traces: TRACES,
};

export const DARK: Colors = {
  paper: '#14191e',
  grid: '#222a32',
  text: '#e4eaf0',
  faint: '#8796a5',
  rod: '#9fb0c0',
  body: '#b98a4e',
  bodyEdge: '#f0d3a6',
  wire: '#5d6c7a',
  anchor: '#b8c4cf',
  anchorFill: '#566573',
  driven: '#ff6b7d',
  spring: '#7fc08a',
  hand: '#ff6b7d',
  pull: '#64a8f0',
  push: '#ff8266',
  force: '#ee7fc8',
  traces: ['#56b4e9', '#f08b3c', '#2fc79a', '#e59cc5', '#f0c04a', '#8fc7ff'],
};

/** Red, green and blue of a colour `#rrggbb`, from 0 to 255. */
const channelsOf = (color: string): number[] => [1, 3, 5].map((k) => parseInt(color.slice(k, k + 2), 16));

/** The darker of two colours, both as `#rrggbb`. */
export function darker(a: string, b: string): string {
  const sum = (color: string): number => channelsOf(color).reduce((x, y) => x + y);
  return sum(a) < sum(b) ? a : b;
}

/** The colour `share` of the way from one to another, both as `#rrggbb`. */
export function mixed(from: string, to: string, share: number): string {
  const ends = channelsOf(to);
  const channels = channelsOf(from).map((a, k) => {
    const b = ends[k]!;
    return Math.round(a + share * (b - a))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

const known = new WeakMap<Colors, Map<number, Colors>>();

/** Colours that are `share` of the way to the paper. */
export function paled(colors: Colors, share: number): Colors {
  const mixtures = known.get(colors) ?? new Map<number, Colors>();
  known.set(colors, mixtures);
  let found = mixtures.get(share);
  if (found === undefined) {
    const pale = (color: string): string => mixed(color, colors.paper, share);
    const { traces, ...single } = colors;
    const entries = Object.entries(single).map(([name, color]) => [name, pale(color)]);
    found = { ...(Object.fromEntries(entries) as typeof single), traces: traces.map(pale) };
    mixtures.set(share, found);
  }
  return found;
}
