/**
 * The arithmetic in which slopes and special values are written. The expression graph implements
 * it; `N` are its nodes.
 */
export interface Algebra<N> {
  readonly zero: N;
  readonly one: N;
  number(value: number): N;
  constant(name: 'tau' | 'e'): N;
  add(a: N, b: N): N;
  subtract(a: N, b: N): N;
  multiply(a: N, b: N): N;
  divide(a: N, b: N): N;
  negate(a: N): N;
  reciprocal(a: N): N;
  square(a: N): N;
  sqrt(a: N): N;
  /** `1 − u²`, written so that nothing cancels towards `u = ±1`. */
  oneMinusSquare(u: N): N;
  /** Calls a primitive by its name in the table. */
  call(name: string, ...args: readonly N[]): N;
  condition(name: 'less' | 'lessOrEqual' | 'equal', a: N, b: N): N;
  select(condition: N, whenTrue: N, whenFalse: N): N;
  isNumber(a: N): boolean;
  /** Tests whether a node depends on no variable. */
  isConstant(a: N): boolean;
}
