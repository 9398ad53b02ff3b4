import { copy, maxAbs } from '../base/vector.js';
import { layoutOf } from '../model/bodies/coordinate-layout.js';
import { TypedBodyStore } from '../model/bodies/typed-store.js';
import { labelOfVelocity, type BodyStore } from '../model/body-store.js';
import type { PointConnector } from '../model/connector.js';
import { bindingOf } from '../model/constraint.js';
import type { Force } from '../model/force.js';
import { internalsOf, type AnyWorld, type WorldInternals } from '../world/internals.js';
import { readEquations, type Motion, type PlacedConstraint } from './equations-alone.js';

/**
 * A world at its present configuration as if it were at rest: forces, masses, and the Jacobian of hard
 * rows, dense and over the velocities that forces can change (`free`). Its velocities are zeros while
 * it is in use; {@link end} gives them back.
 */
export class RestState {
  readonly world: AnyWorld;
  readonly internals: WorldInternals;
  readonly constraints: readonly PlacedConstraint[];
  /** Rows of the system that are hard, in their order. */
  readonly hardRows: Int32Array;
  /** Indices of velocities that forces can change. */
  readonly free: Int32Array;
  /** Index of the first velocity of the body that each free one belongs to, among the free ones. */
  readonly firstOfBody: Int32Array;
  /** Kind of coordinate of each velocity of the state: true for lengths. */
  readonly isLength: Uint8Array;
  /** First velocity of each orientation in space. */
  readonly orientations: readonly number[];
  readonly #velocities: Float64Array;

  /**
   * Takes a world whose constraints are equations: of positions alone that stand still, or, with `motion` `'driven'`,
   * that may have the time; with `'any'`, also of velocities, which then are what they are. Throws E_WORLD,
   * E_STEPPING, E_ANALYSIS.
   */
  constructor(world: AnyWorld, what: string, motion: Motion = 'none') {
    const internals = internalsOf(world);
    const { structure, stepped } = internals;
    structure.checkOpen();
    internals.layOutContacts(0);
    this.world = world;
    this.internals = internals;
    const { state, stores, system } = structure;
    this.#velocities = state.v.slice();
    if (motion !== 'any') state.v.fill(0);
    this.evaluate();
    try {
      const { constraints, hardRows } = readEquations(system, stepped.soft?.rows.stiffness, what, motion);
      this.constraints = constraints;
      this.hardRows = hardRows;
    } catch (error) {
      this.end();
      throw error;
    }
    const unit = new Float64Array(state.v.length);
    const free: number[] = [];
    const firstOfBody: number[] = [];
    this.isLength = new Uint8Array(state.v.length);
    const orientations: number[] = [];
    for (const store of stores) {
      const width = widthOf(store, world.space);
      const end = store.velocityOffset + store.velocityCount;
      for (let body = store.velocityOffset; body < end; body += width) {
        const first = free.length;
        for (let i = body; i < body + width; i++) {
          unit[i] = 1;
          if (store.squaredLength(unit) !== 0) {
            free.push(i);
            firstOfBody.push(first);
          }
          unit[i] = 0;
        }
        const coordinates = store instanceof TypedBodyStore ? layoutOf(store.type).coordinates : undefined;
        if (!coordinates) this.isLength.fill(1, body, body + width);
        for (const { description, v } of coordinates ?? []) {
          if (description.kind === 'vector' || description.unit === 'm')
            this.isLength.fill(1, body + v, body + v + description.rateSize);
          if (description.kind === 'orientation') orientations.push(body + v);
        }
      }
    }
    this.free = Int32Array.from(free);
    this.firstOfBody = Int32Array.from(firstOfBody);
    this.orientations = orientations;
  }

  /** The velocities that the world had. */
  get velocities(): Float64Array {
    return this.#velocities;
  }

  /** Gives the world its velocities back. */
  end(): void {
    this.internals.structure.state.v.set(this.#velocities);
    this.evaluate();
  }

  /** Evaluates constraints, masses and forces at the present positions. */
  evaluate(): void {
    const { structure, stepped } = this.internals;
    structure.during('calculating', () => {
      structure.system.chooseRows(false);
      structure.system.all.evaluate(structure.stores);
      stepped.soft?.evaluate(true);
      // This also finds mass matrices.
      stepped.findForces();
    });
  }

  /** `C` of hard rows. */
  errors(): Float64Array {
    const { C } = this.internals.structure.system.all.rows;
    return Float64Array.from(this.hardRows, (r) => C[r]!);
  }

  /** The Jacobian of hard rows over the free velocities, row-major. */
  jacobian(): Float64Array {
    const { structure } = this.internals;
    const { stores, state, system } = structure;
    const { free, hardRows } = this;
    const n = free.length;
    const unit = new Float64Array(state.v.length);
    const moved = new Float64Array(system.table.x.length);
    const column = new Float64Array(system.all.rows.count);
    const J = new Float64Array(hardRows.length * n);
    for (let j = 0; j < n; j++) {
      unit[free[j]!] = 1;
      for (const store of stores) store.toConnectors(unit, moved);
      system.all.multiply(moved, column);
      for (let r = 0; r < hardRows.length; r++) J[r * n + j] = column[hardRows[r]!]!;
      unit[free[j]!] = 0;
    }
    return J;
  }

  /**
   * The lower triangle of the Cholesky factor `M = L Lᵀ` over the free velocities, dense and row-major,
   * with entries from {@link firstOfBody} on.
   */
  massFactor(): Float64Array {
    const { stores, state } = this.internals.structure;
    const { free, firstOfBody } = this;
    const n = free.length;
    const L = new Float64Array(n * n);
    const unit = new Float64Array(state.v.length);
    const square = (): number => {
      let sum = 0;
      for (const store of stores) sum += store.squaredLength(unit);
      return sum;
    };
    const diagonal = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      unit[free[i]!] = 1;
      diagonal[i] = square();
      unit[free[i]!] = 0;
    }
    for (let i = 0; i < n; i++) {
      unit[free[i]!] = 1;
      for (let j = firstOfBody[i]!; j <= i; j++) {
        let entry = diagonal[i]!;
        if (j < i) {
          unit[free[j]!] = 1;
          const plus = square();
          unit[free[j]!] = -1;
          entry = (plus - square()) / 4;
          unit[free[j]!] = 0;
        }
        for (let k = firstOfBody[i]!; k < j; k++) entry -= L[i * n + k]! * L[j * n + k]!;
        L[i * n + j] = j < i ? entry / L[j * n + j]! : Math.sqrt(entry);
      }
      unit[free[i]!] = 0;
    }
    return L;
  }

  /** What `forces` exert at the present state, with the bodies' own motion and potentials `withBodies`, over all velocities. */
  exerted(forces: readonly Force[], withBodies: boolean): Float64Array {
    const { structure } = this.internals;
    const { stores, state } = structure;
    const Q = new Float64Array(state.v.length);
    try {
      for (const store of stores) {
        if (withBodies) store.addInertialForces(Q);
        store.forces = Q;
      }
      structure.during('calculating', () => {
        for (const force of forces) force.apply(this.world);
      });
    } finally {
      for (const store of stores) store.forces = null;
    }
    return Q;
  }

  /** The applied forces, those of soft rows included, over all velocities, and the size of the largest. */
  forces(): { readonly Q: Float64Array; readonly size: number } {
    const { structure, stepped } = this.internals;
    const { system } = structure;
    const parts = [this.exerted([], true), ...structure.forces.map((force) => this.exerted([force], false))];
    const Q = new Float64Array(structure.state.v.length);
    let size = 0;
    for (const part of parts) {
      for (let i = 0; i < Q.length; i++) Q[i]! += part[i]!;
      size = Math.max(size, maxAbs(part));
    }
    if (stepped.soft) {
      const { C, Cdot } = system.all.rows;
      const lambda = new Float64Array(C.length);
      stepped.soft.rows.setForces(C, Cdot, lambda);
      this.addRowForces(lambda, Q);
      size = Math.max(size, maxAbs(lambda));
    }
    return { Q, size };
  }

  /** `Q += Bᵀ Jᵀ λ` over all velocities, `λ` over all rows. */
  addRowForces(lambda: Float64Array, Q: Float64Array): void {
    const { system, state, stores } = this.internals.structure;
    const f = new Float64Array(system.table.x.length);
    system.all.multiplyTranspose(lambda, f);
    const unit = new Float64Array(state.v.length);
    const moved = new Float64Array(f.length);
    for (const i of this.free) {
      unit[i] = 1;
      for (const store of stores) store.toConnectors(unit, moved);
      let sum = 0;
      for (let c = 0; c < f.length; c++) sum += f[c]! * moved[c]!;
      Q[i]! += sum;
      unit[i] = 0;
    }
  }

  /** Moves the world by `d` over all velocities, from the coordinates `q`, and evaluates it there. */
  moveTo(q: Float64Array, d?: Float64Array): void {
    const { state, stores } = this.internals.structure;
    copy(q, 0, state.q, 0, q.length);
    if (d) {
      for (const store of stores) store.displace(d);
      for (const store of stores) store.normalize();
    }
    this.evaluate();
  }

  /** The largest distance between points along an axis, m; 1 where there are none, or all are at one place. */
  length(): number {
    const { centres, space } = this.world;
    const positions = centres.map(({ position }): ArrayLike<number> => position);
    for (const { constraint } of this.constraints) {
      for (const connector of bindingOf(constraint).connectors) {
        if (connector.kind === 'point') positions.push((connector as PointConnector).position);
      }
    }
    let length = 0;
    for (let c = 0; c < space; c++) {
      let [least, most] = [Infinity, -Infinity];
      for (const position of positions) {
        least = Math.min(least, position[c]!);
        most = Math.max(most, position[c]!);
      }
      length = Math.max(length, most - least);
    }
    return length > 0 && length < Infinity ? length : 1;
  }

  /** Length, in the metric of the masses, of a displacement of all by the world's length, or by a radian. */
  metricLength(): number {
    const { isLength, free, internals } = this;
    const length = this.length();
    const unit = new Float64Array(isLength.length);
    let square = 0;
    for (const i of free) {
      unit[i] = isLength[i] === 1 ? length : 1;
      for (const store of internals.structure.stores) square += store.squaredLength(unit);
      unit[i] = 0;
    }
    return Math.sqrt(square);
  }

  /** The name of the body that velocity `i` belongs to. */
  labelOf(i: number): string {
    return labelOfVelocity(i, this.internals.structure.stores);
  }
}

const widthOf = (store: BodyStore, space: number): number => store.responses?.width ?? space;
