/**
 * Errors that pulls leave in scenes of `rk4`, m. Its step is of fourth order, and feedback takes its
 * error back by and by: the error is that of a hand that leaps out of the window at once, and pulls
 * with twelve times the weight of all. Half the step leaves a tenth of it.
 */
export const ERRORS_OF_STEPS: Readonly<Record<string, number>> = {
  bennett: 1e-7,
  catenary: 2e-3,
  governor: 1e-5,
  heart: 1e-5,
  snakeboard: 1e-7,
};

/**
 * Largest error of a constraint while a scene is pulled at, m. Integrators that correct positions in
 * each step leave what the scene's tolerance says, less than a nanometre.
 */
export const errorOfPulls = (name: string): number => ERRORS_OF_STEPS[name] ?? 1e-9;
