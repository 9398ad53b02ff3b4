import { OPERATIONS } from './operations/index.js';
import type { Program } from './program.js';

/**
 * Evaluates a program on doubles, and returns the values of all places. One of them may be
 * multiplied by a factor.
 */
export function runOnDoubles(program: Program, inputs: ArrayLike<number>, scaled = -1, factor = 1): Float64Array {
  const values = new Float64Array(program.places.length);
  program.places.forEach((place, k) => {
    if (place.kind === 'input') values[k] = inputs[k]!;
    else if (place.kind === 'constant') values[k] = doubleConstant(place.text);
    else values[k] = OPERATIONS[place.name].double(...place.args.map((arg) => values[arg]!));
    if (k === scaled) values[k] = values[k] * factor;
  });
  return values;
}

export function doubleConstant(text: string): number {
  if (text === 'pi') return Math.PI;
  if (text === 'tau') return 2 * Math.PI;
  if (text === 'e') return Math.E;
  return Number(text);
}
