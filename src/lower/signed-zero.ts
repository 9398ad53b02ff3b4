import type { TargetFunction, Value } from './program.js';

/** Functions whose values are never `−0`, whatever their arguments are. */
const NEVER: ReadonlySet<TargetFunction> = new Set(['abs', 'exp', 'cosh', 'cos', 'acos', 'acosh']);

/**
 * Whether a value may be `−0`. A sum is so only of two such numbers, a difference `a − b` where `a` is and `b` is `+0`; a square is not, and other
 * products may have come to it by underflow.
 */
export class SignedZeros {
  readonly #known = new Map<Value, boolean>();

  mayBeNegative(value: Value): boolean {
    let known = this.#known.get(value);
    if (known === undefined) this.#known.set(value, (known = this.#derive(value)));
    return known;
  }

  #derive(value: Value): boolean {
    switch (value.kind) {
      case 'literal':
        return Object.is(value.value, -0);
      case 'load':
      case 'negation':
        return true;
      case 'binary':
        return this.#ofOperation(value.operator, value.left, value.right);
      case 'call':
        return value.name === 'sqrt' ? this.mayBeNegative(value.args[0]!) : !NEVER.has(value.name);
      case 'test':
        return false;
      case 'selection':
        return this.mayBeNegative(value.whenTrue) || this.mayBeNegative(value.whenFalse);
    }
  }

  #ofOperation(operator: '+' | '-' | '*' | '/', left: Value, right: Value): boolean {
    switch (operator) {
      case '+':
        return this.mayBeNegative(left) && this.mayBeNegative(right);
      case '-':
        return this.mayBeNegative(left) && !(right.kind === 'literal' && right.value !== 0);
      case '*':
        return left !== right;
      case '/':
        return true;
    }
  }
}
