import fc from 'fast-check';
import { ProgramBuilder, type Value } from '../../src/lower/program.js';
import type { Machine } from './run-program.js';

/** Executes programs of arithmetic, `sqrt` and comparisons in doubles. */
export const doubleMachine: Machine<number> = {
  literal: (value) => value,
  binary: (operator, a, b) => (operator === '+' ? a + b : operator === '-' ? a - b : operator === '*' ? a * b : a / b),
  call: (name, args) => {
    if (name !== 'sqrt' && name !== 'sin') throw new Error(`unexpected ${name}`);
    return Math[name](args[0]!);
  },
  compare: (name, args) => {
    if (name !== 'less') throw new Error(`unexpected ${name}`);
    return args[0]! < args[1]! ? 1 : 0;
  },
  isTrue: (value) => value !== 0,
};

const NAMES = ['x', 'y', 'z'] as const;
const LITERALS = [2, -2, 0.5, 4, 1, 3, 0.7] as const;

/** One operation upon values that are there, by their numbers. */
type Step = readonly [kind: number, a: number, b: number, c: number];

/** Random straight-line programs, dense in signs and powers of two, and a value for each of their inputs. */
export const programs: fc.Arbitrary<{ outputs: Value[]; loads: Map<string, number> }> = fc
  .record({
    steps: fc.array(fc.tuple(fc.nat(12), fc.nat(40), fc.nat(40), fc.nat(40)), { minLength: 1, maxLength: 25 }),
    ends: fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }),
    at: fc.tuple(...NAMES.map(() => fc.double({ min: 0.125, max: 8, noNaN: true }))),
  })
  .map(({ steps, ends, at }) => {
    const builder = new ProgramBuilder();
    const values: Value[] = NAMES.map((name) => builder.load(name));
    const pick = (i: number): Value => values[i % values.length]!;
    for (const step of steps) values.push(take(builder, step, pick));
    return {
      // The last steps, so that most of a program is used, and some in between.
      outputs: [values.at(-1)!, ...ends.map(pick)],
      loads: new Map(NAMES.map((name, i) => [name, at[i]!])),
    };
  });

function take(builder: ProgramBuilder, [kind, a, b, c]: Step, pick: (i: number) => Value): Value {
  switch (kind) {
    case 0:
    case 1:
      return builder.binary('+', pick(a), pick(b));
    case 2:
    case 3:
      return builder.binary('-', pick(a), pick(b));
    case 4:
    case 5:
    case 6:
      return builder.binary('*', pick(a), pick(b));
    case 7:
      return builder.binary('/', pick(a), pick(b));
    case 8:
      return builder.negate(pick(a));
    case 9:
    case 10:
      return builder.binary('*', builder.literal(LITERALS[b % LITERALS.length]!), pick(a));
    case 11:
      return builder.call(a % 2 === 0 ? 'sqrt' : 'sin', pick(b));
    default:
      return builder.select(builder.test('less', pick(a), pick(b)), pick(b), pick(c));
  }
}
