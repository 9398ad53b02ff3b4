import { describe, expect } from 'vitest';
import { project } from '../cli/support.js';
import { missingCompiler } from '../support/c-compiler.js';
import { CLibrary } from '../support/c-library.js';
import { inFull, IS_FULL } from '../support/scope.js';

/** Quantities that are words of C, functions and macros of its headers, and their like. */
const NAMES = `
import { defineConstraint } from 'holonomic';

export const Names = defineConstraint({
  summary: 'Ends with a backslash, and /* does not end */ the comment \\\\',
  space: 2,
  inputs: { int: 'point', signed: 'point', long: 'scalar' },
  params: { INFINITY: { unit: 'm' }, NAN: {}, double: {}, double_: {}, linux: 'vector' },
  where: { fabs: 'int - signed', register: 'dot(fabs, linux)', M_PI: 'sin(long) + NAN ^ 3', holonomic_pow: 'register ^ 2 + double_' },
  C: ['abs(register) == INFINITY', 'max(M_PI, double) == min(holonomic_pow, exp(double))', 'sign(register) * pow(holonomic_pow, NAN) == 2 pi'],
});

export const ThroughPoints = defineConstraint({
  summary: 'Calls curves, of one argument and of two.',
  space: 2,
  inputs: { p: 'point', s: 'scalar' },
  params: { holonomic_piece_1: { kind: 'curve', periodic: '2 * pi' }, rail: { kind: 'path' } },
  C: ['p == rail(s)', 'holonomic_piece_1(2 s) + holonomic_piece_1(s) * holonomic_piece_1(holonomic_piece_1(s))'],
});
`;

describe.skipIf(missingCompiler !== undefined)(`C${missingCompiler ? ` (${missingCompiler})` : ''}`, () => {
  inFull(
    'computes what JavaScript computes, to the bit',
    async () => {
      const folder = await project({ 'spec/names.ts': NAMES });
      const specs = IS_FULL ? ['constraints-spec'] : ['constraints-spec/distance.ts'];
      const library = await CLibrary.compile(folder, [...specs, `${folder}/spec`]);
      expect(library.compare(IS_FULL ? 30 : 5)).toEqual([]);
    },
    900_000,
  );
});
