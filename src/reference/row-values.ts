/**
 * The quantities of a constraint: one entry per row; of `J` and `Jdot` one column per component of
 * the inputs.
 */
export interface RowValues<T> {
  readonly C: readonly T[];
  readonly Cdot: readonly T[];
  readonly gamma: readonly T[];
  readonly J: readonly (readonly T[])[];
  readonly Jdot: readonly (readonly T[])[];
}

/** A configuration: components of the inputs, their rates, components of the parameters, time. */
export interface ConfigurationOf<T> {
  readonly x: readonly T[];
  readonly v: readonly T[];
  readonly p: readonly T[];
  readonly t: T;
}
