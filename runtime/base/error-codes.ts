/** Codes of {@link HolonomicRuntimeError}, with one line about each. */
export type ErrorCode =
  /** A constraint is added that is already in a world. */
  | 'E_ADDED_TWICE'
  /** An analysis does not take what the world holds, such as friction or a motor. */
  | 'E_ANALYSIS'
  /** `assemble` finds no legal state near the present one. */
  | 'E_ASSEMBLY'
  /** The value added as a body is not one, or a body is misused. */
  | 'E_BODY'
  /** A body of the plane is added to a world in space, or the reverse. */
  | 'E_BODY_SPACE'
  /** Something is neither true nor false. */
  | 'E_BOOLEAN'
  /** The value added or evaluated as a constraint is not one, or its class lacks what its bounds need. */
  | 'E_CONSTRAINT'
  /** A coordinate of a body is missing. */
  | 'E_COORDINATE_MISSING'
  /** A coordinate of a body is outside its range. */
  | 'E_COORDINATE_RANGE'
  /** The points or options of a curve make none, or not one that its constraint can take. */
  | 'E_CURVE'
  /** Samples or events are requested of an integrator without dense output. */
  | 'E_DENSE_OUTPUT'
  /** A vector has the wrong number of components. */
  | 'E_DIMENSION'
  /** A direction has length zero. */
  | 'E_DIRECTION'
  /** The value evaluated as an energy, or its type, is not one. */
  | 'E_ENERGY'
  /** An event of a run has no function, or an unknown direction. */
  | 'E_EVENT'
  /** An event occurs again sooner after its `onEvent` than rounding can tell. */
  | 'E_EVENTS_TOO_CLOSE'
  /** The value given as a solver or an integrator is not one, or makes none. */
  | 'E_FACTORY'
  /** The value added as a force has no `apply`. */
  | 'E_FORCE'
  /** A force is applied outside a force's `apply`, or to a removed object. */
  | 'E_FORCE_OUTSIDE_APPLY'
  /** A value that is to be called is not a function. */
  | 'E_FUNCTION'
  /** Impulses are asked for in a world that does not count them. */
  | 'E_IMPULSES'
  /** An inertia is singular, not symmetric, or one that no body can have. */
  | 'E_INERTIA'
  /** An input is not a connector, or a connector of another kind. */
  | 'E_INPUT_KIND'
  /** An input of a constraint is missing. */
  | 'E_INPUT_MISSING'
  /** An input belongs to a world with another number of dimensions. */
  | 'E_INPUT_SPACE'
  /** A constraint has no input of that name. */
  | 'E_INPUT_UNKNOWN'
  /** The integrator of a world cannot take the rows of a constraint. */
  | 'E_INTEGRATOR'
  /** The object to remove still carries constraints. */
  | 'E_IN_USE'
  /** Something is not an array. */
  | 'E_LIST'
  /** An index into a list of inputs is not one of its indices. */
  | 'E_LIST_INDEX'
  /** A list of inputs has fewer entries than the formula reads, or another number than its partner. */
  | 'E_LIST_LENGTH'
  /** A mass or an inertia is zero. */
  | 'E_MASS'
  /** The motion of a handle is not a function of time. */
  | 'E_MOTION'
  /** A name is not a string. */
  | 'E_NAME'
  /** A number is negative that must not be, such as a gain. */
  | 'E_NEGATIVE'
  /** Modes are asked for where the world is not in equilibrium, or moves. */
  | 'E_NOT_AT_REST'
  /** A number is infinite or NaN. */
  | 'E_NOT_FINITE'
  /** A method is called whose function the bundle does not hold. */
  | 'E_NOT_IMPORTED'
  /** The object to remove is not, or no longer, in this world. */
  | 'E_NOT_IN_WORLD'
  /** A mass, a frequency or a step is negative, zero or infinite where it must not be. */
  | 'E_NOT_POSITIVE'
  /** A force has no slope, or no potential, where its stiffness is needed. */
  | 'E_NO_STIFFNESS'
  /** Something is not a number. */
  | 'E_NUMBER'
  /** Options are not an object, or what is only shown is assigned. */
  | 'E_OPTIONS'
  /** An option, input, parameter or choice has an unknown name. */
  | 'E_OPTION_UNKNOWN'
  /** Objects of two worlds are joined. */
  | 'E_OTHER_WORLD'
  /** The force of a contact that slips grows beyond bounds: Painlevé's paradox begins. */
  | 'E_PAINLEVE'
  /** A parameter without a default is missing. */
  | 'E_PARAMETER_MISSING'
  /** A parameter is beyond its `min` or `max`, or makes a divisor of an energy zero. */
  | 'E_PARAMETER_RANGE'
  /** Stiffness depends on a prestress of redundant constraints, which nothing determines. */
  | 'E_PRESTRESS'
  /** An orientation is not a quaternion of nonzero length. */
  | 'E_QUATERNION'
  /** A recorder is given something that it cannot record. */
  | 'E_RECORD'
  /** A recording is malformed, lacks an action, or cannot be made of this world or change. */
  | 'E_RECORDING'
  /** A recorder has no column of that name. */
  | 'E_RECORD_COLUMN'
  /** A new constraint is to join a removed body, or a new force to act on it. */
  | 'E_REMOVED_BODY'
  /** A replay has come to another state than its recording. */
  | 'E_REPLAY'
  /** Times of samples are not ascending, or lie outside the run. */
  | 'E_SAMPLES'
  /** The mass matrix of a body is not positive definite in its present state. */
  | 'E_SINGULAR_MASS'
  /** A constraint whose spec says `singular: 'throw'` is at a singular point of its formula. */
  | 'E_SINGULAR_POINT'
  /** A snapshot to restore is malformed, of another structure, or of an impossible state. */
  | 'E_SNAPSHOT'
  /** The space is neither 2 nor 3. */
  | 'E_SPACE'
  /** A step made the state infinite or NaN. The step is undone. */
  | 'E_STATE_NOT_FINITE'
  /** A time step is not positive and finite, or is so short that it is lost in rounding. */
  | 'E_STEP'
  /** A world is changed or stepped while it calculates: from a force, a motion, an event. */
  | 'E_STEPPING'
  /** No step is short enough: of an adaptive integrator for its tolerance, of an implicit one for Newton's method. */
  | 'E_STEP_UNDERFLOW'
  /** A run is to end before the present time. */
  | 'E_TIME_PAST'
  /** A torque is applied to an object that takes none. */
  | 'E_TORQUE_TARGET'
  /** An object was made by another copy of the runtime: it is loaded twice. */
  | 'E_TWO_RUNTIMES'
  /** Something is not a list of numbers. */
  | 'E_VECTOR'
  /** A view, a stage or a picture is given something that it cannot show, or use. */
  | 'E_VIEW'
  /** The first argument of a function is not a world. */
  | 'E_WORLD';

/** Codes of {@link WorldWarning}, with one line about each. */
export type WarningCode =
  /** A step was too long for the motion. It was taken again in shorter ones, unless it is of first order. */
  | 'W_ACCURACY'
  /** No force can satisfy some constraints together. */
  | 'W_CONTRADICTION'
  /** The motion goes away from constraints, as after a kink or a jump of a formula. */
  | 'W_DRIFT'
  /** A parameter is changed before each step, to drive a mechanism by it. */
  | 'W_DRIVEN_PARAMETER'
  /** The slip of a contact is not along its surface, or not in the measure of its normal. */
  | 'W_FRICTION'
  /** Constraints do not hold where their first step begins. */
  | 'W_ILLEGAL_START'
  /** A formula jumps, in the time or where bodies pass, or goes through a pole. */
  | 'W_JUMP'
  /** A step in seconds was probably meant in milliseconds. */
  | 'W_MILLISECONDS'
  /** A step was ill-conditioned (constraints nearly dependent) and repeated at velocity level. */
  | 'W_NEAR_SINGULAR'
  /** A solver ran out of iterations, or inequalities contradict each other. */
  | 'W_NOT_CONVERGED'
  /** Constraints ask for what cannot be reached, and hold as nearly as possible. */
  | 'W_OUT_OF_REACH'
  /** A projection did not reach its tolerance. */
  | 'W_PROJECTION'
  /** The formula of an energy gives a wrong second derivative where it is evaluated. */
  | 'W_SINGULAR_STIFFNESS'
  /** Rows have bounds, which the chosen solver does not know: it does not get them. */
  | 'W_SOLVER_BOUNDS'
  /** Steps do not end at the times of a recorder's rows, which come later. */
  | 'W_UNEVEN_ROWS'
  /** A step that exploded, failed or could not be followed was repeated at velocity level. */
  | 'W_UNSTABLE';
