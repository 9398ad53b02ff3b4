import { HolonomicRuntimeError } from '../../base/errors.js';
import type { EnergyType } from './energy-type.js';

/** Part of its terms below which a divisor is rounding. */
const CANCELLED = 1e-12;

/**
 * Throws E_PARAMETER_RANGE where the parameters `p` together make a divisor zero, as edges in line do to their
 * determinant. `label` names their owner.
 */
export function checkDivisors(
  { params, divisors = [], divisorKernel }: EnergyType,
  p: Float64Array,
  label: string,
): void {
  const values = new Float64Array(2 * divisors.length);
  divisorKernel?.(1, p, values);
  for (const [i, name] of divisors.entries()) {
    if (Math.abs(values[2 * i]!) > CANCELLED * values[2 * i + 1]!) continue;
    let offset = 0;
    const given = params.map(({ name: param, size }) => {
      const own = Array.from(p.subarray(offset, (offset += size)));
      return `${param} = ${size > 1 ? `[${own.join(', ')}]` : own.join()}`;
    });
    throw new HolonomicRuntimeError(
      'E_PARAMETER_RANGE',
      `The parameters of ${label} make ${name} zero: ${given.join(', ')}.`,
      `The formula divides by ${name}. Shapes at rest must not be flat, nor edges without a length.`,
    );
  }
}
