import { OPERATIONS } from './operations/index.js';
import type { Rates } from './operations/operation.js';
import type { ProgramBuilder } from './program.js';

/** The name of the input that holds the rate of a component: `a.1'` for `a.1`. */
export const rateInput = (component: string): string => `${component}'`;

/**
 * The place of `ddt(place)`: forward differentiation of the program by separate rules, along inputs
 * that move at their rates and time. Nothing but the chain rule is shared with the derivation.
 */
export function rateOf(program: ProgramBuilder, place: number): number {
  // Rates that vanish by structure have no place, and no product with them is formed.
  const known = new Map<number, number | undefined>();
  const of = (at: number): number | undefined => {
    if (!known.has(at)) known.set(at, derive(at));
    return known.get(at);
  };
  const rates: Rates = {
    program,
    of,
    times: (factor, by) => (by === undefined ? undefined : program.operation('multiply', factor, by)),
    sum: (a, b) => (a === undefined ? b : b === undefined ? a : program.operation('add', a, b)),
    negative: (a) => (a === undefined ? undefined : program.operation('negate', a)),
  };
  const derive = (at: number): number | undefined => {
    const node = program.at(at);
    if (node.kind === 'constant') return undefined;
    if (node.kind === 'input') return node.name === 't' ? program.constant('1') : program.input(rateInput(node.name));
    const { name, args } = node;
    const operation = OPERATIONS[name];
    if (!('slopes' in operation)) return operation.rate === 'none' ? undefined : operation.rate(rates, at, args);
    const inner = of(args[0]!);
    return inner === undefined ? undefined : rates.times(operation.slope(program, args[0]!, at), inner);
  };
  return of(place) ?? program.constant('0');
}
