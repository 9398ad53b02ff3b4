import { readSpec } from './specs.js';

/** The only point of a formula: `x` says what `p.x` says. */
export interface OnlyPoint {
  readonly name: string;
  /** The coordinates that no input and no parameter is called like. */
  readonly axes: readonly string[];
}

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The point of a spec that has one alone, and no list of points. */
export function onlyPointOf(spec: Readonly<Record<string, unknown>> | undefined, space: 2 | 3): OnlyPoint | undefined {
  const read = readSpec(spec);
  if (read === undefined) return undefined;
  const points = Object.keys(read.inputs).filter((input) => read.inputs[input] === 'point');
  const [name] = points;
  const given = (spec!['inputs'] as Readonly<Record<string, unknown>>)[name ?? ''];
  if (name === undefined || points.length > 1 || (typeof given === 'object' && given !== null && 'count' in given))
    return undefined;
  const taken = [...Object.keys(read.inputs), ...read.params];
  return { name, axes: ['x', 'y', 'z'].slice(0, space).filter((axis) => !taken.includes(axis)) };
}

const NUMBER_OR_WORD = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[A-Za-z_]\w*/g;
/** What sums count with, and what stands in an index: `sum(x, 1:4, …)`, `x in faces`, `q[x]`. */
const COUNTERS = /\b(?:sum|mean)\s*\(\s*(\w+)\s*,|\(\s*(\w+)\s+in\b|\w\[\s*(\w+)/g;

/**
 * The edits that write coordinates of the only point with its name, where `mayWrite` lets them, and
 * that take back those of the prefixes `written` before behind which no coordinate stands any more:
 * `p.x` was `x`, and became `xi`, or a line `where x = …` defines it now.
 */
export function coordinateEdits(
  text: string,
  { name, axes }: OnlyPoint,
  written: readonly number[],
  mayWrite: (from: number, to: number) => boolean,
): readonly Edit[] {
  const prefix = `${name}.`;
  const defined = [...text.matchAll(/^\s*where\s+(\w+)\s*=(?!=)/gm)].map(([, key]) => key);
  // The name of a line that is half typed may still get longer.
  const named = [...text.matchAll(/^\s*where\s+(\w+)/gm)].map(([, key]) => key);
  const edits: Edit[] = written.flatMap((from) => {
    const to = from + prefix.length;
    const word = /^\w*/.exec(text.slice(to))![0]; // it matches everything
    return axes.includes(word) && !defined.includes(word) ? [] : [{ from, to, insert: '' }];
  });
  let start = 0;
  for (const line of text.split('\n')) {
    const counters = [...line.matchAll(COUNTERS)].flatMap((match) => match.slice(1));
    for (const { 0: word, index } of line.matchAll(NUMBER_OR_WORD)) {
      const from = start + index;
      const to = from + word.length;
      const isOther = line[index - 1] === '.' || /^(?:\s*\(|\.)/.test(text.slice(to));
      if (axes.includes(word) && !isOther && !named.includes(word) && !counters.includes(word) && mayWrite(from, to))
        edits.push({ from, to: from, insert: prefix });
    }
    start += line.length + 1;
  }
  return edits.sort((a, b) => a.from - b.from);
}
