import type { OperationName } from './doubles.js';
import type { ProgramBuilder } from './program.js';

/** The name of the input that holds the rate of a component: `a.1'` for `a.1`. */
export const rateInput = (component: string): string => `${component}'`;

/** The slope of a function of one number, from its argument and its value. */
type Slope = (program: ProgramBuilder, x: number, value: number) => number;

const one = (program: ProgramBuilder): number => program.constant('1');
const square = (program: ProgramBuilder, x: number): number => program.operation('multiply', x, x);
const inverse = (program: ProgramBuilder, x: number): number => program.operation('divide', one(program), x);
const inverseRoot = (program: ProgramBuilder, x: number): number => inverse(program, program.operation('sqrt', x));

/** `log_b′ = 1/(x log b)` */
const logarithmSlope =
  (base: string): Slope =>
  (p, x) =>
    inverse(p, p.operation('multiply', x, p.operation('log', p.constant(base))));

const SLOPES: Readonly<Partial<Record<OperationName, Slope>>> = {
  negate: (p) => p.constant('-1'),
  sqrt: (p, _, y) => inverse(p, p.operation('add', y, y)),
  cbrt: (p, _, y) => inverse(p, p.operation('multiply', p.constant('3'), square(p, y))),
  exp: (_p, _x, y) => y,
  expm1: (p, x) => p.operation('exp', x),
  log: (p, x) => inverse(p, x),
  log1p: (p, x) => inverse(p, p.operation('add', one(p), x)),
  log2: logarithmSlope('2'),
  log10: logarithmSlope('10'),
  sin: (p, x) => p.operation('cos', x),
  cos: (p, x) => p.operation('negate', p.operation('sin', x)),
  tan: (p, x) => inverse(p, square(p, p.operation('cos', x))),
  asin: (p, x) => inverseRoot(p, p.operation('subtract', one(p), square(p, x))),
  acos: (p, x) => p.operation('negate', inverseRoot(p, p.operation('subtract', one(p), square(p, x)))),
  atan: (p, x) => inverse(p, p.operation('add', one(p), square(p, x))),
  sinh: (p, x) => p.operation('cosh', x),
  cosh: (p, x) => p.operation('sinh', x),
  tanh: (p, x) => inverse(p, square(p, p.operation('cosh', x))),
  asinh: (p, x) => inverseRoot(p, p.operation('add', square(p, x), one(p))),
  acosh: (p, x) =>
    inverseRoot(p, p.operation('multiply', p.operation('subtract', x, one(p)), p.operation('add', x, one(p)))),
  atanh: (p, x) => inverse(p, p.operation('subtract', one(p), square(p, x))),
  // 2/√π · exp(−x²)
  erf: (p, x) =>
    p.operation(
      'divide',
      p.operation('multiply', p.constant('2'), p.operation('exp', p.operation('negate', square(p, x)))),
      p.operation('sqrt', p.constant('pi')),
    ),
  abs: (p, x) => p.operation('sign', x),
};

/** Operations that are constant wherever they are differentiable: their rates are zero. */
const STEPS: ReadonlySet<OperationName> = new Set([
  'sign',
  'floor',
  'smaller',
  'smallerEq',
  'equal',
  'and',
  'or',
  'not',
]);

/**
 * The place of `ddt(place)`: forward differentiation of the program by separate rules, along inputs
 * that move at their rates and time. Nothing but the chain rule is shared with the derivation.
 */
export function rateOf(program: ProgramBuilder, place: number): number {
  // Rates that vanish by structure have no place, and no product with them is formed.
  const known = new Map<number, number | undefined>();
  const rate = (at: number): number | undefined => {
    if (!known.has(at)) known.set(at, derive(at));
    return known.get(at);
  };
  const times = (factor: number, by: number | undefined): number | undefined =>
    by === undefined ? undefined : program.operation('multiply', factor, by);
  const sum = (a: number | undefined, b: number | undefined): number | undefined =>
    a === undefined ? b : b === undefined ? a : program.operation('add', a, b);
  const negative = (a: number | undefined): number | undefined =>
    a === undefined ? undefined : program.operation('negate', a);

  const derive = (at: number): number | undefined => {
    const node = program.at(at);
    if (node.kind === 'constant') return undefined;
    if (node.kind === 'input') return node.name === 't' ? one(program) : program.input(rateInput(node.name));
    const { name, args } = node;
    if (STEPS.has(name)) return undefined;
    const [x, y] = args as readonly [number, number];
    const slope = SLOPES[name];
    if (slope !== undefined) {
      const inner = rate(x);
      return inner === undefined ? undefined : times(slope(program, x, at), inner);
    }
    switch (name) {
      case 'add':
        return sum(rate(x), rate(y));
      case 'subtract':
        return sum(rate(x), negative(rate(y)));
      case 'multiply':
        return sum(times(y, rate(x)), times(x, rate(y)));
      case 'divide': {
        // (x/y)˙ = (ẋ − (x/y) ẏ)/y
        const above = sum(rate(x), negative(times(at, rate(y))));
        return above === undefined ? undefined : program.operation('divide', above, y);
      }
      case 'pow': {
        // (x^y)˙ = y x^(y−1) ẋ + x^y log(x) ẏ
        const slopeInBase = (): number =>
          program.operation('multiply', y, program.operation('pow', x, program.operation('subtract', y, one(program))));
        const byBase = rate(x) === undefined ? undefined : times(slopeInBase(), rate(x));
        const byExponent =
          rate(y) === undefined
            ? undefined
            : times(program.operation('multiply', at, program.operation('log', x)), rate(y));
        return sum(byBase, byExponent);
      }
      case 'atan2': {
        // atan2(y, x)˙ = (x ẏ − y ẋ)/(x² + y²); its first argument is y.
        const above = sum(times(y, rate(x)), negative(times(x, rate(y))));
        const below = program.operation('add', square(program, x), square(program, y));
        return above === undefined ? undefined : program.operation('divide', above, below);
      }
      case 'select': {
        const [condition, whenTrue, whenFalse] = args as readonly [number, number, number];
        const [a, b] = [rate(whenTrue), rate(whenFalse)];
        if (a === undefined && b === undefined) return undefined;
        const zero = program.constant('0');
        return program.operation('select', condition, a ?? zero, b ?? zero);
      }
      default:
        throw new Error(`no rate of "${name}"`);
    }
  };
  return rate(place) ?? program.constant('0');
}
