import { describe, expect, it } from 'vitest';
import { formulaFaults } from './helpers.js';

/** A formula, the part of it that must be underlined, and the expected code and message. */
export type FaultCase = [formula: string, part: string, code: string, message: string, hint?: string];

/** Declares one test per formula: it has that fault, and no other. */
export function describeFaults(groups: Readonly<Record<string, readonly FaultCase[]>>): void {
  describe.each(Object.entries(groups))('%s', (_, cases) => {
    it.each(cases)('%j at %j: %s', (formula, part, code, message, hint) => {
      const [diagnostic, ...others] = formulaFaults(formula);
      expect(others).toEqual([]);
      expect(diagnostic).toEqual({
        code,
        message,
        ...(hint === undefined ? {} : { hint }),
        spec: 'Test',
        field: 'C',
        formula,
        span: expect.anything() as unknown,
      });
      const { start, end } = diagnostic!.span!;
      expect(formula.slice(start, end)).toBe(part);
    });
  });
}
