import { clear, maxAbs } from '../base/vector.js';
import { EquationsOfMotion, type EquationParts } from '../equations/equations-of-motion.js';
import { DisplacementConstraint, displaceAlong } from '../stabilize/displacement.js';
import type { Newton } from '../implicit/newton.js';
import { isDriven } from '../model/batch.js';
import type { BodyRotation } from '../model/body-store.js';
import { boundedOf, type BoundedRows } from '../stabilize/bounds.js';
import type { MidpointLevel } from '../stabilize/midpoint-level.js';
import type { PositionLevel } from '../stabilize/position-level.js';
import type { ProjectedBounds } from '../stabilize/projected-bounds.js';
import { tiedRotations } from './tied-rotations.js';
import { stabilizedSystem, type StabilizedSystem } from '../stabilize/stabilized-system.js';
import { Redundancy } from '../stabilize/surface-rank.js';
import { VelocityLevels } from '../stabilize/velocity-levels.js';
import type { SolverReport } from '../equations/solver.js';
import { leastPivot } from '../linear/least-pivot.js';
import { DEFAULT_LIMITS, Projection } from '../stabilize/projection.js';
import type { EventDrivenRows } from '../contact-modes/event-driven-rows.js';
import type { IntegratedSystem, StepParts, Stepper } from './integrator.js';

const NOTHING = new Float64Array(0);

/** Limits for one more iteration after those of {@link DEFAULT_LIMITS}. */
const TO_ROUNDING = { position: Number.EPSILON, velocity: Number.EPSILON, maxIterations: 1 };
/** Factor by which an iteration must reduce the error for projection to go on. */
const WORTHWHILE = 0.9;
/** Number of rows up to which the least pivot is computed where the solver does not know it. */
const MOST_ROWS = 100;

/**
 * The part of a world that integrators see: its state, its equations of motion, and its constraints
 * on velocities and displacements.
 */
export class SteppedSystem extends EquationsOfMotion implements IntegratedSystem {
  /** True once the integrator has failed in the present step. */
  failed = false;
  /** Length of the last part of the step taken at velocity level, s; 0 where there was none. */
  lastPart = 0;
  /** Contacts in parts of steps, where shapes have some. */
  contactParts: StepParts | undefined;
  #moved = NOTHING;
  #impulseRates = NOTHING;
  #rotations: readonly BodyRotation[] | undefined;
  /** True where something prescribes values or rates. */
  #isDriven: boolean | undefined;
  #stabilized: StabilizedSystem | undefined;
  #levels: VelocityLevels | undefined;
  /** Constraints with bounded multipliers. */
  #boundedRows: BoundedRows | undefined;
  #eventDriven: EventDrivenRows | undefined;
  #newton: Newton | undefined;
  #positions: PositionLevel | undefined;
  /** Number of impacts in earlier structures. */
  #earlierImpacts = 0;
  #projectedBounds: ProjectedBounds | undefined;
  #displacements: DisplacementConstraint | undefined;
  #projection: Projection | undefined;
  /** Least number of rows found to depend on others in the present structure. */
  #fewestDependent = Infinity;
  readonly #redundancy: Redundancy;
  /** Workspace of {@link leastPivot}. */
  readonly #columns: Float64Array[] = [];

  constructor(parts: EquationParts) {
    super(parts);
    this.#redundancy = new Redundancy(this);
  }

  protected override findRedundantRows(report: SolverReport | undefined): void {
    this.#redundancy.find(this.stabilized, report);
  }

  get q(): Float64Array {
    return this.state.q;
  }

  get v(): Float64Array {
    return this.state.v;
  }

  get integral(): Float64Array {
    return this.feedback.ki === 0 ? NOTHING : this.system.plain.rows.integral;
  }

  get integralRates(): Float64Array {
    return this.C;
  }

  get impulses(): Float64Array {
    return this.system.impulses;
  }

  get C(): Float64Array {
    return this.system.plain.rows.C;
  }

  get Cdot(): Float64Array {
    return this.system.plain.rows.Cdot;
  }

  get decidesAtStart(): boolean {
    return this.feedback.sampled || this.report.dependent > 0;
  }

  get isConstrained(): boolean {
    return this.system.all.rows.count > 0;
  }

  get rotations(): readonly BodyRotation[] {
    return (this.#rotations ??= tiedRotations(this.system, this.stores));
  }

  /** Correction of positions and velocities, made when first needed in a structure. */
  get stabilized(): StabilizedSystem {
    return (this.#stabilized ??= stabilizedSystem(this));
  }

  eventDriven(create: (motion: EquationsOfMotion) => EventDrivenRows): EventDrivenRows | undefined {
    if (this.isBounded) this.#eventDriven ??= create(this);
    return this.#eventDriven;
  }

  implicitSolver(create: (motion: EquationsOfMotion) => Newton): Newton {
    if (this.#newton?.motion.isCurrent !== true) this.#newton = create(this);
    return this.#newton;
  }

  positionLevel(create: (motion: EquationsOfMotion) => PositionLevel): PositionLevel {
    return (this.#positions ??= create(this));
  }

  reportParts(dt: number, parts: number): void {
    this.monitor.shortened(dt, parts);
  }

  /** Inequalities in projections, if there are any; made when first needed in a structure. */
  get projectedBounds(): ProjectedBounds | undefined {
    return (this.#projectedBounds ??= this.#bounded.bounds?.projection(this.allMultipliers, this.stabilized));
  }

  /** Number of impacts that an integrator has stopped at. */
  get impacts(): number {
    return this.#earlierImpacts + (this.#eventDriven?.impacts ?? 0);
  }

  /** Adapts to a change of structure. */
  override resize(): void {
    super.resize();
    this.#rotations = undefined;
    this.#isDriven = undefined;
    this.#stabilized = undefined;
    this.#levels = undefined;
    this.#boundedRows = undefined;
    this.#earlierImpacts = this.impacts;
    this.#eventDriven = undefined;
    this.#newton = undefined;
    this.#positions = undefined;
    this.#projectedBounds = undefined;
    this.#displacements = undefined;
    this.#projection = undefined;
    this.#fewestDependent = Infinity;
    this.#redundancy.recall();
  }

  /**
   * Adapts to rows that constraints have left, or come into, while all else has stayed. Returns false,
   * with nothing changed, where that is impossible: then {@link resize}.
   */
  override takeEdits(): boolean {
    if (!super.takeEdits()) return false;
    this.#isDriven = undefined;
    this.#fewestDependent = Infinity;
    this.#redundancy.takeEdits();
    return true;
  }

  override beginStep(isLaterPart = false): void {
    this.failed = false;
    this.lastPart = 0;
    super.beginStep(isLaterPart);
  }

  fastestTurn(): number {
    let fastest = this.contactParts?.fastestTurn() ?? 0;
    for (const rotation of this.rotations) fastest = Math.max(fastest, rotation.fastest());
    return fastest;
  }

  takePart(stepper: Stepper, h: number, move: () => void): void {
    if (this.contactParts) this.contactParts.take(stepper, h, move);
    else move();
  }

  fail(): void {
    this.failed = true;
  }

  measureDependence(thoroughly: boolean): number {
    const { report, multipliers, held } = this;
    if (multipliers.size === 0 || held) return 1;
    this.#fewestDependent = Math.min(this.#fewestDependent, report.dependent);
    if (report.dependent > this.#fewestDependent) return 0;
    if (!Number.isNaN(report.leastPivot)) return report.leastPivot;
    return thoroughly && multipliers.size <= MOST_ROWS ? leastPivot(multipliers, this.#columns) : 1;
  }

  constrain(): boolean {
    const projection = this.#plainProjection;
    this.normalize();
    const reached = projection.projectPositions(DEFAULT_LIMITS, WORTHWHILE);
    projection.projectPositions(TO_ROUNDING, WORTHWHILE);
    if (!projection.projectVelocities(DEFAULT_LIMITS)) return false;
    projection.projectVelocities(TO_ROUNDING);
    return reached;
  }

  largestError(): number {
    if (!this.feedback.sampled) return 0;
    const { plain, rowTable } = this.system;
    plain.evaluate(this.stores);
    const errorOf = (C: number, i: number): number => (rowTable.isRate[i] === 1 ? 0 : Math.abs(C));
    return Math.max(this.largestViolation(), maxAbs(plain.rows.C.map(errorOf)));
  }

  constrainRates(limit: number): void {
    if (!this.feedback.sampled || !this.isConstrained) return;
    this.system.plain.evaluate(this.stores);
    this.#plainProjection.projectVelocities({ ...DEFAULT_LIMITS, velocity: limit });
  }

  move(dt: number): void {
    const { state, stores } = this;
    if (this.#moved.length !== state.v.length) this.#moved = new Float64Array(state.v.length);
    displaceAlong(stores, state.v, dt, this.#moved);
  }

  /** `dt λ·(Cdot + Cdot⁺) / 2`, with the rates `Cdot⁺ = Cdot − dt (gamma + feedback)` of the new velocities at the old places. */
  constraintWork(dt: number): number {
    if ((this.#isDriven ??= this.system.plain.batches.some(isDriven))) return 0;
    const { feedback } = this.multipliers;
    const { Cdot, gamma, lambda } = this.system.plain.rows;
    let sum = 0;
    for (let i = 0; i < lambda.length; i++) sum += lambda[i]! * (Cdot[i]! - (dt / 2) * (gamma[i]! + feedback[i]!));
    return dt * sum;
  }

  addImpulses(dt: number): void {
    if (this.impulses.length > 0) this.addInputForces(dt, this.impulses);
  }

  addSoftImpulses(dt: number): void {
    this.soft?.addInputForces(dt, this.impulses);
  }

  impulseRates(): Float64Array {
    const { length } = this.impulses;
    if (this.#impulseRates.length !== length) this.#impulseRates = new Float64Array(length);
    else clear(this.#impulseRates);
    this.addInputForces(1, this.#impulseRates);
    return this.#impulseRates;
  }

  constrainVelocity(dt: number, parts: number): void {
    this.#velocityLevels.equations.constrainVelocity(dt, parts);
  }

  constrainAndMove(dt: number, bank: Float64Array): boolean {
    this.lastPart = dt;
    return this.#velocityLevels.constrainAndMove(dt, bank);
  }

  constrainDisplacement(dt: number, tolerance: number, maxIterations: number): boolean {
    this.#displacements ??= new DisplacementConstraint(this.stabilized);
    return this.#displacements.solve(dt, tolerance, maxIterations);
  }

  /** See {@link VelocityLevels.begin}. */
  beginVelocityStep(dt: number, theta = 1, fliesExactly = false, regularization = 0, feedsBack = true): Float64Array {
    return this.#velocityLevels.begin(dt, theta, fliesExactly, regularization, feedsBack);
  }

  foreseesMidpoint(
    dt: number,
    accelerations: Float64Array,
    create: (stabilized: StabilizedSystem) => MidpointLevel,
  ): boolean {
    if (!this.#velocityLevels.foreseesMidpoint(dt, accelerations, create)) return false;
    this.releaseBounds();
    return true;
  }

  beginMidpointStep(dt: number): boolean {
    return this.#velocityLevels.beginMidpoint(dt);
  }

  get #velocityLevels(): VelocityLevels {
    return (this.#levels ??= new VelocityLevels(this, this.stabilized, this.#bounded));
  }

  /** True where the multipliers of some rows are bounded. */
  get isBounded(): boolean {
    return this.#bounded.bindings.length > 0;
  }

  get #bounded(): BoundedRows {
    return (this.#boundedRows ??= boundedOf(this.system));
  }

  /** True where rows with bounds may act in a step of `h` from the present state; see {@link Bounds.act}. */
  boundsAct(h: number): boolean {
    const { bounds, bindings } = this.#bounded;
    if (!bounds) return false;
    this.system.all.evaluate(this.stores);
    return bounds.act(this.system, bindings, h);
  }

  /** True unless all applied forces are known to be the same at all velocities. */
  get dependsOnVelocity(): boolean {
    for (const force of this.forces) if (force.steady !== true) return true;
    for (const { isotropic } of this.stores) if (!isotropic) return true;
    return false;
  }

  /**
   * Begins a step that leaves rows with bounds alone since none of them acts: they have no force, and
   * later solutions do not start from the force of an earlier impact.
   */
  releaseBounds(): void {
    const { lambda, warmStart } = this.system.all.rows;
    for (const { row, type } of this.#bounded.bindings) {
      lambda.fill(0, row, row + type.rows);
      warmStart.fill(0, row, row + type.rows);
    }
  }

  /** The largest violation of an inequality, `−C`, at the present state; 0 where there is none. */
  largestViolation(): number {
    const { bounds } = this.#bounded;
    return bounds && this.boundsAct(0) ? bounds.largestViolation(this.system) : 0;
  }

  /** Takes the time `h` from the present state on by a step of `stepper`. */
  takeBy(stepper: Stepper, h: number): void {
    const end = this.time + h;
    this.beginStep();
    stepper.step(this, h);
    this.normalize();
    this.time = end;
  }

  /** Scales orientations to unit quaternions. */
  normalize(): void {
    for (const store of this.stores) store.normalize();
  }

  describeVelocity(i: number): string {
    return this.monitor.describeVelocity(i);
  }

  get #plainProjection(): Projection {
    return (this.#projection ??= new Projection(this.stabilized));
  }
}
