import { COLUMN, header, TILE } from './front-access.js';
import {
  add,
  addV,
  atMost,
  block,
  differ,
  int,
  less,
  loadTwice,
  loadV,
  loop,
  mul,
  mulV,
  repeat,
  set,
  shl,
  step,
  storeV,
  subV,
  tee,
  wasmFunction,
  when,
  zeroV,
  type Code,
  type Local,
  type Locals,
} from '../../src/wasm/encoder.js';

/*
 * The kernels of runtime/linear/front-kernels.ts: the same operations on the same numbers in the
 * same order, two rows at a time. Arguments are addresses.
 */

/** `c_ij −= Σ_k y_ik l_jk` for a tile at `p`, over `columns > 0` columns. */
function tile(locals: Locals): (p: Code, y: Code, l: Code, columns: Code) => Code {
  const c = locals.listOfPairs(8);
  const { a, b, l01 } = locals.pairs('a', 'b', 'l01');
  const at = locals.ints('y', 'l', 'end');
  const products = [0, 1, 2, 3].flatMap((q) => [
    ...set(l01, loadTwice(at.l, 8 * q)),
    ...set(c[2 * q]!, addV(c[2 * q]!, mulV(a, l01))),
    ...set(c[2 * q + 1]!, addV(c[2 * q + 1]!, mulV(b, l01))),
  ]);
  return (p, y, l, columns) =>
    block(
      ...c.map((pair) => set(pair, zeroV)),
      set(at.l, l),
      set(at.end, add(tee(at.y, y), shl(columns, 5))),
      repeat(
        differ(at.y, at.end),
        set(a, loadV(at.y)),
        set(b, loadV(at.y, 16)),
        products,
        step(at.y, int(COLUMN)),
        step(at.l, int(COLUMN)),
      ),
      ...c.map((pair, i) => storeV(p, 16 * i, subV(loadV(p, 16 * i), pair))),
    );
}

/** Eliminates in bands `from ≤ b < to` the first `tiles` groups of four columns. */
export const eliminateRows = wasmFunction(['base', 'stride', 'b', 'to', 'tiles', 'inverse'], (of, locals) => {
  const { base, stride, b, to, tiles, inverse } = of;
  const { row, own, J, band, diagonal, pivots, p, q } = locals.ints(
    'row',
    'own',
    'J',
    'band',
    'diagonal',
    'pivots',
    'p',
    'q',
  );
  const l = locals.listOfPairs(6);
  const d = locals.listOfPairs(4);
  const y = locals.listOfPairs(4);
  const multiply = tile(locals);
  const L = (i: number, j: number): Local => l[(i * (i - 1)) / 2 + j]!;
  const inTile: Code[] = [];
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < i; j++) inTile.push(set(L(i, j), loadTwice(diagonal, 8 * (4 * j + i))));
    inTile.push(set(d[i]!, loadTwice(pivots, 8 * i)));
  }
  for (const rows of [0, 16]) {
    for (let i = 0; i < 4; i++) {
      let entry = loadV(p, rows + COLUMN * i);
      for (let j = 0; j < i; j++) entry = subV(entry, mulV(y[j]!, L(i, j)));
      inTile.push(set(y[i]!, entry));
      inTile.push(storeV(q, rows + COLUMN * i, y[i]!), storeV(p, rows + COLUMN * i, mulV(y[i]!, d[i]!)));
    }
  }
  return block(
    set(own, header('products')),
    set(row, add(base, mul(b, stride))),
    loop(
      less(b, to),
      set(J, int(0)),
      set(band, base),
      set(diagonal, base),
      set(pivots, inverse),
      set(p, row),
      set(q, own),
      loop(
        less(J, tiles),
        when(J, multiply(p, own, band, shl(J, 2))),
        ...inTile,
        step(J, int(1)),
        step(band, stride),
        step(diagonal, add(stride, int(TILE))),
        step(pivots, int(32)),
        step(p, int(TILE)),
        step(q, int(TILE)),
      ),
      step(b, int(1)),
      step(row, stride),
      step(own, stride),
    ),
  );
});

/** Updates the lower triangle of `bands` bands at `p`. */
export const addUpdate = wasmFunction(['p', 'bands', 'base', 'stride', 'width'], (of, locals) => {
  const { p, bands, base, stride, width } = of;
  const { i, j, y, l } = locals.ints('i', 'j', 'y', 'l');
  const multiply = tile(locals);
  return block(
    set(y, header('products')),
    loop(
      less(i, bands),
      set(l, base),
      set(j, int(0)),
      repeat(atMost(j, i), multiply(p, y, l, width), step(p, int(TILE)), step(l, stride), step(j, int(1))),
      step(i, int(1)),
      step(y, stride),
    ),
  );
});
