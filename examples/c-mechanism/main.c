/*
 * A double pendulum beside the machine that it is a model of. All memory is one structure, whose size the
 * compiler knows; a step takes the same operations each time. On a controller, `tick` is what a timer
 * calls every millisecond; here a loop does.
 */
#include "double-pendulum.h"
#include <stdio.h>

static DoublePendulum pendulum;

/* True while the model can be trusted. */
static bool tick(void) {
  const DoublePendulum_Watch watch = DoublePendulum_step(&pendulum, 0.001);
  return watch.isFinite && watch.C < 1e-6 && watch.accuracy < 1e-3;
}

int main(void) {
  DoublePendulum_init(&pendulum);
  const double *elbow = &pendulum.state[DoublePendulum_elbow_position];
  const double *tip = &pendulum.state[DoublePendulum_tip_position];
  const double *pull = &pendulum.lambda[DoublePendulum_reaction_arm];
  printf("t,x1,y1,x2,y2,pull\n");
  for (int n = 0; n <= 2000; n++) {
    if (n % 250 == 0)
      printf("%.2f,%.12f,%.12f,%.12f,%.12f,%.9f\n", pendulum.time, elbow[0], elbow[1], tip[0], tip[1], pull[0]);
    if (!tick()) return 1;
  }
  return 0;
}
