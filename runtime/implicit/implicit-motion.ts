import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import type { SoftRows } from '../equations/soft-rows.js';
import type { EnergyType } from '../model/energies/energy-type.js';
import { Energy } from '../model/energies/energy.js';
import { checkHome, rests, type Force } from '../model/force.js';
import { ParticleStore } from '../model/particle-store.js';
import { StiffConstraint } from '../model/stiff-row.js';
import { TypedBodyStore } from '../model/bodies/typed-store.js';
import { layoutOf } from '../model/bodies/coordinate-layout.js';
import type { Elements } from './elements.js';
import { immovableCoordinates, isImmovable } from './immovable.js';
import { inertiaOf, normalizeOrientations, type Inertia, type Stage } from './inertia.js';
import { Places } from './places.js';
import { SaddlePointMatrix } from './saddle-point.js';
import { ConstraintTerms, EnergyTerms, StiffTerms } from './terms.js';

/**
 * The equations of a stage of an implicit method, over the velocities that forces can change and the rows of
 * constraints,
 *
 *     r = M a − Q + Bᵀ ∇V − Bᵀ Jᵀ λ = 0,   s + α λ = 0
 *
 * with `s = C` and `α = 0` in hard rows, `s = k Cdot` in those at velocity level, and `s = α (κ C + c Cdot)`,
 * `α = 1/(κ + c/k)` in soft ones; and their matrix.
 */
export class ImplicitMotion {
  readonly motion: EquationsOfMotion;
  /** Number of unknowns and of rows. */
  readonly n: number;
  readonly rowCount: number;
  /** Velocity of each unknown. */
  readonly velocityOf: Int32Array;
  /** Coordinates in the state that no force changes, and velocities. */
  readonly immovable: { readonly coordinates: Int32Array; readonly velocities: Int32Array };
  /** Kind of coordinate of each unknown: 1 for lengths. */
  readonly isLength: Uint8Array;
  readonly matrix: SaddlePointMatrix;
  /** `r`, then `s + α λ`, and over the unknowns the sizes of the terms of `r`. */
  readonly residual: Float64Array;
  readonly sizes: Float64Array;
  /** `s` of each row. */
  readonly stretch: Float64Array;
  /** Masses, over the unknowns, divided by `k²`. */
  readonly masses: Float64Array;
  /** Part of `r` that is not the slope of the {@link potential}, at the last {@link linearize}. */
  readonly gap: Float64Array;
  /** `Σ V + k² a·M a / 2` at the last evaluation. */
  potential = 0;
  readonly #inertias: readonly Inertia[];
  readonly #places: Places;
  readonly #energies: readonly EnergyTerms[];
  readonly #constraints: readonly ConstraintTerms[];
  readonly #stiff: readonly StiffTerms[];
  readonly #known: readonly Force[];
  readonly #soft: SoftRows | undefined;
  /** First velocities of orientations in space whose unknowns follow one another. */
  readonly #orientations: readonly number[];
  /** 1 for rows that depend on others, which are left out. */
  readonly #isRedundant: Uint8Array;
  readonly #unknownOf: Int32Array;
  readonly #Q: Float64Array;
  readonly #r: Float64Array;
  readonly #wholeSizes: Float64Array;
  readonly #wholeGap: Float64Array;
  readonly #gradient: Float64Array;

  constructor(motion: EquationsOfMotion) {
    const { system, stores, state, world, forces } = motion;
    this.motion = motion;
    const n = state.v.length;
    this.#unknownOf = new Int32Array(n).fill(-1);
    const lengths = new Uint8Array(n);
    const velocities: number[] = [];
    const blocks: number[][] = [];
    const orientations: number[] = [];
    for (const store of stores) {
      const isTyped = store instanceof TypedBodyStore;
      const width = isTyped ? layoutOf(store.type).nv : world.space;
      for (let first = store.velocityOffset; first < store.velocityOffset + store.velocityCount; first += width) {
        const block: number[] = [];
        for (let i = 0; i < width; i++) {
          const at = first + i;
          if (isImmovable(store, at - store.velocityOffset)) continue;
          this.#unknownOf[at] = velocities.length;
          block.push(velocities.length);
          velocities.push(at);
        }
        if (block.length > 0) blocks.push(block);
        if (!isTyped) lengths.fill(1, first, first + width);
        else
          for (const { description, v } of layoutOf(store.type).coordinates) {
            if (description.kind === 'vector' || description.unit === 'm')
              lengths.fill(1, first + v, first + v + description.rateSize);
            if (description.kind === 'orientation' && this.#unknownOf[first + v]! >= 0) orientations.push(first + v);
          }
      }
    }
    this.#orientations = orientations;
    this.velocityOf = Int32Array.from(velocities);
    this.isLength = Uint8Array.from(velocities, (at) => lengths[at]!);
    this.immovable = {
      coordinates: immovableCoordinates(stores),
      velocities: Int32Array.from(state.v.keys()).filter((at) => this.#unknownOf[at]! < 0),
    };
    this.n = velocities.length;
    const particles = stores.find((store) => store instanceof ParticleStore)!;
    const places = new Places(state, particles, this.#unknownOf);
    this.#places = places;
    this.#inertias = stores.map((store) => inertiaOf(store, state)).filter((inertia) => inertia !== undefined);

    this.#known = forces.slice();
    const byType = new Map<EnergyType, Energy[]>();
    for (const force of forces) {
      if (!(force instanceof Energy) || rests(force)) continue;
      const energy = force as Energy;
      for (const connector of energy.actsOn) checkHome(connector, world, `An input of ${energy.label}`);
      const list = byType.get(energy.type);
      if (list) list.push(energy);
      else byType.set(energy.type, [energy]);
    }
    this.#energies = [...byType].map(([type, list]) => new EnergyTerms(type, list, places));
    const constraints: ConstraintTerms[] = [];
    const stiff: StiffTerms[] = [];
    let rowCount = 0;
    for (const batch of system.all.batches) {
      const rows = batch.constraints.filter((constraint) => constraint instanceof StiffConstraint);
      if (rows.length > 0) stiff.push(new StiffTerms(rows, places));
      else {
        constraints.push(new ConstraintTerms(batch, places));
        rowCount += batch.constraints.length * batch.type.rows;
      }
    }
    places.close();
    this.#constraints = constraints;
    this.#stiff = stiff;
    this.rowCount = rowCount;
    this.#soft = motion.soft?.rows;
    const elements: Elements[] = [...this.#energies, ...constraints, ...stiff].map((terms) => terms.elements);
    this.matrix = new SaddlePointMatrix(this.n, rowCount, blocks, elements, constraints);
    this.residual = new Float64Array(this.n + rowCount);
    this.sizes = new Float64Array(this.n);
    this.stretch = new Float64Array(rowCount);
    this.#isRedundant = new Uint8Array(rowCount);
    this.masses = new Float64Array(this.n);
    this.gap = new Float64Array(this.n);
    this.#Q = new Float64Array(n);
    this.#r = new Float64Array(n);
    this.#wholeSizes = new Float64Array(n);
    this.#wholeGap = new Float64Array(n);
    this.#gradient = new Float64Array(this.n);
  }

  /** False where forces have been added or removed since it was made, or masses made finite or infinite. */
  get isCurrent(): boolean {
    const { forces, stores } = this.motion;
    const known = this.#known;
    if (forces.length !== known.length) return false;
    for (let k = 0; k < known.length; k++) if (forces[k] !== known[k]) return false;
    for (const store of stores)
      for (let i = 0; i < store.velocityCount; i++)
        if (isImmovable(store, i) !== this.#unknownOf[store.velocityOffset + i]! < 0) return false;
    return true;
  }

  /** Counts the forces of the rows as having acted for the time `h`. */
  countImpulses(h: number): void {
    const { all, impulses } = this.motion.system;
    all.addInputProduct(h, all.rows.lambda, impulses);
  }

  /** Multipliers of all rows. */
  get lambda(): Float64Array {
    return this.motion.system.all.rows.lambda;
  }

  /** Sets `out` to the present velocities, angular ones in body axes. */
  toBodyAxes(out: Float64Array): void {
    for (const inertia of this.#inertias) inertia.toBodyAxes(out);
  }

  /** Sets the velocities to `values`, in which angular ones are in body axes. */
  fromBodyAxes(values: Float64Array): void {
    for (const inertia of this.#inertias) inertia.fromBodyAxes(values);
  }

  /** Scales orientations among the coordinates `q` to length 1. */
  normalize(q: Float64Array): void {
    normalizeOrientations(this.motion.stores, q);
  }

  /** Begins a step from the present state: finds the stiffness of rows given by their frequency. */
  begin(): void {
    const { motion, lambda } = this;
    motion.system.all.evaluate(motion.stores);
    motion.reviewRedundantRows();
    motion.lookForRedundantRows();
    // Others hold them, and what they say besides is rounding.
    this.#isRedundant.fill(0);
    for (const row of motion.multipliers.redundant?.rows ?? []) {
      this.#isRedundant[row] = 1;
      lambda[row] = 0;
    }
    motion.soft?.evaluate(true);
    for (const terms of this.#energies) terms.readParameters();
  }

  /** Sets the coordinates to those of a stage without accelerations. */
  foresee(stage: Stage): void {
    for (const inertia of this.#inertias) inertia.foresee(stage);
  }

  /** Evaluates the equations at the present coordinates, time and multipliers. */
  evaluate(stage: Stage): void {
    const { motion, n, rowCount, residual, sizes, lambda } = this;
    const { system, stores } = motion;
    const [Q, r, whole] = [this.#Q, this.#r, this.#wholeSizes];
    const places = this.#places;
    for (const inertia of this.#inertias) inertia.setVelocities(stage);
    system.all.evaluate(stores);
    places.read();
    let potential = 0;
    for (const terms of this.#energies) potential += terms.evaluate(places, motion.time, places.rates);
    for (const terms of this.#constraints) terms.evaluate(places, lambda);
    r.fill(0);
    whole.fill(0);
    for (const inertia of this.#inertias) potential += inertia.addResidual(stage, r, motion.accelerations, whole);
    this.potential = potential;
    this.#applyForces(Q);
    for (let i = 0; i < n; i++) {
      const at = this.velocityOf[i]!;
      residual[i] = r[at]! - Q[at]!;
      sizes[i] = whole[at]! + Math.abs(Q[at]!);
    }
    places.addGradient(places.g, residual);
    places.addGradient(places.sizes, sizes, true);
    const { C, Cdot } = system.all.rows;
    const { isRate, isSoft } = system.rowTable;
    const { compliance } = this.matrix;
    const { k } = stage;
    for (let i = 0; i < rowCount; i++) {
      let stretch = isRate[i] === 1 ? k * Cdot[i]! : C[i]!;
      let alpha = 0;
      if (isSoft[i] === 1 && this.#soft) {
        const [kappa, c] = [this.#soft.stiffness[i]!, this.#soft.damping[i]!];
        alpha = 1 / (kappa + c / k);
        stretch = isRate[i] === 1 ? stretch : alpha * (kappa * C[i]! + c * Cdot[i]!);
      }
      if (this.#isRedundant[i] === 1) stretch = 0;
      compliance[i] = alpha;
      this.stretch[i] = stretch;
      residual[n + i] = stretch + alpha * lambda[i]!;
    }
  }

  /** `Q` of forces that are no energies, over the velocities. */
  #applyForces(Q: Float64Array): void {
    const { stores, world, forces } = this.motion;
    Q.fill(0);
    for (const store of stores) store.forces = Q;
    try {
      for (const force of forces) if (!(force instanceof Energy) && !rests(force)) force.apply(world);
    } finally {
      for (const store of stores) store.forces = null;
    }
  }

  /**
   * Writes the matrix at the last evaluation. Second derivatives of energies and constraints are made
   * semidefinite where it is `projected`; `shift` times the masses over `k²` are added.
   */
  linearize(stage: Stage, projected: boolean, shift: number): void {
    const { matrix, motion, gap, masses, lambda } = this;
    const { system } = motion;
    const places = this.#places;
    const unknownOf = this.#unknownOf;
    matrix.clear();
    this.#wholeGap.fill(0);
    for (const inertia of this.#inertias)
      inertia.linearize(stage, this.#wholeGap, (at, column, symmetric, skew) => {
        const [i, j] = [unknownOf[at]!, unknownOf[column]!];
        if (i < 0 || j < 0) return;
        matrix.add(i, j, symmetric);
        matrix.addSkew(i, j, skew);
        if (i === j) masses[i] = symmetric;
      });
    const { values } = matrix.factors;
    if (shift > 0) matrix.shift(masses, shift);
    for (const terms of this.#energies) terms.linearize(motion.time, stage.k, projected);
    for (const terms of this.#constraints) {
      terms.linearize(motion.time, lambda, system.rowTable.isRate, projected);
      terms.writeRows(this.#isRedundant);
    }
    for (const terms of this.#stiff) terms.linearize(stage.k);
    for (const { elements } of [...this.#energies, ...this.#constraints, ...this.#stiff]) elements.addTo(values);
    places.addCurvature((i, j, value) => {
      matrix.add(i, j, value);
    });
    const gradient = this.#gradient.fill(0);
    places.addGradient(places.g, gradient);
    // Rotations do not commute: the derivative of a torque τ along w at u is τ · (u × w) / 2 besides.
    for (const at of this.#orientations) {
      const i = unknownOf[at]!;
      for (let c = 0; c < 3; c++) {
        const [a, b] = [i + c, i + ((c + 1) % 3)];
        const half = gradient[i + ((c + 2) % 3)]! / 2;
        matrix.addSkew(a, b, half);
        matrix.addSkew(b, a, -half);
      }
    }
    matrix.writeRows();
    gap.fill(0);
    places.addGradient(places.damping, gap);
    for (let i = 0; i < this.n; i++) {
      const at = this.velocityOf[i]!;
      gap[i]! += this.#wholeGap[at]! - this.#Q[at]!;
    }
  }

  /** Moves the coordinates by `length` times the displacement `d` over the unknowns. */
  move(d: Float64Array, length: number): void {
    const whole = this.#r.fill(0);
    for (let i = 0; i < this.n; i++) whole[this.velocityOf[i]!] = length * d[i]!;
    for (const store of this.motion.stores) store.displace(whole);
  }
}
