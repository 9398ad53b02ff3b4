import { squared } from '../base/powers.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { maxAbs } from '../base/vector.js';
import { bindingOf } from '../model/constraint.js';
import { ConnectorMotion } from '../equations/connector-motion.js';
import type { Connector } from '../model/connector.js';
import { Energy } from '../model/energies/energy.js';
import { labelOfForce, type Force } from '../model/force.js';
import type { RestState } from './rest-state.js';
import { slopeAtZero } from './slopes.js';
import { constraintTerm, energyTerm, singularWarning, type Term } from './terms.js';

/** Step of differences, as a part of the world's length, or in radians. */
const STEP = 1e-3;
/** Part of a stiffness that is rounding of differences. */
const ROUNDING = 1e-12;
/** Part of a stiffness in which differences by two steps may disagree where a force has a slope. */
const SMOOTH = 1e-3;
/** The same in which a matrix may be unsymmetric: errors of differences. */
const SYMMETRIC = 1e-6;

/** A stiffness over the velocities of the state, dense and row-major. */
export interface StiffnessMatrix {
  readonly K: Float64Array;
  /** What differences of forces lose, about, by entries of `K`; undefined without any. */
  readonly errors: Float64Array | undefined;
}

/**
 * `K`, the second derivatives of the potential energy less `Σ λ_r C_r` over the velocities of the
 * state, dense and row-major: of energies and constraints by their formulas, of other forces and of
 * bodies with coordinates of their own by differences of what they exert. `lambda` are multipliers of
 * all rows; those of soft rows are not read.
 *
 * Throws E_NO_STIFFNESS for a force that has no slope at the present positions, or no potential.
 */
export function stiffnessMatrix(rest: RestState, lambda: Float64Array): StiffnessMatrix {
  const { world, internals } = rest;
  const { structure } = internals;
  const { state, forces, stores } = structure;
  const n = state.v.length;
  const K = new Float64Array(n * n);
  const motions = new Map<Connector, ConnectorMotion>();
  addConstraints(rest, lambda, true, motions, K);
  const length = rest.length();
  forces.forEach((force, k) => {
    if (!(force instanceof Energy)) return;
    const term = energyTerm(force as Energy, labelOfForce(force, k), length);
    if (term.isSingular) internals.recovery.watch.warn(singularWarning(term.label, world.time));
    addTerm(term, rest, motions, K);
  });
  const isConstant = stores.every(({ isotropic }) => isotropic);
  const others = forces.filter((force) => !(force instanceof Energy) && !(isConstant && force.steady === true));
  let errors: Float64Array | undefined;
  if (others.length > 0 || stores.some(({ isotropic }) => !isotropic)) {
    const withBodies = difference(rest, others, true);
    if (typeof withBodies === 'string') {
      for (const force of others) {
        const fault = difference(rest, [force], false);
        if (typeof fault === 'string') throw refusal(labelOfForce(force, forces.indexOf(force)), fault, world.time);
      }
      throw refusal('a body with coordinates of its own', withBodies, world.time);
    }
    for (let i = 0; i < K.length; i++) K[i]! += withBodies.K[i]!;
    ({ errors } = withBodies);
  }
  return { K, errors };
}

/** Returns the second derivatives of `−Σ s_r C_r` of hard rows over the velocities of the state. */
export function constraintStiffness(rest: RestState, s: Float64Array): Float64Array {
  const K = new Float64Array(squared(rest.internals.structure.state.v.length));
  addConstraints(rest, s, false, new Map(), K);
  return K;
}

/** `K −= Σ λ_r ∇²C_r` of hard rows, and, `withSoft`, `K += ∇²(k C² / 2)` of soft ones. */
function addConstraints(
  rest: RestState,
  lambda: Float64Array,
  withSoft: boolean,
  motions: Map<Connector, ConnectorMotion>,
  K: Float64Array,
): void {
  const { C } = rest.internals.structure.system.all.rows;
  for (const { constraint, row, stiffness } of rest.constraints) {
    const binding = bindingOf(constraint);
    // The energy k C² / 2 has the gradient k C ∇C, and so far as C stays what it is the second derivatives k C ∇²C.
    const term = constraintTerm(
      binding,
      stiffness.map((k, r) => (k === 0 ? -lambda[row + r]! : withSoft ? k * C[row + r]! : 0)),
    );
    stiffness.forEach((k, r) => {
      if (k === 0 || !withSoft) return;
      const { gradient } = constraintTerm(
        binding,
        Float64Array.from(stiffness, (_, i) => (i === r ? 1 : 0)),
      );
      gradient.forEach((a, i) => {
        gradient.forEach((b, j) => (term.hessian[i * gradient.length + j]! += k * a * b));
      });
    });
    addTerm(term, rest, motions, K);
  }
}

/** `K += Bᵀ H B + Σ g Γ` of one term. */
function addTerm(
  { connectors, offsets, gradient, hessian }: Term,
  rest: RestState,
  motions: Map<Connector, ConnectorMotion>,
  K: Float64Array,
): void {
  const { particles, state } = rest.internals.structure;
  const n = state.v.length;
  const width = gradient.length;
  const moved = connectors.map((connector) => {
    let motion = motions.get(connector);
    if (!motion) {
      motions.set(connector, (motion = new ConnectorMotion(connector, particles)));
      motion.read(state.v);
    }
    return motion;
  });
  connectors.forEach((first, a) => {
    const A = moved[a]!;
    for (let i = 0; i < A.count; i++) {
      const row = (A.start + i) * n;
      for (let b = 0; b < connectors.length; b++) {
        const B = moved[b]!;
        const { size } = connectors[b]!;
        for (let d = 0; d < size; d++) {
          let sum = 0;
          for (let c = 0; c < first.size; c++)
            sum += A.B[c * A.count + i]! * hessian[(offsets[a]! + c) * width + offsets[b]! + d]!;
          if (sum === 0) continue;
          for (let j = 0; j < B.count; j++) K[row + B.start + j]! += sum * B.B[d * B.count + j]!;
        }
      }
      if (!A.curvature) continue;
      for (let c = 0; c < first.size; c++) {
        const g = gradient[offsets[a]! + c]!;
        for (let j = 0; j < A.count; j++) K[row + A.start + j]! += g * A.curvature[(c * A.count + i) * A.count + j]!;
      }
    }
  });
}

/**
 * `−∂Q/∂q` of forces, and of bodies' own potentials with `withBodies`, made symmetric. By central
 * differences of three steps, extrapolated: some 12 digits. Returns what is wrong where there is none.
 */
function difference(rest: RestState, forces: readonly Force[], withBodies: boolean): StiffnessMatrix | string {
  const { state } = rest.internals.structure;
  const n = state.v.length;
  const q = state.q.slice();
  const length = rest.length();
  const d = new Float64Array(n);
  const at = (i: number, step: number): Float64Array => {
    d[i] = step;
    rest.moveTo(q, d);
    d[i] = 0;
    return rest.exerted(forces, withBodies);
  };
  const K = new Float64Array(n * n);
  const errors = new Float64Array(n * n);
  let rough = 0;
  const here = at(0, 0);
  let size = maxAbs(here);
  // What no force moves has its columns, too: with its rows alone the matrix would not be symmetric.
  for (let i = 0; i < n; i++) {
    const h = STEP * (rest.isLength[i] === 1 ? length : 1);
    const found = slopeAtZero((step) => at(i, step), h);
    for (let j = 0; j < n; j++) {
      K[j * n + i] = -found.slope[j]!;
      errors[j * n + i] = found.errors[j]!;
    }
    rough = Math.max(rough, found.apart);
    size = Math.max(size, found.size);
  }
  rest.moveTo(q);
  if (rough > SMOOTH * size) return 'has no slope at the present positions';
  const expected = new Float64Array(n * n);
  for (const at3 of rest.orientations) addSpin(here, at3, n, expected);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [K[i * n + j]!, K[j * n + i]!];
      const apart = a - b - (expected[i * n + j]! - expected[j * n + i]!);
      const [hi, hj] = [rest.isLength[i] === 1 ? length : 1, rest.isLength[j] === 1 ? length : 1];
      if (
        Math.abs(apart) * hi * hj >
        SYMMETRIC * (Math.abs(a) + Math.abs(b)) * hi * hj + SYMMETRIC * size * Math.max(hi, hj)
      )
        return 'has no potential: it is not the slope of an energy';
      K[i * n + j] = K[j * n + i] = (a + b) / 2;
    }
  }
  K.forEach((entry, at) => {
    const i = at % n;
    const force = Math.abs(here[(at - i) / n]!) / (rest.isLength[i] === 1 ? length : 1);
    errors[at]! += ROUNDING * Math.abs(entry) + ((4 * Number.EPSILON) / STEP) * force;
  });
  return { K, errors };
}

/**
 * The part by which `−∂Q/∂q` over angular velocities in world axes is unsymmetric where there is a
 * torque `τ`: rotations do not commute, and `∂_u ∂_w V − ∂_w ∂_u V = τ · (u × w)`.
 */
function addSpin(Q: Float64Array, start: number, n: number, K: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    const [i, j] = [start + ((c + 1) % 3), start + ((c + 2) % 3)];
    K[i * n + j]! += SPIN * 0.5 * Q[start + c]!;
    K[j * n + i]! -= SPIN * 0.5 * Q[start + c]!;
  }
}
const SPIN = -1;

const refusal = (label: string, fault: string, time: number): HolonomicRuntimeError =>
  new HolonomicRuntimeError(
    'E_NO_STIFFNESS',
    `There is no stiffness at t = ${time}: ${label} ${fault}.`,
    'Remove it for the analysis, or write it as an energy by defineEnergy.',
  );
