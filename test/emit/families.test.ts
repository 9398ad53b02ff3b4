import { expect, test } from 'vitest';
import { gatherFamilies } from '../../src/emit/families.js';
import type { Value } from '../../src/lower/program.js';

let id = 0;
const load = (name: string): Value => ({ kind: 'load', id: id++, name });
const sum = (left: Value, right: Value): Value => ({ kind: 'binary', id: id++, operator: '+', left, right });

/** The names of the statements after they have been gathered; each statement is given with its name. */
const gathered = (statements: readonly (readonly [string, Value])[]): string[] => {
  const names = new Map(statements.map(([name, value]) => [value, name]));
  return gatherFamilies([...names.keys()], (value) => names.get(value)).map((value) => names.get(value)!);
};

test('components stand together, in the order of the axes, after what they are made of', () => {
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

test('a component may need one that stands in another family', () => {
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

test('the order stays as it was where a family cannot stand together', () => {
  // e_y is needed by d_x and needs d_y, which needs e_x, which needs d_x… of another turn: no gathering, no harm.
  const dy = load('d_y');
  const ez = sum(dy, dy);
  const dx = sum(ez, dy);
  const ex = sum(dx, dx);
  const names = gathered([
    ['d_y', dy],
    ['e_z', ez],
    ['d_x', dx],
    ['e_x', ex],
  ]);
  expect(names).toHaveLength(4);
  expect(names.indexOf('e_z')).toBeLessThan(names.indexOf('d_x'));
  expect(names.indexOf('d_x')).toBeLessThan(names.indexOf('e_x'));
});
