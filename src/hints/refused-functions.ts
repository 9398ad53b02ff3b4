const WHOLE = 'it is a function of whole numbers, so it has no derivative';
const DIGAMMA = 'its derivative, the digamma function, is not in the language';
const COMPLEX = 'formulas are real';
const TERMS = 'write the terms out';
const MATRIX = 'it takes matrices or lists; write its terms out';
const ORDER = 'it picks by order, so it has no derivative where the order changes; write min(a, b) or max(a, b)';
const NOT_REAL = 'it is no function of real numbers';

const words = (text: string): string[] => text.split(' ');
const all = (names: string, why: string): [string, string][] => words(names).map((name) => [name, why]);
const operator = (name: string, sign: string): [string, string] => [name, `write a ${sign} b`];

/**
 * The reason why a function of mathjs is not in the formula language. The table has every function
 * in mathjs' documentation that is neither a function of real numbers with a derivative nor part of
 * vector algebra, except those that have to do with programming, sets, units or text.
 */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['ceil', 'write -floor(-x)'],
  ['round', 'write floor(x + 1/2)'],
  ['fix', 'write sign(x) * floor(abs(x))'],
  ['random', 'a formula must have the same value whenever it is evaluated'],
  ...all('randomInt pickRandom', 'a formula must have the same value whenever it is evaluated'),
  ...all('gcd lcm xgcd invmod', WHOLE),
  ...all('bellNumbers catalan composition stirlingS2 bernoulli isPrime', WHOLE),
  ...all('combinations combinationsWithRep permutations multinomial', WHOLE),
  ...all('bitAnd bitNot bitOr bitXor leftShift rightArithShift rightLogShift', WHOLE),
  ...all('gamma lgamma factorial', DIGAMMA),
  ['zeta', 'its derivative is not in the language'],
  ['arg', `${COMPLEX}; the angle of a vector is atan2(v.y, v.x)`],
  ...all('conj re im complex nthRoots', COMPLEX),
  ...all('prod mean cumsum std variance corr kldivergence', TERMS),
  ...all('median mad mode quantileSeq', ORDER),
  operator('add', '+'),
  operator('subtract', '-'),
  operator('multiply', '*'),
  operator('divide', '/'),
  ...all('unaryMinus unaryPlus', 'write -x or +x'),
  ...all('dotDivide dotMultiply dotPow', 'write the components out'),
  operator('larger', '>'),
  operator('largerEq', '>='),
  operator('smaller', '<'),
  operator('smallerEq', '<='),
  operator('equal', '=='),
  operator('unequal', '!='),
  ...all('compare compareNatural', 'write sign(a - b), or a condition: a < b ? x : y'),
  ...all('isNegative isPositive isZero', 'compare with 0 in a condition: x < 0 ? a : b'),
  ['distance', 'the distance of two points is norm(a - b)'],
  ...all('map forEach', TERMS),
  ...all('inv pinv kron expm sqrtm eigs lsolve lsolveAll lup lusolve qr slu usolve usolveAll', MATRIX),
  ['rotationMatrix', 'write rotate(theta) in the plane, rotate(theta, axis, v) in space'],
  ...all('schur sylvester lyap diag identity ones zeros matrix column row ctranspose', MATRIX),
  ...all('derivative diff', 'the rate of change of a quantity is ddt(x)'),
]);

/** The reason why a function that mathjs has cannot be used in a formula. */
export const reasonOf = (name: string): string => REFUSED.get(name) ?? NOT_REAL;
