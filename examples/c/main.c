/*
 * A double pendulum: two rods, which are one batch of the generated kernel, and everything around
 * it that a simulation needs, for any number of rods between points.
 *
 *   J W J^T lambda = -gamma - J W Q - ks C - kd Cdot,   a = W (Q + J^T lambda)
 */
#include <stdio.h>
#include <string.h>
#include "generated-c/index.h"

enum { POINTS = 3, RODS = 2, N = 2 * POINTS };

/* Point 0 is fixed: its inverse mass is 0. */
static const double inverse_mass[POINTS] = {0.0, 1.0 / 2.0, 1.0};
static const double gravity = 9.81, ks = 400.0, kd = 40.0;

/* Where the ends of each rod begin in x and v, and its length. */
static const int32_t slots[RODS * Rod_inputs] = {0, 2, 2, 4};
static const double p[RODS * Rod_parameters] = {1.0, 0.5};

/* Solves A x = b by elimination. The matrix is positive definite where the rods are independent. */
static void solve(double A[RODS][RODS], double b[RODS]) {
  for (int k = 0; k < RODS; k++)
    for (int i = k + 1; i < RODS; i++) {
      const double factor = A[i][k] / A[k][k];
      for (int j = k; j < RODS; j++) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  for (int i = RODS - 1; i >= 0; i--) {
    for (int j = i + 1; j < RODS; j++) b[i] -= A[i][j] * b[j];
    b[i] /= A[i][i];
  }
}

static void acceleration(double t, const double x[N], const double v[N], double a[N]) {
  double C[RODS], Cdot[RODS], gamma[RODS], block[RODS * Rod_width];
  rodConstants(RODS, block);
  rodKernel(RODS, slots, x, v, p, t, C, Cdot, block, gamma);

  /* Rows of J over all coordinates, from the blocks of both ends. */
  double J[RODS][N] = {{0.0}};
  for (int i = 0; i < RODS; i++)
    for (int c = 0; c < 2; c++) {
      J[i][slots[Rod_inputs * i + Rod_slot_a] + c] = block[Rod_width * i + Rod_J_a + c];
      J[i][slots[Rod_inputs * i + Rod_slot_b] + c] = block[Rod_width * i + Rod_J_b + c];
    }

  for (int j = 0; j < N; j++) a[j] = j % 2 == 1 && inverse_mass[j / 2] > 0.0 ? -gravity : 0.0;
  double A[RODS][RODS] = {{0.0}}, lambda[RODS];
  for (int i = 0; i < RODS; i++) {
    lambda[i] = -gamma[i] - ks * C[i] - kd * Cdot[i];
    for (int j = 0; j < N; j++) {
      lambda[i] -= J[i][j] * a[j];
      for (int k = 0; k < RODS; k++) A[i][k] += J[i][j] * inverse_mass[j / 2] * J[k][j];
    }
  }
  solve(A, lambda);
  for (int i = 0; i < RODS; i++)
    for (int j = 0; j < N; j++) a[j] += inverse_mass[j / 2] * J[i][j] * lambda[i];
}

/* A step of the classical Runge-Kutta method. */
static void step(double t, double h, double x[N], double v[N]) {
  static const double at[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
  double dx[N] = {0.0}, dv[N] = {0.0}, kx[N] = {0.0}, kv[N] = {0.0};
  for (int stage = 0; stage < 4; stage++) {
    double xs[N], vs[N];
    for (int j = 0; j < N; j++) {
      xs[j] = x[j] + h * at[stage] * kx[j];
      vs[j] = v[j] + h * at[stage] * kv[j];
    }
    memcpy(kx, vs, sizeof kx);
    acceleration(t + h * at[stage], xs, vs, kv);
    for (int j = 0; j < N; j++) {
      dx[j] += h / 6.0 * weight[stage] * kx[j];
      dv[j] += h / 6.0 * weight[stage] * kv[j];
    }
  }
  for (int j = 0; j < N; j++) {
    x[j] += dx[j];
    v[j] += dv[j];
  }
}

int main(void) {
  double x[N] = {0.0, 0.0, 1.0, 0.0, 1.0, 0.5}, v[N] = {0.0};
  const double h = 1.0 / 1000.0;
  printf("t,x1,y1,x2,y2\n");
  for (int n = 0; n <= 2000; n++) {
    if (n % 250 == 0) printf("%.2f,%.12f,%.12f,%.12f,%.12f\n", n * h, x[2], x[3], x[4], x[5]);
    step(n * h, h, x, v);
  }
  return 0;
}
