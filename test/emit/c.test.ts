import { describe, expect, it } from 'vitest';
import { project } from '../cli/support.js';
import { missingCompiler } from '../support/c-compiler.js';
import { CLibrary, type FunctionValue } from '../support/c-library.js';
import { IS_FULL } from '../support/scope.js';
import { ulp } from '../../src/verify/ulp.js';

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

/** The classes that call functions whose last place is up to C's library; docs/c.md lists them. */
const CALLERS =
  'Names Angle2D Angle3D BeadOnCycloid BeadOnHelix Cam DoublePendulum DrivenPoint2D DrivenPoint3D Helix HingeLimit HingeLock Lever Link OscillatingMotor Pendulum PlanarContact PointOnCycloid RotatingWire SliderCrank SprungPendulum SwingLimit'
    .split(' ')
    .sort();

/** The error of a function of C's library beside JavaScript's, in units in the last place. */
const errorOf = ({ inC, inJavaScript }: FunctionValue): number =>
  Object.is(inC, inJavaScript) ? 0 : Math.abs(inC - inJavaScript) / ulp(inC);

describe.skipIf(missingCompiler !== undefined)(`C${missingCompiler ? ` (${missingCompiler})` : ''}`, () => {
  it('computes what JavaScript computes from the same sines, to the bit', async () => {
    const folder = await project({ 'spec/names.ts': NAMES });
    const specs = IS_FULL ? ['constraints-spec'] : ['constraints-spec/distance.ts'];
    const library = await CLibrary.compile(folder, [...specs, `${folder}/spec`]);
    expect(library.compare(IS_FULL ? 30 : 5)).toEqual([]);
    // The last place of these functions is up to the library; all others are IEEE 754's.
    expect(Math.max(...library.functionValues.map(errorOf))).toBeLessThanOrEqual(1);
    if (IS_FULL) expect([...library.callers].sort()).toEqual(CALLERS);
  }, 900_000);
});
