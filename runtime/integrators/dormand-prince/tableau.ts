/**
 * Coefficients of the Runge-Kutta pair of orders 5 and 4 with seven stages. The last stage is the
 * first of the next step.
 *
 * Dormand, Prince, "A family of embedded Runge-Kutta formulae", J. Comp. Appl. Math. 6 (1980),
 * table 2, RK5(4)7M; Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, table
 * II.5.2.
 */

/** Times of the stages, in units of the step. */
export const STAGE_TIMES: readonly number[] = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1];

/**
 * `y_s = y_0 + h Σ_j a_sj k_j`, six entries per row, for the stages 2 to 7. The last row is the
 * solution of order 5 itself.
 */
export const STAGE_WEIGHTS: readonly (readonly number[])[] = [
  [1 / 5, 0, 0, 0, 0, 0],
  [3 / 40, 9 / 40, 0, 0, 0, 0],
  [44 / 45, -56 / 15, 32 / 9, 0, 0, 0],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0, 0],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
];

/** `y_5 − y_4 = h Σ_j e_j k_j`: the difference of the solutions of order 5 and 4. */
export const ERROR_WEIGHTS: readonly number[] = [
  71 / 57600,
  0,
  -71 / 16695,
  71 / 1920,
  -17253 / 339200,
  22 / 525,
  -1 / 40,
];

/**
 * The term of the continuous extension of order 4 beyond Hermite's cubic,
 * `h θ²(1 − θ)² Σ_j d_j k_j` (ibid., section II.6).
 */
export const DENSE_WEIGHTS: readonly number[] = [
  -12715105075 / 11282082432,
  0,
  87487479700 / 32700410799,
  -10690763975 / 1880347072,
  701980252875 / 199316789632,
  -1453857185 / 822651844,
  69997945 / 29380423,
];
