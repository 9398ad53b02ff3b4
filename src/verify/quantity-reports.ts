import type { DifferenceCheck, QuantityReport, ReferenceCheck } from './report.js';

/** The report on a quantity by its checks. */
export function quantityReport(
  differences: readonly DifferenceCheck[] = [],
  reference?: ReferenceCheck,
): QuantityReport {
  const pass = differences.every((check) => check.pass) && reference?.pass !== false;
  return { pass, differences, ...(reference && { reference }) };
}

/**
 * Fails a quantity that nothing was compared with, and marks checks whose other quantity failed by
 * itself.
 */
export function inheritFaults(quantities: Record<string, QuantityReport>): void {
  const faulty = new Set(
    Object.entries(quantities).flatMap(([name, { reference }]) => (reference?.pass === false ? [name] : [])),
  );
  for (const [name, quantity] of Object.entries(quantities)) {
    const differences = quantity.differences.map((check): DifferenceCheck =>
      check.from !== undefined && check.from !== name && faulty.has(check.from) ? { ...check, inherited: true } : check,
    );
    const pass =
      differences.every((check) => check.pass || check.inherited === true) && quantity.reference?.pass !== false;
    quantities[name] = { ...quantity, differences, pass };
  }
}
