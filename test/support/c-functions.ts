/**
 * The functions on doubles of C99's `<math.h>` that return a double and take only doubles (ISO/IEC
 * 9899:1999, 7.12.4 to 7.12.13), by the number of their arguments.
 */
export const C_FUNCTIONS: Readonly<Record<1 | 2, readonly string[]>> = {
  1: (
    'acos asin atan cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 log log10 log1p log2 logb cbrt fabs sqrt ' +
    'erf erfc lgamma tgamma ceil floor nearbyint rint round trunc'
  ).split(' '),
  2: 'atan2 hypot pow fmod remainder copysign nextafter fdim fmax fmin'.split(' '),
};
