/** The functions of one number, under their names in the formula language. */
export const FUNCTION_NAMES = [
  'sqrt',
  'cbrt',
  'exp',
  'expm1',
  'log',
  'log1p',
  'log10',
  'log2',
  'erf',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'sinh',
  'cosh',
  'tanh',
  'asinh',
  'acosh',
  'atanh',
  'abs',
  'sign',
  'floor',
] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

/** A curve and its derivatives, of its handle and an argument. */
export type CurveOperation = 'curve' | 'curveSlope' | 'curveSecond';

/** Every operation that a formula reduces to. Names are those of mathjs where it has one. */
export type OperationName =
  | FunctionName
  | CurveOperation
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'negate'
  | 'pow'
  | 'atan2'
  | 'smaller'
  | 'smallerEq'
  | 'equal'
  | 'and'
  | 'or'
  | 'not'
  | 'select';
