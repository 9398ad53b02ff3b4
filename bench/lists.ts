import type { ConstraintKernel } from '../runtime/model/constraint-type.js';
import type { ListType } from '../runtime/model/lists/list-type.js';
import { sizedType } from '../runtime/model/lists/sized-type.js';
import { seededRandom, uniform } from '../src/sampling/random.js';
import { compile } from '../src/toolkit.js';
import { report } from './figures.js';
import { contest } from './measure.js';

const POINTS = [16, 500, 10_000];
/** Points that a contestant goes through in one turn. */
const POINTS_A_TURN = 400_000;

interface Case {
  readonly spec: Parameters<typeof compile>[1];
  readonly byHand: ConstraintKernel;
}

/** `½ Σ x_i × x_{i+1} − A`, as an expert writes it for one ring. */
const area: ConstraintKernel = (_count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  const n = slots.length;
  let [sum, rate, bias] = [0, 0, 0];
  let last = slots[n - 1]!;
  let at = slots[0]!;
  for (let i = 0; i < n; i++) {
    const next = slots[i + 1 < n ? i + 1 : 0]!;
    const dx = x[next + 1]! - x[last + 1]!;
    const dy = x[last]! - x[next]!;
    J[2 * i] = dx / 2;
    J[2 * i + 1] = dy / 2;
    sum += x[at]! * x[next + 1]! - x[at + 1]! * x[next]!;
    rate += v[at]! * dx + v[at + 1]! * dy;
    bias += v[at]! * v[next + 1]! - v[at + 1]! * v[next]!;
    last = at;
    at = next;
  }
  C[0] = sum / 2 - p[0]!;
  Cdot[0] = rate / 2;
  gamma[0] = bias;
};

/** `Σ |x_{i+1} − x_i| − L` of an open rope. */
const rope: ConstraintKernel = (_count, slots, x, v, p, _t, C, Cdot, J, gamma) => {
  const n = slots.length;
  let [sum, rate, bias] = [0, 0, 0];
  J.fill(0, 0, 2 * n);
  for (let i = 0; i + 1 < n; i++) {
    const a = slots[i]!;
    const b = slots[i + 1]!;
    const dx = x[b]! - x[a]!;
    const dy = x[b + 1]! - x[a + 1]!;
    const vx = v[b]! - v[a]!;
    const vy = v[b + 1]! - v[a + 1]!;
    const length = Math.sqrt(dx * dx + dy * dy);
    const ux = dx / length;
    const uy = dy / length;
    const along = ux * vx + uy * vy;
    J[2 * i]! -= ux;
    J[2 * i + 1]! -= uy;
    J[2 * i + 2] = ux;
    J[2 * i + 3] = uy;
    sum += length;
    rate += along;
    bias += (vx * vx + vy * vy - along * along) / length;
  }
  C[0] = sum - p[0]!;
  Cdot[0] = rate;
  gamma[0] = bias;
};

/** Classes over lists, and what they are to be as fast as. */
const LIST_CASES: Readonly<Record<string, Case>> = {
  'area of a ring': {
    spec: {
      summary: 'Keeps the area of a ring of points.',
      space: 2,
      inputs: { p: { kind: 'point', count: 'any' } },
      params: { area: 'scalar' },
      C: 'sum(i, cross(p[i], p[i+1])) / 2 == area',
    },
    byHand: area,
  },
  'length of a rope': {
    spec: {
      summary: 'Keeps the length of a rope.',
      space: 2,
      inputs: { p: { kind: 'point', count: 'any', ring: false } },
      params: { length: 'scalar' },
      C: 'sum(i, norm(p[i+1] - p[i])) == length',
    },
    byHand: rope,
  },
};

/** A call of a kernel over a list of points at a random configuration. */
function runOf(kernel: ConstraintKernel, n: number): () => void {
  const random = seededRandom(3);
  const numbers = (count: number): Float64Array => Float64Array.from({ length: count }, () => uniform(random, -1, 1));
  const x = numbers(2 * n);
  const v = numbers(2 * n);
  const p = numbers(1);
  const slots = Int32Array.from({ length: n }, (_, i) => 2 * i);
  const J = new Float64Array(2 * n);
  const C = new Float64Array(1);
  const Cdot = new Float64Array(1);
  const gamma = new Float64Array(1);
  return () => {
    kernel(1, slots, x, v, p, 0, C, Cdot, J, gamma);
  };
}

/** The kernel of a class over lists, for a list of `n` points. */
function derivedKernel({ spec }: Case, n: number): ConstraintKernel {
  const [Class] = Object.values(compile('List', spec));
  const type = (Class as unknown as { readonly type: ListType }).type;
  return sizedType(type, { p: Array.from({ length: n }) }).type.kernel;
}

/** Prints the time per point of classes over lists, and its ratio to that of hand-written loops. */
export function benchLists(): void {
  const rows = Object.entries(LIST_CASES).flatMap(([name, one]) =>
    POINTS.map((n) => {
      const turns = [one.byHand, derivedKernel(one, n)].map((kernel) => {
        const run = runOf(kernel, n);
        return () => {
          for (let k = 0; k < POINTS_A_TURN; k += n) run();
        };
      });
      const { times, ratios } = contest(turns, 21);
      const each = (time: number): string => ((1e6 * time) / POINTS_A_TURN).toFixed(1);
      return [`${name}, ${n}`, each(times[0]!), each(times[1]!), ratios[1]!.toFixed(2)];
    }),
  );
  report('lists', 'Classes over lists against hand-written loops', [
    ['lists', 'by hand, ns a point', 'derived, ns a point', 'ratio'],
    ...rows,
  ]);
}
