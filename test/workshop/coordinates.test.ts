import { describe, expect, test } from 'vitest';
import { coordinateEdits, onlyPointOf, type OnlyPoint } from '../../site/workshop/model/coordinates.js';
import { NEW_SCENE } from '../../site/workshop/model/templates.js';
import { quickFixes, unknownName } from '../../site/workshop/model/quick-fixes.js';
import { fits } from '../../site/workshop/engine/fits.js';
import { diagnose } from '../../src/toolkit.js';

const P: OnlyPoint = { name: 'p', axes: ['x', 'y'] };

/** An editor in which a text is typed key by key at its end; `places` are those of the prefixes that it wrote. */
function typed(keys: string, text = '', places: readonly number[] = []): { text: string; places: readonly number[] } {
  for (const key of keys) {
    const before = text + key;
    const start = before.lastIndexOf('\n', before.length - 2) + 1;
    const edits = coordinateEdits(before, P, places, (from, to) => from >= start && to < before.length);
    const left = places.filter((at) => !edits.some(({ from, insert }) => from === at && insert === ''));
    const shiftOf = (at: number): number =>
      edits.reduce((sum, { from, to, insert }) => sum + (from < at ? insert.length - (to - from) : 0), 0);
    const added = edits.filter(({ insert }) => insert !== '').map(({ from }) => from);
    places = [...left, ...added].map((at) => at + shiftOf(at));
    text = [...edits]
      .reverse()
      .reduce((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), before);
  }
  return { text, places };
}

const written = (text: string, point = P): string =>
  [...coordinateEdits(text, point, [], () => true)]
    .reverse()
    .reduce((all, { from, insert }) => all.slice(0, from) + insert + all.slice(from), text);

describe('coordinates of the only point', () => {
  test.each([
    ['x^2/4 + y^2 == 1', 'p.x^2/4 + p.y^2 == 1'],
    ['y == 2x', 'p.y == 2p.x'],
    ['y == 0.5 x + 1e-3 y', 'p.y == 0.5 p.x + 1e-3 p.y'],
    ['norm([x, y] - [1, 2]) == 1', 'norm([p.x, p.y] - [1, 2]) == 1'],
    ['x > 0 ? x : y', 'p.x > 0 ? p.x : p.y'],
    ['max(x, y) == 1', 'max(p.x, p.y) == 1'],
    ['where r = x^2', 'where r = p.x^2'],
  ])('%s is written %s', (natural, whole) => {
    expect(written(natural)).toBe(whole);
  });

  test.each([
    'p.x + q.y == 1',
    'xi + x_0 + exp(1) + ex + x1 == 0',
    'x.y == 1',
    'x(1) + y (2) == 0',
    'x^2 == 1\nwhere x = p.x / size',
    'x^2 == 1\n  where x',
    'sum(x, 1:4, x^2 * p.x) == 1',
    'sum(x in faces, q[x]) == 1',
    'norm(q[x] - q[x+1]) == 1',
    'z == 1',
  ])('%s stays', (text) => {
    expect(written(text)).toBe(text);
  });

  test('are those of a spec with one point, apart from names that it has', () => {
    const of = (inputs: object, params: object = {}, space: 2 | 3 = 2): OnlyPoint | undefined =>
      onlyPointOf({ inputs, params, C: '' }, space);
    expect(of({ p: 'point' })).toEqual(P);
    expect(of({ tip: { kind: 'point' }, n: 'direction', theta: 'scalar' }, {}, 3)).toEqual({
      name: 'tip',
      axes: ['x', 'y', 'z'],
    });
    expect(of({ p: 'point', x: 'scalar' }, { y: {} }, 3)).toEqual({ name: 'p', axes: ['z'] });
    expect(of({ a: 'point', b: 'point' })).toBeUndefined();
    expect(of({ p: { kind: 'point', count: 'any' } })).toBeUndefined();
    expect(of({ theta: 'scalar' })).toBeUndefined();
    expect(onlyPointOf(undefined, 2)).toBeUndefined();
  });
});

describe('while it is typed', () => {
  test('a name is written with the key that ends it', () => {
    expect(typed('x').text).toBe('x');
    expect(typed('x^').text).toBe('p.x^');
    expect(typed('x^2/4 + y^2 == 1').text).toBe('p.x^2/4 + p.y^2 == 1');
    expect(typed('y == x\n').text).toBe('p.y == p.x\n');
    expect(typed('xi + x_0 + exp(xi)').text).toBe('xi + x_0 + exp(xi)');
    expect(typed('where x = p.x / 2\nwhere y = x^2\nx + y == 1').text).toBe(
      'where x = p.x / 2\nwhere y = x^2\nx + y == 1',
    );
    expect(typed('sum(x, 1:4, x^2 * p.x) == 1').text).toBe('sum(x, 1:4, x^2 * p.x) == 1');
  });

  test('a name that goes on loses its point again', () => {
    expect(typed('i + 1', 'p.x', [0]).text).toBe('xi + 1');
    expect(typed(' + 1', 'p.x', [0]).text).toBe('p.x + 1');
    expect(typed('i + 1', 'p.x').text).toBe('p.xi + 1');
  });

  test('a line that defines a name takes it back where it was written, and nowhere else', () => {
    const first = typed('x^2 + (y - p.x)^2 == x + 1\n');
    expect(first.text).toBe('p.x^2 + (p.y - p.x)^2 == p.x + 1\n');
    expect(typed('where x_1 = 2', first.text, first.places).text).toBe(`${first.text}where x_1 = 2`);
    expect(typed('where x = p.x / 2', first.text, first.places).text).toBe(
      'x^2 + (p.y - p.x)^2 == x + 1\nwhere x = p.x / 2',
    );
  });
});

describe('what the page offers leads to a formula that is accepted', () => {
  const inputsOf = { one: { p: 'point' }, two: { a: 'point', b: 'point' } } as const;

  /** The labels of what is offered for a formula. */
  function offered(C: string, inputs: object = inputsOf.one): readonly string[] {
    const spec = { ...(NEW_SCENE.specs!['Wire'] as object), inputs, params: {}, C };
    const found = diagnose(spec, { name: 'Wire' });
    return found.flatMap((diagnostic) =>
      quickFixes(diagnostic, C, diagnostic.span!).flatMap((fix) => {
        const trial =
          fix.kind === 'replace'
            ? { C: C.slice(0, fix.place.start) + fix.text + C.slice(fix.place.end) }
            : fix.kind === 'parameter'
              ? { params: { [fix.name]: {} } }
              : { inputs: { ...inputs, [fix.name]: 'point' } };
        return fits('Wire', { ...spec, ...trial }, found) ? [fix.label] : [];
      }),
    );
  }

  test('where a coordinate stands without its point', () => {
    expect(offered('x^2/4 + y^2 == 1')).toEqual(['write "p.x"', 'write "p.y"']);
    expect(new Set(offered('x^2/4 + y^2 == 1', inputsOf.two))).toEqual(
      new Set(['write "a.x"', 'write "b.x"', 'write "a.y"', 'write "b.y"']),
    );
    expect(offered('p.y == x')).toEqual(['write "p.x"', '+ parameter x']);
  });

  test('where names are not known', () => {
    expect(offered('p.y == h * p.x + k')).toEqual(['+ parameter h', '+ parameter k']);
    expect(offered('norm(p - b) == r')).toEqual(['+ input b (a point)', '+ parameter r']);
    expect(offered('u^2 + v^2 == 1')).toEqual([]);
    expect(offered('p.y = h * p.x')).toEqual(['write "=="']);
  });

  test('the toolkit says what to write', () => {
    const hintsOf = (inputs: object, space: 2 | 3): readonly unknown[] =>
      diagnose({ summary: 'A test.', space, inputs, C: 'x + z == 1' }).map((one) => [unknownName(one), one.hint]);
    const known = 'known are p, pi, tau, e, t; others are declared under "inputs" or "params"';
    expect(hintsOf({ p: 'point' }, 2)).toEqual([['x', 'write p.x'], ['z', known]]); // prettier-ignore
    expect(hintsOf({ a: 'point', b: 'point' }, 3)).toEqual([['x', 'write a.x or b.x'], ['z', 'write a.z or b.z']]); // prettier-ignore
    const ofList = (C: string): readonly unknown[] =>
      diagnose({ summary: 'A test.', space: 2, inputs: { p: { kind: 'point', count: 'any' } }, C }).map(
        ({ hint }) => hint,
      );
    expect(ofList('sum(i, p[i].x + norm(p[i+1] - p[i]) * y) == 1')).toEqual(['write p[i].y or p[i+1].y']);
    expect(ofList('sum(i, p[i].x) + p[0].x == h')[0]).toContain('known are sum(i, p[i].x), p[0], pi');
    expect(hintsOf({ theta: 'scalar', p: 'point' }, 3)).toEqual([['x', 'write p.x'], ['z', 'write p.z']]); // prettier-ignore
  });

  test('of an absolute value that which fits; what is left has remedies of its own', () => {
    expect(offered('|p| == 1')).toEqual(['write "norm(p)"']);
    expect(offered('|p| = 1')).toEqual(['write "norm(p)"']);
    expect(offered('p.y = |p.x|')).toEqual(['write "=="']);
    expect(offered('p.x² + p.y² = r')).toEqual(['write "^2"']);
    expect(offered('p·p == 1')).toEqual([]);
    expect(offered('sin p.x = |h|')).toEqual(['write "=="']);
  });
});
