/** Report on the last solution of a {@link ComplementarityProblem}. */
export interface ComplementarityReport {
  /** True where the residual is within the tolerance. */
  converged: boolean;
  /** Residual of the natural map, m/s or rad/s; see {@link NaturalMap}. */
  residual: number;
  /** Largest rate that was to be changed, m/s or rad/s. */
  largest: number;
  /** The row with the largest residual; of a contact its normal row. −1 without any. */
  worstRow: number;
  /** Number of numeric factorizations, and of back-substitutions. */
  factorizations: number;
  substitutions: number;
  /** Number of sets of active rows that were tried. */
  iterations: number;
}

/** Returns a report to be filled in. */
export function emptyComplementarityReport(): ComplementarityReport {
  return { converged: true, residual: 0, largest: 0, worstRow: -1, factorizations: 0, substitutions: 0, iterations: 0 };
}

/** Resets `report` to a solution that took no work. */
export function clearComplementarityReport(report: ComplementarityReport): void {
  report.converged = true;
  report.residual = 0;
  report.largest = 0;
  report.worstRow = -1;
  report.factorizations = 0;
  report.substitutions = 0;
  report.iterations = 0;
}
