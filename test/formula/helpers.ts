import { SpecError, type Diagnostic } from '../../src/diagnostics/index.js';
import { expandConstraint } from '../../src/formula/expand.js';
import type { ConstraintSpec, Space } from '../../src/spec/constraint-spec.js';
import { doubles } from '../../src/symbolic/arithmetic-double.js';
import { evaluate } from '../../src/symbolic/evaluate.js';

/** Makes a spec with a point, a direction, a scalar and parameters of both kinds. */
export const specOf = (
  C: string | readonly string[],
  where: Readonly<Record<string, string>> = {},
): ConstraintSpec => ({
  summary: 'A test.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point', u: 'direction', theta: 'scalar', phi: 'scalar' },
  params: { length: 'scalar', axis: 'vector' },
  where,
  C,
});

/** Lists the faults of a spec. */
export function faultsOf(spec: ConstraintSpec, space: Space = 2): readonly Diagnostic[] {
  try {
    expandConstraint('Test', spec, space);
    return [];
  } catch (error) {
    if (error instanceof SpecError) return error.diagnostics;
    throw error;
  }
}

/** Lists the faults of formulas, without reports of quantities that they do not use. */
export const formulaFaults = (
  C: string | readonly string[],
  where?: Readonly<Record<string, string>>,
  space?: Space,
): readonly Diagnostic[] =>
  faultsOf(specOf(C, where), space).filter(({ code }) => !/^E_UNUSED_(INPUT|PARAM)$/.test(code));

/** Values of the quantities of `specOf`. */
export interface Sample {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly u: readonly number[];
  readonly axis: readonly number[];
  readonly theta: number;
  readonly phi: number;
  readonly length: number;
  readonly t: number;
}

/** Expands `C` and evaluates its rows at a sample. All quantities count as used. */
export function evaluateFormula(
  C: string,
  sample: Sample,
  space: Space,
  where: Readonly<Record<string, string>> = {},
): number[] {
  const useAll = 'theta + phi + length + a.x + b.x + u.x + axis.x';
  const { C: rows } = expandConstraint('Test', specOf([useAll, C], where), space);
  const variables = new Map<string, number>();
  for (const [name, value] of Object.entries(sample) as [string, number | readonly number[]][])
    if (typeof value === 'number') variables.set(name, value);
    else value.forEach((component, i) => variables.set(`${name}.${'xyz'[i]!}`, component));
  return evaluate(doubles, rows.slice(1), variables);
}
