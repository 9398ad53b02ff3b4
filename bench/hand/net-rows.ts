/** Entries of `A` below its diagonal, by rows, with the sign of each. */
export interface Rows {
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly sign: Float64Array;
  readonly diagonal: Float64Array;
}

/** Returns the pattern of `A` below its diagonal, for a net's rods in elimination order. */
export function rowsOf(rods: readonly (readonly [number, number])[]): Rows {
  const at = new Map<number, number[]>();
  rods.forEach(([a, b], k) => {
    for (const end of [a, b]) {
      const list = at.get(end);
      if (list) list.push(k);
      else at.set(end, [k]);
    }
  });
  const start = [0];
  const column: number[] = [];
  const sign: number[] = [];
  const diagonal: number[] = [];
  rods.forEach(([a, b], k) => {
    const entries: [number, number][] = [];
    for (const end of [a, b]) {
      if (end === 0) continue;
      for (const j of at.get(end)!) if (j < k) entries.push([j, (rods[j]![0] === end) === (a === end) ? 1 : -1]);
    }
    entries.sort((x, y) => x[0] - y[0]);
    for (const [j, s] of entries) {
      column.push(j);
      sign.push(s);
    }
    start.push(column.length);
    diagonal.push(a === 0 || b === 0 ? 1 : 2);
  });
  return {
    start: Int32Array.from(start),
    column: Int32Array.from(column),
    sign: Float64Array.from(sign),
    diagonal: Float64Array.from(diagonal),
  };
}

/**
 * Orders the rods of an `n × n` grid by nested dissection: those of each half before those that the
 * cut between the halves crosses.
 */
export function dissect(n: number): [number, number][] {
  const rods: [number, number][] = [];
  const order = (x0: number, x1: number, y0: number, y1: number): void => {
    const width = x1 - x0;
    const height = y1 - y0;
    if (width * height === 1) return;
    if (width >= height) {
      const cut = x0 + (width >> 1);
      order(x0, cut, y0, y1);
      order(cut, x1, y0, y1);
      for (let y = y0; y < y1; y++) rods.push([y * n + cut - 1, y * n + cut]);
    } else {
      const cut = y0 + (height >> 1);
      order(x0, x1, y0, cut);
      order(x0, x1, cut, y1);
      for (let x = x0; x < x1; x++) rods.push([(cut - 1) * n + x, cut * n + x]);
    }
  };
  order(0, n, 0, n);
  return rods;
}
