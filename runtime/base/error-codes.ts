/** What a {@link HolonomicRuntimeError} can be about, one line each. */
export type ErrorCode =
  /** A constraint is added that is in a world already. */
  | 'E_ADDED_TWICE'
  /** No legal state is near the one to assemble from. */
  | 'E_ASSEMBLY'
  /** What is added as a body is none, or has been misused. */
  | 'E_BODY'
  /** A body of the plane is added to a world in space, or the other way round. */
  | 'E_BODY_SPACE'
  /** What is added or evaluated as a constraint is none. */
  | 'E_CONSTRAINT'
  /** A coordinate of a body is not given. */
  | 'E_COORDINATE_MISSING'
  /** A coordinate of a body is beyond its range. */
  | 'E_COORDINATE_RANGE'
  /** Samples or events are wanted of an integrator that knows no solution between steps. */
  | 'E_DENSE_OUTPUT'
  /** A vector has another number of components than it needs. */
  | 'E_DIMENSION'
  /** A direction has no length. */
  | 'E_DIRECTION'
  /** An event of a run has no function, or an unknown direction. */
  | 'E_EVENT'
  /** What is given as a solver or an integrator is none. */
  | 'E_FACTORY'
  /** What is added as a force is none. */
  | 'E_FORCE'
  /** A force is applied outside of a force's `apply`, or to what was removed. */
  | 'E_FORCE_OUTSIDE_APPLY'
  /** Something that is to be called is not a function. */
  | 'E_FUNCTION'
  /** An inertia is not that of any body. */
  | 'E_INERTIA'
  /** An input is no connector, or one of another kind. */
  | 'E_INPUT_KIND'
  /** An input of a constraint is not given. */
  | 'E_INPUT_MISSING'
  /** An input is of a world with another number of dimensions. */
  | 'E_INPUT_SPACE'
  /** A constraint has no input of that name. */
  | 'E_INPUT_UNKNOWN'
  /** What is removed still carries constraints. */
  | 'E_IN_USE'
  /** Something is not an array. */
  | 'E_LIST'
  /** The motion of a handle is no function of time. */
  | 'E_MOTION'
  /** A name is not a text. */
  | 'E_NAME'
  /** A number is negative that must not be. */
  | 'E_NEGATIVE'
  /** A number is infinite or NaN. */
  | 'E_NOT_FINITE'
  /** What is removed is not, or no longer, in this world. */
  | 'E_NOT_IN_WORLD'
  /** A number is not positive and finite. */
  | 'E_NOT_POSITIVE'
  /** Something is not a number. */
  | 'E_NUMBER'
  /** Options are not an object. */
  | 'E_OPTIONS'
  /** There is no option, input, parameter or choice of that name. */
  | 'E_OPTION_UNKNOWN'
  /** Things of two worlds are joined. */
  | 'E_OTHER_WORLD'
  /** A parameter without a default is not given. */
  | 'E_PARAMETER_MISSING'
  /** A parameter is beyond its range. */
  | 'E_PARAMETER_RANGE'
  /** An orientation is no quaternion of a length. */
  | 'E_QUATERNION'
  /** A body was removed that a new constraint is to join. */
  | 'E_REMOVED_BODY'
  /** Times of samples are not ascending, or beyond the run. */
  | 'E_SAMPLES'
  /** The mass matrix of a body is singular where it is. */
  | 'E_SINGULAR_MASS'
  /** A constraint that is to throw at singular points is at one. */
  | 'E_SINGULAR_POINT'
  /** What is restored is no snapshot, one of a world with another structure, or holds what no world can be in. */
  | 'E_SNAPSHOT'
  /** The space is neither 2 nor 3. */
  | 'E_SPACE'
  /** A step made the state infinite or NaN. It is undone. */
  | 'E_STATE_NOT_FINITE'
  /** A time step is not positive and finite, or so short that it is lost in rounding. */
  | 'E_STEP'
  /** Something is added, removed, restored, stepped or evaluated while a world calculates. */
  | 'E_STEPPING'
  /** No step of an adaptive integrator is short enough for its tolerance. */
  | 'E_STEP_UNDERFLOW'
  /** A run is to end before the present time. */
  | 'E_TIME_PAST'
  /** A torque is to act on what takes none. */
  | 'E_TORQUE_TARGET'
  /** Something is not a list of numbers. */
  | 'E_VECTOR';

/** What a {@link WorldWarning} can be about, one line each. */
export type WarningCode =
  /** No force can satisfy some constraints together. */
  | 'W_CONTRADICTION'
  /** A step was ill-conditioned, since constraints all but depend on each other, and was taken again at velocity level. */
  | 'W_NEAR_SINGULAR'
  /** A solver ran out of iterations. */
  | 'W_NOT_CONVERGED'
  /** A projection did not reach its tolerance. */
  | 'W_PROJECTION';
