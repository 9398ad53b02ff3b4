import { argumentsOf, trimmed } from '../ops/functions.js';
import type { StepRoutine } from '../step/routine.js';
import type { Given, WrittenRoutine } from './functions.js';

/** The arguments of a step, in their order. */
const ARGUMENTS = ['par', 'u', 'w', 't', 'dt', 'y', 'lambda', 'watch', 'yb', 'parb'] as const;

/** A step in TypeScript: the text besides that of its functions, and how it is called. */
export function stepText(
  own: string,
  note: string,
  step: StepRoutine,
  written: WrittenRoutine,
): { readonly text: string; readonly call: (given: Given) => string } {
  if (step.calls.length === 1) return { text: '', call: written.body };
  const used = new Set(['dt', ...step.calls.flatMap(({ plan }) => argumentsOf(trimmed(plan), true))]);
  if (used.has('begin')) used.add('t');
  const names = ARGUMENTS.filter((name) => used.has(name));
  const parameters = names.map((name) => `${name}: ${name === 't' || name === 'dt' ? 'number' : 'Float64Array'}`);
  const text = `/** ${note} */
const ${own} = (${parameters.join(', ')}): void => {
  ${written.body({})}
};`;
  return { text, call: (given) => `${own}(${names.map((name) => given[name] ?? name).join(', ')});` };
}
