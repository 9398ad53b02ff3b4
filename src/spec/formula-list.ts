import type { ConstraintSpec } from './constraint-spec.js';

type Formulas = Pick<ConstraintSpec, 'C' | 'friction' | 'where'>;

const listOf = (formulas: string | readonly string[]): readonly string[] =>
  typeof formulas === 'string' ? [formulas] : formulas;

/** The formulas of the rows: the entries of `C`, and behind them the rates that friction opposes. */
export const formulaList = (spec: Formulas): readonly string[] => [
  ...listOf(spec.C),
  ...(spec.friction === undefined ? [] : listOf(spec.friction.slip).map((slip) => rateOf(slip, spec.where))),
];

/** True where entry `i` of {@link formulaList} is one of friction. */
export const isFriction = ({ C }: Formulas, i: number): boolean => i >= listOf(C).length;

/** Path of entry `i` of {@link formulaList} inside the spec. */
export function formulaField({ C, friction }: Formulas, i: number): string {
  const entries = listOf(C).length;
  if (i < entries) return typeof C === 'string' ? 'C' : `C[${i}]`;
  return typeof friction?.slip === 'string' ? 'friction.slip' : `friction.slip[${i - entries}]`;
}

/** `ddt(slip)`, or the slip as it is where it is a rate already. */
function rateOf(slip: string, where: Formulas['where'] = {}): string {
  const open = new Set<string>();
  const holdsRate = (text: string): boolean =>
    (text.match(/[A-Za-z_]\w*/g) ?? []).some((name) => {
      if (name === 'ddt') return true;
      if (open.has(name) || !Object.hasOwn(where, name)) return false;
      open.add(name);
      return holdsRate(where[name]!);
    });
  return holdsRate(slip) ? slip : `ddt(${slip})`;
}
