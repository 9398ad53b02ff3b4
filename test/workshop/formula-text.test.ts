import { describe, expect, test } from 'vitest';
import { areSameFormulas, placeOf, readFormulas, writeFormulas } from '../../site/workshop/model/formula-text.js';
import { quickFixes, unusedQuantity } from '../../site/workshop/model/quick-fixes.js';
import { diagnose } from '../../src/toolkit.js';

describe('formulas as an editor shows them', () => {
  test('rows and names are read and written', () => {
    const formulas = { C: ['a - b == 0', 'x == y'], where: { x: 'a.x / size', y: '2' } };
    const text = writeFormulas(formulas);
    expect(text).toBe('a - b == 0\nx == y\nwhere x = a.x / size\nwhere y = 2');
    expect(readFormulas(text).formulas).toEqual(formulas);
    expect(readFormulas('p.y == 0').formulas).toEqual({ C: 'p.y == 0' });
    expect(readFormulas('').formulas).toEqual({ C: '' });
  });

  test('blank lines and spaces around formulas say nothing', () => {
    const a = readFormulas('\n  p.y == 0  \n\nwhere x =  2 ').formulas;
    expect(a).toEqual({ C: 'p.y == 0', where: { x: '2' } });
    expect(areSameFormulas(a, { C: 'p.y == 0', where: { x: '2' } })).toBe(true);
    expect(areSameFormulas(a, { C: 'p.y == 0', where: { x: '3' } })).toBe(false);
  });

  test('an equation is no definition, and a name is given once', () => {
    expect(readFormulas('where x == 2').formulas).toEqual({ C: 'where x == 2' });
    const text = 'x == 1\nwhere x = 1\nwhere x = 2';
    const { formulas, faults } = readFormulas(text);
    expect(formulas).toEqual({ C: 'x == 1', where: { x: '1' } });
    expect(faults.map(({ from, to }) => text.slice(from, to))).toEqual(['x']);
    expect(faults[0]!.from).toBe(text.lastIndexOf('x'));
  });

  test.each([
    ['one row', '  p.y == h * p.x', 'h'],
    ['the second row', 'p.y == 0\n\n p.x == nix', 'nix'],
    ['a name', 'p.y == x\n where x = p.x + what', 'what'],
  ])('a mistake in %s is at its place', (_, text, wrong) => {
    const read = readFormulas(text);
    const spec = { summary: 'A test.', space: 2, inputs: { p: 'point' }, ...read.formulas };
    const places = diagnose(spec, { name: 'S' }).map((diagnostic) =>
      placeOf({ ...diagnostic, field: `specs.S.${diagnostic.field!}` }, 'specs.S', read),
    );
    expect(places.map((place) => text.slice(place!.start, place!.end))).toEqual([wrong]);
    expect(placeOf({ code: 'E_SCENE', message: '', field: 'specs.Other.C' }, 'specs.S', read)).toBeUndefined();
    expect(placeOf({ code: 'E_SCENE', message: '', field: 'bodies.P' }, 'specs.S', read)).toBeUndefined();
  });
});

describe('quick fixes', () => {
  test('what no formula uses can be removed', () => {
    const spec = { summary: 'A test.', space: 2, inputs: { p: 'point' }, params: { size: {} }, C: 'p.y == 0' };
    const found = diagnose(spec, { name: 'S' }).map((one) =>
      unusedQuantity({ ...one, field: `specs.S.${one.field!}` }),
    );
    expect(found).toEqual([{ spec: 'S', name: 'size' }]);
    expect(unusedQuantity({ code: 'E_SCENE', message: '', field: 'specs.S.params.size' })).toBeUndefined();
  });

  const fixesOf = (C: string): string[] => {
    const spec = { summary: 'A test.', space: 2, inputs: { p: 'point' }, params: { size: {} }, C };
    return diagnose(spec, { name: 'S' }).flatMap((diagnostic) =>
      quickFixes(diagnostic, C, diagnostic.span ?? { start: 0, end: 0 }).map((fix) =>
        fix.kind === 'replace' ? C.slice(0, fix.place.start) + fix.text + C.slice(fix.place.end) : fix.label,
      ),
    );
  };

  test.each([
    ['p.y == h * p.x', ['+ parameter h', '+ input h (a point)']],
    ['p.y == q.x', ['+ input q (a point)']],
    ['p.y == szie * p.x', ['p.y == size * p.x', '+ parameter szie', '+ input szie (a point)']],
    ['p.y = size * p.x', ['p.y == size * p.x']],
    ['p.y == snh(p.x / size)', ['p.y == sinh(p.x / size)']],
    ['p.x² == 1', ['p.x^2 == 1']],
    ['p.y == 2·p.x', ['p.y == 2*p.x']],
    ['p.y == p.x − 1', ['p.y == p.x - 1']],
    ['p.y ≥ -1', ['p.y >= -1']],
    ['norm(p) < 2', ['norm(p) <= 2']],
    ['p.y != 0', []],
    ['p.y := 1', ['p.y == 1']],
    ['p.y == p.x**2', ['p.y == p.x^2']],
    ['p.y == 0,5', ['p.y == 0.5']],
    ['sin p.x == p.y', ['sin(p.x) == p.y']],
    ['p.y == tan^2(p.x)', ['p.y == tan(p.x)^2']],
    ['p.y == √(2 * (p.x + 1))', ['p.y == sqrt(2 * (p.x + 1))']],
    ['p.y == ln((p.x + 1) * 2) - 1', ['p.y == log((p.x + 1) * 2) - 1']],
    ['p.y == Math.sin(p.x)', ['p.y == sin(p.x)']],
    ['distance(p, [0,0]) == 1', ['norm(p - [0,0]) == 1']],
    ['p * p == 1', ['dot(p, p) == 1']],
    ['p^2 == 1', ['dot(p, p) == 1']],
    ['|p| == 1', ['abs(p) == 1', 'norm(p) == 1']],
    ['norm(p) == 2 m', ['norm(p) == 2 ', '+ parameter m', '+ input m (a point)']],
  ])('%s', (C, fixes) => {
    expect(fixesOf(C)).toEqual(fixes);
  });
});
