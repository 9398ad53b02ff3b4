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
  {
    name: 'holonomic_curve',
    text: `// A curve as a parameter: the address of its table, as bits of a double. The table, as curve.table()
// has it, holds the number of pieces, the period or 0, the knots, and six coefficients for each piece,
// then for what lies left and right of the range.
static inline double holonomic_curve(const double *table) {
  const uint64_t address = (uintptr_t)table;
  double curve;
  memcpy(&curve, &address, sizeof curve);
  return curve;
}`,
  },
  {
    name: 'holonomic_find',
    text: `// The coefficients of a curve at an argument, and how far it lies from the piece's knot.
typedef struct holonomic_piece {
  const double *c;
  double u;
} holonomic_piece;
static inline holonomic_piece holonomic_find(double curve, double s) {
  static const double none[6] = {NAN, NAN, NAN, NAN, NAN, NAN};
  uint64_t address;
  memcpy(&address, &curve, sizeof address);
  const double *table = (const double *)(uintptr_t)address;
  holonomic_piece piece = {none, s};
  if (table == NULL || isnan(curve)) return piece;
  const ptrdiff_t last = (ptrdiff_t)table[0] - 1;
  const double period = table[1];
  const double *knots = table + 2;
  const double start = knots[0], end = knots[last + 1];
  const double at = period > 0.0 ? s - period * floor((s - start) / period) : s;
  const bool isLeft = at < start;
  const bool isOutside = period == 0.0 && (isLeft || at > end);
  ptrdiff_t low = 0, high = last;
  while (low < high) {
    const ptrdiff_t middle = (low + high + 1) / 2;
    if (knots[middle] <= at) low = middle;
    else high = middle - 1;
  }
  piece.c = knots + last + 2 + 6 * (isOutside ? last + (isLeft ? 1 : 2) : low);
  piece.u = at - (isOutside ? (isLeft ? start : end) : knots[low]);
  return piece;
}`,
  },
  {
    name: 'holonomic_value',
    text: `static inline double holonomic_value(holonomic_piece p) {
  return p.c[0] + p.u * (p.c[1] + p.u * (p.c[2] + p.u * (p.c[3] + p.u * (p.c[4] + p.u * p.c[5]))));
}`,
  },
  {
    name: 'holonomic_slope',
    text: `static inline double holonomic_slope(holonomic_piece p) {
  return p.c[1] + p.u * (2.0 * p.c[2] + p.u * (3.0 * p.c[3] + p.u * (4.0 * p.c[4] + p.u * 5.0 * p.c[5])));
}`,
  },
  {
    name: 'holonomic_second',
    text: `static inline double holonomic_second(holonomic_piece p) {
  return 2.0 * p.c[2] + p.u * (6.0 * p.c[3] + p.u * (12.0 * p.c[4] + p.u * 20.0 * p.c[5]));
}`,
  },
  {
    name: 'holonomic_third',
    text: `static inline double holonomic_third(holonomic_piece p) {
  return 6.0 * p.c[3] + p.u * (24.0 * p.c[4] + p.u * 60.0 * p.c[5]);
}`,
  },
];
