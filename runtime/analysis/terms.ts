import { maxAbs } from '../base/vector.js';
import { ConstraintCurvature, entriesOfHessian } from '../equations/second-derivatives.js';
import { singleEvaluation } from '../model/single-evaluation.js';
import type { Connector } from '../model/connector.js';
import type { ConstraintBinding } from '../model/constraint-binding.js';
import { EnergyEvaluation } from '../model/energies/energy-evaluation.js';
import type { Energy } from '../model/energies/energy.js';
import { readParameters } from '../model/parameters.js';
import type { WorldWarning } from '../recovery/warnings.js';

/** A function of connectors to second order at the present state, at rest. */
export interface Term {
  readonly label: string;
  readonly connectors: readonly Connector[];
  /** Index at which each connector's components begin. */
  readonly offsets: Int32Array;
  readonly gradient: Float64Array;
  /** Second derivatives, row-major and symmetric. */
  readonly hessian: Float64Array;
  /** True where the formula's second derivatives are not those beside the present state; then they are differences. */
  readonly isSingular: boolean;
}

/** Returns `Σ_r weights[r] C_r` of one constraint; see {@link ConstraintCurvature}. */
export function constraintTerm(binding: ConstraintBinding, weights: ArrayLike<number>): Term {
  const { type, connectors, label } = binding;
  const evaluation = singleEvaluation(type);
  binding.read(evaluation);
  const { width, offsets, x, p, J } = evaluation;
  const time = connectors[0]?.world.time ?? 0;
  evaluation.evaluate(time);
  const hessian = new Float64Array(width * width);
  if (Array.prototype.some.call(weights, (weight: number) => weight !== 0))
    new ConstraintCurvature(type, 1).write(offsets, x, p, time, weights, hessian);
  const gradient = new Float64Array(width);
  for (let i = 0; i < connectors.length; i++) {
    const { size } = connectors[i]!;
    for (let r = 0; r < type.rows; r++) {
      const start = evaluation.blockRow(i, r);
      for (let c = 0; c < size; c++) gradient[offsets[i]! + c]! += weights[r]! * J[start + c]!;
    }
  }
  return { label, connectors, offsets, gradient, hessian, isSingular: false };
}

/**
 * Returns the potential of an energy. `length` is the size of the world, m, for the differences that its second
 * derivatives are compared with.
 */
export function energyTerm({ type, inputs, params }: Energy, label: string, length: number): Term {
  const evaluation = new EnergyEvaluation(type);
  const connectors = type.inputs.map(({ name }) => (inputs as Readonly<Record<string, Connector>>)[name]!);
  evaluation.p.set(readParameters(type, params as Readonly<Record<string, unknown>>));
  const { x, v, a, offsets } = evaluation;
  connectors.forEach((connector, i) => {
    connector.read(x, v, a, offsets[i]!);
  });
  const time = connectors[0]?.world.time ?? 0;
  evaluation.evaluate(time);
  const gradient = evaluation.g.slice();
  const blocks = evaluation.hessian(time);
  const exact = Float64Array.from(entriesOfHessian(type), (entry) => blocks[entry]!);
  const [near, far] = [differences(evaluation, time, STEP, length), differences(evaluation, time, 2 * STEP, length)];
  const largest = Math.max(maxAbs(exact), maxAbs(near));
  const noise = (NOISE * Number.EPSILON * maxAbs(gradient)) / (STEP * Math.min(1, length));
  const error = apart(near, exact);
  const isSingular = error > SINGULAR * largest + noise && apart(near, far) < SINGULAR * error;
  return { label, connectors, offsets, gradient, hessian: isSingular ? near : exact, isSingular };
}

/** Step of differences, in lengths of the world or in radians, and their rounding in units of that of gradients. */
const STEP = 1e-4;
const NOISE = 1e3;
/** Part of a Hessian in which differences may disagree with it where it is smooth. */
const SINGULAR = 0.05;

/** Central differences of the gradient at the inputs' present values, made symmetric. */
function differences(evaluation: EnergyEvaluation, time: number, step: number, length: number): Float64Array {
  const { x, g, width, offsets, type } = evaluation;
  const D = new Float64Array(width * width);
  type.inputs.forEach(({ kind, size }, i) => {
    const h = step * (kind === 'point' ? length : 1);
    for (let j = offsets[i]!; j < offsets[i]! + size; j++) {
      const kept = x[j]!;
      for (const sign of [1, -1]) {
        x[j] = kept + sign * h;
        evaluation.evaluate(time);
        for (let k = 0; k < width; k++) {
          const part = (sign * g[k]!) / (4 * h);
          D[j * width + k]! += part;
          D[k * width + j]! += part;
        }
      }
      x[j] = kept;
    }
  });
  return D;
}

/** The largest difference of two lists. */
const apart = (a: Float64Array, b: Float64Array): number => maxAbs(a.map((entry, i) => entry - b[i]!));

/** The warning of an energy whose formula is singular at the present state. */
export const singularWarning = (label: string, time: number): WorldWarning => ({
  code: 'W_SINGULAR_STIFFNESS',
  message:
    `The second derivatives of ${label}, or its damping, are not those beside its present shape: its formula is singular there. ` +
    'Analysis takes those beside; write it so that it is smooth, as norm(w - u)^2 of unit vectors is in place of angle(u, w)^2.',
  time,
  constraints: [],
});
