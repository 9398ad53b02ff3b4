import { readFile } from 'node:fs/promises';
import { compileMechanism } from 'holonomic/toolkit';

const [STEPS, DT] = [400, 1 / 400];
/** The lengths that are tuned; the crank's stays 1 m. */
const NAMES = ['frame', 'link', 'rocker', 'pen'] as const;
export type Lengths = Readonly<Record<(typeof NAMES)[number], number>>;

const scene: unknown = JSON.parse(await readFile(new URL('linkage.json', import.meta.url), 'utf8'));
const Linkage = await compileMechanism(scene, { gradient: true });

/** Places in the state: where the coupler is, and its angle. */
const [X, Y, ANGLE] = [0, 1, 2];
const heightOf = (state: ArrayLike<number>, pen: number): number => state[Y]! + pen * Math.sin(state[ANGLE]!);
/** The half of the turn in which the crank points to the left, and the pen is to draw a straight line. */
const counts = (step: number): boolean => {
  const turned = 2 * Math.PI * step * DT - Math.sin(2 * Math.PI * step * DT);
  return Math.cos(turned) > 0;
};

/** What the pen draws in a turn. */
export function curve(lengths: Lengths): [x: number, y: number][] {
  const linkage = new Linkage(lengths);
  return Array.from({ length: STEPS }, () => {
    linkage.step(DT);
    const { state } = linkage;
    return [state[X]! + lengths.pen * Math.cos(state[ANGLE]!), heightOf(state, lengths.pen)];
  });
}

/** Variance of the pen's heights, m², how far they differ, m, and the variance's derivatives by the lengths. */
export function straightness(lengths: Lengths): { loss: number; spread: number; gradient: number[] } {
  const { pen } = lengths;
  const linkage = new Linkage(lengths);
  const heights = new Map<number, number>();
  for (let step = 1; step <= STEPS; step++) {
    linkage.step(DT);
    if (counts(step)) heights.set(step, heightOf(linkage.state, pen));
  }
  const all = [...heights.values()];
  const mean = all.reduce((sum, y) => sum + y, 0) / all.length;
  const loss = all.reduce((sum, y) => sum + (y - mean) ** 2, 0) / all.length;

  let byPen = 0;
  const { state, parameters } = new Linkage(lengths).gradient(STEPS, DT, (y, step) => {
    const height = heights.get(step);
    if (height === undefined) return undefined;
    const slope = (2 * (height - mean)) / all.length;
    byPen += slope * Math.sin(y[ANGLE]!);
    return [0, slope, slope * pen * Math.cos(y[ANGLE]!), 0, 0, 0];
  });
  // The gradient by parameters holds the state at the beginning, which the lengths decide as well.
  const gradient = NAMES.map((name) => {
    const h = 1e-6;
    const [more, less] = [h, -h].map((by) => new Linkage({ ...lengths, [name]: lengths[name] + by }).state);
    const begun = state.reduce((sum, slope, i) => sum + (slope * (more![i]! - less![i]!)) / (2 * h), 0);
    return parameters[name]! + begun + (name === 'pen' ? byPen : 0);
  });
  return { loss, spread: Math.max(...all) - Math.min(...all), gradient };
}

/** Descends along the gradient, by the lengths of steps of Barzilai and Borwein (1988). */
export function tune(
  start: Lengths,
  count: number,
  note?: (lengths: Lengths, spread: number, after: number) => void,
): Lengths {
  let at = start;
  let { loss, gradient, spread } = straightness(at);
  let rate = 0.01 / Math.hypot(...gradient);
  for (let n = 0; n < count; n++) {
    note?.(at, spread, n);
    const next = Object.fromEntries(NAMES.map((name, i) => [name, at[name] - rate * gradient[i]!])) as Lengths;
    const found = straightness(next);
    if (!(found.loss < 4 * loss)) {
      rate /= 4;
      continue;
    }
    const moved = NAMES.map((name) => next[name] - at[name]);
    const change = found.gradient.map((x, i) => x - gradient[i]!);
    const curvature = moved.reduce((sum, x, i) => sum + x * change[i]!, 0);
    const square = moved.reduce((sum, x) => sum + x * x, 0);
    rate = curvature > 0 ? square / curvature : 2 * rate;
    at = next;
    ({ loss, gradient, spread } = found);
  }
  note?.(at, spread, count);
  return at;
}
