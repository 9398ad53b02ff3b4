import { describe, expect, it } from 'vitest';
import { noticed } from './noticed.js';
import type { Alteration } from '../support/altered-toolkit.js';

const constraint = (C: string | readonly string[], inputs: object, more: object = {}): object => ({
  summary: 'For the self-check.',
  space: 2,
  inputs,
  C,
  ...more,
});
const scalars = (...names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, 'scalar']));

/** Formulas that together make every pass do something. */
const SPECS = {
  Difference: constraint('sin(a - b) + cos(-2 * a)', scalars('a', 'b')),
  Square: constraint('-(a - b)^2', scalars('a', 'b')),
  Distance: constraint('norm(a - b) == length', { a: 'point', b: 'point' }, { params: { length: {} } }),
  Branches: constraint(['1/s + u', '(s > 0 ? sqrt(s) : log(-s))'], scalars('s', 'u')),
  Powers: constraint('cbrt(s)^2 * u^(1/3) + s^-1.5 * u^4 + (1 + s^2)^u', scalars('s', 'u'), {
    sample: { s: [0.2, 2], u: [0.2, 2] },
  }),
  Functions: constraint(
    'tanh(s) + atan2(s, u) + exp(s) * log(2 + cos(u)) + asin(s/4) + acosh(2 + s^2) + erf(u) + abs(s - 3*u) + min(s, u) + 1 / (1 + exp(-u)) + sqrt((s - u)^2)',
    scalars('s', 'u'),
  ),
  Steep: constraint('tanh(1000 * s) + sech(1000 * u)', scalars('s', 'u')),
  Stable: constraint('cos(s) - 1 + 3*(exp(u) - 1) + (s^2 - u^2) + acos(1 - u^2/40) + log(1 + u^2)', scalars('s', 'u')),
  Moving: constraint(
    'p.x * cos(omega * t) + p.y * sin(omega * t) - 2 * t^2',
    { p: 'point' },
    { params: { omega: {} } },
  ),
  Motor: constraint('ddt(a) * (2 + sin(b)) == speed * cos(t)', scalars('a', 'b'), { params: { speed: {} } }),
  Area: {
    ...constraint('norm(cross(b - a, c - a)) / 2 == 1', { a: 'point', b: 'point', c: 'point' }),
    space: 3,
  },
  Angle: {
    ...constraint('acos(dot(a - b, c - b) / (norm(a - b) * norm(c - b))) == 1', { a: 'point', b: 'point', c: 'point' }),
    space: 3,
  },
  AngleOfVectors: { ...constraint('angle(a - b, c - b) == 1', { a: 'point', b: 'point', c: 'point' }), space: [2, 3] },
  Dihedral: {
    ...constraint('dihedral(a, b, c, d) == 1', { a: 'point', b: 'point', c: 'point', d: 'point' }),
    space: 3,
  },
  Rolling: {
    ...constraint(['dot(n, ddt(p)) + s * dot(n, u)', 'dot(n, u) * s - p.x / norm(p)'], {
      n: 'direction',
      u: 'direction',
      p: 'point',
      s: 'scalar',
    }),
    space: 3,
  },
  DoublePendulum: {
    summary: 'Two point masses on two arms.',
    space: 2,
    coordinates: { a: {}, b: {} },
    params: { length: {}, mass: {} },
    where: { elbow: '[length * sin(a), -length * cos(a)]' },
    points: {
      first: { at: 'elbow', mass: 'mass' },
      second: { at: 'elbow + [length * sin(b), -length * cos(b)]', mass: '2 * mass' },
    },
    energy: '(a - b)^2 / 2',
  },
};

/**
 * Faults of one pass each: a wrong sign, order or coefficient, or expressions shared that are not
 * the same.
 */
const FAULTS: readonly (Alteration & { readonly what: string })[] = [
  // The graph.
  {
    what: 'like terms that lose one',
    file: 'src/symbolic/linear-combination.ts',
    find: 'const total = Q.add(this.#terms.get(node) ?? Q.ZERO, coefficient);',
    replace: 'const total = coefficient;',
  },
  {
    what: 'a flattened sum without its coefficient',
    file: 'src/symbolic/linear-combination.ts',
    find: 'this.#add(Q.multiply(coefficient, term.coefficient), term.node);',
    replace: 'this.#add(term.coefficient, term.node);',
  },
  {
    what: 'the root of a square taken for what is squared',
    file: 'src/symbolic/power-product.ts',
    find: "this.#multiply(this.#graph.call('abs', inner!.base), Q.multiply(inner!.exponent, exponent));",
    replace: 'this.#multiply(inner!.base, Q.multiply(inner!.exponent, exponent));',
  },
  {
    what: 'an even function taken for odd',
    file: 'src/symbolic/fold-call.ts',
    find: "return parity === 'odd' ? graph.negate(call) : call;",
    replace: 'return graph.negate(call);',
  },
  {
    what: 'a quotient of exponentials for another',
    file: 'src/symbolic/stable-quotients.ts',
    find: "graph.call('exp', graph.negate(u))",
    replace: "graph.call('exp', u)",
  },
  // Rules and sweeps.
  {
    what: 'a rule with the wrong sign',
    file: 'src/primitives/inverse-trigonometric.ts',
    find: 'of: (a, [u]) => [a.negate(a.reciprocal(a.sqrt(a.oneMinusSquare(u!))))],',
    replace: 'of: (a, [u]) => [a.reciprocal(a.sqrt(a.oneMinusSquare(u!)))],',
  },
  {
    what: 'a quotient that overflows where its function does not',
    file: 'src/symbolic/stable-quotients.ts',
    find: "return b === graph.call('cosh', u) ? graph.call('tanh', u) : undefined;",
    replace: 'return undefined;',
  },
  {
    what: 'partial derivatives in the wrong order',
    file: 'src/primitives/two-arguments.ts',
    find: 'return [a.divide(x!, square), a.negate(a.divide(y!, square))];',
    replace: 'return [a.negate(a.divide(y!, square)), a.divide(x!, square)];',
  },
  {
    what: 'a product of jets without its mixed term twice',
    file: 'src/symbolic/jets.ts',
    find: 'g.scale(Q.TWO, g.multiply(u.first, w.first)),',
    replace: 'g.multiply(u.first, w.first),',
  },
  {
    what: 'a power of a jet without its curvature',
    file: 'src/symbolic/jets.ts',
    find: 'return g.scale(exponent, g.add(g.multiply(slope, second()), this.#times(curvature, g.square(first))));',
    replace: 'return g.scale(exponent, g.multiply(slope, second()));',
  },
  {
    what: 'a quotient of jets with the wrong sign',
    file: 'src/symbolic/jets.ts',
    find: '{ coefficient: Q.rational(-2), node: g.multiply(first, w.first) },',
    replace: '{ coefficient: Q.TWO, node: g.multiply(first, w.first) },',
  },
  {
    what: 'a reverse sweep through the wrong branch',
    file: 'src/symbolic/reverse.ts',
    find: 'give(node.whenTrue, graph.select(node.condition, adjoint, graph.zero));',
    replace: 'give(node.whenTrue, graph.select(node.condition, graph.zero, adjoint));',
  },
  {
    what: 'an adjoint without the coefficient of its sum',
    file: 'src/symbolic/reverse.ts',
    find: 'giveThroughSum(node, child, graph.scale(coefficient, adjoint));',
    replace: 'giveThroughSum(node, child, adjoint);',
  },
  {
    what: 'rows at velocity level differentiated by positions',
    file: 'src/derive/differentiate.ts',
    find: 'const entries = gradient(graph, row, isRate(i) ? rates : variables);',
    replace: 'const entries = gradient(graph, row, variables);',
  },
  {
    what: 'a body without the inertia of its curved motion',
    file: 'src/derive/differentiate-body.ts',
    find: 'momentumRate: bias.map(times),',
    replace: 'momentumRate: bias,',
  },
  {
    what: 'an angle in the plane that turns the wrong way',
    file: 'src/symbolic/vector-angle.ts',
    find: '[uy, graph.negate(ux)]',
    replace: '[graph.negate(uy), ux]',
  },
  {
    what: 'an angle in space without what its vectors turn across their plane',
    file: 'src/symbolic/vector-angle.ts',
    find: '      this.#across(first),\n',
    replace: '',
  },
  {
    what: 'a dihedral angle with an arm that turns the wrong way',
    file: 'src/symbolic/dihedral.ts',
    find: 'this.#arms = [arm(F, H, -1), arm(H, F, 1)];',
    replace: 'this.#arms = [arm(F, H, 1), arm(H, F, 1)];',
  },
  // Lowering.
  {
    what: 'every member with the sign of one',
    file: 'src/lower/building.ts',
    find: 'return i === flipped ? this.#flip(member) : this.#atom(member.atom);',
    replace: 'return member === members[flipped] ? this.#flip(member) : this.#atom(member.atom);',
  },
  {
    what: 'shared pairs of factors above and below the bar alike',
    file: 'src/lower/factors.ts',
    find: "return this.member(this.#atom(key, { kind: 'product', a: parts[0]!, b: parts[1]! }), inverse);",
    replace: "return this.member(this.#atom(key, { kind: 'product', a: parts[0]!, b: parts[1]! }), false);",
  },
  {
    what: 'a divisor by its root once',
    file: 'src/lower/factors.ts',
    find: 'if (twoRoots) members.push(root(), root());',
    replace: 'if (twoRoots) members.push(root());',
  },
  {
    what: 'a shared reciprocal for something that is none',
    file: 'src/lower/share-reciprocals.ts',
    find: 'member.inverse && shared.has(member.atom) ? factors.reciprocal(member.atom) : member,',
    replace: 'shared.has(member.atom) ? factors.reciprocal(member.atom) : member,',
  },
  {
    what: 'a versine with the wrong half',
    file: 'src/lower/stable-forms.ts',
    find: "b.binary('*', b.literal(0.5), valueOf(form.argument))",
    replace: "b.binary('*', b.literal(2), valueOf(form.argument))",
  },
  {
    what: 'a difference of squares for their sum',
    file: 'src/lower/stable-forms.ts',
    find: "return b.binary('*', b.binary('-', a, other), b.binary('+', a, other));",
    replace: "return b.binary('*', b.binary('+', a, other), b.binary('+', a, other));",
  },
  {
    what: 'one plus something with the wrong sign',
    file: 'src/lower/stable-forms.ts',
    find: 'return { sum: base, sign: Q.MINUS_ONE };',
    replace: 'return { sum: base, sign: Q.ONE };',
  },
  {
    what: 'subtracted terms added',
    file: 'src/lower/arithmetic.ts',
    find: "return subtracted.map(scaled).reduce((left, right) => b.binary('-', left, right), sum);",
    replace: "return subtracted.map(scaled).reduce((left, right) => b.binary('+', left, right), sum);",
  },
  {
    what: 'a common coefficient with the sign lost',
    file: 'src/lower/arithmetic.ts',
    find: 'return { value, coefficient: Q.multiply(sign, Q.absolute(first!.coefficient)) };',
    replace: 'return { value, coefficient: Q.absolute(first!.coefficient) };',
  },
  {
    what: 'guards with the branches swapped',
    file: 'src/lower/guards.ts',
    find: "? b.select(b.test('less', zero, quantity), value, b.literal(instead))",
    replace: "? b.select(b.test('less', zero, quantity), b.literal(instead), value)",
  },
];

describe('the self-check', () => {
  it('finds no fault in the toolkit as it is', async () => {
    expect(await noticed([], SPECS)).toEqual([]);
  });

  it.each(FAULTS)('notices $what ($file)', async (fault) => {
    expect(await noticed([fault], SPECS)).not.toEqual([]);
  });
});
