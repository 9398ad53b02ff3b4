/** Largest number of hunks that are shown, and of lines of either side of one. */
const HUNKS = 3;
const LINES = 4;
/**
 * Most lines of both texts that are passed over in search of equal ones. Beyond them, the rest
 * counts as one difference.
 */
const REACH = 200;

interface Hunk {
  /** The first line of the hunk in the first text, counted from 1. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * The first differences between two texts: enough to see what changed, not a patch. Each line
 * begins with `-` (only in `before`), `+` (only in `after`), `@@` (a difference begins) or `…`
 * (more is not shown).
 */
export function shortDiff(before: string, after: string): string {
  const all = hunksOf(before.split('\n'), after.split('\n'));
  // The hash in the header differs whenever anything does.
  const telling = all.filter(
    ({ removed, added }) => ![...removed, ...added].every((line) => line.startsWith('// Hash: ')),
  );
  const hunks = telling.length > 0 ? telling : all;
  const shown = hunks
    .slice(0, HUNKS)
    .flatMap(({ line, removed, added }) => [`@@ line ${line} @@`, ...side('-', removed), ...side('+', added)]);
  const hidden = hunks.length - HUNKS;
  return [...shown, ...(hidden > 0 ? [`… ${hidden} more ${hidden === 1 ? 'difference' : 'differences'}`] : [])].join(
    '\n',
  );
}

/**
 * Splits two texts into their differences. After each, reading goes on from the nearest pair of
 * equal lines, so that the hunks stay short.
 */
function hunksOf(a: readonly string[], b: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && a[i] === b[j]) {
      i++;
      j++;
      continue;
    }
    const [skipA, skipB] = nearestMatch(a, b, i, j);
    hunks.push({ line: i + 1, removed: a.slice(i, i + skipA), added: b.slice(j, j + skipB) });
    i += skipA;
    j += skipB;
  }
  return hunks;
}

/** The numbers of lines of either text to pass over until both are alike again. */
function nearestMatch(a: readonly string[], b: readonly string[], i: number, j: number): [number, number] {
  for (let distance = 1; distance <= REACH; distance++)
    for (let skip = 0; skip <= distance; skip++) {
      const line = a[i + skip];
      if (line !== undefined && line === b[j + distance - skip]) return [skip, distance - skip];
    }
  return [a.length - i, b.length - j];
}

function side(sign: string, lines: readonly string[]): string[] {
  const shown = lines.length > LINES + 1 ? lines.slice(0, LINES) : lines;
  const hidden = lines.length - shown.length;
  return [...shown.map((line) => `${sign}${line}`), ...(hidden > 0 ? [`${sign}… ${hidden} more lines`] : [])];
}
