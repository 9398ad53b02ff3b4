/** The directive that refuses a compiler which may drop NaN and infinities. */
export const FAST_MATH_REFUSED = `#ifdef __FAST_MATH__
#error "Kernels need infinities, NaN and the order of operations: compile them without -ffast-math."
#endif`;

/** Functions whose values differ between C and JavaScript at zeros, infinities and NaN. */
export const SUPPORT_FUNCTIONS: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: 'holonomic_min',
    text: `// NaN where one of them is, and -0 below 0.
static inline double holonomic_min(double a, double b) {
  if (isnan(a) || isnan(b)) return NAN;
  return a < b || (a == b && signbit(a)) ? a : b;
}`,
  },
  {
    name: 'holonomic_max',
    text: `static inline double holonomic_max(double a, double b) {
  if (isnan(a) || isnan(b)) return NAN;
  return a > b || (a == b && !signbit(a)) ? a : b;
}`,
  },
  {
    name: 'holonomic_sign',
    text: `static inline double holonomic_sign(double x) {
  return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;
}`,
  },
];
