import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import type { Newton } from '../implicit/newton.js';
import type { BodyRotation } from '../model/body-store.js';
import type { MidpointLevel } from '../stabilize/midpoint-level.js';
import type { PositionLevel } from '../stabilize/position-level.js';
import type { StabilizedSystem } from '../stabilize/stabilized-system.js';
import type { EventDrivenRows } from '../contact-modes/event-driven-rows.js';

/**
 * The part of a world that an integrator sees: a state `(q, v, ∫C)` with its rates `(q̇, v̇, C)`.
 * The arrays are the live state and the rates at the last evaluation. They are the same arrays
 * throughout a step.
 */
export interface IntegratedSystem {
  /** Time, s. The integrator sets it to that of each evaluation. */
  time: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** Integral of the constraint errors; empty unless the feedback uses it. */
  readonly integral: Float64Array;
  /** `q̇ = N(q) v`. */
  readonly coordinateRates: Float64Array;
  /** `v̇`. */
  readonly accelerations: Float64Array;
  readonly integralRates: Float64Array;
  /** Impulses of the constraints in the step so far, over their inputs. */
  readonly impulses: Float64Array;
  /** `C` and `Cdot`, one entry per row, at the last evaluation. */
  readonly C: Float64Array;
  readonly Cdot: Float64Array;
  /**
   * Begins a step of `dt` at velocity level, at the state of the last {@link evaluateForces}: finds
   * the feedback of errors, and which forces are stiff. Coordinates move by `theta` of the velocity at
   * its end, 1 if left out, and the rest of that at its beginning, which it returns: they may be changed. Steps between others that follow flights to second
   * order give impacts the velocities at the end of the step (`fliesExactly`).
   */
  beginVelocityStep(dt: number, theta?: number, fliesExactly?: boolean): Float64Array;
  /**
   * Evaluates the constraints at the beginning of a step of `dt`, and keeps their errors for
   * {@link beginMidpointStep}. Returns false where a step by the midpoint will not do: rows have a
   * compliance, or some with bounds may act in it with the `accelerations` foreseen. The integrator
   * brings the code of such steps.
   */
  foreseesMidpoint(
    dt: number,
    accelerations: Float64Array,
    create: (stabilized: StabilizedSystem) => MidpointLevel,
  ): boolean;
  /** True if a row with bounds acts at the present state, or within a time `h` at the present rates. */
  boundsAct(h: number): boolean;
  /**
   * Begins a step of `dt` halfway through it, at the state of the last {@link evaluateForces}, with the
   * velocities at its beginning; {@link constrainAndMove} then moves coordinates by `dt / 2`. Returns
   * false, with nothing begun, where forces are stiff.
   */
  beginMidpointStep(dt: number): boolean;
  /** True unless all applied forces are known to be the same at all velocities. */
  readonly dependsOnVelocity: boolean;
  /** Free rotations of bodies, for steps at velocity level. */
  readonly rotations: readonly BodyRotation[];
  /** True where there are rows of constraints or stiff forces. */
  readonly isConstrained: boolean;

  /**
   * True where the last evaluation of a step cannot serve as the first of the next one: the default
   * feedback acceleration and the set of dependent rows are found there and held during a step.
   */
  readonly decidesAtStart: boolean;
  /**
   * Returns inequalities, friction and largest forces, for integrators that stop where they begin and
   * cease to act; undefined where there are none. Rates are from then on those of the present modes.
   * The integrator brings the code, so that others do not load it.
   */
  eventDriven(create: (motion: EquationsOfMotion) => EventDrivenRows): EventDrivenRows | undefined;
  /**
   * Returns the solver of implicit stages, made where there is none or the structure has changed. The
   * integrator brings the code, so that others do not load it.
   */
  implicitSolver(create: (motion: EquationsOfMotion) => Newton): Newton;
  /** Returns corrections of positions, made anew after a change of structure; the integrator brings the code. */
  positionLevel(create: (motion: EquationsOfMotion) => PositionLevel): PositionLevel;
  /** Warns that a step of `dt` was taken in `parts` parts, since longer ones did not converge. */
  reportParts(dt: number, parts: number): void;
  /** Evaluates all rates at the present state and time. */
  evaluate(): void;
  /** Like {@link evaluate} without `q̇`, for {@link currentRates}. */
  evaluateAccelerations(): void;
  /**
   * Returns `q̇` at the present velocities: {@link coordinateRates}, or the velocities themselves
   * where they are the same. Read it before they change.
   */
  currentRates(): Float64Array;
  /** `q ⊕= dt v`, with orientations along the motion that the velocities describe. */
  move(dt: number): void;
  /** Size of the motion at the first evaluation of the step; its momentum is `√(v·M v)`. */
  readonly start: { readonly momentum: number };
  /**
   * The energy that the constraint forces of the last {@link evaluate} add to the motion if the
   * accelerations of that state act for the time `dt`, J; 0 where something drives constraints, which may add any.
   */
  constraintWork(dt: number): number;
  /** Counts the constraint forces in the last accelerations as having acted for the time `dt`. */
  addImpulses(dt: number): void;
  /** The same for the forces of soft rows in the last {@link evaluateForces} alone. */
  addSoftImpulses(dt: number): void;
  /** Finds the constraint forces in the last accelerations, over the inputs: the rates of {@link impulses}. */
  impulseRates(): Float64Array;
  /** Updates `q̇` alone. */
  updateCoordinateRates(): void;
  /**
   * Evaluates the constraints at the present state and time, and in {@link accelerations} the
   * accelerations without them, `W Q`; with the forces of soft rows unless these are taken
   * `implicitly`, as {@link constrainAndMove} does.
   */
  evaluateForces(implicitly?: boolean): void;
  /**
   * Applies impulses of the constraints: changes `v` at the present state and time by `W Bᵀ Jᵀ μ`
   * such that `Cdot` becomes 0. The impulses act over the time `dt / parts`, so that the
   * multipliers become the forces `μ parts / dt`.
   */
  constrainVelocity(dt: number, parts: number): void;
  /**
   * Applies impulses and moves. With the impulses `μ₁` that make `Cdot` zero and `μ₂` that change
   * it by `−r C`, velocities become `v + W Bᵀ Jᵀ (μ₁ + s μ₂)`, coordinates
   * `q ⊕ dt (v + W Bᵀ Jᵀ (μ₁ + μ₂))`, and the multipliers `(μ₁ + s μ₂) / dt`. The factor `s ≤ 1` is
   * as large as it can be without constraints adding energy to the motion, with `bank` the energy
   * that they have taken out of it. Coordinates that are not vectors
   * (orientations) move along the motion that the velocities describe. {@link beginVelocityStep}
   * must have been called in this step. Returns false, with nothing done, where a step from
   * {@link beginMidpointStep} would add energy.
   */
  constrainAndMove(dt: number, bank: Float64Array): boolean;
  /**
   * Finds `v` such that `C = 0` at `q ⊕ dt v` and the time `dt` later, and moves there. The change
   * of `v` is along the `W Bᵀ Jᵀ` of the present state, where {@link evaluate} must have been
   * called last. Returns false if `max |C| ≤ tolerance` could not be reached.
   */
  constrainDisplacement(dt: number, tolerance: number, maxIterations: number): boolean;
  /**
   * Returns how far rows are from depending on others at the last evaluation: the least squared
   * sine of the angle between a row and the others in the metric of the masses. 0 where rows depend
   * on others that did not at other times. Where the solver does not know it, it is computed if
   * `thoroughly`; if not, or if that takes too long, it is 1.
   */
  measureDependence(thoroughly: boolean): number;
  /**
   * Moves positions and velocities onto the constraints by the least changes in the metric of the
   * masses, to rounding. Returns false if that does not succeed.
   */
  constrain(): boolean;
  /**
   * The largest error of an equation of positions, or violation of an inequality, at the present state; 0 unless errors
   * are fed back by default.
   */
  largestError(): number;
  /**
   * Where errors are fed back by default, applies the impulses that make `Cdot` zero at the present state
   * if it exceeds `limit`: velocities that are set, or that a changed constraint forbids.
   */
  constrainRates(limit: number): void;
  /** Projects coordinates with a constraint of their own back onto it. */
  normalize(): void;
  /** Reports that this step failed. It is taken again at velocity level, from its beginning. */
  fail(): void;
  /**
   * Length of the steps around the present one, s. The present one may be shorter to end at a given
   * time. Set it before {@link beginStep}.
   */
  usual: number;
  /**
   * Announces that the next evaluation is the first of a step. An integrator that makes steps of
   * its own within one calls this before each, with true for parts of a step after the first: what explodes in
   * one of them is then judged by what acted where the step began.
   */
  beginStep(isLaterPart?: boolean): void;
  /**
   * The largest angular velocity, rad/s, of a body with unequal moments, or whose shapes are near others and come to
   * another place as it turns.
   */
  fastestTurn(): number;
  /** Has `stepper` `move` by a part of a step, of `h`, s, with contacts that are found where it begins. */
  takePart(stepper: Stepper, h: number, move: () => void): void;
  /**
   * Describes the body that the velocity `i` belongs to and the constraint that loads it most, as
   * the subject of a sentence in messages.
   */
  describeVelocity(i: number): string;
}

/** What finds contacts anew for a part of a step. */
export interface StepParts {
  /** See {@link IntegratedSystem.takePart}; calls `move` again where it has led shapes elsewhere than foreseen. */
  take(stepper: Stepper, h: number, move: () => void): void;
  /** The largest angular velocity of a body whose shapes are near others and come to another place as it turns, rad/s. */
  fastestTurn(): number;
}

/** An integrator of one world, with its workspace. */
export interface Stepper {
  /**
   * True for methods that impose constraints on accelerations. A step in which that fails, because
   * constraints nearly depend on each other, is taken again at velocity level.
   */
  readonly accelerationLevel?: boolean;
  /** Order of methods that estimate no error; the world warns where steps are too long for them. */
  readonly order?: 1 | 2;
  /**
   * True for methods that end each step on the constraints, whatever that takes: they must begin there,
   * also after steps that were taken at velocity level.
   */
  readonly endsOnConstraints?: boolean;
  /** True if coordinates move by rates at both ends of a step under forces at its beginning, which feeds what swings. */
  readonly feedsSwings?: boolean;
  /** True for methods that take stiff forces implicitly; see {@link Force.stiffRows}. */
  readonly implicitForces?: boolean;
  /** True for methods that know no inequalities, friction and largest forces. */
  readonly equationsOnly?: boolean;
  /** True for methods that know no constraints. */
  readonly unconstrained?: boolean;
  /**
   * Advances state and time by `dt`. Allocates nothing unless the size of the state has changed. If
   * the method fails, it calls {@link IntegratedSystem.fail}.
   */
  step(system: IntegratedSystem, dt: number): void;
  /** Error of its steps, where the method can tell: the world warns of steps that are too long. */
  readonly error?: ErrorEstimate;
  /**
   * Finite numbers that the stepper remembers from step to step, if any. They are part of a world's
   * snapshot.
   */
  readonly memory?: Float64Array | undefined;
  /** Takes velocities that projection has corrected after a step for those that the step has left. */
  acceptCorrection?(system: IntegratedSystem): void;
  /** Sizes {@link memory} after a change of structure. */
  resize?(system: IntegratedSystem): void;
  /**
   * Returns false for a `memory` of the right length that the stepper cannot have. If left out,
   * every memory is possible.
   */
  canRecall?(memory: Float64Array): boolean;
  /** Number of steps rejected for a shorter one. */
  readonly rejected?: number;
}

/** Estimates of the error of the last step in the velocities; `out` is over the velocities. */
export interface ErrorEstimate {
  /** An estimate from the step's own evaluations, usually too large. It does not see the time. */
  estimateFromStages(dt: number, out: Float64Array): void;
  /** The change of velocity by which the step's evaluations are not even in time. */
  estimateUnevenness(system: IntegratedSystem, dt: number, out: Float64Array): void;
  /** A sharper estimate by one more evaluation, at the end of the step. */
  estimateAtEnd(system: IntegratedSystem, dt: number, out: Float64Array): void;
  /** The error of the coordinates by the same estimate, as velocities that would make it in the step. */
  estimatePlaces(system: IntegratedSystem, dt: number, out: Float64Array): void;
}

/** A stepper that chooses the lengths of its steps, and knows the solution between their ends. */
export interface AdaptiveStepper extends Stepper {
  readonly memory: Float64Array;
  readonly rejected: number;
  /** Ends of the last step, s. */
  readonly stepStart: number;
  readonly stepEnd: number;
  /**
   * Finds which rows hold at the present state, for an evaluation between steps. Changes nothing that
   * the motion depends on.
   */
  look(system: IntegratedSystem): void;
  /** Announces a run until `until`, for the limit on steps that do not get on. */
  beginRun(system: IntegratedSystem, until: number): void;
  /**
   * Takes one step of its own choice from the system's time, which ends at `end` at the latest.
   * `fresh` says that the state or the forces may have been changed since the last step, so that
   * nothing of it can be reused.
   */
  ownStep(system: IntegratedSystem, end: number, fresh: boolean): void;
  /** Takes the system's present state for that at the end of the last step, after a correction. */
  settle(system: IntegratedSystem): void;
  /**
   * Sets state and time of `system` to those at `t`, which lies in the last step; at its end, to
   * the last bit. Allocates nothing.
   */
  interpolate(system: IntegratedSystem, t: number): void;
  /**
   * Sets state and time of `system` to those at `t` if the rates stayed what they are at the start
   * of the last step. `t` may lie before that.
   */
  extrapolate(system: IntegratedSystem, t: number): void;
}

/** True for steppers with {@link AdaptiveStepper.ownStep}. */
export function isAdaptive(stepper: Stepper): stepper is AdaptiveStepper {
  return 'ownStep' in stepper;
}

/**
 * A choice of integrator and its options. It can serve any number of worlds: each gets its own
 * {@link Stepper} from it.
 */
export interface Integrator {
  readonly name: string;
  create(): Stepper;
}
