import { expect, test } from 'vitest';
import { compile, diagnose, type SpecError } from '../../src/toolkit.js';

const spec = {
  summary: 'Keeps a point on a wave.',
  space: 2,
  inputs: { p: 'point' },
  params: { height: { unit: 'm' }, length: { unit: 'm', min: 0 } },
} as const;
const FORMULA = 'p.y == height * sin(2 * pi * p.x / length)';

test('a formula that makes a class has no diagnostics, and no other', () => {
  // Every state on the way from nothing to the formula, as it is typed.
  for (let end = 0; end <= FORMULA.length; end++) {
    const C = FORMULA.slice(0, end);
    const found = diagnose({ ...spec, C }, { name: 'Wave' });
    for (const { span, message } of found) {
      expect(message).not.toBe('');
      if (span === undefined) continue;
      expect(span.start).toBeGreaterThanOrEqual(0);
      expect(span.start).toBeLessThan(span.end);
      expect(span.end).toBeLessThanOrEqual(C.length + 1);
    }
    if (found.length === 0) expect(Object.keys(compile('Wave', { ...spec, C }))).toEqual(['Wave']);
    else expect(() => compile('Wave', { ...spec, C })).toThrow();
  }
});

test('the place of a mistake, and several at once', () => {
  const found = diagnose({ ...spec, C: 'p.y == hight * sin(p.x / length) + q' });
  expect(found.map(({ code, span }) => [code, span])).toEqual([
    ['E_UNKNOWN_NAME', { start: 7, end: 12 }],
    ['E_UNKNOWN_NAME', { start: 35, end: 36 }],
  ]);
});

test('it never throws, whatever a spec is', () => {
  for (const value of [undefined, null, 3, 'x', [], {}, { C: 3 }, { ...spec, C: [] }, { coordinates: 2 }])
    expect(diagnose(value).length).toBeGreaterThan(0);
  expect(diagnose({ ...spec, C: FORMULA }, { name: 'not a name' })[0]!.code).toBe('E_NAME_INVALID');
});

test.each<readonly [what: string, thrown: unknown, reason: string]>([
  ['an error', new Error('out of order'), 'out of order'],
  ['nothing', undefined, 'undefined'],
  ['an object without a text', Object.create(null), 'something without a text was thrown'],
  ['an error with diagnostics of its own', Object.assign(new Error('mine'), { diagnostics: 3 }), 'mine'],
  [
    'an error whose getters throw',
    Object.defineProperties(new Error(), {
      message: { get: () => ({ toString: null }) },
      diagnostics: {
        get: () => {
          throw new Error('again');
        },
      },
    }),
    'something without a text was thrown',
  ],
])('a spec whose getter throws %s is reported', (_, thrown, reason) => {
  const hostile = {
    ...spec,
    get C(): never {
      throw thrown;
    },
  };
  expect(diagnose(hostile)).toMatchObject([{ code: 'E_INTERNAL', message: `The toolkit fails: ${reason}` }]);
});

test('arguments that are no name and no spec are answered with what to give', () => {
  const untyped = compile as unknown as (...given: unknown[]) => unknown;
  const hintsOf = (...given: unknown[]): (string | undefined)[] => {
    try {
      untyped(...given);
    } catch (error) {
      return (error as SpecError).diagnostics.map(({ hint }) => hint);
    }
    return [];
  };
  const example = expect.stringMatching(
    /^give an object, as in \{ summary: 'A rod\.'.*C: 'norm\(a - b\) == 1' \}$/,
  ) as string;
  expect(hintsOf('norm(a - b) == 1')).toEqual([expect.stringMatching(/^give a name, then a spec/), example]);
  expect(hintsOf('Rod', 'norm(a - b) == 1')).toEqual([example]);
  expect(hintsOf({ summary: 'A rod.' })).toEqual([expect.stringMatching(/before the spec/), example]);
  expect(diagnose({}, null as never)).toEqual([expect.objectContaining({ code: 'E_OPTION' })]);
});
