import { COLUMN, doubleAt, fours, header, intAt, invoke, least, nextIntAt, ROWS } from './front-access.js';
import {
  add,
  addF,
  addV,
  atMost,
  block,
  both,
  differ,
  half,
  int,
  less,
  loadF,
  loadInt,
  loadTwice,
  loadV,
  loop,
  mul,
  mulF,
  mulV,
  pairOf,
  repeat,
  set,
  shl,
  shr,
  step,
  storeF,
  sub,
  subF,
  tee,
  wasmFunction,
  when,
  zeroV,
  type Code,
  type Local,
} from '../../src/wasm/encoder.js';

/** Address of the entry in column 0 of row `i` of a panel, in bands of the length `stride`. */
const bandedRow = (panel: Code, i: Code, stride: Code): Code =>
  add(panel, add(mul(shr(i, 2), sub(stride, int(COLUMN))), shl(i, 3)));

/** Applies a front's columns to the vector `z`: `#solveFront` of multifrontal.ts. */
export const solveFront = wasmFunction(['front', 'z'], ({ front, z }, locals) => {
  const { first, w, stride, p, i, own, k, e, last, rows, from, q, end, zk } = locals.ints(
    'first',
    'w',
    'stride',
    'p',
    'i',
    'own',
    'k',
    'e',
    'last',
    'rows',
    'from',
    'q',
    'end',
    'zk',
  );
  const { sum } = locals.doubles('sum');
  const { s01, s23, x } = locals.pairs('s01', 's23', 'x');
  const sums = [half(s01, 0), half(s01, 1), half(s23, 0), half(s23, 1)] as const;
  /** The last row stands in for missing rows of the tile; their sums are zero. */
  const subtract = (r: 0 | 1 | 2 | 3): Code => {
    const row = loadInt(add(rows, r === 0 ? e : least(add(e, int(4 * r)), last)));
    return block(set(k, doubleAt(z, row)), storeF(k, 0, subF(loadF(k), sums[r])));
  };
  return block(
    set(w, sub(nextIntAt(header('firstColumn'), front), tee(first, intAt(header('firstColumn'), front)))),
    set(stride, shl(fours(w), 7)),
    set(p, doubleAt(header('store'), intAt(header('panelStart'), front))),
    set(from, doubleAt(z, first)),
    set(end, doubleAt(from, w)),
    set(rows, header('row')),
    set(i, int(1)),
    loop(
      less(i, w),
      set(own, bandedRow(p, i, stride)),
      set(zk, from),
      set(k, doubleAt(from, i)),
      set(sum, loadF(k)),
      repeat(differ(zk, k), set(sum, subF(sum, mulF(loadF(own), loadF(zk)))), step(own, int(COLUMN)), step(zk, int(8))),
      storeF(k, 0, sum),
      step(i, int(1)),
    ),
    step(p, mul(fours(w), stride)),
    set(e, shl(intAt(header('rowStart'), front), 2)),
    set(last, sub(shl(nextIntAt(header('rowStart'), front), 2), int(4))),
    loop(
      atMost(e, last),
      set(s01, zeroV),
      set(s23, zeroV),
      set(q, p),
      set(zk, from),
      repeat(
        differ(zk, end),
        set(s01, addV(s01, mulV(loadV(q), tee(x, loadTwice(zk))))),
        set(s23, addV(s23, mulV(loadV(q, 16), x))),
        step(q, int(COLUMN)),
        step(zk, int(8)),
      ),
      ...ROWS.map(subtract),
      step(e, int(16)),
      step(p, stride),
    ),
  );
});

/** `z = L⁻¹ z`. */
export const solveLower = wasmFunction(['z'], ({ z }, locals) => {
  const { front } = locals.ints('front');
  return loop(less(front, header('count')), invoke('solveFront', front, z), step(front, int(1)));
});

/** `z = L⁻ᵀ z` for a `z` that is zero after row `k`: `solveTransposeFrom` of multifrontal.ts. */
export const solveTranspose = wasmFunction(['k', 'z'], ({ k, z }, locals) => {
  const { front, first, w, stride, panel, p, i, c, e, last, rows, from, q, end, zc } = locals.ints(
    'front',
    'first',
    'w',
    'stride',
    'panel',
    'p',
    'i',
    'c',
    'e',
    'last',
    'rows',
    'from',
    'q',
    'end',
    'zc',
  );
  const { z01, z23, x } = locals.pairs('z01', 'z23', 'x');
  const { zi } = locals.doubles('zi');
  const change = (at: Local, by: Code): Code => storeF(at, 0, subF(loadF(at), by));
  const below = (r: number): Code =>
    loadF(doubleAt(z, loadInt(add(rows, r === 0 ? e : least(add(e, int(4 * r)), last)))));
  return block(
    set(front, header('count')),
    set(rows, header('row')),
    loop(
      front,
      step(front, int(-1)),
      when(
        atMost(tee(first, intAt(header('firstColumn'), front)), k),
        set(w, sub(nextIntAt(header('firstColumn'), front), first)),
        set(stride, shl(fours(w), 7)),
        set(panel, doubleAt(header('store'), intAt(header('panelStart'), front))),
        set(p, add(panel, mul(fours(w), stride))),
        set(from, doubleAt(z, first)),
        set(end, doubleAt(from, w)),
        set(e, shl(intAt(header('rowStart'), front), 2)),
        set(last, sub(shl(nextIntAt(header('rowStart'), front), 2), int(4))),
        loop(
          both(atMost(e, last), atMost(loadInt(add(rows, e)), k)),
          set(z01, pairOf(below(0), below(1))),
          set(z23, pairOf(below(2), below(3))),
          set(q, p),
          set(zc, from),
          repeat(
            differ(zc, end),
            set(x, addV(mulV(loadV(q), z01), mulV(loadV(q, 16), z23))),
            change(zc, addF(half(x, 0), half(x, 1))),
            step(q, int(COLUMN)),
            step(zc, int(8)),
          ),
          step(e, int(16)),
          step(p, stride),
        ),
        set(i, least(sub(w, int(1)), sub(k, first))),
        loop(
          less(int(0), i),
          set(q, bandedRow(panel, i, stride)),
          set(zi, loadF(tee(c, doubleAt(from, i)))),
          set(zc, from),
          repeat(differ(zc, c), change(zc, mulF(loadF(q), zi)), step(q, int(COLUMN)), step(zc, int(8))),
          step(i, int(-1)),
        ),
      ),
    ),
  );
});
