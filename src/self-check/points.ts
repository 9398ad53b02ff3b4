import { BranchCoverage } from '../reference/branch-coverage.js';
import type { Program } from '../reference/program.js';
import { seededRandom, type Random } from '../sampling/random.js';

/** Number of configurations that are checked for any formula. */
const POINTS = 3;
/**
 * Number of draws of which the farthest is one of them: numbers overflow or cancel near the ends of
 * their ranges.
 */
const FARTHEST_OF = 8;
/**
 * Total number of draws, for configurations inside the formula's domain and for branches not
 * reached yet.
 */
const DRAWS = 240;
/** Seed, so that the configurations of a check are the same at each run. */
const SEED = 0x5eed;
/**
 * Scales of the configurations drawn: branches and domains may lie far outside the usual box, or
 * close around zero.
 */
const SCALES = [1, 1, 4, 1 / 4, 32, 1 / 32, 1024, 1 / 1024] as const;

/**
 * Configurations at which a derivation is checked, and whether they reach every branch of the
 * formula.
 */
export interface CheckPoints<At> {
  readonly points: readonly { readonly at: At; readonly isUsual: boolean }[];
  readonly isComplete: boolean;
}

/** The part of a configuration that a check uses. */
interface Drawable {
  readonly x: readonly number[];
}

/**
 * Finds a few deterministic configurations at which the formulas are finite, and more for branches
 * that those do not reach.
 */
export function checkPoints<At extends Drawable>(
  program: Program,
  draw: (random: Random, scale: number) => At,
  inputsOf: (at: At) => readonly number[],
  size = 1,
): CheckPoints<At> {
  const random = seededRandom(SEED);
  const coverage = new BranchCoverage(program);
  const points: { readonly at: At; readonly isUsual: boolean }[] = [];
  const consider = (at: At, scale: number): void => {
    const { isFinite, isNew } = coverage.visit(inputsOf(at));
    if (isFinite && (isNew || points.length < POINTS)) points.push({ at, isUsual: scale === 1 });
  };
  consider(farthest(Array.from({ length: FARTHEST_OF }, () => draw(random, size))), size);
  for (let k = 0; k < DRAWS && (points.length < POINTS || !coverage.isComplete); k++) {
    const scale = size * SCALES[k % SCALES.length]!;
    consider(draw(random, scale), scale);
  }
  return { points, isComplete: coverage.isComplete };
}

function farthest<At extends Drawable>(all: readonly At[]): At {
  const reach = ({ x }: At): number => x.reduce((sum, component) => sum + Math.abs(component), 0);
  return all.reduce((best, at) => (reach(at) > reach(best) ? at : best));
}

/**
 * Scales components, except those of unit vectors and quaternions, and quantities with a range of
 * their own.
 */
export function scaled(
  x: readonly number[],
  parts: readonly { readonly name: string; readonly kind: string; readonly size: number }[],
  sample: Readonly<Record<string, unknown>>,
  scale: number,
): readonly number[] {
  if (scale === 1) return x;
  let next = 0;
  return parts.flatMap(({ name, kind, size }) => {
    const own = x.slice(next, (next += size));
    const isFixed = sample[name] !== undefined || kind === 'direction' || kind === 'orientation';
    return isFixed ? own : own.map((component) => component * scale);
  });
}
