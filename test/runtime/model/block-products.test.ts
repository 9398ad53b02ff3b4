import { describe, expect, it } from 'vitest';
import {
  addProduct,
  addTransposeProduct,
  addWeightedTransposeProduct,
  type InputBlocks,
} from '../../../runtime/model/products/block-products.js';
import {
  addPairProduct,
  addPairTransposeProduct,
  addWeightedPairTransposeProduct,
  isPair,
} from '../../../runtime/model/products/pair-products.js';
import { largestDifference, multiply, random, transpose, type Matrix } from '../fixtures/oracle.js';

const COUNT = 4;
const SLOTS = 24;
const FIRST_ROW = 2;

/**
 * Makes a batch with random blocks and slots, and the same as a dense matrix over the connectors.
 */
function batch(rows: number, sizes: readonly number[]): { blocks: InputBlocks[]; dense: Matrix } {
  const next = random(rows * 100 + Number(sizes.join('')));
  const inputs = sizes.length;
  const stride = rows * sizes.reduce((sum, size) => sum + size, 0);
  const J = Float64Array.from({ length: COUNT * stride }, next);
  const slots = Int32Array.from({ length: COUNT * inputs }, () => Math.floor((next() + 1) * 0.5 * (SLOTS - 3)));
  const dense = Array.from({ length: FIRST_ROW + COUNT * rows }, () => new Array<number>(SLOTS).fill(0));
  let offset = 0;
  const blocks = sizes.map((size, input) => {
    for (let k = 0; k < COUNT; k++) {
      for (let r = 0; r < rows; r++) {
        for (let c = 0; c < size; c++) {
          dense[FIRST_ROW + k * rows + r]![slots[k * inputs + input]! + c]! += J[k * stride + offset + r * size + c]!;
        }
      }
    }
    const made = { count: COUNT, rows, inputs, input, size, stride, offset, firstRow: FIRST_ROW, slots, J };
    offset += rows * size;
    return made;
  });
  return { blocks, dense };
}

describe.each([1, 2, 5])('products with %i rows per constraint', (rows) => {
  it.each([[[1]], [[2]], [[3]], [[2, 2]], [[3, 3]], [[1, 1]], [[3, 1, 2]], [[2, 3, 3, 1]]])(
    'and inputs of sizes %o',
    (sizes) => {
      const { blocks, dense } = batch(rows, sizes);
      const next = random(5);
      const y = Float64Array.from({ length: SLOTS }, next);
      const z = Float64Array.from({ length: dense.length }, next);
      // Earlier contents stay.
      const expectedRows = multiply(dense, [...y]).map((value) => value + 1);
      const expectedForces = multiply(transpose(dense), [...z]).map((value) => value + 1);

      const out = new Float64Array(dense.length).fill(1);
      const f = new Float64Array(SLOTS).fill(1);
      for (const one of blocks) {
        addProduct(one, 1, y, out);
        addTransposeProduct(one, z, f);
      }
      expect(largestDifference(out, expectedRows)).toBeLessThan(1e-14);
      expect(largestDifference(f, expectedForces)).toBeLessThan(1e-14);

      const w = Float64Array.from({ length: SLOTS }, next);
      const expectedChanges = multiply(transpose(dense), [...z]).map((value, i) => 1 + w[i]! * value);
      f.fill(1);
      for (const one of blocks) addWeightedTransposeProduct(one, z, w, f);
      expect(largestDifference(f, expectedChanges)).toBeLessThan(1e-14);

      expect(isPair(blocks)).toBe(rows === 1 && sizes.length === 2 && sizes[0] !== 1);
      if (!isPair(blocks)) return;
      out.fill(1);
      f.fill(1);
      addPairProduct(blocks[0]!, 1, y, out);
      addPairTransposeProduct(blocks[0]!, z, f);
      expect(largestDifference(out, expectedRows)).toBeLessThan(1e-14);
      expect(largestDifference(f, expectedForces)).toBeLessThan(1e-14);

      // A point has one weight.
      for (let i = 0; i < SLOTS; i++) w[i] = 0.7;
      f.fill(1);
      addWeightedPairTransposeProduct(blocks[0]!, z, w, f);
      const expected = multiply(transpose(dense), [...z]).map((value) => 1 + 0.7 * value);
      expect(largestDifference(f, expected)).toBeLessThan(1e-14);
    },
  );
});
