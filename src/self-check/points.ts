import type { ConstraintType } from '../../runtime/constraint-type.js';
import { BranchCoverage } from '../reference/branch-coverage.js';
import type { Program } from '../reference/program.js';
import { drawConfiguration, programInputs, type Configuration } from '../verify/configuration.js';
import { seededRandom } from '../verify/random.js';

/** Configurations that are checked whatever branches the formula has. The last lies near the edge of the ranges. */
const POINTS = 3;
/** Draws, in all, for configurations inside the formula's domain and for branches not reached yet. */
const DRAWS = 240;
/** The configurations of a check are the same at each run. */
const SEED = 0x5eed;
/** Sizes of what is drawn: branches and domains may lie far outside the usual box, or close around zero. */
const SCALES = [1, 1, 4, 1 / 4, 32, 1 / 32, 1024, 1 / 1024] as const;

/** Configurations at which a derivation is checked, and whether they reach every branch of the formula. */
export interface CheckPoints {
  readonly points: readonly Configuration[];
  readonly isComplete: boolean;
}

type Owner = Pick<ConstraintType, 'inputs' | 'params' | 'formula'>;

/** A few deterministic configurations at which the formula is finite, and more that reach the branches which those do not. */
export function checkPoints(owner: Owner, program: Program, size = 1): CheckPoints {
  const random = seededRandom(SEED);
  const coverage = new BranchCoverage(program);
  const points: Configuration[] = [];
  for (let draw = 0; draw < DRAWS; draw++) {
    if (points.length >= POINTS && coverage.isComplete) break;
    // The first are of the usual size.
    const scale = size * (draw < POINTS ? 1 : SCALES[draw % SCALES.length]!);
    const at = scaled(owner, drawConfiguration(owner, random), scale);
    const { isFinite, isNew } = coverage.visit(programInputs(at));
    if (isFinite && (isNew || points.length < POINTS)) points.push(at);
  }
  return { points, isComplete: coverage.isComplete };
}

/** Positions, angles and rates of another size, apart from unit vectors and from what has a range of its own. */
function scaled({ inputs, formula: { sample } }: Owner, at: Configuration, scale: number): Configuration {
  if (scale === 1) return at;
  let next = 0;
  const x = inputs.flatMap(({ name, kind, size }) => {
    const own = at.x.slice(next, (next += size));
    return sample[name] === undefined && kind !== 'direction' ? own.map((value) => value * scale) : own;
  });
  return { ...at, x, t: sample['t'] === undefined ? at.t * scale : at.t };
}
