import type { BodyType } from '../../../runtime/model/bodies/body-type.js';
import { programInputs, type Configuration } from '../../sampling/configuration.js';
import { seededRandom } from '../../sampling/random.js';
import type { BigNumber } from '../../reference/big.js';
import { positionName } from '../../reference/body-quantities.js';
import type { BodyReference } from '../../reference/body-values.js';
import type { BodyProgram } from '../../reference/read-body.js';
import type { SingularCheck } from '../report.js';
import { nearWarnings, singularCases, singularCheck, type SingularCase } from '../singular-cases.js';
import { isDetermined, rowsByPolicy, type RowJet } from '../singular-jets.js';
import { singularPlaces } from '../singular-places.js';
import { isNear, POLICY_ROUNDING, ROUNDING, roundingScale } from '../singular-policy.js';
import { namedBodyConfiguration, type BodyConfiguration } from '../../sampling/body-configuration.js';
import type { BodyEvaluation, BodyEvaluator } from '../../sampling/body-evaluation.js';

/** The results that the policy requires of a body: by quantity, each entry that it determines. */
type Expected = ReadonlyMap<string, readonly (number | undefined)[]>;

interface BodyPolicy {
  readonly expected: Expected;
  /** The number of rows of the connectors and of the potential that are determined. */
  readonly determined: number;
  /** The values of all rows. */
  readonly values: readonly number[];
}

/**
 * Checks a body at the singular points of its formulas. Every quantity has to be finite there. The
 * connectors and the potential have the values of the formulas, and every entry that the policy
 * determines has its value. A body with an orientation, whose velocities are no rates of
 * coordinates, is not checked.
 */
export function checkSingularBody(
  type: BodyType,
  body: BodyProgram,
  reference: BodyReference,
  boundsAt: (at: BodyConfiguration) => BodyEvaluation,
  evaluator: BodyEvaluator,
  samples: readonly BodyConfiguration[],
  seed: number,
): { readonly check: SingularCheck | undefined; readonly warnings: readonly string[] } {
  if (!body.isPlain) return { check: undefined, warnings: [] };
  const { owner, program } = body;
  const moving = samples.map(withLocal);
  const places = singularPlaces(owner, program);
  const cases = singularCases(owner, program, places, moving, seededRandom(seed), (at) => policyAt(type, body, at));
  const bodyAt = (at: Configuration): BodyConfiguration => withoutLocal(type, at);
  const check = singularCheck(
    places.length,
    cases,
    ({ policy }) => policy.determined,
    (one) => {
      const [at, near] = [bodyAt(one.at), bodyAt(one.near)];
      return reasonOf(type, body, one, evaluator.at(at), boundsAt(at), () => reference.at(near));
    },
    (at) => namedBodyConfiguration(type, bodyAt(at)),
  );
  return { check, warnings: nearWarnings(program, places, moving) };
}

/** Adds the place on the body to the inputs of its formulas, at rest. */
const withLocal = ({ x, v, p, t, local }: BodyConfiguration): Configuration => ({
  x: [...x, ...local],
  v: [...v, ...local.map(() => 0)],
  p,
  t,
});

function withoutLocal({ coordinates }: BodyType, { x, v, p, t }: Configuration): BodyConfiguration {
  const width = coordinates.reduce((sum, { size }) => sum + size, 0);
  return { x: x.slice(0, width), v: v.slice(0, width), p, t, local: x.slice(width) };
}

/**
 * The entries that the policy determines. Those of connectors are `x`, `ẋ`, `B = ∂x/∂q` and `ẍ` at
 * `v̇ = 0`; that of the potential is its value. The others are linear in them: `Σ m x`, `Σ m B`,
 * and where only the potential is singular `Q = −Σ m Bᵀ ẍ − ∂V/∂q`. Products of several singular
 * quantities are not determined. Undefined if an entry is infinite by the policy too: the formula
 * does not exist there.
 */
function policyAt(type: BodyType, body: BodyProgram, at: Configuration): BodyPolicy | undefined {
  const { connectors, points, energy, program } = body;
  const rows = rowsByPolicy(program, at, 'position');
  if (!rows.every(isFinite)) return undefined;
  const nv = type.coordinates.reduce((sum, { rateSize }) => sum + rateSize, 0);
  const expected = new Map<string, readonly (number | undefined)[]>();
  for (const { name, size } of type.connectors) {
    const own = rows.slice(connectors.get(name), connectors.get(name)! + size);
    const determined = <T>(of: (row: RowJet) => T): (T | undefined)[] =>
      own.map((row) => (isDetermined(row.dependence) ? of(row) : undefined));
    expected.set(
      positionName(name),
      determined(({ value }) => value),
    );
    expected.set(
      `${name} rate`,
      determined(({ m }) => m),
    );
    expected.set(
      `${name} bias`,
      determined(({ mm }) => mm),
    );
    expected.set(
      `${name} B`,
      determined(({ i }) => i).flatMap((i) => Array.from({ length: nv }, (_, j) => i?.[j])),
    );
  }
  const masses = points.slice(0, Object.keys(type.formula.masses).length);
  const isRegular = (row: number): boolean => rows[row]!.dependence === 'none';
  /** `Σ m f` of rows that the policy determines. */
  const weighed = (c: number, of: (row: RowJet) => number): number | undefined => {
    const parts = masses.map(({ row, mass }) => ({ part: rows[row + c]!, mass }));
    const isKnown = parts.every(
      ({ part, mass }) => isRegular(mass) && (part.dependence === 'none' || isDetermined(part.dependence)),
    );
    return isKnown ? parts.reduce((sum, { part, mass }) => sum + rows[mass]!.value * of(part), 0) : undefined;
  };
  const axes = Array.from({ length: type.space }, (_, c) => c);
  const each = Array.from({ length: nv }, (_, j) => j);
  expected.set(
    'moment',
    axes.map((c) => weighed(c, ({ value }) => value)),
  );
  expected.set(
    'weight',
    axes.flatMap((c) => each.map((j) => weighed(c, ({ i }) => i[j]!))),
  );
  const potential = energy === undefined ? undefined : rows[energy]!;
  if (potential && isDetermined(potential.dependence)) {
    expected.set('V', [potential.value]);
    const components = points.flatMap(({ row, size, mass }) =>
      Array.from({ length: size }, (_, c) => ({ row: row + c, mass })),
    );
    const hasRates = body.kinetic !== undefined || body.dissipation !== undefined;
    if (!hasRates && components.every(({ row, mass }) => isRegular(row) && isRegular(mass)))
      expected.set(
        'Q',
        each.map((j) =>
          components.reduce(
            (sum, { row, mass }) => sum - rows[mass]!.value * rows[row]!.i[j]! * rows[row]!.mm,
            -potential.i[j]!,
          ),
        ),
      );
  }
  return {
    expected,
    determined: rows.filter(({ dependence }) => isDetermined(dependence)).length,
    values: rows.map(({ value }) => value),
  };
}

const isFinite = ({ value, m, mm, i }: RowJet): boolean => [value, m, mm, ...i].every(Number.isFinite);

function reasonOf(
  type: BodyType,
  { connectors, energy }: BodyProgram,
  { at, policy, rows }: SingularCase<BodyPolicy>,
  own: BodyEvaluation,
  bounds: BodyEvaluation,
  beside: () => ReadonlyMap<string, readonly BigNumber[]>,
): string | undefined {
  const infinite = Object.keys(own).filter((name) => !own[name]!.every(Number.isFinite));
  if (infinite.length > 0) return `${infinite.join(', ')} not finite`;
  const scale = roundingScale(programInputs(at));
  const isWrong = (name: string, row: number): boolean =>
    own[name]!.some((value, c) => {
      const formula = rows[row + c]!;
      const near = isNear(ROUNDING * scale, bounds[name]![c]!);
      return Number.isFinite(formula) && !near(value, formula) && !near(value, policy.values[row + c]!);
    });
  const astray = type.connectors
    .filter(({ name }) => isWrong(positionName(name), connectors.get(name)!))
    .map(({ name }) => positionName(name));
  if (energy !== undefined && isWrong('V', energy)) astray.push('V');
  if (astray.length > 0) return `${astray.join(', ')} not the value of the formula`;
  const wrong = [...policy.expected].flatMap(([name, entries]) =>
    entries.some((entry, e) => {
      const value = own[name]![e]!;
      const near = isNear(POLICY_ROUNDING * scale, bounds[name]![e]!);
      return entry !== undefined && !near(value, entry) && !near(value, beside().get(name)![e]!.toNumber());
    })
      ? [name]
      : [],
  );
  return wrong.length === 0 ? undefined : `${wrong.join(', ')} not what the policy for singular points says`;
}
