import type { BodySpec } from '../../src/spec/body-spec.js';
import type { ConstraintSpec, ParameterSpec } from '../../src/spec/constraint-spec.js';
import type { EnergySpec } from '../../src/spec/energy-spec.js';
import { COORDINATES, CURVES, INPUTS, PARAMETERS, partName, VECTOR_PARAMETER, type Draft, type Row } from './drafts.js';
import type { Sort } from './grammar.js';
import { printTree } from './tree.js';

/** Makes the spec of a draft: plain data that declares what its formulas use. */
export function specOf(draft: Draft): RandomSpec {
  return draft.kind === 'body' ? bodyOf(draft) : isEnergy(draft) ? potentialOf(draft) : constraintOf(draft);
}

export type RandomSpec = ConstraintSpec | BodySpec | EnergySpec;

/** By some seeds a scalar is a potential. */
const isEnergy = ({ rows, policy, seed }: Draft): boolean =>
  seed % 4 === 3 && policy === 'regularize' && rows.length === 1 && sortOf(rows[0]!) === 'scalar';

/** Makes an energy; a scalar with rates becomes its damping. */
function potentialOf({ space, rows, where }: Draft): EnergySpec {
  const scalar = rows[0]!.operands.map((operand) => `(${printTree(operand)})`).join(' - ');
  const used = usedNames([scalar], where.map(printTree));
  const [first] = Object.entries(INPUTS).filter(([name]) => used.names.has(name));
  const hasRates = [scalar, ...Object.values(used.where)].some((text) => text.includes('ddt('));
  const [name, kind] = first ?? ['a', 'point'];
  const size = typeof kind === 'string' && kind === 'scalar' ? name : `dot(${name}, ${name})`;
  return {
    summary: 'A random energy.',
    space,
    inputs: Object.fromEntries(Object.entries(INPUTS).filter(([input]) => used.names.has(input))),
    ...declared(used),
    V: hasRates ? size : scalar,
    ...(hasRates && { damping: scalar }),
  };
}

export const printRow = ({ operands, relation = '==' }: Row): string => operands.map(printTree).join(` ${relation} `);

export const sortOf = ({ operands }: Row): Sort => operands[0]!.production.sort;

function constraintOf({ space, rows, where, policy }: Draft): ConstraintSpec {
  const C = rows.map(printRow);
  const used = usedNames(C, where.map(printTree));
  const inputs = Object.fromEntries(Object.entries(INPUTS).filter(([name]) => used.names.has(name)));
  return {
    summary: 'A random constraint.',
    space,
    inputs,
    ...declared(used),
    C: C.length === 1 ? C[0]! : C,
    ...(policy === 'throw' && { singular: policy }),
  };
}

/**
 * Makes a body. The first two vectors are points, one with a mass; the scalar is an angle, the
 * energy, or a factor in kinetic energy and dissipation.
 */
function bodyOf({ space, rows, where, seed }: Draft): BodySpec {
  const vectors = rows.filter((row) => sortOf(row) !== 'scalar').map(printRow);
  const [scalar] = rows.filter((row) => sortOf(row) === 'scalar').map(printRow);
  const isAngle = seed % 2 === 0;
  const masses = ['k', '1.5', '2 * k + 1'];
  const inertia = space === 2 && seed % 4 === 0;
  const points = Object.fromEntries(
    vectors.map((at, i) => [`point${i + 1}`, i === 0 ? { at, mass: masses[seed % 3]! } : { at }]),
  );
  const angles = scalar !== undefined && isAngle ? { angle1: { of: scalar, ...(inertia && { inertia: '0.7' }) } } : {};
  const used = usedNames([...vectors, scalar ?? '', masses[seed % 3]!], where.map(printTree));
  const coordinates = COORDINATES.filter((name) => used.names.has(name));
  const energy = scalar !== undefined && !isAngle ? energyOf(scalar, coordinates, seed) : {};
  return {
    summary: 'A random body.',
    space,
    coordinates: Object.fromEntries(coordinates.map((name) => [name, {}])),
    ...declared(used),
    points,
    ...(Object.keys(angles).length > 0 && { angles }),
    ...energy,
  };
}

/** A potential, or by some seeds a kinetic energy and a dissipation. */
function energyOf(
  scalar: string,
  coordinates: readonly string[],
  seed: number,
): Pick<BodySpec, 'energy' | 'kinetic' | 'dissipation'> {
  const [first, second = first] = coordinates;
  if (first === undefined || seed % 4 === 1) return { energy: scalar };
  return {
    kinetic: `(${scalar})^2 * ddt(${first})^2 + ddt(${first}) * ddt(${second})`,
    dissipation: `abs(${scalar}) * abs(ddt(${second}))^3`,
  };
}

interface Used {
  readonly names: ReadonlySet<string>;
  readonly where: Readonly<Record<string, string>>;
}

/** Collects the names that formulas use, directly or through parts. */
function usedNames(formulas: readonly string[], parts: readonly string[]): Used {
  const names = new Set<string>();
  const where: Record<string, string> = {};
  const visit = (formula: string): void => {
    for (const [name] of formula.matchAll(/[a-z]\w*/gi)) {
      if (names.has(name)) continue;
      names.add(name);
      const index = parts.findIndex((_, i) => partName(i) === name);
      if (index >= 0) visit((where[name] = parts[index]!));
    }
  };
  formulas.forEach(visit);
  return { names, where };
}

function declared({
  names,
  where,
}: Used): Pick<ConstraintSpec, 'where'> & { readonly params?: Readonly<Record<string, ParameterSpec>> } {
  const scalars = Object.entries(PARAMETERS).filter(([name]) => names.has(name));
  const params = Object.fromEntries<ParameterSpec>([
    ...scalars,
    ...Object.entries(CURVES).flatMap(([name, kind]) => (names.has(name) ? [[name, { kind }] as const] : [])),
    ...(names.has(VECTOR_PARAMETER) ? [[VECTOR_PARAMETER, 'vector'] as const] : []),
  ]);
  return {
    ...(Object.keys(params).length > 0 && { params }),
    ...(Object.keys(where).length > 0 && { where }),
  };
}
