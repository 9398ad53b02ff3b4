import type { Plan } from '../../plan/plan.js';
import type { MechanismProgram } from '../../program.js';

/** What an FMU is made of, besides the sources of its mechanism. */
export interface FmuModel {
  readonly plan: Plan;
  /** What a step says of itself, in the order of its structure. */
  readonly watched: readonly string[];
  /** Limits of the watch, beyond which a step is not taken. */
  readonly limits: readonly FmuLimit[];
}

export interface FmuLimit {
  /** What it limits, of what is watched. */
  readonly of: string;
  readonly value: number;
  readonly description: string;
  /** An expression in C of what is kept: `last` is the watch, `size` the largest velocity, or 1. */
  readonly kept: (limit: string) => string;
}

/**
 * Steps of the gallery's scenes that go well keep a factor of ten from each limit, and those that go ill
 * break that of accuracy. Rates of constraints have no limit: they are off whenever a handle starts to
 * move. The error that follows is then some 2 v dt for a handle that starts with v, which the limit of
 * errors allows for.
 */
const LIMITS: Readonly<Record<string, Omit<FmuLimit, 'of'>>> = {
  leastPivot: {
    value: 1e-9,
    description: "least pivot of the constraints' equations, relative to its row",
    kept: (limit) => `last.leastPivot >= ${limit}`,
  },
  C: { value: 1e-2, description: 'largest error of a constraint', kept: (limit) => `last.C <= ${limit}` },
  accuracy: {
    value: 1e-2,
    description: "estimate of a step's error in the velocities, relative to the largest of them, or to 1",
    kept: (limit) => `last.accuracy <= ${limit} * size`,
  },
  length: {
    value: 1,
    description: 'how much longer a step is than a world would take it, by turns of bodies and stiff forces',
    kept: (limit) => `last.length <= ${limit}`,
  },
};

export const fmuModelOf = ({ model: { plan }, watched }: MechanismProgram): FmuModel => ({
  plan,
  watched,
  limits: watched.flatMap((of) => (LIMITS[of] === undefined ? [] : [{ of, ...LIMITS[of] }])),
});
