export { automatic } from './solvers/automatic.js';
export { blockLDL, type BlockLDLOptions } from './solvers/block-ldl.js';
export { conjugateGradient } from './solvers/conjugate-gradient.js';
export { conjugateResiduals } from './solvers/conjugate-residuals.js';
export type { ConjugateDirectionsOptions } from './solvers/conjugate-directions.js';
export { dense } from './solvers/dense.js';
export { gaussSeidel, type GaussSeidelOptions } from './solvers/gauss-seidel.js';
export { emptyReport } from './equations/solver.js';
export type {
  FactorizationMethod,
  MotionTerms,
  MultiplierProblem,
  MultiplierSolver,
  Solver,
  SolverReport,
} from './equations/solver.js';
export { Body } from './model/bodies/body.js';
export type { BodyDirection, BodyPoint, BodyScalar } from './model/bodies/body-connectors.js';
export type {
  BodyConnectorKernel,
  BodyConnectorType,
  BodyDynamicsKernel,
  BodyEnergyKernel,
  BodyFormula,
  BodyType,
  BodyWeightKernel,
  CoordinateDescription,
} from './model/bodies/body-type.js';
export type { BodySnapshot } from './model/bodies/body-binding.js';
export { hingeInputs, type HingeInputs, type HingeInputsOptions } from './model/bodies/hinge-inputs.js';
export type { Inertia3D } from './model/bodies/inertia.js';
export { ParametricBody, type Rates } from './model/bodies/parametric-body.js';
export type { Reaction, RigidBody } from './model/bodies/rigid-body.js';
export { RigidBody2D, type RigidBody2DOptions } from './model/bodies/rigid-body-2d.js';
export { RigidBody3D, type RigidBody3DOptions } from './model/bodies/rigid-body-3d.js';
export { writeConstantEntries } from './model/constant-entries.js';
export { Constraint, type ForceOn } from './model/constraint.js';
export { BoundedConstraint } from './stabilize/bounded-constraint.js';
export type {
  Connector,
  ConnectorWorld,
  DirectionConnector,
  PointConnector,
  ScalarConnector,
} from './model/connector.js';
export type {
  Coefficient,
  ConnectorKind,
  ConstantEntry,
  ConstraintFormula,
  ConstraintKernel,
  ConstraintType,
  ConstraintTypeWithJdot,
  InputDescription,
  JdotKernel,
  ParameterDescription,
  RowLevel,
  RowRelation,
  Space,
} from './model/constraint-type.js';
export type {
  IndexListDescription,
  ListInputDescription,
  ListPart,
  ListType,
  ParameterRead,
  Read,
  Reduction,
} from './model/lists/list-type.js';
export type { ConstraintSettings } from './model/softness.js';
export type { ErrorCode, WarningCode } from './base/error-codes.js';
export type { Quaternion, Rows, Vector, Vector2, Vector3 } from './base/vectors.js';
export { HolonomicRuntimeError } from './base/errors.js';
export {
  evaluateConstraint,
  type ConstraintEvaluation,
  type EvaluateOptions,
  type InputComponents,
  type InputState,
  type ListEvaluation,
} from './model/evaluate-constraint.js';
export { Energy, type EnergySettings } from './model/energies/energy.js';
export type {
  DampingKernel,
  DivisorKernel,
  EnergyFormula,
  EnergyKernel,
  EnergyType,
  HessianKernel,
} from './model/energies/energy-type.js';
export { evaluateEnergy, type EnergyEvaluated, type EvaluateEnergyOptions } from './model/energies/evaluate-energy.js';
export type { FeedbackOption } from './equations/feedback.js';
export type { Force, ForceWorld } from './model/force.js';
export type { StiffRow, StiffRows } from './model/stiff-row.js';
export { constantForce, type FrameOptions } from './forces/constant-force.js';
export { drag } from './forces/drag.js';
export { gravity } from './forces/gravity.js';
export { mouseSpring, type MouseSpring, type MouseSpringOptions } from './forces/mouse-spring.js';
export { potential, type PotentialOptions } from './forces/potential.js';
export { spring, type SpringOptions } from './forces/spring.js';
export { torque, type TorqueTarget } from './forces/torque.js';
export { torsionSpring, type TorsionSpringOptions } from './forces/torsion-spring.js';
export type { FixedDirection, FixedPoint, FixedScalar, Ground } from './model/ground.js';
export { hingeAngle, type HingeAngle, type HingeAngleOptions } from './model/bodies/hinge-angle.js';
export type { Handle, HandleState, ScalarHandle } from './model/handle.js';
export type {
  AnyHandle,
  Motion,
  PrescribedHandle,
  PrescribedMotion,
  PrescribedScalar,
  PrescribedScalarMotion,
  ScalarMotion,
} from './model/prescribed-handle.js';
export { bdf2 } from './integrators/bdf2.js';
export { dormandPrince } from './integrators/dormand-prince/dormand-prince.js';
export type { DormandPrinceOptions } from './integrators/dormand-prince/options.js';
export type { ImpactLaw } from './contact-modes/impact.js';
export type { AdaptiveStepper, IntegratedSystem, Integrator, Stepper } from './integrators/integrator.js';
export { implicitEuler } from './integrators/implicit-euler.js';
export { implicitMidpoint } from './integrators/implicit-midpoint.js';
export type { ImplicitOptions } from './integrators/implicit-stepper.js';
export { rk4 } from './integrators/rk4.js';
export { rattle, type RattleOptions } from './integrators/rattle.js';
export { semiImplicitEuler } from './integrators/semi-implicit-euler.js';
export { xpbd, type XpbdOptions } from './integrators/xpbd.js';
export { velocityStep, type VelocityStepOptions } from './integrators/velocity-step.js';
export type { ParticleCoordinate } from './model/particle-coordinate.js';
export type { Particle, ParticleOptions } from './model/particle.js';
export type { ProjectionLimits, ProjectionOption } from './stabilize/projection.js';
export type { ConstraintSnapshot, Snapshot } from './world/snapshot.js';
export type { JSONForm, JSONNumber, SnapshotJSON } from './world/snapshot-json.js';
export * from './elementary/index.js';
export type { ParameterValue } from './model/parameters.js';
export type { Curve, Outside } from './curves/curve.js';
export { curveSecond, curveSlope, curveThird, curveValue, curveHandle } from './curves/curve-table.js';
export type { Path } from './curves/path.js';
export {
  curve,
  type CSVCurveOptions,
  type CurveOptions,
  type CurveSettings,
  type PathOptions,
} from './curves/interpolate.js';
export type { CSVColumns } from './curves/read-csv.js';
export type { SplineEnds } from './curves/spline.js';
export type { MatrixSource, MatrixWriter } from './equations/matrix-source.js';
export type { SymmetricPattern } from './equations/symmetric-pattern.js';
export type { WorldWarning } from './recovery/warnings.js';
export type { WatchName } from './watches/watches.js';
export type { Contact } from './collision/pair.js';
export type { PlanarPlacement, PlanarShapeOptions } from './collision/planar-shapes.js';
export type { SpatialPlacement, SpatialShapeOptions } from './collision/spatial-shapes.js';
export type { Carrier } from './collision/shape.js';
export type { Touch } from './collision/touches.js';
export type { ShapeSettings } from './collision/shape-options.js';
export { collide, type CollideOptions, type WorldCollisions } from './world/collide.js';
export { rayCast, rayCastAll, type RayCastOptions, type RayHit } from './world/ray-cast.js';
export { breakAt, type Break, type Breaking } from './world/break-at.js';
export { massProperties, type MassProperties, type MassPropertiesOptions } from './collision/mass-properties.js';
export type { ShapeOutline } from './collision/shape.js';
export type { WorldOptions } from './world/world-options.js';
export { assemble, type AssembleOptions } from './world/assembly.js';
export type { Statistics } from './world/statistics.js';
export type { NamedRecordables, Recordable } from './world/recorded-columns.js';
export { recorder, type RecordableWorld, type Recorder, type RecorderOptions } from './world/recorder.js';
export {
  record,
  type ActionArgument,
  type Actions,
  type RecordedEvent,
  type Recording,
  type RecordingJSON,
  type RecordOptions,
} from './world/recording.js';
export { replay } from './world/replay.js';
export type { AnyWorld } from './world/internals.js';
export type { Removable } from './world/add-and-remove.js';
export { World, type RunEvent, type RunOptions } from './world/world.js';
