/**
 * The candidate that `name` is most likely a misspelling of, if one is near enough. The distance is
 * the smallest number of insertions, deletions, substitutions and swaps of neighbours, and may be
 * at most a third of the length. Upper and lower case hardly differ.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  // A longer name is no misspelling, and the search would take long.
  if (name.length > 40) return undefined;
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const distance = editDistance(name, candidate);
    const allowed = Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3));
    // From a name of one letter, every other letter is one substitution away.
    if (distance > allowed || distance >= Math.min(name.length, candidate.length)) continue;
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Damerau-Levenshtein distance, restricted to swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const [x, y] = [a[i - 1]!, b[j - 1]!];
      const change = x === y ? 0 : x.toLowerCase() === y.toLowerCase() ? 0.1 : 1;
      let distance = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + change);
      if (i > 1 && j > 1 && x === b[j - 2] && y === a[i - 2]) distance = Math.min(distance, beforePrevious[j - 2]! + 1);
      row.push(distance);
    }
    [beforePrevious, previous] = [previous, row];
  }
  return previous[b.length]!;
}

/** `did you mean "norm"?`, or nothing. */
export function suggestion(name: string, candidates: Iterable<string>): string | undefined {
  const near = nearest(name, candidates);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}
