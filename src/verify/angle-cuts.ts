import { takeNearestTurn } from '../../runtime/model/nearest-turn.js';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { runOnDoubles } from '../reference/run-on-doubles.js';
import type { Program } from '../reference/program.js';
import { named, programInputs, type Configuration } from '../sampling/configuration.js';
import { batchEvaluations, levelsOf } from '../sampling/evaluation.js';
import { seededRandom, uniform, type Random } from '../sampling/random.js';
import type { SingularCheck } from './report.js';
import { rowsOnDoubles } from './singular-cases.js';
import { operationsOf } from './singular-places.js';

/** Number of samples from which a cut is sought, of places kept for each angle, and of tries along a line. */
const TRIED_SAMPLES = 24;
const CASES_PER_ANGLE = 3;
const TRIES = 40;
/** Distance of the two sides from each other, and the difference of their rows that counts as a jump. */
const APART = 2 ** -30;
const JUMP = 1e-4;
const TURN = 2 * Math.PI;

/** Two configurations on either side of the cut of an angle. */
interface Cut {
  readonly sides: readonly [Configuration, Configuration];
  /** The jump of each row of the formula, from one side to the other. */
  readonly jumps: readonly number[];
}

/**
 * The cuts of the angles in a formula, where `atan2(y, x)` jumps between π and −π: `y = 0`, `x < 0`.
 * They are found by bisection along lines through samples, with the formula's own text.
 */
export class AngleCuts {
  readonly #cuts: readonly (readonly Cut[])[];

  constructor(type: ConstraintType, program: Program, samples: readonly Configuration[], seed: number) {
    const random = seededRandom(seed);
    const isHeld = levelsOf(type).some((level, r) => level === 'position' && (type.relations?.[r] ?? '==') === '==');
    const reached = new Set(operationsOf(program, program.rows));
    const angles = program.places.flatMap((place, k) =>
      isHeld && place.kind === 'operation' && place.name === 'atan2' && reached.has(k) ? [place.args] : [],
    );
    this.#cuts = angles
      .map(([y, x]) =>
        samples
          .slice(0, TRIED_SAMPLES)
          .flatMap((from) => cutNear(program, y!, x!, from, random) ?? [])
          .slice(0, CASES_PER_ANGLE),
      )
      .filter((cuts) => cuts.length > 0);
  }

  /**
   * Evaluates a class on both sides. Its equations at position level must jump as the formula does:
   * by whole turns where they have a period, which leaves no jump to the nearest turn, and otherwise
   * by no whole turn.
   */
  check(type: ConstraintType): SingularCheck | undefined {
    if (this.#cuts.length === 0) return undefined;
    const cuts = this.#cuts.flat();
    const evaluations = batchEvaluations(
      type,
      cuts.flatMap(({ sides }) => sides),
    ).map(({ C }) => C);
    const faults = cuts.flatMap(({ sides, jumps }, k) => {
      const reason = faultOf(type, jumps, [evaluations[2 * k]!, evaluations[2 * k + 1]!]);
      return reason === undefined ? [] : [{ operation: 'atan2', reason, configuration: named(type, sides[0]) }];
    });
    const { length } = this.#cuts;
    return { pass: faults.length === 0, known: length, evaluated: length, compared: cuts.length * type.rows, faults };
  }
}

function faultOf(
  type: ConstraintType,
  jumps: readonly number[],
  C: readonly [Float64Array, Float64Array],
): string | undefined {
  for (let r = 0; r < type.rows; r++) {
    if (levelsOf(type)[r] !== 'position' || (type.relations?.[r] ?? '==') !== '==') continue;
    const period = type.periods?.[r] ?? 0;
    const jump = C[1][r]! - C[0][r]!;
    if (Math.abs(jump - jumps[r]!) > JUMP) return `row ${r + 1} jumps by ${jump}, the formula by ${jumps[r]!}`;
    const isTurn = Math.abs(jump) > JUMP && Math.abs(jump - TURN * Math.round(jump / TURN)) < JUMP;
    if (period === 0 && isTurn) return `row ${r + 1} jumps by whole turns, and has no period`;
    if (period === 0) continue;
    const apart = C[1].slice(r, r + 1);
    apart[0]! -= C[0][r]!;
    takeNearestTurn({ rows: 1, periods: [period] }, 1, apart);
    if (!(Math.abs(apart[0]!) < JUMP))
      return `row ${r + 1} jumps by ${jump}, which is no multiple of its period ${period}`;
  }
  return undefined;
}

/** The sides of a cut on a line through `from`; undefined where none is found, or rows are too steep to judge. */
function cutNear(program: Program, y: number, x: number, from: Configuration, random: Random): Cut | undefined {
  const direction = from.x.map(() => uniform(random, -1, 1));
  const at = (s: number): Configuration => ({ ...from, x: from.x.map((value, i) => value + s * direction[i]!) });
  const valuesAt = (s: number): Float64Array => runOnDoubles(program, programInputs(at(s)));
  const side = (s: number): number => {
    const values = valuesAt(s);
    return values[x]! < 0 ? Math.sign(values[y]!) : NaN;
  };
  for (let k = 0; k < TRIES; k++) {
    let [low, high] = [(4 * k) / TRIES - 2, (4 * (k + 1)) / TRIES - 2];
    const [first, last] = [side(low), side(high)];
    if (!(first * last < 0)) continue;
    while (high - low > APART) {
      const middle = (low + high) / 2;
      if (side(middle) === first) low = middle;
      else high = middle;
    }
    const rows = [low - APART, low, high, high + APART].map((s) => rowsOnDoubles(program, at(s)));
    const isSteep = rows[0]!.some(
      (value, r) => !(Math.abs(rows[1]![r]! - value) < JUMP / 4 && Math.abs(rows[3]![r]! - rows[2]![r]!) < JUMP / 4),
    );
    if (isSteep || !(side(high) === last)) continue;
    return { sides: [at(low), at(high)], jumps: rows[2]!.map((value, r) => value - rows[1]![r]!) };
  }
  return undefined;
}
