import { describe, expect, test } from 'vitest';
import { compile, verify } from '../../../src/toolkit.js';
import { formatReport } from '../../../src/verify/index.js';
import { someOf } from '../../support/scope.js';
import { LIST_SPECS } from './specs.js';

describe.each(someOf(Object.entries(LIST_SPECS), 2))('%s', (name, spec) => {
  test('is derived, and proven at several lengths', () => {
    for (const Class of Object.values(compile(name, spec))) {
      const report = verify(Class, { samples: 40 });
      expect(report.warnings).toEqual([]);
      const failed = Object.entries(report.quantities).filter(([, { pass }]) => !pass);
      expect(failed).toEqual([]);
      expect(report.pass, formatReport(report)).toBe(true);
    }
  });
});
