/** The tools of a hand. `hand` pulls at what moves; all others work on paper, at the start of the scene. */
export type Tool =
  | 'hand'
  | 'select'
  | 'point'
  | 'rod'
  | 'pin'
  | 'motor'
  | 'pen'
  | 'slider'
  | 'body'
  | 'wheel'
  | 'spring'
  | 'rope'
  | 'floor'
  | 'curve'
  | 'eraser';

export interface ToolWords {
  readonly tool: Tool;
  readonly label: string;
  /** The key that chooses it. */
  readonly key: string;
  readonly hint: string;
  /** The path of a picture of 24 × 24, and after `|` the points in it. */
  readonly picture: string;
}

export const TOOLS: readonly ToolWords[] = [
  {
    tool: 'hand',
    label: 'Hand',
    key: 'h',
    hint: 'Pull at anything.',
    picture:
      'M8 13V5.5a1.5 1.5 0 0 1 3 0V11V4a1.5 1.5 0 0 1 3 0v7V5.5a1.5 1.5 0 0 1 3 0V12V9a1.5 1.5 0 0 1 3 0v6q0 6 -6 6h-2q-3 0 -5 -3l-4 -6q1 -2 3 0Z',
  },
  {
    tool: 'select',
    label: 'Select and move',
    key: 'v',
    hint: 'Click a thing to change its numbers; drag a point, and what hangs on it follows.',
    picture: 'M6 3L19 13L12.5 13.8L9 20Z',
  },
  {
    tool: 'point',
    label: 'Point',
    key: 'p',
    hint: 'Click for a point of 1 kg. On a rod or a body, it is carried along.',
    picture: '|12,12',
  },
  {
    tool: 'rod',
    label: 'Rod',
    key: 'r',
    hint: 'Drag from point to point. An end on the ground is fixed; one on empty paper is a new point.',
    picture: 'M6 18L18 6|6,18 18,6',
  },
  {
    tool: 'pin',
    label: 'Pin',
    key: 'n',
    hint: 'Click a point to fix it to the paper; drag to another point to join the two.',
    picture: 'M12 7L6 17H18ZM4 17H20M7 17l-2 3M12 17l-2 3M17 17l-2 3|12,7',
  },
  {
    tool: 'motor',
    label: 'Motor',
    key: 'm',
    hint: 'Click a rod with one fixed end, or a body on a pin: the motor turns it.',
    picture: 'M19 9a8 8 0 1 0 1 5M20 4v5.5h-5.5|12,12',
  },
  {
    tool: 'pen',
    label: 'Pen',
    key: 't',
    hint: 'Click a point, or any place of a rod: it leaves a trace.',
    picture: 'M4 20L6 14L16 4L20 8L10 18ZM14 6L18 10',
  },
  {
    tool: 'slider',
    label: 'Slider',
    key: 's',
    hint: 'Drag from a point, or the fixed end of a rod, along the line on which it is to slide; to a rod or a body, it slides in that.',
    picture: 'M3 8H21M3 16H21M8 8h8v8h-8Z',
  },
  {
    tool: 'body',
    label: 'Body',
    key: 'b',
    hint: 'Click corner after corner, and the first one again.',
    picture: 'M5 18L8 6L18 8L20 17Z|5,18 8,6 18,8 20,17',
  },
  {
    tool: 'wheel',
    label: 'Wheel',
    key: 'w',
    hint: 'Drag from the centre to the rim. On a point or the ground, it turns about that.',
    picture: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0 -16 0M12 4v16M4 12h16|12,12',
  },
  {
    tool: 'spring',
    label: 'Spring',
    key: 'k',
    hint: 'Drag from one thing to another. It hangs from the paper, and ends with a weight where nothing is.',
    picture: 'M12 2V5L7 7L17 10L7 13L17 16L12 18V22',
  },
  {
    tool: 'rope',
    label: 'Rope',
    key: 'o',
    hint: 'Drag from where it hangs to what hangs on it: where nothing is, a weight. It may go slack.',
    picture: 'M5 4Q6 20 12 18T19 20|5,4 19,20',
  },
  {
    tool: 'floor',
    label: 'Floor',
    key: 'f',
    hint: 'Click, or drag along it: what is above may come to rest on it. The dashed line holds nothing up.',
    picture: 'M2 15H22M4 15l-2 4M9 15l-2 4M14 15l-2 4M19 15l-2 4M12 4v7M9.5 8.5l2.5 2.5l2.5 -2.5',
  },
  {
    tool: 'curve',
    label: 'Bead on a curve of your own',
    key: 'c',
    hint: 'Type the formula of the curve.',
    picture: 'M3 16Q8 2 12 12T21 8|12,12',
  },
  {
    tool: 'eraser',
    label: 'Eraser',
    key: 'x',
    hint: 'Click what is to go: what hangs on it goes, too.',
    picture: 'M9 20H20M4 15L13 6L19 12L11 20H8Z',
  },
];

/** The tools whose strokes have two ends. */
export const STROKES: ReadonlySet<Tool> = new Set(['rod', 'pin', 'slider', 'wheel', 'spring', 'rope', 'floor']);

/** The words of a tool. */
export const wordsOfTool = (tool: Tool): ToolWords => TOOLS.find((one) => one.tool === tool)!; // all are there
