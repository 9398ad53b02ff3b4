import { reachable, type Node } from '../../symbolic/node.js';
import * as Q from '../../symbolic/rational.js';
import { escape, lines } from './element.js';

/** The knowledge of an entry of a matrix before any numbers are given. */
export type EntryKind = 'zero' | 'constant' | 'varying';

/**
 * A matrix by its entries, with the names of its rows and columns; columns of one group (an input)
 * stand together.
 */
export interface Pattern {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly entries: readonly Node[] }[];
  readonly groups: readonly { readonly name: string; readonly columns: readonly string[] }[];
  /** Tests for variables that do not change while the simulation runs. */
  readonly isFixed: (variable: Node) => boolean;
}

export function entryKind(entry: Node, isFixed: Pattern['isFixed']): EntryKind {
  if (entry.kind === 'number') return Q.isZero(entry.value) ? 'zero' : 'constant';
  return reachable([entry]).every((node) => node.kind !== 'variable' || isFixed(node)) ? 'constant' : 'varying';
}

const CELL = 26;
const GAP = 10;
const HEAD = 40;

/** The pattern as a picture, with the same in words. */
export function patternPicture({ title, rows, groups, isFixed }: Pattern): string {
  const label = 12 + 8 * Math.max(...rows.map(({ name }) => name.length));
  const kinds = rows.map(({ entries }) => entries.map((entry) => entryKind(entry, isFixed)));
  const starts: number[] = [];
  let x = label;
  for (const { columns } of groups) {
    starts.push(...columns.map((_, c) => x + c * CELL));
    x += columns.length * CELL + GAP;
  }
  const [width, height] = [x, HEAD + rows.length * CELL + 4];
  const heads: string[] = [];
  let column = 0;
  for (const { name, columns } of groups) {
    const from = starts[column]!;
    const middle = from + (columns.length * CELL) / 2;
    heads.push(`<text class="group" x="${middle}" y="14" text-anchor="middle">${escape(name)}</text>`);
    heads.push(
      `<line x1="${from + 2}" x2="${from + columns.length * CELL - 2}" y1="19" y2="19" stroke="currentColor" stroke-opacity="0.4"/>`,
    );
    columns.forEach((component, c) => {
      heads.push(`<text x="${starts[column + c]! + CELL / 2}" y="33" text-anchor="middle">${escape(component)}</text>`);
    });
    column += columns.length;
  }
  const cells = rows.flatMap(({ name, entries }, r) => {
    const y = HEAD + r * CELL;
    return [
      `<text x="${label - 8}" y="${y + CELL / 2 + 4}" text-anchor="end">${escape(name)}</text>`,
      ...entries.map((entry, c) => cell(entry, kinds[r]![c]!, starts[c]!, y)),
    ];
  });
  const count = (kind: EntryKind): number => kinds.flat().filter((one) => one === kind).length;
  const words = `${kinds.flat().length} entries: ${count('zero')} always zero, ${count('constant')} constant, ${count('varying')} varying`;
  return `<figure>
<div class="wide" tabindex="0"><svg role="img" aria-label="${escape(`${title}. ${words}.`)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${lines(...heads, ...cells)}
</svg></div>
<figcaption>${escape(title)}. ${words}. <span class="key"><i class="varying"></i> varying</span> <span class="key"><i class="constant"></i> constant</span> <span class="key"><i class="zero"></i> zero</span></figcaption>
</figure>`;
}

function cell(entry: Node, kind: EntryKind, x: number, y: number): string {
  const square = `<rect class="${kind}" x="${x + 2}" y="${y + 2}" width="${CELL - 4}" height="${CELL - 4}" rx="3"/>`;
  if (kind !== 'constant' || entry.kind !== 'number') return square;
  const text = Q.toText(entry.value).replace('-', '−');
  if (text.length > 3) return square;
  return `${square}<text class="value" x="${x + CELL / 2}" y="${y + CELL / 2 + 4}" text-anchor="middle">${escape(text)}</text>`;
}
