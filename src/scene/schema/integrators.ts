/** The integrators that a scene can name, with the options of each. */
export const INTEGRATOR_OPTIONS = {
  semiImplicitEuler: [],
  rk4: [],
  dormandPrince: ['rtol', 'atol', 'maxStep', 'initialStep', 'impacts'],
  rattle: ['tolerance', 'maxIterations'],
  velocityStep: ['theta', 'order'],
  implicitEuler: ['tolerance', 'maxIterations'],
  implicitMidpoint: ['tolerance', 'maxIterations'],
  bdf2: ['tolerance', 'maxIterations'],
  xpbd: ['substeps'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type IntegratorName = keyof typeof INTEGRATOR_OPTIONS;
export type IntegratorOption = (typeof INTEGRATOR_OPTIONS)[IntegratorName][number];

/** The options that the `tolerance` of a scene stands for. */
const TOLERANCES: readonly IntegratorOption[] = ['tolerance', 'rtol', 'atol'];

/** The options of an integrator that the `tolerance` of a scene sets; none where it has no use for one. */
export const tolerancesOf = (name: IntegratorName): readonly IntegratorOption[] =>
  INTEGRATOR_OPTIONS[name].filter((option) => TOLERANCES.includes(option));

export const INTEGRATORS = Object.keys(INTEGRATOR_OPTIONS) as IntegratorName[];
export const OPTIONS_OF_INTEGRATORS = [...new Set(Object.values(INTEGRATOR_OPTIONS).flat())];
