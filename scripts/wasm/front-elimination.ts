import { doubleAt, fours, header, intAt, invoke, isIndependent, nextIntAt, TILE } from './front-access.js';
import {
  add,
  addF,
  and,
  atLeastF,
  block,
  divF,
  double,
  greaterF,
  int,
  less,
  loadF,
  loop,
  mul,
  mulF,
  not,
  repeat,
  set,
  shl,
  step,
  storeF,
  sub,
  subF,
  tee,
  wasmFunction,
  when,
  type Code,
} from '../../src/wasm/encoder.js';
import { LEAST, PRESENT, SAFE } from '../../runtime/linear/guarded-factorization.js';

/** Factorizes the rows of a panel that are the front's own: `#factorizeOwn` of multifrontal.ts. */
export const factorizeOwn = wasmFunction(['first', 'base', 'w'], ({ first, base, w }, locals) => {
  const { b, bands, stride, band, p, k, ownInverse, inverse, diagonal, pivots, left } = locals.ints(
    'b',
    'bands',
    'stride',
    'band',
    'p',
    'k',
    'ownInverse',
    'inverse',
    'diagonal',
    'pivots',
    'left',
  );
  const y = locals.listOfDoubles(3);
  const { akk, dk } = locals.doubles('akk', 'dk');
  /** Entry of the diagonal tile. */
  const entry = (i: number, j: number): Code => loadF(p, 8 * (4 * j + i));
  const row = (i: number): Code => {
    const statements: Code[] = [];
    for (let j = 0; j < i; j++) {
      let e = entry(i, j);
      for (let m = 0; m < j; m++) e = subF(e, mulF(y[m]!, entry(j, m)));
      statements.push(storeF(p, 8 * (4 * j + i), mulF(tee(y[j]!, e), loadF(inverse, 8 * j))));
    }
    let d = addF(tee(akk, loadF(diagonal, 8 * i)), entry(i, i));
    for (let j = 0; j < i; j++) d = subF(d, mulF(y[j]!, entry(i, j)));
    const beyondDoubt = and(
      greaterF(dk, mulF(loadF(pivots, 8 * SAFE), akk)),
      atLeastF(dk, mulF(loadF(pivots, 8 * LEAST), akk)),
    );
    return block(
      ...statements,
      storeF(inverse, 8 * i, divF(double(1), tee(dk, d))),
      when(
        not(beyondDoubt),
        storeF(pivots, 8 * PRESENT, dk),
        when(not(isIndependent(add(k, int(i)))), storeF(inverse, 8 * i, double(0))),
      ),
    );
  };
  return block(
    set(stride, shl(tee(bands, fours(w)), 7)),
    set(inverse, tee(ownInverse, doubleAt(header('inverse'), tee(k, first)))),
    set(diagonal, doubleAt(header('diagonal'), first)),
    set(pivots, header('pivots')),
    set(p, tee(band, base)),
    set(left, w),
    repeat(
      less(b, bands),
      when(
        b,
        invoke('eliminateRows', base, stride, b, add(b, int(1)), b, ownInverse),
        // One tile.
        invoke('addUpdate', p, int(1), band, stride, shl(b, 2)),
      ),
      row(0),
      ...[1, 2, 3].map((i) => when(less(int(i), left), row(i))),
      step(b, int(1)),
      step(band, stride),
      step(p, add(stride, int(TILE))),
      step(inverse, int(32)),
      step(diagonal, int(32)),
      step(k, int(4)),
      step(left, int(-4)),
    ),
  );
});

/** Collects, eliminates and substitutes forward front by front: `eliminate` of multifrontal.ts. */
export const factorize = wasmFunction([], (_, locals) => {
  const { front, count, first, w, bands, below, base, stride, update, e, end, store } = locals.ints(
    'front',
    'count',
    'first',
    'w',
    'bands',
    'below',
    'base',
    'stride',
    'update',
    'e',
    'end',
    'store',
  );
  return block(
    set(count, header('count')),
    set(store, header('store')),
    loop(
      less(front, count),
      set(w, sub(nextIntAt(header('firstColumn'), front), tee(first, intAt(header('firstColumn'), front)))),
      set(stride, shl(tee(bands, fours(w)), 7)),
      set(below, fours(sub(nextIntAt(header('rowStart'), front), intAt(header('rowStart'), front)))),
      set(base, doubleAt(store, intAt(header('panelStart'), front))),
      set(update, doubleAt(store, intAt(header('updateStart'), front))),
      invoke('clear', base, doubleAt(store, nextIntAt(header('panelStart'), front))),
      // A triangle of n bands has n (n + 1) / 2 tiles.
      invoke('clear', update, add(update, shl(mul(below, add(below, int(1))), 6))),
      set(e, intAt(header('entryStart'), front)),
      set(end, nextIntAt(header('entryStart'), front)),
      loop(
        less(e, end),
        storeF(doubleAt(store, intAt(header('place'), e)), 0, loadF(doubleAt(header('values'), e))),
        step(e, int(1)),
      ),
      set(e, intAt(header('childStart'), front)),
      set(end, nextIntAt(header('childStart'), front)),
      loop(less(e, end), invoke('extendAdd', intAt(header('child'), e), base, shl(bands, 2), update), step(e, int(1))),
      invoke('factorizeOwn', first, base, w),
      when(
        below,
        invoke('eliminateRows', base, stride, bands, add(bands, below), bands, doubleAt(header('inverse'), first)),
        invoke('addUpdate', update, below, add(base, mul(bands, stride)), stride, w),
      ),
      invoke('solveFront', front, header('z')),
      step(front, int(1)),
    ),
  );
});
