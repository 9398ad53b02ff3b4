/**
 * Thins samples: the numbers of those that stay, the first and the last among them. Samples between two that
 * stay are left out only where `fits(from, to)` says that the two stand for all between them. Each step is
 * doubled for as long as it fits, then bisected.
 */
export function thinned(count: number, fits: (from: number, to: number) => boolean): number[] {
  const kept = [0];
  for (let at = 0; at < count - 1; at = kept.at(-1)!) {
    // Two samples in a row have nothing between them.
    let [low, high] = [at + 1, count];
    for (let step = 2; low < count - 1; step *= 2) {
      const to = Math.min(at + step, count - 1);
      if (!fits(at, to)) {
        high = to;
        break;
      }
      low = to;
    }
    while (high - low > 1 && high < count) {
      const middle = (low + high) >> 1;
      if (fits(at, middle)) low = middle;
      else high = middle;
    }
    kept.push(low);
  }
  return kept;
}
