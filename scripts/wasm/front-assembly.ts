import { COLUMN, doubleAt, header, intAt, least, nextIntAt, ROWS, TILE } from './front-access.js';
import {
  add,
  addF,
  and,
  atMost,
  block,
  both,
  differ,
  half,
  int,
  less,
  loadF,
  loadInt,
  loadV,
  loop,
  mul,
  set,
  shl,
  shr,
  step,
  storeF,
  storeV,
  sub,
  wasmFunction,
  when,
  zeroV,
  type Code,
} from '../../src/wasm/encoder.js';

/** Fills tiles with zeros. */
export const clear = wasmFunction(['from', 'to'], ({ from, to }) =>
  loop(
    differ(from, to),
    ...[0, 16, 32, 48, 64, 80, 96, 112].map((offset) => storeV(from, offset, zeroV)),
    step(from, int(TILE)),
  ),
);

/**
 * Adds the update matrix of a front to its parent's panel, of `columns` columns with padding, and
 * to its parent's update matrix: `#extendAdd` of runtime/linear/multifrontal.ts. Rows and columns
 * are counted in bytes of `relative`, four for each.
 */
export const extendAdd = wasmFunction(['from', 'panel', 'columns', 'update'], (of, locals) => {
  const { from, panel, columns, update } = of;
  const { begin, last, i, j, outside, s, most, c, relative } = locals.ints(
    'begin',
    'last',
    'i',
    'j',
    'outside',
    's',
    'most',
    'c',
    'relative',
  );
  const row = locals.listOfInts(4);
  const inPanel = locals.listOfInts(4);
  const inUpdate = locals.listOfInts(4);
  const v = locals.pairs('first', 'second');
  const relativeAt = (k: Code): Code => loadInt(add(relative, k));
  const place = (r: number): Code => add(inPanel[r]!, c);
  const entry = [half(v.first, 0), half(v.first, 1), half(v.second, 0), half(v.second, 1)] as const;
  const put = (r: 0 | 1 | 2 | 3): Code => storeF(place(r), 0, addF(loadF(place(r)), entry[r]));
  const column = (...entries: readonly Code[]): Code =>
    block(
      when(atMost(outside, j), ...ROWS.map((r) => set(inPanel[r]!, inUpdate[r]!))),
      set(c, shl(relativeAt(j), 5)),
      set(v.first, loadV(s)),
      set(v.second, loadV(s, 16)),
      ...entries,
      step(s, int(COLUMN)),
      step(j, int(4)),
    );
  return block(
    set(relative, header('relative')),
    set(begin, shl(intAt(header('rowStart'), from), 2)),
    set(last, sub(shl(nextIntAt(header('rowStart'), from), 2), int(4))),
    // Columns ascend, so those of the panel come first.
    set(outside, begin),
    loop(both(atMost(outside, last), less(relativeAt(outside), columns)), step(outside, int(4))),
    set(s, doubleAt(header('store'), intAt(header('updateStart'), from))),
    set(i, begin),
    loop(
      atMost(i, last),
      ...ROWS.flatMap((r) => [
        // The last row stands in for missing rows of the tile; zeros are added to it.
        set(row[r]!, relativeAt(r === 0 ? i : least(add(i, int(4 * r)), last))),
        // bandedRow: ⌊row / 4⌋ (32 columns − 32) + 8 row
        set(inPanel[r]!, add(panel, add(mul(shr(row[r]!, 2), sub(shl(columns, 5), int(COLUMN))), shl(row[r]!, 3)))),
        // triangleRow: with b = ⌊row / 4⌋, 64 b (b + 1) + 8 (row mod 4); its columns follow the panel's.
        set(row[r]!, sub(row[r]!, columns)),
        set(inUpdate[r]!, shr(row[r]!, 2)),
        set(
          inUpdate[r]!,
          add(
            sub(update, shl(columns, 5)),
            add(shl(mul(inUpdate[r]!, add(inUpdate[r]!, int(1))), 6), shl(and(row[r]!, int(3)), 3)),
          ),
        ),
      ]),
      set(most, least(add(i, int(12)), last)),
      set(j, begin),
      loop(atMost(j, i), column(put(0), put(1), put(2), put(3))),
      // Entries of the diagonal tile above the diagonal have no meaning.
      loop(
        atMost(j, most),
        column(when(atMost(j, add(i, int(4))), put(1)), when(atMost(j, add(i, int(8))), put(2)), put(3)),
      ),
      step(s, shl(sub(add(i, int(12)), most), 3)),
      step(i, int(16)),
    ),
  );
});
