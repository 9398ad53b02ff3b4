import { expect, test } from 'vitest';
import { groupComponents } from '../../src/emit/group-components.js';
import { inOrder, type Value } from '../../src/lower/program.js';

let id = 0;
const load = (name: string): Value => ({ kind: 'load', id: id++, name });
const sum = (left: Value, right: Value): Value => ({ kind: 'binary', id: id++, operator: '+', left, right });

/**
 * Returns the names of the statements after they have been gathered; each statement is given with
 * its name.
 */
const gathered = (statements: readonly (readonly [string, Value])[]): string[] => {
  const names = new Map(statements.map(([name, value]) => [value, name]));
  const values = [...names.keys()];
  return groupComponents(values, new Set(inOrder(values)), (value) => names.get(value)).map((value) =>
    names.get(value)!,
  );
};

test('components stand together, in the order of the axes, after their operands', () => {
  const [ax, ay, bx, by] = ['a_x', 'a_y', 'b_x', 'b_y'].map(load) as [Value, Value, Value, Value];
  const [uy, ux] = [sum(ay, by), sum(ax, bx)];
  expect(
    gathered([
      ['a_y', ay],
      ['b_y', by],
      ['u_y', uy],
      ['length', load('length')],
      ['b_x', bx],
      ['a_x', ax],
      ['u_x', ux],
    ]),
  ).toEqual(['a_x', 'a_y', 'b_x', 'b_y', 'u_x', 'u_y', 'length']);
});

test('what is inside an expression counts', () => {
  const [p, q] = [load('p'), load('q')];
  const inner = sum(p, q);
  const [x, y] = [sum(inner, q), sum(p, p)];
  expect(
    gathered([
      ['p', p],
      ['v_y', y],
      ['q', q],
      ['v_x', x],
    ]),
  ).toEqual(['p', 'q', 'v_x', 'v_y']);
});

test('a component may need one that stands in another vector', () => {
  const first = load('d_x');
  const second = sum(first, first);
  const third = sum(second, first);
  const statements = [
    ['d_x', first],
    ['e_x', second],
    ['d_y', third],
  ] as const;
  expect(gathered(statements)).toEqual(['d_x', 'e_x', 'd_y']);
});

test('the order stays as it was where the components of a vector cannot stand together', () => {
  // a_y waits for d_x, d_x for e_x; to stand beside e_x, e_y would have to come before d_x, which
  // it needs.
  const [ax, ex] = [load('a_x'), load('e_x')];
  const dx = sum(ex, ex);
  const ey = sum(dx, dx);
  const ay = sum(dx, ex);
  const statements = [
    ['a_x', ax],
    ['e_x', ex],
    ['d_x', dx],
    ['e_y', ey],
    ['a_y', ay],
  ] as const;
  expect(gathered(statements)).toEqual(statements.map(([name]) => name));
});
