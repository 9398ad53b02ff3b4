import type { ConstraintType } from '../../runtime/constraint-type.js';
import { named, programInputs, type Configuration } from './configuration.js';
import type { Sample } from './difference-checks.js';
import { batchEvaluations, levelsOf, QUANTITIES } from './evaluation.js';
import { seededRandom } from './random.js';
import { runOnDoubles, type Program } from './reference/program.js';
import type { SingularCheck } from './report.js';
import { configurationAt, singularPlaces } from './singular-places.js';

/** A sample is near a singular point where what vanishes there is smaller than this. */
const NEAR = 1e-3;
/** What rounding may do to the value at a singular point, relative to the numbers that go into it. */
const ROUNDING = 1e-12;

/** Step by which one-sided differences tell a kink, and the difference of slopes that does. */
const STEP = 2 ** -20;
const KINK = 1e-3;

/** Whether the formula has no value, or another slope to one side than to the other, along some component of its inputs. */
function hasKink(type: ConstraintType, program: Program, at: Configuration): boolean {
  const rowsAt = (component: number, step: number): number[] => {
    const x = at.x.map((value, k) => (k === component ? value + step : value));
    const values = runOnDoubles(program, programInputs({ ...at, x }));
    return program.rows.map((row) => values[row]!);
  };
  const centre = rowsAt(-1, 0);
  return at.x.some((_, component) => {
    const [forth, back] = [rowsAt(component, STEP), rowsAt(component, -STEP)];
    return centre.some(
      (value, r) => levelsOf(type)[r] === 'position' && !(Math.abs(forth[r]! - 2 * value + back[r]!) <= KINK * STEP),
    );
  });
}

/**
 * Evaluates the class at singular points of its formula. One that throws there has to have something that is not finite, wherever the formula has a kink. Of
 * all others every quantity has to be finite, and `C` (of a row at velocity level, nothing) the
 * formula's own value, where it has one.
 */
export function checkSingularPoints(
  type: ConstraintType,
  program: Program,
  samples: readonly Sample[],
  seed: number,
): { readonly check: SingularCheck | undefined; readonly warnings: readonly string[] } {
  const places = singularPlaces(type, program);
  if (places.length === 0) return { check: undefined, warnings: [] };
  const random = seededRandom(seed);
  const configurations = places.flatMap((place) => {
    const found = samples.slice(0, 3).flatMap(({ at }) => configurationAt(type, program, place, at, random) ?? []);
    return found.slice(0, 1).map((at) => ({ place, at }));
  });
  const near = samples.flatMap(({ at, index }) => {
    const values = runOnDoubles(program, programInputs(at));
    return places
      .filter((place) => place.distance(values) < NEAR)
      .map(({ operation }) => `sample ${index} (${operation})`);
  });
  const warnings =
    near.length === 0
      ? []
      : [
          `Near singular points of the formula, where errors grow: ${near.slice(0, 5).join(', ')}${near.length > 5 ? ', …' : ''}.`,
        ];
  const evaluations = batchEvaluations(
    type,
    configurations.map(({ at }) => at),
  );
  const faults = configurations.flatMap(({ place, at }, k) => {
    const evaluation = evaluations[k]!;
    if (type.singularPoints !== undefined) {
      const finite = QUANTITIES.every((quantity) => evaluation[quantity].every(Number.isFinite));
      return finite && hasKink(type, program, at)
        ? [{ ...where(type, place.operation, at), reason: 'finite, though it is to throw' }]
        : [];
    }
    const infinite = QUANTITIES.filter((quantity) => !evaluation[quantity].every(Number.isFinite));
    if (infinite.length > 0)
      return [{ ...where(type, place.operation, at), reason: `${infinite.join(', ')} not finite` }];
    const values = runOnDoubles(program, programInputs(at));
    const scale = Math.max(1, ...programInputs(at).map(Math.abs)) ** 2;
    const wrong = program.rows.some(
      (row, r) =>
        levelsOf(type)[r] === 'position' &&
        Number.isFinite(values[row]) &&
        Math.abs(values[row]! - evaluation.C[r]!) > ROUNDING * Math.max(scale, Math.abs(values[row]!)),
    );
    return wrong ? [{ ...where(type, place.operation, at), reason: 'C is not the value of the formula' }] : [];
  });
  return {
    check: { pass: faults.length === 0, known: places.length, evaluated: configurations.length, faults },
    warnings,
  };
}

const where = (
  type: ConstraintType,
  operation: string,
  at: Configuration,
): Omit<SingularCheck['faults'][number], 'reason'> => ({
  operation,
  configuration: named(type, at),
});
