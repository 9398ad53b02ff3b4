import type { Diagnostic } from '../diagnostics/index.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';

/** A fault for each input, parameter and quantity of a constraint that is not among the used names. */
export function unusedFaults(spec: string, constraint: ConstraintSpec, used: ReadonlySet<string>): Diagnostic[] {
  const { inputs, params = {}, where = {} } = constraint;
  return (
    [
      ['inputs', 'E_UNUSED_INPUT', 'The input', inputs],
      ['params', 'E_UNUSED_PARAM', 'The parameter', params],
      ['where', 'E_UNUSED_WHERE', 'The quantity', where],
    ] as const
  ).flatMap(([section, code, what, entries]) =>
    Object.keys(entries).flatMap((name): Diagnostic[] =>
      used.has(name)
        ? []
        : [
            {
              code,
              message: `${what} "${name}" is not used in any formula.`,
              hint: 'use it or remove it',
              field: `${section}.${name}`,
              spec,
            },
          ],
    ),
  );
}
