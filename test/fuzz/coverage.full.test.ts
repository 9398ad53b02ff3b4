import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONSTANT_NAMES, FUNCTION_NAMES } from '../../src/spec/language.js';
import { BINARY_OPERATORS, PREFIX_OPERATORS, RELATION_OPERATORS, type Syntax } from '../../src/syntax/syntax.js';
import { AXES } from '../../src/formula/values.js';
import { Drafts, partName, type Row } from './drafts.js';
import { formsOf } from './forms.js';
import { productions, RATES, SHAPES, SIZES, type Sort } from './grammar.js';
import { printRow, sortOf } from './specs.js';
import { printTree } from './tree.js';

/** Each form of an entry is drawn among so many portions of drafts. */
const PORTIONS = 12;
const PORTION = 1_000;

const ATOMS = ['w', 'k', 'm', 'h', 't'];
/** A number that differs from place to place, so that nothing cancels, and moves. */
const atom = (i: number): string => `(${i + 1.5} * s + ${ATOMS[i % ATOMS.length]!})`;
const vectorOf = (n: number, i: number): string =>
  `[${Array.from({ length: n }, (_, j) => atom(7 * i + j)).join(', ')}]`;

type Operand = (i: number) => string;

const matrixOf = (rows: number, columns: number, i: number): string =>
  `[${Array.from({ length: rows }, (_, r) => vectorOf(columns, 5 * i + r)).join(', ')}]`;

/** An operand of each sort, for the place `i`. */
const OPERAND_OF: ReadonlyMap<Sort, Operand> = new Map<Sort, Operand>([
  ['scalar', atom],
  ...SIZES.map((n): [Sort, Operand] => [`vector${n}`, (i) => vectorOf(n, i)]),
  ...SHAPES.map(([rows, columns]): [Sort, Operand] => [`matrix${rows}${columns}`, (i) => matrixOf(rows, columns, i)]),
  ['truth', (i) => `(${atom(i)} > 0)`],
  ['zero', () => '0'],
]);
const TRUTHS = [OPERAND_OF.get('truth')!];
const OPERANDS = [...OPERAND_OF.values()].slice(0, -2);
const ZERO = (): string => '0';

/** All ways to fill so many places with operands. */
function tuples(count: number, of: readonly Operand[]): string[][] {
  if (count === 0) return [[]];
  return tuples(count - 1, of).flatMap((rest) => of.map((operand) => [...rest, operand(count)]));
}
/** The same operand in so many places. */
const same = (count: number): string[][] =>
  OPERANDS.map((operand) => Array.from({ length: count }, (_, i) => operand(i)));

/**
 * Attempts at every form that a formula might have, by the kinds of syntax, operators, functions and
 * relations that the language knows: most are refused. The compiler asks for each kind.
 */
const ATTEMPTS: Readonly<Record<Syntax['kind'], readonly string[]>> = {
  number: ['2'],
  name: [...CONSTANT_NAMES, 'true', 'false', 's', 'p'],
  group: ['(s)'],
  prefix: PREFIX_OPERATORS.flatMap((operator) =>
    [...OPERANDS, ...TRUTHS].map((operand) => `${operator} ${operand(0)}`),
  ),
  binary: [
    ...BINARY_OPERATORS.flatMap((operator) =>
      tuples(2, [...OPERANDS, ...TRUTHS]).map(([a, b]) => `${a!} ${operator} ${b!}`),
    ),
    ...OPERANDS.map((operand) => `2 (${operand(0)})`),
  ],
  relation: RELATION_OPERATORS.flatMap((first) => [
    ...tuples(2, OPERANDS).map(([a, b]) => `${a!} ${first} ${b!}`),
    ...same(3).map(([a, b, c]) => `${a!} ${first} ${b!} <= ${c!}`),
  ]),
  conditional: [...OPERANDS, ...TRUTHS].map((operand) => `(s > 0 ? ${operand(0)} : ${operand(1)})`),
  call: [...FUNCTION_NAMES].flatMap((name) =>
    [...tuples(1, OPERANDS), ...tuples(2, OPERANDS), ...same(3), ...same(4)].map(
      (args) => `${name}(${args.join(', ')})`,
    ),
  ),
  member: OPERANDS.flatMap((operand) => AXES.map((axis) => `${operand(0)}.${axis}`)),
  index: OPERANDS.flatMap((operand) => [`${operand(0)}[1]`, `${operand(0)}[1, 1]`]),
  sum: OPERANDS.map((operand) => `sum(i, 1:2, i * ${operand(0)})`),
  list: OPERANDS.slice(1).map((operand) => operand(0)),
};

/** Attempts at entries of `C`: a quantity, equations and inequalities, with zeros on any side. */
const ENTRIES: readonly string[] = [
  ...OPERANDS.map((operand) => operand(0)),
  ...RELATION_OPERATORS.flatMap((operator) => [
    ...tuples(2, [...OPERANDS, ZERO]).map(([a, b]) => `${a!} ${operator} ${b!}`),
    ...same(3).flatMap(([a, b, c]) => [
      `${a!} ${operator} ${b!} ${operator} ${c!}`,
      `0 ${operator} ${b!} ${operator} ${c!}`,
      `${a!} ${operator} ${b!} ${operator} 0`,
    ]),
  ]),
];

/** The form of an attempt that the language accepts, as part of an entry or a condition. */
function acceptedForms(): Set<string> {
  const accepted = new Set<string>();
  const keep = (C: string, isOuter: (form: string) => boolean, where = {}): void => {
    const forms = formsOf({ space: 2, C: [C], where });
    for (const form of forms ?? []) if (isOuter(form)) accepted.add(form);
  };
  for (const [kind, texts] of Object.entries(ATTEMPTS))
    for (const text of texts) {
      keep('s', (form) => form !== 'entry scalar', { part: text });
      // No function says whether something is true.
      if (kind !== 'call') keep(`(${text} ? s : w)`, (form) => form !== 'entry scalar');
    }
  for (const text of ENTRIES) keep(text, (form) => form.startsWith('entry'));
  return accepted;
}

const accepted = acceptedForms();

test('the language accepts many forms', () => {
  expect(accepted.size).toBeGreaterThan(250);
});

test('every form of an expression that the language accepts has a production', () => {
  const names = { s: { sort: 'scalar', weight: 1 }, p: { sort: 'vector2', weight: 1 } } as const;
  const written = new Set<string>();
  for (const { sort, parts, write, weight } of [...productions(names), ...RATES]) {
    expect(weight).toBeGreaterThan(0);
    const text = write(...parts.map((part, i) => OPERAND_OF.get(part)!(i)));
    const part = sort === 'truth' ? `(${text} ? s : w)` : text;
    for (const form of formsOf({ space: 2, C: ['s'], where: { part } }) ?? []) written.add(form);
  }
  expect([...accepted].filter((form) => !form.startsWith('entry') && !written.has(form))).toEqual([]);
});

test('every form of an entry of C that the language accepts is drawn', () => {
  const missing = new Set([...accepted].filter((form) => form.startsWith('entry')));
  const drawn = new Set<string>();
  for (let seed = 1; seed <= PORTIONS && missing.size > 0; seed++)
    for (const { kind, space, where, rows } of fc.sample(new Drafts(), { seed, numRuns: PORTION })) {
      const isRare = (row: Row): boolean => row.operands.length > 1 || !drawn.has(`entry ${sortOf(row)}`);
      const parts = Object.fromEntries(where.map((part, i) => [partName(i), printTree(part)]));
      for (const row of rows.filter((one) => kind === 'constraint' && isRare(one)))
        for (const form of formsOf({ space, where: parts, C: [printRow(row)] }) ?? []) {
          drawn.add(form);
          missing.delete(form);
        }
    }
  expect([...missing]).toEqual([]);
});
