import type { ConstraintSystem } from './constraint-system.js';
import { bindingOf } from './constraint.js';
import type { Feedback } from './feedback.js';
import type { MultiplierEquations } from './multiplier-equations.js';
import { maxAbs } from './vector.js';
import type { WorldWarning } from './warning.js';

/** A residual below this part of the terms it is made of is drift or rounding. */
const RELATIVE_THRESHOLD = 1e-6;
/** Rounding, and redundancy that holds up to drift, of the constraint values themselves, relative to the coordinates. */
const DRIFT_THRESHOLD = 1e-9;
/** How many constraints a message names. */
const NAMED = 4;

interface Disagreement {
  readonly label: string;
  /** Largest residual among the constraint's rows, with its sign. */
  readonly size: number;
}

/** `max_r Σ |J_rc| |y_c|`. */
function magnitudeOfProduct(system: ConstraintSystem, y: Float64Array): number {
  const sums = new Float64Array(system.rows.count);
  for (const { blocks } of system.batches) {
    for (const { count, rows, inputs, input, size, stride, offset, firstRow, slots, J } of blocks) {
      for (let k = 0; k < count; k++) {
        for (let r = 0; r < rows; r++) {
          for (let c = 0; c < size; c++) {
            const entry = J[k * stride + offset + r * size + c]! * y[slots[k * inputs + input]! + c]!;
            sums[firstRow + k * rows + r]! += Math.abs(entry);
          }
        }
      }
    }
  }
  return maxAbs(sums);
}

function disagreements(system: ConstraintSystem, residual: Float64Array, threshold: number): Disagreement[] {
  const found: Disagreement[] = [];
  for (const { constraints, firstRow, type } of system.batches) {
    constraints.forEach((constraint, k) => {
      const start = firstRow + k * type.rows;
      const rows = residual.subarray(start, start + type.rows);
      const size = rows.reduce((worst, value) => (Math.abs(value) > Math.abs(worst) ? value : worst), 0);
      if (Math.abs(size) > threshold) found.push({ label: bindingOf(constraint).label, size });
    });
  }
  // Equal ones stay in their order, whatever rounding makes of them.
  const rounded = ({ size }: Disagreement): number => Number(Math.abs(size).toPrecision(3));
  return found.sort((a, b) => rounded(b) - rounded(a));
}

/**
 * A warning if the residual `b − A λ` that a solver could not reduce is a contradiction between constraints, and not merely rounding or
 * drift of redundant ones.
 */
export function findContradiction(
  system: ConstraintSystem,
  equations: MultiplierEquations,
  feedback: Feedback,
  time: number,
): WorldWarning | undefined {
  const { rightHandSide: b, multipliers } = equations;
  const residual = new Float64Array(b.length);
  equations.multiply(multipliers, residual);
  for (let i = 0; i < b.length; i++) residual[i] = b[i]! - residual[i]!;

  const scale = maxAbs(system.rows.gamma) + maxAbs(equations.unconstrained()) + maxAbs(equations.feedback);
  const { ks, kd } = feedback;
  const drift = ks * magnitudeOfProduct(system, system.table.x) + kd * magnitudeOfProduct(system, system.table.v);
  const worst = maxAbs(residual);
  if (!(worst > RELATIVE_THRESHOLD * scale + DRIFT_THRESHOLD * drift)) return undefined;

  const all = disagreements(system, residual, 0.1 * worst);
  const named = all.slice(0, NAMED).map(({ label, size }) => `${label} by ${size.toPrecision(3)}`);
  if (all.length > NAMED) named.push(`${all.length - NAMED} more`);
  return {
    code: 'W_CONTRADICTION',
    message:
      `Constraints contradict each other at t = ${Number(time.toPrecision(6))} s: no force gives all of them the acceleration they ask for. ` +
      `They miss it as follows (d²C/dt²): ${named.join(', ')}. The force with the least squared error is applied. ` +
      'Remove one of them, or make their parameters agree.',
    time,
    constraints: all.map(({ label }) => label),
  };
}
