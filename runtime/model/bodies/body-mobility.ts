import type { ConnectorResponses } from '../body-store.js';
import type { BodyArrays } from './body-arrays.js';
import type { BodyProducts } from './body-products.js';
import { bodyProducts } from './products-by-type.js';
import type { BodyType } from './body-type.js';
import type { CoordinateLayout } from './coordinate-layout.js';
import { MassMatrices } from './mass-matrices.js';
import type { PlacedConnectors } from './placed-connectors.js';
import { singularMass } from './singular-mass.js';

/**
 * Masses and mobilities of the bodies of one type. With `L` the Cholesky factor of a body's mass
 * matrix and `S = L⁻¹Bᵀ`, found once per evaluation, mobilities are `B W Bᵀ = SᵀS`, and
 * accelerations are `W Bᵀ f = L⁻ᵀ S f`.
 */
export class BodyMobility implements ConnectorResponses {
  readonly #type: BodyType;
  readonly #layout: CoordinateLayout;
  readonly #placed: PlacedConnectors;
  readonly #arrays: BodyArrays;
  readonly #mass: MassMatrices;
  readonly #products: BodyProducts;
  /**
   * Workspace over the velocities of the bodies: inertial forces, and the intermediate result
   * between connectors and velocities.
   */
  #Q = new Float64Array(0);
  #u = new Float64Array(0);
  /** Transformed rows of `Bᵀ`: row `e` is `L⁻¹ B_eᵀ`. */
  #S = new Float64Array(0);
  /** True where inertial forces and masses, or `S`, are not up to date with the connector table. */
  #dynamicsDue = true;
  #mobilityDue = true;
  readonly #isImmovable = (k: number, velocity: number): boolean => this.#arrays.bodies[k]!.isImmovable(velocity);
  /** True where a mass matrix that depends on parameters alone is already factorized. */
  #factorized = false;

  constructor(type: BodyType, layout: CoordinateLayout, placed: PlacedConnectors, arrays: BodyArrays) {
    this.#type = type;
    this.#layout = layout;
    this.#placed = placed;
    this.#arrays = arrays;
    this.#mass = new MassMatrices(layout.nv);
    this.#products = bodyProducts(type, layout.nv);
  }

  get width(): number {
    return this.#layout.nv;
  }

  get rows(): Float64Array {
    this.#updateMobility();
    return this.#S;
  }

  /** Sizes the workspace for `count` bodies. */
  resize(count: number): void {
    const { nv } = this.#layout;
    this.#mass.resize(count);
    this.#Q = new Float64Array(count * nv);
    this.#u = new Float64Array(count * nv);
  }

  /** Takes note that connectors have been placed anew. */
  connectorsPlaced(): void {
    this.#S = new Float64Array(this.#placed.B.length);
    this.#mobilityDue = true;
  }

  /**
   * Takes note that state or time changed. Masses and mobilities are found anew when next needed.
   */
  stateChanged(): void {
    this.#dynamicsDue = this.#mobilityDue = true;
  }

  /** Takes note that parameters were set, or that bodies were added or removed. */
  parametersChanged(): void {
    this.#factorized = false;
    this.stateChanged();
  }

  addInertialForces(Q: Float64Array): void {
    this.#updateDynamics();
    const inertial = this.#Q;
    const start = this.#arrays.velocityOffset;
    for (let i = 0; i < inertial.length; i++) Q[start + i]! += inertial[i]!;
  }

  /** `Σ x·M x` of the bodies, with the mass matrices of the last evaluation. */
  squaredLength(x: Float64Array): number {
    const { bodies, velocityOffset } = this.#arrays;
    const { nv } = this.#layout;
    let sum = 0;
    for (let k = 0; k < bodies.length; k++) sum += this.#mass.squaredLength(k, x, velocityOffset + k * nv);
    return sum;
  }

  /** `out = W x`, both over the velocities of the world. */
  applyInverseMass(x: Float64Array, out: Float64Array): void {
    this.#updateDynamics();
    const { bodies, velocityOffset } = this.#arrays;
    this.#products.applyInverse(this.#mass.L, bodies.length, x, out, velocityOffset);
  }

  /** `y = B x`. */
  toConnectors(x: Float64Array, y: Float64Array): void {
    const { B, bodyOf } = this.#placed;
    this.#products.multiply(B, bodyOf, x, this.#arrays.velocityOffset, y, this.#arrays.slotOffset);
  }

  /** `x += W Bᵀ f`. */
  addAccelerations(f: Float64Array, x: Float64Array): void {
    this.#collect(f);
    const { bodies, velocityOffset } = this.#arrays;
    this.#products.addSolvedUpper(this.#mass.L, bodies.length, this.#u, x, velocityOffset);
  }

  /** `y = B W Bᵀ f`. */
  applyMobility(f: Float64Array, y: Float64Array): void {
    this.#collect(f);
    this.#products.multiply(this.#S, this.#placed.bodyOf, this.#u, 0, y, this.#arrays.slotOffset);
  }

  /** Updates mass matrices, their factors and inertial forces. Throws E_SINGULAR_MASS. */
  #updateDynamics(): void {
    if (!this.#dynamicsDue) return;
    const { bodies, q, v, parameters, time } = this.#arrays;
    const mass = this.#mass;
    this.#type.dynamics(bodies.length, q, v, parameters, time, mass.M, this.#Q);
    if (!(this.#type.constantMass && this.#factorized)) {
      const singular = mass.factorize(bodies.length, this.#isImmovable);
      if (singular >= 0) {
        const { nv } = this.#layout;
        const k = Math.floor(singular / nv);
        throw singularMass(bodies[k]!, this.#layout, singular % nv, this.#arrays.isDefined(k));
      }
      this.#factorized = true;
    }
    this.#dynamicsDue = false;
  }

  #updateMobility(): void {
    if (!this.#mobilityDue) return;
    this.#updateDynamics();
    const { B, bodyOf } = this.#placed;
    this.#products.solveRows(this.#mass.L, bodyOf, B, this.#S);
    this.#mobilityDue = false;
  }

  /** `u = S f`. */
  #collect(f: Float64Array): void {
    this.#updateMobility();
    const u = this.#u.fill(0);
    this.#products.collect(this.#S, this.#placed.bodyOf, f, this.#arrays.slotOffset, u);
  }
}
