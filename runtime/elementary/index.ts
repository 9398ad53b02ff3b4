export { erf } from './error-function.js';
export { cosh, exp, expm1, sinh, tanh } from './exponential.js';
export { acos, asin, atan, atan2 } from './inverse-trigonometric.js';
export { acosh, asinh, atanh, log, log10, log1p, log2 } from './logarithm.js';
export { cbrt, pow } from './power.js';
export { cos, sin, tan } from './trigonometric.js';
