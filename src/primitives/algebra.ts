/**
 * The arithmetic that slopes and special values are written in. The expression graph is one; `N`
 * are its nodes.
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
  /** `1 − u²`, so that nothing cancels towards `u = ±1`. */
  oneMinusSquare(u: N): N;
  /** A primitive, by its name in the table. */
  call(name: string, ...args: readonly N[]): N;
  condition(name: 'less' | 'lessOrEqual' | 'equal', a: N, b: N): N;
  select(condition: N, whenTrue: N, whenFalse: N): N;
  isNumber(a: N): boolean;
  /** True of what depends on no variable. */
  isConstant(a: N): boolean;
}
